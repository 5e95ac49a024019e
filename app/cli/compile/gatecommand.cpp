// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/toolcommand.h"
#include "app/cli/keep/teamcopy.h"
#include "app/cli/program/diffoutput.h"
#include "core/compiled/resultreader.h"
#include "core/toolchain/compilerun.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/samemodel.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace gatecommand {
namespace {

using compiled::CompileResult;
using workspace::isSameModel;
using workspace::JobRecord;
using workspace::modelPath;

constexpr QLatin1StringView DefaultTarget("ethos-u55-128");

struct Arguments
{
    toolchain::CompileRequest request; ///< its input may also be the folder of a compile
    QString specPath; ///< empty: the default target
    QString model; ///< that was compiled; empty: a folder came, and nobody said
    QString store;
    QString baseline; ///< name of the compiles it is held against
    QString name; ///< under which this one is recorded; empty: none
    DiffQuestion question;
};

/// What a node is, wherever it stands in the graph: its module in the model and its operator.
QStringList nodeKinds(const CompileResult &result)
{
    QStringList kinds;
    for (const auto &node : result.nodes)
        kinds.append(node.module + u' ' + node.target);
    kinds.sort();
    return kinds;
}

/// Whether one is likely an edited version of the other: at least half of the nodes of the larger
/// are in both. Without nodes nothing speaks against it.
bool isAlike(const CompileResult &a, const CompileResult &b)
{
    const auto left = nodeKinds(a);
    const auto right = nodeKinds(b);
    QStringList both;
    std::ranges::set_intersection(left, right, std::back_inserter(both));
    return left.isEmpty() || right.isEmpty()
        || 2 * both.size() >= std::max(left.size(), right.size());
}

/// One run of the command: compile, find the newest of the baseline, record, judge.
class GateRun : private ToolRun
{
public:
    GateRun(Arguments arguments, Streams &streams)
        : ToolRun(streams), m_arguments(std::move(arguments))
    {
    }

    Answer run();

private:
    Answer decide();
    bool compileInput();
    Result<std::optional<JobRecord>> findBaseline();
    bool isEditedVersion(const JobRecord &job);
    Result<void> keepOneModel(std::vector<JobRecord> &jobs) const;
    Result<void> recordUnder(const QString &name);
    Answer judge(const std::optional<JobRecord> &baseline);

    Arguments m_arguments;
    CompileResult m_result;
};

/// A store has what was recorded before anybody is told how it went.
Answer GateRun::run()
{
    const auto copy = TeamCopy::open(m_arguments.store, m_streams);
    if (!copy)
        return refused(copy.error(), m_streams);
    m_arguments.store = copy->path();
    auto answer = decide();
    m_workspace.reset();
    const auto sent = copy->send(m_streams);
    return sent ? answer : refused(sent.error(), m_streams);
}

Answer GateRun::decide()
{
    if (!canRecord(m_arguments.store) || !compileInput()) {
        const auto code = m_isInterrupted ? Cancelled : exitCodeOf(m_problems);
        return code == Fine ? BadInput : code;
    }
    // Before this one is recorded: it is not held against itself.
    const auto baseline = TRY(findBaseline());
    TRY(recordUnder(m_arguments.name));
    return judge(baseline);
}

/// What is compiled already is taken as it is.
bool GateRun::compileInput()
{
    auto &request = m_arguments.request;
    if (QFileInfo(request.input).isDir()) {
        auto read = compiled::readCompileResult(request.input);
        if (!read)
            return refuse(diagnosticOf(read.error()));
        m_result = std::move(*read);
        request.outputFolder = request.input;
        beginRecord(m_arguments.store, request);
        return m_result.status == compiled::Status::Succeeded
            || refuse({ u"gate.not-succeeded"_s, Severity::Error, Location{ .file = request.input },
                u"this compile did not succeed"_s });
    }
    if (m_arguments.specPath.isEmpty()) {
        request.spec = spec::CompileSpec{ .target = QString(DefaultTarget) };
        m_streams.err << u"no --spec: %1 with the tools' defaults\n"_s.arg(request.spec.target);
    } else if (const auto spec = readSpec(m_arguments.specPath)) {
        request.spec = *spec;
    } else {
        return false;
    }
    using Need = toolchain::EnvironmentSearch::Need;
    const auto kind = toolchain::inputKindOf(request.input);
    const bool isVelaAlone = kind && toolchain::usesVelaAlone(*kind);
    request.interpreter = findInterpreter(
        isVelaAlone ? Need::Vela : Need::ExecuTorch, request.interpreter, canceller());
    request.trusted = mayRunCode(request.input, request.trusted);
    beginRecord(m_arguments.store, request);
    toolchain::CompileJob job(request);
    m_result = compile(job);
    if (m_result.status == compiled::Status::Succeeded)
        return true;
    record(m_result, workspace::compileDetails(m_result, request.input, request.interpreter));
    return false;
}

/// By what it holds: a folder does not say where its model lies.
bool GateRun::isEditedVersion(const JobRecord &job)
{
    if (job.sourceSha256 == m_result.sourceSha256 && !job.sourceSha256.isEmpty())
        return true;
    if (job.sourceName != m_result.sourceName)
        return false;
    const auto kept = m_workspace->artefacts(job.id);
    const auto isResult = [](const workspace::ArtefactRecord &artefact) {
        return artefact.relativePath == QLatin1StringView(compiled::ResultFileName);
    };
    if (!kept || std::ranges::none_of(*kept, isResult))
        return true; // its name is all that is known
    const auto bytes = m_workspace->artefactBytes(std::ranges::find_if(*kept, isResult)->id);
    return !bytes
        || isAlike(m_result,
            compiled::compileResultFromJson(QJsonDocument::fromJson(*bytes).object(), {}));
}

/// Where two models of one name are alike, the one with the same content is meant; else nobody
/// knows which.
Result<void> GateRun::keepOneModel(std::vector<JobRecord> &jobs) const
{
    QStringList places; // one for each model
    QStringList same; // those of them that have had the content
    for (const auto &job : jobs) {
        const auto path = modelPath(job);
        const auto isThis = [&path](const QString &other) { return isSameModel(path, other); };
        if (!path.isEmpty() && std::ranges::none_of(places, isThis))
            places.append(path);
        if (!path.isEmpty() && job.sourceSha256 == m_result.sourceSha256
            && std::ranges::none_of(same, isThis))
            same.append(path);
    }
    if (places.size() < 2)
        return {};
    if (same.size() != 1)
        return fail(ErrorCode::SpecInvalid,
            u"the store has %1 models of this name (%2): --model FILE says which this is"_s
                .arg(places.size())
                .arg(places.join(u", "_s)));
    std::erase_if(jobs, [&](const JobRecord &job) {
        const auto path = modelPath(job);
        return !path.isEmpty() && !isSameModel(same.first(), path);
    });
    return {};
}

/// The newest that succeeded under the name, of the same model for the same target.
Result<std::optional<JobRecord>> GateRun::findBaseline()
{
    auto jobs = TRY(m_workspace->jobHeads());
    std::erase_if(jobs, [this](const JobRecord &job) {
        return job.name != m_arguments.baseline || job.status != "succeeded"_L1
            || job.spec.value(u"target"_s).toString() != m_result.spec.target;
    });
    if (m_arguments.model.isEmpty()) {
        std::erase_if(jobs, [this](const JobRecord &job) { return !isEditedVersion(job); });
        TRY(keepOneModel(jobs));
    } else {
        std::erase_if(jobs, [this](const JobRecord &job) {
            const auto recorded = modelPath(job);
            return recorded.isEmpty() ? !isEditedVersion(job)
                                      : !isSameModel(m_arguments.model, recorded);
        });
    }
    const auto newest = std::ranges::max_element(jobs, {}, &JobRecord::started);
    return newest == jobs.end() ? std::nullopt : std::optional(*newest);
}

Result<void> GateRun::recordUnder(const QString &name)
{
    const auto job = record(m_result,
        workspace::compileDetails(m_result, m_arguments.model, m_arguments.request.interpreter));
    if (job && !name.isEmpty())
        TRY(m_workspace->setJobName(*job, name));
    return {};
}

Answer GateRun::judge(const std::optional<JobRecord> &baseline)
{
    const auto &name = m_arguments.baseline;
    if (!baseline && m_arguments.name == name) {
        m_streams.err
            << u"the first compile of %1 for %2 under the name '%3': recorded, nothing to "
               "compare with\n"_s.arg(m_result.sourceName, m_result.spec.target, name);
        return exitCodeOf(m_problems);
    }
    if (!baseline) {
        refuse({ u"gate.no-baseline"_s, Severity::Error, Location{ .file = m_arguments.store },
            u"the store has no compile of %1 for %2 under the name '%3'; 'gate ... --as %3' on "
            u"that "
            "branch records one"_s.arg(m_result.sourceName, m_result.spec.target, name) });
        return BadInput;
    }
    QTemporaryDir folder;
    TRY(m_workspace->restoreJob(baseline->id, folder.path()));
    m_arguments.question.paths = { folder.path(), m_result.folder };
    const auto answer = answerDiff(m_arguments.question, m_streams);
    return answer && *answer == Fine ? exitCodeOf(m_problems) : answer;
}

/// The workspace beside the model, one of its name if there is none; empty: there are several.
QString storeBeside(const QString &model)
{
    const QFileInfo file(model);
    const auto found
        = file.absoluteDir().entryList({ u"*.tosaic"_s }, QDir::Files | QDir::Readable);
    if (found.size() > 1)
        return {};
    return file.absoluteDir().filePath(
        found.isEmpty() ? file.completeBaseName() + u".tosaic"_s : found.first());
}

Answer answer(const Input &in)
{
    if (in.names.size() != 1 || !in.isSet(u"baseline"_s))
        return misuse(u"give one INPUT and --baseline NAME"_s);
    Arguments given{ .specPath = in.value(u"spec"_s),
        .store = in.value(u"store"_s),
        .baseline = in.value(u"baseline"_s),
        .name = in.value(u"as"_s) };
    given.request.input = QFileInfo(in.names.first()).absoluteFilePath();
    const bool isFolder = QFileInfo(given.request.input).isDir();
    if (in.isSet(u"model"_s) && !isFolder)
        return misuse(u"--model says which model a folder was compiled from"_s);
    given.model = !isFolder    ? given.request.input
        : in.isSet(u"model"_s) ? QFileInfo(in.value(u"model"_s)).absoluteFilePath()
                               : QString();
    if (given.store.isEmpty() && given.model.isEmpty())
        return misuse(u"a folder is no model: give --store W.tosaic"_s);
    if (given.store.isEmpty())
        given.store = storeBeside(given.model);
    if (given.store.isEmpty())
        return misuse(u"several workspaces are beside the model: give --store W.tosaic"_s);
    if (in.isSet(u"fail-above"_s)) {
        bool isNumber = false;
        given.question.allowedPercent = in.value(u"fail-above"_s).toDouble(&isNumber);
        if (!isNumber || std::isnan(*given.question.allowedPercent))
            return misuse(u"--fail-above takes a number of percent"_s);
    }
    given.question.wantsJson = in.wantsJson();
    given.question.format = in.format();
    if (!given.question.wantsJson && !given.question.format)
        given.question.format = JudgementFormat::Markdown;
    QTemporaryDir folder;
    given.request.outputFolder = in.isSet(u"output"_s)
        ? QFileInfo(in.value(u"output"_s)).absoluteFilePath()
        : folder.filePath(u"compiled"_s);
    given.request.interpreter = interpreterOf(in);
    given.request.trusted = in.isSet(u"trust"_s);
    return GateRun(std::move(given), in.streams).run();
}

} // namespace
} // namespace gatecommand

Command gateCommand()
{
    return commandOf({ .name = u"gate"_s,
        .summary = u"compiles, compares with the newest of a baseline, records: for pipelines"_s,
        .description
        = u"Compiles INPUT, compares it with the newest compile that the store has of the same "
          "model and target under the name of the baseline, records it, and prints what changed as "
          "Markdown. Numbers of cycles and memory are Vela's estimates. Exit 1 if the cycles grew "
          "by more than allowed, or if there is nothing to compare with."_s,
        .names = { { u"INPUT"_s, u"a model, or the folder of a compile"_s } },
        .options
        = { { u"spec"_s, u"compile spec, a JSON file; ethos-u55-128 without it"_s, u"SPEC.json"_s },
            { u"store"_s,
                u"workspace file, or address of the team's store, that remembers; the workspace "
                "beside the model without it, made if there is none"_s,
                u"W.tosaic|ADDRESS"_s },
            { u"baseline"_s, u"name of the compiles it is held against, as of a branch"_s,
                u"NAME"_s },
            { u"as"_s, u"records this one under a name; that of the baseline moves it"_s,
                u"NAME"_s },
            { u"model"_s,
                u"the model that a folder was compiled from, where the store has several like it"_s,
                u"FILE"_s },
            { u"fail-above"_s, u"exit 1 if the estimated cycles grow by more than this"_s,
                u"PERCENT"_s },
            { { u"o"_s, u"output"_s }, u"keeps the compile there"_s, u"DIR"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"trust"_s, u"allows a .py or .pt2 model to run its code"_s } },
        .answer = gatecommand::answer,
        .isJudged = true });
}

} // namespace tosaic::cli
