// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include "app/cli/metricsoutput.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/runsdocument.h"
#include "profiler/store/runstore.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

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
    bool mustMerge = false;
    bool wantsJson = false;
};

template <typename Number>
bool readNumber(const QCommandLineParser &parser, const QString &option, std::optional<Number> &to)
{
    if (!parser.isSet(option))
        return true;
    bool isNumber = false;
    const auto value = parser.value(option).toULongLong(&isNumber);
    if (!isNumber || value == 0 || value > std::numeric_limits<Number>::max())
        return false;
    to = static_cast<Number>(value);
    return true;
}

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

/// What the log or the workspace says of the target where that contradicts what the user states.
QString toldTarget(const MeasuredLog &log, const QString &stated)
{
    const auto &kept = log.conditions.target;
    if (kept.isEmpty())
        return profile::targetToldByLog(log.run.npu, stated);
    return stated.isEmpty() || kept == stated ? QString() : kept;
}

/// What the user states goes where nothing else says it.
MeasuredLog logOf(const Question &question, const QString &name, profile::Run run,
    const profile::RunConditions &conditions, Streams &streams)
{
    MeasuredLog log{ .name = name, .run = std::move(run), .conditions = conditions };
    auto &known = log.conditions;
    const auto told = toldTarget(log, question.target);
    if (!told.isEmpty())
        tellProblem({ u"metrics.target"_s, Severity::Warning, { .file = name },
                        u"this run tells that it ran on %1; \"%2\" is not used"_s.arg(
                            told, question.target) },
            streams);
    const auto npu = profile::statedNpu(told.isEmpty() ? question.target : QString());
    if (known.target.isEmpty() && told.isEmpty()) {
        known.target = question.target;
        known.product = npu.product;
    }
    known.npuMacs = known.npuMacs ? known.npuMacs : question.npuMacs;
    if (!known.npuMacs && npu.product == known.product)
        known.npuMacs = npu.macs;
    known.clockHz = question.clockHz ? question.clockHz : known.clockHz;
    known.origin = question.origin ? question.origin : known.origin;
    log.modelMacs = question.modelMacs;
    return log;
}

Result<MeasuredLog> readStored(const Question &question, Workspace &file, workspace::RunId id,
    const QString &name, Streams &streams)
{
    auto stored = profile::RunStore(file).load(id);
    if (!stored)
        return fail(stored.error());
    if (stored->kind != u"console"_s)
        return fail(ErrorCode::FormatUnknown,
            u"run %1 is a %2: only consoles have counters"_s.arg(name, stored->kind),
            { .file = file.path() });
    const auto conditions = profile::measuredUnder(
        stored->origin, stored->npuClockHz, stored->modelSha256, stored->conditions);
    auto log = logOf(question, stored->name, std::move(stored->run), conditions, streams);
    if (!log.modelMacs)
        log.modelMacs = stored->conditions.modelMacs;
    return log;
}

Result<std::vector<MeasuredLog>> readAll(const Question &question, Streams &streams)
{
    std::unique_ptr<Workspace> file;
    std::vector<workspace::RunRecord> heads;
    if (!question.workspace.isEmpty()) {
        auto opened = Workspace::open(question.workspace);
        if (!opened)
            return fail(opened.error());
        file = std::move(*opened);
        auto read = file->runHeads();
        if (!read)
            return fail(read.error());
        heads = std::move(*read);
    }
    std::vector<MeasuredLog> logs;
    for (const auto &name : question.names) {
        const auto id = idOf(heads, name);
        if (!id && file && !QFileInfo::exists(name))
            return fail(ErrorCode::IoOpen,
                u"there is no run \"%1\", or several of that name; tosaic-cli runs lists them"_s
                    .arg(name),
                { .file = question.workspace });
        if (id) {
            auto log = readStored(question, *file, *id, name, streams);
            if (!log)
                return fail(log.error());
            logs.push_back(std::move(*log));
            continue;
        }
        auto run = loadRun(name);
        if (!run)
            return fail(run.error());
        logs.push_back(logOf(question, run->name, *run->run, {}, streams));
    }
    return logs;
}

int answer(const Question &question, Streams &streams)
{
    const auto logs = readAll(question, streams);
    if (!logs)
        return inputError(logs.error(), streams);
    const auto measured = measurementsOf(*logs);
    std::optional<Result<profile::MergedRecord>> merged;
    if (question.mustMerge || measured.size() > 1)
        merged = profile::mergeRuns(measured);
    if (merged && !*merged && question.mustMerge)
        return inputError(merged->error(), streams);
    if (question.mustMerge && measured.empty())
        return inputError(
            { ErrorCode::FormatUnknown, u"no measurement has counters or times"_s, {} }, streams);
    if (question.wantsJson)
        streams.out << QJsonDocument(metricsJson(*logs, measured, merged)).toJson();
    else
        printMetrics(*logs, measured, merged, streams.out);
    streams.out.flush();
    return Fine;
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Metrics of measured runs with their formulas, inputs and, where there is no value, the "
        "reason. Several measurements are merged into one record with the spread of every counter: "
        "repeats, or more events than the hardware counts at a time."_s);
    parser.addPositionalArgument(
        u"run"_s, u"console logs; with --workspace also ids or names of its runs"_s, u"LOG..."_s);
    parser.addOptions({ { u"workspace"_s, u"the workspace whose runs are named"_s, u"W.tosaic"_s },
        { u"clock"_s, u"clock of the NPU"_s, u"HZ"_s },
        { u"target"_s, u"what it ran on, such as ethos-u55-128, where nothing else tells"_s,
            u"TARGET"_s },
        { u"macs"_s, u"MACs per cycle of the NPU, where the log does not tell"_s, u"N"_s },
        { u"model-macs"_s, u"MACs of one inference of the model"_s, u"N"_s },
        { u"origin"_s, u"where the numbers come from: fvp, board, this-machine or estimate"_s,
            u"ORIGIN"_s },
        { u"merge"_s, u"fails if the measurements cannot be merged"_s },
        { u"json"_s, u"prints one JSON document"_s } });
    if (const auto end = endsAtArguments(parser, u"metrics"_s, arguments, streams))
        return *end;
    Question question{ .names = parser.positionalArguments(),
        .workspace = parser.value(u"workspace"_s),
        .target = parser.value(u"target"_s),
        .origin = profile::originFromKey(parser.value(u"origin"_s)),
        .mustMerge = parser.isSet(u"merge"_s),
        .wantsJson = parser.isSet(u"json"_s) };
    if (question.names.isEmpty())
        return usageError(u"give at least one console log, or --workspace and a run"_s, streams);
    if (parser.isSet(u"origin"_s) && !question.origin)
        return usageError(u"--origin is fvp, board, this-machine or estimate"_s, streams);
    if (!readNumber(parser, u"clock"_s, question.clockHz)
        || !readNumber(parser, u"macs"_s, question.npuMacs)
        || !readNumber(parser, u"model-macs"_s, question.modelMacs))
        return usageError(u"--clock, --macs and --model-macs are whole numbers above 0"_s, streams);
    if (!question.target.isEmpty() && profile::statedNpu(question.target).product.isEmpty())
        return usageError(u"--target is an NPU such as ethos-u55-128"_s, streams);
    if (question.npuMacs
        && !profile::hasNpuOf(*question.npuMacs, profile::statedNpu(question.target).product))
        return usageError(u"no Ethos-U%1 has %2 MACs per cycle"_s
                              .arg(question.target.isEmpty() ? QString() : u" of that family"_s)
                              .arg(*question.npuMacs),
            streams);
    return answer(question, streams);
}

} // namespace

Command metricsCommand()
{
    return { u"metrics"_s, u"metrics of measured runs with formulas and spread"_s, false, run };
}

} // namespace tosaic::cli
