// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/familyoption.h"
#include "app/cli/runs/runstatement.h"
#include "core/base/try.h"

#include "app/cli/runs/metricsoutput.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/programfacts.h"
#include "profiler/store/runstore.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace metricscommand {
namespace {

using workspace::Workspace;

struct Question
{
    QStringList names; ///< files; with a workspace also ids and names of runs
    QString workspace;
    std::optional<quint64> clockHz;
    std::optional<quint32> npuMacs;
    std::optional<quint64> modelMacs;
    QString target; ///< "ethos-u55-128"
    std::optional<Origin> origin;
    std::optional<profile::ProgramFacts> program; ///< that ran, as the user states
    std::map<QString, QString> counters; ///< names of those that the console does not name
    bool mustMerge = false;
    bool printsAll = false;
    bool wantsJson = false;
};

/// Id or name of a run in the workspace; absent if there is none, or several of that name.
std::optional<workspace::RunId> idOf(
    const std::vector<workspace::RunRecord> &heads, const QString &text)
{
    std::optional<workspace::RunId> found;
    bool isNumber = false;
    const auto id = text.toUInt(&isNumber);
    for (const auto &head : heads) {
        if (isNumber && head.id.value == id)
            return head.id;
        if (head.name == text) {
            if (found)
                return std::nullopt;
            found = head.id;
        }
    }
    return found;
}

/// What the user states goes where nothing else says it.
void state(const Question &question, profile::MeasuredRun &run, Streams &streams)
{
    auto &known = run.conditions;
    if (const auto told = profile::toldTarget(run, question.target); !told.isEmpty())
        tellProblem({ u"metrics.target"_s, Severity::Warning, { .file = run.name },
                        u"this run tells that it ran on %1; \"%2\" is not used"_s.arg(
                            told, question.target) },
            streams);
    else if (known.target.isEmpty())
        known.target = question.target;
    if (!known.macs)
        known.macs = question.npuMacs;
    if (question.modelMacs)
        known.modelMacs = question.modelMacs;
    if (question.clockHz)
        run.clockHz = question.clockHz;
    if (question.origin)
        run.origin = question.origin;
    if (question.program && profile::isRefuted(run, *question.program))
        tellOtherProgram(u"metrics.model"_s, run, *question.program, streams);
    else if (question.program)
        run.modelSha256 = question.program->sha256;
}

/// Only consoles have counters.
Result<profile::MeasuredRun> console(Result<profile::MeasuredRun> run, const QString &file)
{
    if (run && !run->isConsole())
        return fail(ErrorCode::FormatUnknown,
            u"%1 is a %2: only consoles have counters"_s.arg(run->name, run->kind),
            { .file = file });
    return run;
}

/// A trace is refused before it is read: it may have millions of events.
Result<profile::MeasuredRun> consoleIn(const QString &path)
{
    const auto source = TRY(ByteSource::map(path));
    if (profile::runFileKind(*source) == profile::RunFileKind::Trace)
        return fail(ErrorCode::FormatUnknown,
            u"%1 is a pmu-trace: only consoles have counters"_s.arg(source->fileName()),
            { .file = path });
    return console(ifIntact(*source, profile::readRun(source)), path);
}

/// What was not kept of a log is in none of the numbers.
void tellLimits(const profile::MeasuredRun &run, Streams &streams)
{
    for (auto diagnostic : run.run->diagnostics) {
        if (diagnostic.id != "log.limit"_L1)
            continue;
        diagnostic.location.file = run.name;
        tellProblem(diagnostic, streams);
    }
}

/// The runs, and the programs that the workspace knows of them.
Result<std::pair<std::vector<profile::MeasuredRun>, std::vector<profile::ProgramFacts>>> readAll(
    const Question &question, Streams &streams)
{
    std::unique_ptr<Workspace> file;
    std::vector<workspace::RunRecord> heads;
    if (!question.workspace.isEmpty()) {
        auto opened = TRY(Workspace::open(question.workspace));
        file = std::move(opened);
        auto read = TRY(file->runHeads());
        heads = std::move(read);
    }
    std::vector<profile::MeasuredRun> runs;
    QStringList hashes;
    for (const auto &name : question.names) {
        const auto id = idOf(heads, name);
        if (!id && file && !QFileInfo::exists(name))
            return fail(ErrorCode::RunUnknown,
                u"there is no run \"%1\", or several of that name; tosaic-cli runs lists them"_s
                    .arg(name),
                { .file = question.workspace });
        auto run
            = TRY(id ? console(profile::RunStore(*file).load(*id), file->path()) : consoleIn(name));
        state(question, run, streams);
        TRY(nameCounters(run, question.counters));
        hashes << profile::programHashOf(run);
        tellLimits(run, streams);
        runs.push_back(std::move(run));
    }
    std::vector<profile::ProgramFacts> programs;
    if (question.program)
        programs.push_back(*question.program);
    if (file)
        std::ranges::move(programsOf(*file, hashes), std::back_inserter(programs));
    return std::pair(std::move(runs), std::move(programs));
}

Answer answer(const Question &question, Streams &streams)
{
    auto [runs, programs] = TRY(readAll(question, streams));
    MetricsMaterial material{ .runs = std::move(runs), .merged = {} };
    for (size_t i = 0; i < material.runs.size(); ++i) {
        const auto &run = material.runs[i];
        std::ranges::move(profile::measurementsOf(run, profile::statedProgramOf(run, programs)),
            std::back_inserter(material.measured));
        material.owners.resize(material.measured.size(), i);
    }
    const auto &measured = material.measured;
    if (measured.empty())
        return fail(ErrorCode::FormatUnknown, u"no measurement has counters or times"_s,
            { .file = material.runs.front().name });
    for (size_t i = 0; i < material.runs.size(); ++i) {
        if (std::ranges::find(material.owners, i) == material.owners.end())
            tellProblem({ u"metrics.nothing-measured"_s, Severity::Warning,
                            { .file = material.runs[i].name }, u"it has no counters or times"_s },
                streams);
    }
    if (question.mustMerge || measured.size() > 1)
        material.merged = profile::mergeRuns(measured);
    if (material.merged && !*material.merged && question.mustMerge)
        return fail(material.merged->error());
    if (question.wantsJson)
        printDocument(metricsJson(material), streams);
    else
        printMetrics(material, question.printsAll, streams);
    return Fine;
}

Answer run(const Input &in)
{
    Question question{ .names = in.names,
        .workspace = in.value(u"workspace"_s),
        .target = in.value(u"target"_s),
        .origin = profile::originFromKey(in.value(u"origin"_s)),
        .program = {},
        .counters = {},
        .mustMerge = in.isSet(u"merge"_s),
        .printsAll = in.isSet(u"all"_s),
        .wantsJson = in.wantsJson() };
    if (question.names.isEmpty())
        return misuse(u"give at least one console log, or --workspace and a run"_s);
    if (in.isSet(u"origin"_s) && !question.origin)
        return misuse(u"--origin is fvp, board, this-machine or estimate"_s);
    if (!in.number(u"clock"_s, question.clockHz, 1) || !in.number(u"macs"_s, question.npuMacs, 1)
        || !in.number(u"model-macs"_s, question.modelMacs, 1))
        return misuse(u"--clock, --macs and --model-macs are whole numbers above 0"_s);
    if (!question.target.isEmpty() && profile::statedNpu(question.target).product.isEmpty())
        return misuse(u"--target is an NPU such as ethos-u55-128"_s);
    if (question.npuMacs
        && !profile::hasNpuOf(*question.npuMacs, profile::statedNpu(question.target).product))
        return misuse(u"no Ethos-U%1 has %2 MACs per cycle"_s
                          .arg(question.target.isEmpty() ? QString() : u" of that family"_s)
                          .arg(*question.npuMacs));
    if (in.isSet(u"model"_s))
        question.program = TRY(readProgramFacts(in.value(u"model"_s)));
    question.counters = TRY(readCounterNames(in));
    TRY(useFamilies(in));
    return answer(question, in.streams);
}

} // namespace
} // namespace metricscommand

Command metricsCommand()
{
    return commandOf({ .name = u"metrics"_s,
        .summary = u"metrics of measured runs with formulas and spread"_s,
        .description
        = u"Metrics of measured runs with their formulas, inputs and, where there is no value, the "
          "reason. Several measurements are merged into one record with the spread of every "
          "counter: repeats, or more events than the hardware counts at a time."_s,
        .names = { { u"run"_s, u"console logs; with --workspace also ids or names of its runs"_s,
            u"LOG..."_s } },
        .options = { { u"workspace"_s, u"the workspace whose runs are named"_s, u"W.tosaic"_s },
            { u"clock"_s, u"clock of the NPU"_s, u"HZ"_s },
            { u"target"_s, u"what it ran on, such as ethos-u55-128, where nothing else tells"_s,
                u"TARGET"_s },
            { u"macs"_s, u"MACs per cycle of the NPU, where the log does not tell"_s, u"N"_s },
            { u"model-macs"_s, u"MACs of one inference of the model"_s, u"N"_s },
            { u"model"_s, u"the program that ran: it tells NPU and MACs"_s, u"FILE.pte"_s },
            { u"origin"_s, u"where the numbers come from: fvp, board, this-machine or estimate"_s,
                u"ORIGIN"_s },
            familyOption(), counterOption(),
            { u"merge"_s, u"fails if the measurements cannot be merged"_s },
            { u"all"_s, u"prints every measurement of a log, however many it holds"_s } },
        .answer = metricscommand::run });
}

} // namespace tosaic::cli
