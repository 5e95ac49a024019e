// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/runs/runsides.h"
#include "app/cli/runs/runsoutput.h"
#include "app/cli/runs/runstatement.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/programfacts.h"
#include "profiler/session/workspaceruns.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace runscommand {
namespace {

using workspace::Workspace;

/// What is to be stated of the runs that are named.
struct Edit : RunStatement
{
    std::optional<QString> name;
    std::optional<QString> note; ///< empty: takes it away

    bool isNone() const
    {
        return !name && !note && !origin && target.isEmpty() && !npuClockHz && counters.empty();
    }
};

Result<void> edit(Workspace &file, profile::MeasuredRun run, const Edit &edit)
{
    if (edit.origin && run.kind.startsWith("vela-"_L1) && *edit.origin != Origin::Estimate)
        return fail(ErrorCode::FormatUnsupported,
            u"it is a report of the compiler, which is an estimate"_s, { .file = run.name });
    if (const auto told = profile::toldTarget(run, edit.target); !told.isEmpty())
        return fail(ErrorCode::FormatUnsupported,
            u"it tells that it ran on %1, and not on %2"_s.arg(told, edit.target),
            { .file = run.name });
    TRY(nameCounters(run, edit.counters));
    if (edit.name)
        run.name = *edit.name;
    if (edit.note)
        run.note = *edit.note;
    if (edit.origin)
        run.origin = edit.origin;
    if (!edit.target.isEmpty())
        run.conditions.target = edit.target;
    if (edit.npuClockHz)
        run.clockHz = edit.npuClockHz;
    run.values.clear(); // the numbers stay
    return profile::RunStore(file).saveFacts(run);
}

/// All or none of them.
Result<void> editAll(
    Workspace &file, const std::vector<profile::MeasuredRun> &runs, const Edit &what)
{
    return file.together([&]() -> Result<void> {
        for (const auto &run : runs)
            TRY(edit(file, run, what));
        return {};
    });
}

/// Those with these ids, all if there are none.
Result<std::vector<ListedRun>> list(
    Workspace &file, const std::vector<profile::MeasuredRun> &chosen)
{
    auto heads = TRY(file.runHeads());
    const auto allSeries = TRY(file.seriesByRun());
    std::vector<ListedRun> runs;
    for (auto &head : heads) {
        const auto isIt = [&](const profile::MeasuredRun &run) { return run.stored == head.id; };
        if (!chosen.empty() && std::ranges::none_of(chosen, isIt))
            continue;
        const auto series = allSeries.find(head.id);
        runs.push_back({ std::move(head),
            series == allSeries.end() ? std::vector<workspace::SeriesRecord>() : series->second });
    }
    return runs;
}

/// The same runs with what they measured.
Result<std::vector<profile::MeasuredRun>> measured(
    Workspace &file, const std::vector<ListedRun> &runs)
{
    profile::RunStore store(file);
    std::vector<profile::MeasuredRun> all;
    for (const auto &run : runs)
        all.push_back(TRY(store.listed(run.head)));
    return all;
}

Result<ProgramNames> namesIn(Workspace &file)
{
    const auto artefacts = TRY(file.artefacts());
    const auto models = TRY(file.models());
    return programNamesOf(artefacts, models, TRY(file.settings()));
}

Answer answer(Workspace &file, const std::vector<profile::MeasuredRun> &chosen,
    std::optional<RunGrouping> grouping, const Input &in)
{
    auto runs = TRY(list(file, chosen));
    const auto names = TRY(namesIn(file));
    profile::RunStore store(file);
    for (auto &run : runs) {
        if (names.contains(profile::programHashOf(run.head.modelSha256, run.head.conditions)))
            run.program = programNameOf(TRY(store.listed(run.head)), names);
    }
    const bool wantsTrends = in.isSet(u"trend"_s);
    std::vector<profile::MeasuredRun> known;
    if (grouping || wantsTrends)
        known = TRY(measured(file, runs));
    const auto groups = grouping ? groupRuns(known, *grouping, names) : std::vector<RunGroup>();
    const auto trends = wantsTrends ? trendsOf(known, names) : std::vector<RunTrend>();
    if (in.wantsJson()) {
        QJsonArray listed;
        for (const auto &run : runs)
            listed.append(runJson(run));
        QJsonObject document{ { u"runs"_s, listed } };
        if (grouping) {
            document.insert("groupedBy"_L1, groupingKey(*grouping));
            document.insert("groups"_L1, groupsJson(groups, runs));
        }
        if (wantsTrends)
            document.insert("trends"_L1, trendsJson(trends, runs));
        printDocument(document, in.streams);
        return Fine;
    }
    if (runs.empty())
        in.streams.out << "no runs; tosaic-cli import reads some\n";
    else if (grouping)
        printGroups(groups, runs, in.streams);
    else if (!wantsTrends)
        for (const auto &run : runs)
            printRun(run, in.streams);
    if (wantsTrends)
        printTrends(trends, runs, in.streams);
    return Fine;
}

Answer run(const Input &in)
{
    if (!in.isSet(u"workspace"_s))
        return misuse(u"give --workspace W.tosaic"_s);
    const auto grouping = groupingFromKey(in.value(u"group"_s));
    if (in.isSet(u"group"_s) && (!grouping || grouping == RunGrouping::None))
        return misuse(u"--group is one of model, origin, target, date, console"_s);
    Edit what;
    static_cast<RunStatement &>(what) = TRY(readRunStatement(in));
    if (in.isSet(u"note"_s))
        what.note = in.value(u"note"_s).trimmed();
    if (in.isSet(u"name"_s))
        what.name = in.value(u"name"_s).trimmed();
    if (what.name && what.name->isEmpty())
        return misuse(u"--name takes a name"_s);
    if (!what.isNone() && in.names.isEmpty())
        return misuse(u"say of which runs: ids or names, or ids with commas"_s);
    const auto file = TRY(Workspace::open(in.value(u"workspace"_s)));
    std::vector<profile::MeasuredRun> chosen;
    for (const auto &name : in.names) {
        auto named = TRY(readRunSide(*file, name));
        std::ranges::move(named, std::back_inserter(chosen));
    }
    if (what.name && chosen.size() > 1)
        return misuse(u"--name is for one run"_s);
    if (!what.isNone())
        TRY(editAll(*file, chosen, what));
    return answer(*file, chosen, in.isSet(u"group"_s) ? grouping : std::nullopt, in);
}

} // namespace
} // namespace runscommand

Command runsCommand()
{
    return commandOf({ .name = u"runs"_s,
        .summary = u"lists the measured runs of a workspace, groups them, states things of them"_s,
        .description
        = u"The measured runs of a workspace with the conditions they were measured under. What is "
          "not known is absent. --note, --name, --origin, --target, --npu-clock and --counter "
          "state "
          "something of all runs that are named, or of none if one of them does not take it."_s,
        .names
        = { { u"RUN..."_s, u"these runs alone: ids, names, or ids with commas"_s, u"[RUN...]"_s } },
        .options
        = QList<QCommandLineOption>{ { u"workspace"_s, u"the workspace file"_s, u"W.tosaic"_s },
              { u"group"_s, u"by model, origin, target, date or console"_s, u"BY"_s },
              { u"trend"_s, u"the totals of runs of one model, target and origin over time"_s },
              { u"note"_s, u"what is to be remembered of the runs; empty takes it away"_s,
                  u"TEXT"_s },
              { u"name"_s, u"another name of one run"_s, u"NAME"_s } }
            + runStatementOptions(),
        .answer = runscommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
