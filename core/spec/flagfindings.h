// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/rulecontext.h"

namespace tosaic::spec {

QString flagKey(qsizetype item); ///< "extraFlags[2]"
/// Takes the flag with its value out.
Fix removal(const RuleContext &context, const FlagUse &use);
/// The same flag and value under another name.
Fix respelled(const RuleContext &context, const FlagUse &use, const QString &name);

} // namespace tosaic::spec
