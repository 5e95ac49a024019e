// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "profiler/store/runstore.h"

namespace tosaic::profile {

/// A counter of a trace over time, before it has a place in the workspace.
struct ReadSeries
{
    QString name;
    QString unit; ///< empty: not known
    QString timeUnit;
    std::vector<workspace::Sample> samples; ///< times not falling
};

/// A file as a run that is not yet stored.
struct ReadRun
{
    StoredRun run;
    std::vector<ReadSeries> series;
    std::vector<Diagnostic> diagnostics;
};

/// Reads a console log, an ETDump, a summary, per-layer report, console or debug database of Vela,
/// or a PMU trace of an FVP; the content decides. Where the kind of file leaves no choice the
/// origin is set (Vela: estimate, trace: FVP). Blocks; any thread. Errors: IoOpen, IoRead,
/// FormatUnknown for any other file, FormatUnsupported if a report of Vela holds no number,
/// FormatDamaged, LimitExceeded.
/// `warmups`: the first executions of an ETDump, also of one in a console, are left out of the
/// numbers and this is kept as a condition; FormatUnsupported if none would be left. Of other files
/// it is ignored.
Result<ReadRun> readRunFile(const QString &path, quint64 warmups = 0);
/// The same of bytes; their name becomes that of the run.
Result<ReadRun> readRun(const std::shared_ptr<const ByteSource> &source, quint64 warmups = 0);

/// What the file itself tells of the target where that contradicts the stated one: "ethos-u85" of a
/// log, the target of a Vela report. Empty if it does not.
QString toldTarget(const StoredRun &run, const QString &stated);
/// The same, of what a log tells of its NPU.
QString targetToldByLog(const std::optional<LogNpu> &told, const QString &stated);

/// Stores it with its series; on an error nothing of it is left.
Result<workspace::RunId> storeRun(workspace::Workspace &workspace, const ReadRun &read);

} // namespace tosaic::profile
