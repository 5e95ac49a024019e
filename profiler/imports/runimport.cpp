// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/runimport.h"

#include "core/formats/registry.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/imports/velavalues.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/store/runvalues.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using formats::FileKind;
using Source = std::shared_ptr<const ByteSource>;

/// What the user states of a dump, where it fits.
Result<void> leaveOut(quint64 warmups, const EtDump &dump, ReadRun &read, const Source &source)
{
    const auto executions = executionsOf(dump);
    if (warmups > 0 && warmups >= executions)
        return fail(ErrorCode::FormatUnsupported,
            u"the dump has %1 executions: without %2 as warm-up there is none left"_s
                .arg(executions)
                .arg(warmups),
            { .file = source->name() });
    if (warmups > 0)
        read.run.conditions.warmups = warmups;
    return {};
}

Result<ReadRun> readConsole(const Source &source, quint64 warmups)
{
    auto run = parseConsole(source->bytes());
    if (!run) {
        auto error = run.error();
        error.location.file = source->name();
        return fail(std::move(error));
    }
    ReadRun read;
    read.diagnostics = run->diagnostics;
    read.run.console = source->bytes().toByteArray();
    read.run.run = std::move(*run);
    if (const auto &dump = read.run.run.etdump; dump && warmups > 0) {
        if (const auto inside = readEtDump(ByteSource::fromBytes(*dump))) {
            if (const auto fits = leaveOut(warmups, *inside, read, source); !fits)
                return fail(fits.error());
        }
    }
    return read;
}

/// A file that is kept beside its numbers.
ReadRun numbersOf(
    const Source &source, const QString &kind, std::vector<workspace::RunValue> values)
{
    ReadRun read;
    read.run.kind = kind;
    read.run.values = std::move(values);
    read.run.files = { { .role = u"source"_s, .path = source->name() } };
    return read;
}

Result<ReadRun> readDump(const Source &source, quint64 warmups)
{
    auto dump = readEtDump(source);
    if (!dump)
        return fail(dump.error());
    auto read = numbersOf(source, u"etdump"_s, valuesOf(*dump, warmups));
    if (const auto fits = leaveOut(warmups, *dump, read, source); !fits)
        return fail(fits.error());
    read.diagnostics = std::move(dump->diagnostics);
    return read;
}

void stateConfiguration(StoredRun &run, const QString &accelerator, const QString &systemConfig,
    const QString &memoryMode)
{
    auto &conditions = run.conditions;
    conditions.target = commandLineTarget(accelerator);
    for (const auto &[key, value] : { std::pair(u"target"_s, conditions.target),
             std::pair(u"systemConfig"_s, systemConfig), std::pair(u"memoryMode"_s, memoryMode) }) {
        if (!value.isEmpty())
            conditions.spec.insert(key, value);
    }
}

Result<ReadRun> readSummary(const Source &source)
{
    auto file = formats::vela::readSummaryCsv(source);
    if (!file)
        return fail(file.error());
    auto read = numbersOf(source, u"vela-summary"_s, velaValues(*file));
    read.run.origin = Origin::Estimate;
    read.diagnostics = std::move(file->diagnostics);
    const auto &first = file->rows.front();
    const auto isLikeFirst = [&](const formats::vela::SummaryRow &row) {
        return row.accelerator == first.accelerator && row.systemConfig == first.systemConfig
            && row.memoryMode == first.memoryMode && row.coreClockHz == first.coreClockHz;
    };
    if (!std::ranges::all_of(file->rows, isLikeFirst))
        return read; // rows of several configurations have none in common
    stateConfiguration(read.run, first.accelerator, first.systemConfig, first.memoryMode);
    if (first.coreClockHz)
        read.run.npuClockHz = static_cast<quint64>(*first.coreClockHz);
    return read;
}

Result<ReadRun> readPerLayer(const Source &source)
{
    auto file = formats::vela::readPerLayerCsv(source);
    if (!file)
        return fail(file.error());
    auto read = numbersOf(source, u"vela-per-layer"_s, velaValues(*file));
    read.run.origin = Origin::Estimate;
    read.diagnostics = std::move(file->diagnostics);
    return read;
}

Result<ReadRun> readVelaConsole(const Source &source)
{
    auto text = formats::vela::readConsoleText(source);
    if (!text)
        return fail(text.error());
    auto values = velaValues(*text);
    if (values.empty())
        return fail(ErrorCode::FormatUnsupported,
            u"Vela printed no network summary here, so there is nothing to compare"_s,
            { .file = source->name() });
    auto read = numbersOf(source, u"vela-console"_s, std::move(values));
    read.run.origin = Origin::Estimate;
    read.diagnostics = std::move(text->problems);
    auto &conditions = read.run.conditions;
    if (!text->version.isEmpty())
        conditions.tools.emplace(u"vela"_s, text->version);
    const auto &first = text->summaries.front();
    const bool isOneConfiguration = std::ranges::all_of(
        text->summaries, [&](const formats::vela::ConsoleSummary &other) {
            return other.accelerator == first.accelerator
                && other.systemConfig == first.systemConfig && other.memoryMode == first.memoryMode;
        });
    if (!isOneConfiguration)
        return read;
    stateConfiguration(read.run, first.accelerator, first.systemConfig, first.memoryMode);
    if (first.clockMHz)
        read.run.npuClockHz = static_cast<quint64>(*first.clockMHz * 1e6);
    return read;
}

Result<ReadRun> readDebugDatabase(const Source &source)
{
    const auto database = formats::vela::readDebugDb(source);
    if (!database)
        return fail(database.error());
    auto values = velaValues(**database);
    if (values.empty())
        return fail(ErrorCode::FormatUnsupported,
            (*database)->isPythonCore()
                ? u"debug databases of Vela's Python core hold no estimates; import the per-layer "
                  u"report of that compile instead"_s
                : u"this debug database holds no estimates (no table \"perf\")"_s,
            { .file = source->name() });
    auto read = numbersOf(source, u"vela-debug-db"_s, std::move(values));
    read.run.origin = Origin::Estimate;
    read.diagnostics = (*database)->diagnostics;
    return read;
}

ReadSeries seriesOf(const PmuTrace::Track &track)
{
    QStringList name{ track.process, track.thread, track.name };
    if (!track.argument.isEmpty() && track.argument != track.name)
        name << track.argument;
    ReadSeries series{ .name = name.join(u'/'), .timeUnit = u"cycles"_s };
    series.samples.reserve(track.ts.size());
    for (size_t i = 0; i < track.ts.size(); ++i)
        series.samples.push_back({ static_cast<qint64>(track.ts[i]), track.values[i] });
    // The order of the file need not be that of time.
    std::ranges::stable_sort(series.samples, {}, &workspace::Sample::time);
    return series;
}

Result<ReadRun> readTrace(const Source &source)
{
    auto trace = readPmuTrace(source);
    if (!trace)
        return fail(trace.error());
    auto read = numbersOf(source, u"pmu-trace"_s, valuesOf(*trace));
    read.run.origin = Origin::Fvp;
    read.run.status = trace->isComplete ? u"complete"_s : QString();
    read.diagnostics = std::move(trace->diagnostics);
    for (const auto &track : trace->tracks) {
        if (track.kind == PmuTrace::TrackKind::Counter)
            read.series.push_back(seriesOf(track));
    }
    return read;
}

Result<ReadRun> readAny(const Source &source, quint64 warmups)
{
    const auto kind = formats::recognise(source->bytes());
    switch (kind) {
    case FileKind::EtDump:
        return readDump(source, warmups);
    case FileKind::VelaSummary:
        return readSummary(source);
    case FileKind::VelaPerLayer:
        return readPerLayer(source);
    case FileKind::VelaConsole:
        return readVelaConsole(source);
    case FileKind::VelaDebugDb:
        return readDebugDatabase(source);
    case FileKind::Text:
    case FileKind::Unknown:
    case FileKind::Gzip:
        // Traces and consoles have no mark of their own.
        if (isPmuTrace(source->bytes()))
            return readTrace(source);
        if (kind != FileKind::Gzip)
            return readConsole(source, warmups);
        [[fallthrough]];
    default:
        return fail(ErrorCode::FormatUnknown,
            u"%1 has no measurements: give a console log, an ETDump, a PMU trace, or a summary, "
            u"per-layer report, console or debug database of Vela"_s.arg(formats::describe(kind)),
            { .file = source->name() });
    }
}

} // namespace

Result<ReadRun> readRunFile(const QString &path, quint64 warmups)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    return readRun(*source, warmups);
}

Result<ReadRun> readRun(const std::shared_ptr<const ByteSource> &source, quint64 warmups)
{
    auto read = readAny(source, warmups);
    if (!read)
        return read;
    read->run.name = QFileInfo(source->name()).fileName();
    if (read->run.run.status == RunStatus::Complete)
        read->run.status = u"complete"_s;
    else if (read->run.run.status == RunStatus::Failed)
        read->run.status = u"failed"_s;
    return read;
}

QString toldTarget(const StoredRun &run, const QString &stated)
{
    const auto &own = run.conditions.target;
    if (own.isEmpty())
        return targetToldByLog(run.run.npu, stated);
    return stated.isEmpty() || own == stated ? QString() : own;
}

QString targetToldByLog(const std::optional<LogNpu> &told, const QString &stated)
{
    const auto npu = statedNpu(stated);
    if (!told || npu.product.isEmpty())
        return {};
    const bool isOtherProduct = !told->product.isEmpty() && told->product != npu.product;
    const bool areOtherMacs = told->macs && npu.macs && told->macs != npu.macs;
    if (!isOtherProduct && !areOtherMacs)
        return {};
    const auto name
        = told->product.isEmpty() ? u"ethos-u"_s : u"ethos-"_s + told->product.toLower();
    return told->macs ? u"%1-%2"_s.arg(name).arg(*told->macs) : name;
}

Result<workspace::RunId> storeRun(workspace::Workspace &workspace, const ReadRun &read)
{
    const auto id = RunStore(workspace).save(read.run);
    if (!id || read.series.empty())
        return id;
    std::vector<workspace::SampleBatch> batches;
    std::optional<Error> error;
    for (const auto &one : read.series) {
        const auto series = workspace.addSeries(*id, one.name, one.unit, one.timeUnit);
        if (series)
            batches.push_back({ *series, one.samples });
        else if (!error)
            error = series.error();
    }
    if (!error) {
        const auto written = workspace.appendSamples(batches);
        if (written)
            return id;
        error = written.error();
    }
    static_cast<void>(workspace.removeRun(*id).has_value());
    return fail(std::move(*error));
}

} // namespace tosaic::profile
