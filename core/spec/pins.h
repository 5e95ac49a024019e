// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

#include <optional>

/// Entries of KeepOnCpu one by one, as the command line writes them: "node:NAME", "module:PATH",
/// "kind:OPERATOR", "pattern:GLOB".
namespace tosaic::spec {

QStringList pinsOf(const KeepOnCpu &kept);
/// Absent: it is none of the four.
std::optional<KeepOnCpu> pinOf(const QString &text);
/// Each entry once.
KeepOnCpu united(KeepOnCpu kept, const KeepOnCpu &more);
KeepOnCpu without(KeepOnCpu kept, const KeepOnCpu &less);

} // namespace tosaic::spec
