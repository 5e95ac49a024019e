// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/measuredrun.h"

#include <map>

/// What users state of runs on the command line: --origin, --target, --npu-clock, --counter.
namespace tosaic::cli {

struct RunStatement
{
    std::optional<Origin> origin;
    QString target;
    std::optional<quint64> npuClockHz;
    std::map<QString, QString> counters; ///< label ("cntr0") to canonical event name
};

QList<QCommandLineOption> runStatementOptions();
QCommandLineOption counterOption();

tl::expected<RunStatement, Refusal> readRunStatement(const Input &in);
/// --counter alone, for commands that state nothing else.
tl::expected<std::map<QString, QString>, Refusal> readCounterNames(const Input &in);

/// What a console says of itself is not overruled: that the program stated for it is not used, and
/// what refutes it.
void tellOtherProgram(const QString &id, const profile::MeasuredRun &run,
    const profile::ProgramFacts &program, Streams &streams);

/// Names the counters of a console. FormatUnsupported if it has no such counter, or names its event
/// itself, or counts that event already.
Result<void> nameCounters(profile::MeasuredRun &run, const std::map<QString, QString> &names);

} // namespace tosaic::cli
