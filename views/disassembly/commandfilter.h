// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/npuanalysis.h"

#include <QString>

#include <vector>

namespace tosaic::views {

/// Commands that a filter lets through, by number, ascending.
struct FoundCommands
{
    std::vector<quint32> commands;
};

/// Commands whose name or fields contain the text, and all commands of operations whose title or
/// summary does. Upper and lower case are the same. Linear in the stream: for a pool thread.
Result<FoundCommands> findCommands(
    const NpuAnalysis &analysis, const QString &text, const JobControl &control);

} // namespace tosaic::views
