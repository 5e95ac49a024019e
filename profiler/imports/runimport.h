// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/jobslot.h"
#include "core/workspace/samples.h"
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
std::vector<ReadSeries> seriesOf(const PmuTrace &trace);

/// What a file with measurements is, by its content.
enum class RunFileKind
{
    None, ///< something else that has a mark of its own: a model, an archive
    Console, ///< or what may be one: text, or bytes that nothing else recognises
    Trace,
    EtDump,
    VelaReport ///< summary, per-layer report, console or debug database
};
RunFileKind runFileKind(const ByteSource &source);

/// The one way in for measurements, whoever reads them: a console log (with noise, NULs and junk
/// bytes as serial lines have them), an ETDump, a PMU trace of an FVP, or a summary, per-layer
/// report, console or debug database of Vela; the content decides. Where the kind of file leaves no
/// choice the origin is set (Vela: estimate, trace: FVP). Blocks; any thread; its `control` can end
/// a trace. Errors: IoOpen, IoRead, FormatUnknown for any other file, FormatUnsupported if a report
/// of Vela holds no number, FormatDamaged, LimitExceeded, Cancelled.
/// `warmups`: the first executions of an ETDump, also of one in a console, are left out of the
/// numbers and this is kept as a condition; FormatUnsupported if none would be left. Of other files
/// it is ignored.
Result<MeasuredRun> readRunFile(
    const QString &path, quint64 warmups = 0, const JobControl &control = {});
/// The same of bytes; their name becomes that of the run.
Result<MeasuredRun> readRun(const std::shared_ptr<const ByteSource> &source, quint64 warmups = 0,
    const JobControl &control = {});

/// A text of which nothing is known, as a console without measurements: for who says what its lines
/// mean ("log.unknown" tells how). What is known is read as readRunFile() does; FormatUnknown if it
/// is no text.
Result<MeasuredRun> readAnyConsole(const QString &path, quint64 warmups = 0);

/// What the file itself tells of the target where that contradicts the stated one: "ethos-u85" of a
/// log, the target of a Vela report. Empty if it does not.
QString toldTarget(const MeasuredRun &run, const QString &stated);
/// The same, of what a log tells of its NPU.
QString targetToldByLog(const std::optional<LogNpu> &told, const QString &stated);

/// Stores it with its series, those of its trace; on an error nothing of it is left.
Result<workspace::RunId> storeRun(workspace::Workspace &workspace, const MeasuredRun &run);
Result<workspace::RunId> storeRun(
    workspace::Workspace &workspace, const MeasuredRun &run, const std::vector<ReadSeries> &series);

} // namespace tosaic::profile
