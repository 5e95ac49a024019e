// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/workspaceruns.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "profiler/imports/runimport.h"
#include "profiler/kernels/hostfacts.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/livefiles.h"
#include "profiler/store/counternames.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::MeasuredRun;
using profile::RunStore;
using workspace::RunId;
using workspace::Workspace;

/// What the user stated about a run that was read anew.
void state(const MeasuredRun &run, MeasuredRun &stored)
{
    stored.name = run.name;
    if (run.origin)
        stored.origin = run.origin;
    if (!run.modelSha256.isEmpty())
        stored.modelSha256 = run.modelSha256;
    if (run.clockHz)
        stored.clockHz = run.clockHz;
    if (run.conditions != workspace::RunConditions())
        stored.conditions = run.conditions;
    if (!run.note.isEmpty())
        stored.note = run.note;
}

/// A run with the samples that another workspace has of it.
struct ReadRun
{
    MeasuredRun run;
    std::vector<profile::ReadSeries> series;
};

/// A run of another workspace with its samples, and with those of its files that are still there.
Result<ReadRun> readFrom(const QString &path, RunId id)
{
    auto file = TRY(Workspace::open(path));
    auto stored = TRY(RunStore(*file).load(id));
    ReadRun read{ .run = std::move(stored), .series = {} };
    if (read.run.isConsole()) {
        auto whole = TRY(file->run(id));
        read.run.console = ByteSource::fromBytes(std::move(whole.console), read.run.name);
    }
    std::erase_if(
        read.run.files, [](const workspace::RunFile &one) { return !QFileInfo::exists(one.path); });
    const auto series = TRY(file->series(id));
    for (const auto &one : series) {
        auto samples = TRY(file->samples(one.id));
        read.series.push_back({ one.name, one.unit, one.timeUnit, std::move(samples) });
    }
    return read;
}

/// Absent: there is nothing to read it from.
std::optional<Result<ReadRun>> readAnew(const MeasuredRun &run, const QString &workspacePath)
{
    const bool isElsewhere = run.stored && !run.storedIn.isEmpty() && run.storedIn != workspacePath;
    if (!run.path.isEmpty() && QFileInfo::exists(run.path)) {
        const auto warmups = run.conditions.warmups.value_or(0);
        auto read = TRY(run.isConsole() ? profile::readAnyConsole(run.path, warmups)
                                        : profile::readRunFile(run.path, warmups));
        auto series
            = read.trace ? profile::seriesOf(*read.trace) : std::vector<profile::ReadSeries>();
        return ReadRun{ std::move(read), std::move(series) };
    }
    if (isElsewhere)
        return readFrom(run.storedIn, run.stored);
    return {};
}

Result<bool> hasFile(Workspace &file, RunId id, const QString &sha256)
{
    const auto files = TRY(file.runFiles(id));
    return std::ranges::any_of(
        files, [&](const workspace::RunFile &one) { return one.sha256 == sha256; });
}

/// Without those that another program removes meanwhile.
Result<std::vector<profile::MeasuredRun>> listed(
    Workspace &file, std::vector<workspace::RunRecord> records)
{
    RunStore store(file);
    std::vector<profile::MeasuredRun> runs;
    for (auto &record : records) {
        auto run = store.listed(std::move(record));
        if (run)
            runs.push_back(std::move(*run));
        else if (run.error().code != ErrorCode::Internal)
            return fail(run.error());
    }
    return runs;
}

/// Those of the runs that are still there, as they are listed.
Result<std::vector<profile::MeasuredRun>> listThose(Workspace &file, const std::vector<RunId> &ids)
{
    std::vector<workspace::RunRecord> records;
    for (const auto id : ids) {
        auto record = file.runFacts(id);
        if (record)
            records.push_back(std::move(*record));
        else if (record.error().code != ErrorCode::Internal)
            return fail(record.error());
    }
    return listed(file, std::move(records));
}

} // namespace

Result<std::vector<profile::MeasuredRun>> listRuns(Workspace &file)
{
    auto heads = TRY(file.runHeads());
    return listed(file, std::move(heads));
}

Result<std::optional<RunId>> findRun(Workspace &file, const profile::MeasuredRun &run)
{
    const auto heads = TRY(file.runHeads());
    for (const auto &head : heads) {
        if (head.kind != run.kind || run.sha256.isEmpty())
            continue;
        if (head.kind != "console"_L1) {
            const auto isThere = TRY(hasFile(file, head.id, run.sha256));
            if (isThere)
                return head.id;
            continue;
        }
        auto sha256 = head.consoleSha256;
        if (sha256.isEmpty()) { // version 1 did not record it
            if (const auto whole = RunStore(file).load(head.id))
                sha256 = whole->sha256;
        }
        if (sha256 == run.sha256)
            return head.id;
    }
    return std::nullopt;
}

QString runKey(const profile::MeasuredRun &run)
{
    return run.kind + u' ' + run.sha256;
}

Result<RunNews> readNews(Workspace &file, RunQuestions questions)
{
    RunNews news;
    for (const auto &run : questions.unplaced) {
        const auto id = TRY(findRun(file, run));
        if (!id)
            continue;
        std::erase(questions.unlisted, *id);
        const auto record = file.run(*id);
        if (!record)
            continue;
        RunNews::Link link{ .facts = profile::statedFacts(*record), .values = {} };
        if (const auto values = file.runValues(*id); values && link.facts.conditions.warmups)
            link.values = *values;
        news.links.insert(runKey(run), std::move(link));
    }
    auto others = TRY(listThose(file, questions.unlisted));
    news.others = std::move(others);
    if (!questions.missing.empty()) {
        const auto heads = TRY(file.runHeads());
        for (const auto id : questions.missing) {
            if (std::ranges::find(heads, id, &workspace::RunRecord::id) == heads.end())
                news.removed.push_back(id);
        }
    }
    return news;
}

Result<void> keepRuns(Workspace &file, const std::vector<profile::MeasuredRun> &runs)
{
    for (const auto &run : runs) {
        const bool isHere = run.stored && (run.storedIn.isEmpty() || run.storedIn == file.path());
        if (run.isLive || isHere)
            continue;
        const auto known = TRY(findRun(file, run));
        if (known)
            continue;
        auto read = readAnew(run, file.path());
        if (!read)
            continue;
        if (!*read)
            return fail(read->error());
        state(run, (*read)->run);
        TRY(profile::storeRun(file, (*read)->run, (*read)->series));
    }
    return {};
}

namespace {

Result<void> addTrace(profile::MeasuredRun &run, const QByteArray &bytes)
{
    auto trace = TRY(profile::readPmuTrace(ByteSource::fromBytes(bytes, run.name)));
    run.trace = std::make_shared<const profile::PmuTrace>(std::move(trace));
    return {};
}

Result<void> addDump(profile::MeasuredRun &run, const QByteArray &bytes)
{
    auto dump = TRY(profile::readEtDump(ByteSource::fromBytes(bytes, run.name)));
    run.etdump = std::make_shared<const profile::EtDump>(std::move(dump));
    return {};
}

/// What a target left beside its console; a dump may be in the console itself.
Result<void> loadBeside(Workspace &file, profile::MeasuredRun &run)
{
    const auto files = TRY(file.runFiles(run.stored));
    for (const auto &one : files) {
        const bool isTrace = one.role == "trace"_L1;
        if (!isTrace && one.role != "etdump"_L1)
            continue;
        const auto bytes = TRY(file.runFileBytes(run.stored, one.role));
        TRY(isTrace ? addTrace(run, bytes) : addDump(run, bytes));
    }
    if (!run.etdump && run.run && run.run->etdump)
        return addDump(run, *run.run->etdump);
    return {};
}

/// How a run on this machine was made, and the tensors it recorded; nothing of other runs.
void addHostFiles(Workspace &file, profile::MeasuredRun &run)
{
    if (const auto result = file.runFileBytes(run.stored, u"result"_s)) {
        if (auto facts = profile::readHostFacts(*result))
            run.host = std::make_shared<const profile::HostFacts>(withArrays(std::move(*facts),
                file.runFiles(run.stored).value_or(std::vector<workspace::RunFile>())));
    }
    if (const auto buffer = file.runFileBytes(run.stored, u"debug-buffer"_s))
        run.debugBuffer = ByteSource::fromBytes(*buffer);
}

} // namespace

Result<profile::MeasuredRun> loadFile(Workspace &file, profile::MeasuredRun run)
{
    const bool isDump = run.kind == "etdump"_L1;
    if (run.kind == "console"_L1) {
        if (!run.console)
            run.console = TRY(RunStore(file).load(run.stored)).console;
        TRY(loadBeside(file, run));
        return run;
    }
    if (!isDump && run.kind != "pmu-trace"_L1)
        return run;
    auto bytes = file.runFileBytes(run.stored, u"source"_s);
    if (!bytes) // not imported but listened to: what the target left
        bytes = file.runFileBytes(run.stored, isDump ? u"etdump"_s : u"trace"_s);
    if (!bytes)
        return fail(bytes.error());
    TRY(isDump ? addDump(run, *bytes) : addTrace(run, *bytes));
    if (isDump)
        addHostFiles(file, run);
    return run;
}

Result<profile::MeasuredRun> loadedRun(const profile::MeasuredRun &run, const JobControl &control)
{
    if (run.stored && !run.storedIn.isEmpty()) {
        auto file = TRY(Workspace::open(run.storedIn));
        return loadFile(*file, run);
    }
    auto loaded = profile::readRunFile(run.path, run.conditions.warmups.value_or(0), control);
    if (loaded && !run.sha256.isEmpty() && loaded->sha256 != run.sha256)
        return fail(ErrorCode::FormatUnsupported,
            u"the file was changed since the run was imported; import it again"_s,
            { .file = run.path });
    return loaded;
}

Result<profile::MeasuredRun> readAgain(const profile::MeasuredRun &run)
{
    profile::MeasuredRun read;
    if (run.stored && !run.storedIn.isEmpty()) {
        auto file = TRY(Workspace::open(run.storedIn));
        read = TRY(RunStore(*file).load(run.stored));
    } else {
        read = TRY(run.path.isEmpty() && run.console ? profile::readRun(run.console)
                                                     : profile::readAnyConsole(run.path));
    }
    auto again = run;
    again.run = profile::withCounterNames(read.run, run.conditions.events);
    again.diagnostics = read.diagnostics;
    if (!again.console)
        again.console = read.console;
    return again;
}

} // namespace tosaic
