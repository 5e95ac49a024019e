// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/runimport.h"

#include "core/base/try.h"
#include "core/formats/registry.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/imports/velavalues.h"
#include "profiler/parsers/consolefamilies.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/gzipreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/store/runfromvalues.h"
#include "profiler/store/runvalues.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using formats::FileKind;
using Source = std::shared_ptr<const ByteSource>;

/// What the user states of a dump, where it fits.
Result<void> leaveOut(quint64 warmups, const EtDump &dump, MeasuredRun &run, const Source &source)
{
    const auto executions = executionsOf(dump);
    if (warmups > 0 && warmups >= executions)
        return fail(ErrorCode::FormatUnsupported,
            u"the dump has %1 executions: without %2 as warm-up there is none left"_s
                .arg(executions)
                .arg(warmups),
            { .file = source->name() });
    if (warmups > 0)
        run.conditions.warmups = warmups;
    return {};
}

/// A board has no files: it prints its dump. One that cannot be read is said, and the rest stays.
Result<void> readDumpInside(MeasuredRun &run, Run &told, quint64 warmups, const Source &source)
{
    auto dump = readEtDump(ByteSource::fromBytes(*told.etdump, source->name()));
    if (!dump) {
        auto problem = diagnosticOf(dump.error());
        problem.location.file = source->name();
        told.diagnostics.push_back(std::move(problem));
        return {};
    }
    if (const auto fits = leaveOut(warmups, *dump, run, source); !fits)
        return fits;
    run.etdump = std::make_shared<const EtDump>(std::move(*dump));
    return {};
}

Result<MeasuredRun> readConsole(const Source &source, FileKind kind, quint64 warmups)
{
    auto families = consoleFamilies();
    auto told = parseConsole(source->bytes(), std::move(families.rules));
    if (!told)
        return fail(told.error().code,
            kind == FileKind::Text
                ? u"this is text, but no console log of an NPU run"_s
                : u"nothing recognises this content: neither a model nor a console log"_s,
            { .file = source->name() });
    MeasuredRun run{ .console = source };
    if (told->etdump) {
        if (const auto inside = readDumpInside(run, *told, warmups, source); !inside)
            return fail(inside.error());
    }
    run.diagnostics = told->diagnostics;
    std::ranges::move(families.diagnostics, std::back_inserter(run.diagnostics));
    run.run = std::make_shared<const Run>(std::move(*told));
    return run;
}

/// A file that is kept beside its numbers.
MeasuredRun numbersOf(
    const Source &source, const QString &kind, std::vector<workspace::RunValue> values)
{
    MeasuredRun run{ .kind = kind, .values = std::move(values) };
    run.run = std::make_shared<const Run>(runFromValues(run.values));
    run.files = { { .role = u"source"_s, .path = source->name() } };
    return run;
}

Result<MeasuredRun> readDump(const Source &source, quint64 warmups)
{
    auto dump = readEtDump(source);
    if (!dump)
        return fail(dump.error());
    auto run = numbersOf(source, u"etdump"_s, valuesOf(*dump, warmups));
    if (const auto fits = leaveOut(warmups, *dump, run, source); !fits)
        return fail(fits.error());
    run.diagnostics = dump->diagnostics;
    run.etdump = std::make_shared<const EtDump>(std::move(*dump));
    return run;
}

void stateConfiguration(MeasuredRun &run, const QString &accelerator, const QString &systemConfig,
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

Result<MeasuredRun> readSummary(const Source &source)
{
    auto file = formats::vela::readSummaryCsv(source);
    if (!file)
        return fail(file.error());
    auto read = numbersOf(source, u"vela-summary"_s, velaValues(*file));
    read.origin = Origin::Estimate;
    read.diagnostics = std::move(file->diagnostics);
    const auto &first = file->rows.front();
    const auto isLikeFirst = [&](const formats::vela::SummaryRow &row) {
        return row.accelerator == first.accelerator && row.systemConfig == first.systemConfig
            && row.memoryMode == first.memoryMode && row.coreClockHz == first.coreClockHz;
    };
    if (!std::ranges::all_of(file->rows, isLikeFirst))
        return read; // rows of several configurations have none in common
    stateConfiguration(read, first.accelerator, first.systemConfig, first.memoryMode);
    if (first.coreClockHz)
        read.clockHz = static_cast<quint64>(*first.coreClockHz);
    return read;
}

Result<MeasuredRun> readPerLayer(const Source &source)
{
    auto file = formats::vela::readPerLayerCsv(source);
    if (!file)
        return fail(file.error());
    auto read = numbersOf(source, u"vela-per-layer"_s, velaValues(*file));
    read.origin = Origin::Estimate;
    read.diagnostics = std::move(file->diagnostics);
    return read;
}

Result<MeasuredRun> readVelaConsole(const Source &source)
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
    read.origin = Origin::Estimate;
    read.diagnostics = std::move(text->problems);
    auto &conditions = read.conditions;
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
    stateConfiguration(read, first.accelerator, first.systemConfig, first.memoryMode);
    if (first.clockMHz)
        read.clockHz = static_cast<quint64>(*first.clockMHz * 1e6);
    return read;
}

Result<MeasuredRun> readDebugDatabase(const Source &source)
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
    read.origin = Origin::Estimate;
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

Result<MeasuredRun> readTrace(const Source &source, const JobControl &control)
{
    auto trace = readPmuTrace(source, {}, [&control](quint64 done, quint64 all) {
        auto progress = control;
        progress.setProgress(all > 0 ? double(done) / double(all) : 1);
        return !control.isCancelled();
    });
    if (!trace)
        return fail(trace.error());
    TRY(expectNpu(*trace, source->name()));
    auto run = numbersOf(source, u"pmu-trace"_s, valuesOf(*trace));
    auto told = *run.run;
    told.status = trace->isComplete ? RunStatus::Complete : RunStatus::Truncated;
    run.run = std::make_shared<const Run>(std::move(told));
    run.origin = Origin::Fvp; // nothing else writes one
    run.diagnostics = trace->diagnostics;
    run.trace = std::make_shared<const PmuTrace>(std::move(*trace));
    return run;
}

Result<MeasuredRun> readVelaReport(const Source &source, FileKind kind)
{
    switch (kind) {
    case FileKind::VelaSummary:
        return readSummary(source);
    case FileKind::VelaPerLayer:
        return readPerLayer(source);
    case FileKind::VelaConsole:
        return readVelaConsole(source);
    default:
        return readDebugDatabase(source);
    }
}

Result<MeasuredRun> readAny(const Source &source, quint64 warmups, const JobControl &control)
{
    const auto kind = formats::recognise(source->bytes());
    const auto runKind = runFileKind(*source);
    // Traces are decompressed piece by piece.
    if (kind == FileKind::Gzip && runKind != RunFileKind::Trace && runKind != RunFileKind::None)
        return readAny(ByteSource::fromBytes(TRY(gunzipped(source->bytes())), source->name()),
            warmups, control);
    switch (runKind) {
    case RunFileKind::Console:
        return readConsole(source, kind, warmups);
    case RunFileKind::Trace:
        return readTrace(source, control);
    case RunFileKind::EtDump:
        return readDump(source, warmups);
    case RunFileKind::VelaReport:
        return readVelaReport(source, kind);
    case RunFileKind::None:
        break;
    }
    return fail(ErrorCode::FormatUnknown,
        u"%1 has no measurements: give a console log, an ETDump, a PMU trace, or a summary, "
        u"per-layer report, console or debug database of Vela"_s.arg(formats::describe(kind)),
        { .file = source->name() });
}

} // namespace

std::vector<ReadSeries> seriesOf(const PmuTrace &trace)
{
    std::vector<ReadSeries> series;
    for (const auto &track : trace.tracks) {
        if (track.kind == PmuTrace::TrackKind::Counter)
            series.push_back(seriesOf(track));
    }
    return series;
}

RunFileKind runFileKind(const ByteSource &source)
{
    switch (formats::recognise(source.bytes())) {
    case FileKind::EtDump:
        return RunFileKind::EtDump;
    case FileKind::VelaSummary:
    case FileKind::VelaPerLayer:
    case FileKind::VelaConsole:
    case FileKind::VelaDebugDb:
        return RunFileKind::VelaReport;
    case FileKind::Text:
    case FileKind::Unknown:
        // Traces and consoles have no mark of their own.
        return isPmuTrace(source.bytes()) ? RunFileKind::Trace : RunFileKind::Console;
    case FileKind::Gzip: {
        constexpr qsizetype HeadSize = 64 * 1024;
        const auto head = gzipHead(source.bytes(), HeadSize);
        const bool isData = isGzip(head) || formats::recognise(head) == FileKind::Unknown;
        return isData ? RunFileKind::None : runFileKind(*ByteSource::fromBytes(head));
    }
    default:
        return RunFileKind::None;
    }
}

Result<MeasuredRun> readRunFile(const QString &path, quint64 warmups, const JobControl &control)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    return ifIntact(**source, readRun(*source, warmups, control));
}

Result<MeasuredRun> readRun(
    const std::shared_ptr<const ByteSource> &source, quint64 warmups, const JobControl &control)
{
    auto run = readAny(source, warmups, control);
    if (!run) {
        auto error = run.error();
        if (error.location.file.isEmpty())
            error.location.file = source->name();
        return fail(std::move(error));
    }
    run->name = QFileInfo(source->name()).fileName();
    run->path = source->name();
    run->sha256 = sha256Hex(source->bytes());
    return run;
}

Result<MeasuredRun> readAnyConsole(const QString &path, quint64 warmups)
{
    auto known = readRunFile(path, warmups);
    if (known || known.error().code != ErrorCode::FormatUnknown)
        return known;
    const auto source = TRY(ByteSource::map(path));
    if (formats::recognise(source->bytes()) != FileKind::Text)
        return known;
    MeasuredRun run{ .name = QFileInfo(path).fileName(),
        .path = path,
        .run = std::make_shared<const Run>(),
        .sha256 = sha256Hex(source->bytes()),
        .console = source };
    run.diagnostics.push_back({ u"log.unknown"_s, Severity::Warning, { .file = path },
        u"nothing of it is known as the console of an NPU: mark what its lines mean in the run's "
        "console"_s });
    return run;
}

QString toldTarget(const MeasuredRun &run, const QString &stated)
{
    const auto &own = run.conditions.target;
    if (own.isEmpty())
        return targetToldByLog(run.run ? run.run->npu : std::nullopt, stated);
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

Result<workspace::RunId> storeRun(workspace::Workspace &workspace, const MeasuredRun &run)
{
    return storeRun(workspace, run, run.trace ? seriesOf(*run.trace) : std::vector<ReadSeries>());
}

Result<workspace::RunId> storeRun(
    workspace::Workspace &workspace, const MeasuredRun &run, const std::vector<ReadSeries> &series)
{
    const auto id = RunStore(workspace).save(run);
    if (!id || series.empty())
        return id;
    std::vector<workspace::SampleBatch> batches;
    std::optional<Error> error;
    for (const auto &one : series) {
        const auto place = workspace.addSeries(*id, one.name, one.unit, one.timeUnit);
        if (place)
            batches.push_back({ *place, one.samples });
        else if (!error)
            error = place.error();
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
