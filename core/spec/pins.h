// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/spec/compilespec.h"

/// Entries of KeepOnCpu one by one, as the command line writes them: "node:NAME", "module:PATH",
/// "kind:OPERATOR", "pattern:GLOB".
namespace tosaic::spec {

QStringList pinsOf(const KeepOnCpu &kept);
/// Error SpecInvalid: it is none of the four.
Result<KeepOnCpu> pinOf(const QString &text);
/// Each entry once.
KeepOnCpu united(KeepOnCpu kept, const KeepOnCpu &more);
KeepOnCpu without(KeepOnCpu kept, const KeepOnCpu &less);

} // namespace tosaic::spec
