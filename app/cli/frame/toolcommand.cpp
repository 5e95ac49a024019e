// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/toolcommand.h"

#include "core/base/approvals.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/base/units.h"
#include "core/compiled/resultwriter.h"
#include "core/documents/workspacefinder.h"
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "core/toolchain/estimateservice.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/keptcells.h"
#include "core/workspace/settingkeys.h"
#include "views/widgets/needwords.h"

#include <QEventLoop>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

std::optional<spec::CompileSpec> readSpecFile(
    const QString &path, std::vector<Diagnostic> &problems)
{
    const auto bytes = readStored(path);
    if (!bytes) {
        problems.push_back(diagnosticOf(bytes.error()));
        return {};
    }
    const auto spec = spec::fromJsonText(*bytes, &problems);
    if (spec)
        return *spec;
    auto problem = diagnosticOf(spec.error());
    problem.location.file = path;
    problems.push_back(std::move(problem));
    return {};
}

QString interpreterOf(const Input &in)
{
    return toolchain::interpreterPath(in.value(u"python"_s));
}

QString findInterpreter(toolchain::EnvironmentSearch::Need need, const QString &given,
    const std::function<void(std::function<void()>)> &setCancel)
{
    using toolchain::EnvironmentSearch;
    if (!given.isEmpty())
        return given;
    EnvironmentSearch search;
    QEventLoop loop;
    QString interpreter;
    setCancel([&loop] { loop.quit(); });
    QObject::connect(&search, &EnvironmentSearch::finished, &loop,
        [&](const std::optional<toolchain::ToolEnvironment> &found,
            const std::vector<toolchain::ToolEnvironment> &probed) {
            if (found)
                interpreter = found->interpreter;
            else if (!probed.empty() && probed.front().origin == u"TOSAIC_PYTHON"_s)
                interpreter = probed.front().interpreter;
            loop.quit();
        });
    search.start(need);
    loop.exec();
    setCancel({});
    return interpreter;
}

tl::expected<QString, Diagnostic> workspaceInterpreter(const QString &workspace)
{
    if (workspace.isEmpty() || !QFileInfo::exists(workspace))
        return {};
    const auto opened = workspace::Workspace::open(workspace);
    const auto named
        = opened ? (*opened)->setting(workspace::InterpreterKey).value_or(QString()) : QString();
    const auto subject = interpreterSubject(named);
    if (named.isEmpty() || !QFileInfo::exists(subject.what))
        return named; // it cannot start, and the tools say so
    if (Approvals(Approvals::usualPath()).allows(subject))
        return subject.what;
    return tl::make_unexpected(
        Diagnostic{ u"trust.needed"_s, Severity::Error, Location{ .file = workspace },
            u"the workspace compiles with %1, which is not approved on this machine and was not "
            "started; approve it with: tosaic-cli trust add --interpreter %2 (or name another one "
            "with --python)"_s.arg(shownText(subject), spec::shellQuoted(shownText(subject))) });
}

bool mayRunCode(const QString &input, bool isTrusted)
{
    if (isTrusted)
        return true;
    const auto kind = toolchain::inputKindOf(input);
    return kind && toolchain::runsCode(*kind)
        && Approvals(Approvals::usualPath()).allows(modelSubject(input));
}

compiled::Estimate estimated(const spec::CompileSpec &spec,
    const std::vector<compiled::EstimateInput> &inputs, const QString &baseFolder,
    const QString &interpreter, const std::function<void(std::function<void()>)> &setCancel,
    const QString &workspace)
{
    using compiled::Estimate;
    using toolchain::EstimateService;
    EstimateService service;
    service.setInterpreter(interpreter);
    const auto kept
        = workspace.isEmpty() ? nullptr : std::make_shared<workspace::KeptCells>(workspace);
    service.setStore(kept);
    QEventLoop loop;
    Estimate estimate;
    QObject::connect(&service, &EstimateService::estimated, &loop,
        [&](const std::shared_ptr<const Estimate> &done) {
            estimate = *done;
            loop.quit();
        });
    setCancel([&loop] { loop.quit(); });
    service.request(spec, inputs, baseFolder);
    loop.exec();
    setCancel({});
    if (const auto written = kept ? kept->flush() : Result<void>(); !written)
        estimate.problems.push_back(diagnosticOf(written.error()));
    return estimate;
}

Result<EstimateSource> findKeptTosa(const QString &input, const QString &workspace)
{
    if (workspace.isEmpty())
        return findEstimateSource(input);
    TRY(workspace::Workspace::open(workspace));
    const WorkspaceFinder finder(workspace);
    return findEstimateSource(input, &finder);
}

std::optional<Diagnostic> workspaceProblem(const QString &path)
{
    const auto workspace = workspace::Workspace::openOrCreate(path);
    if (!workspace)
        return diagnosticOf(workspace.error());
    if ((*workspace)->isReadOnly() || !QFileInfo(path).isWritable())
        return Diagnostic{ u"io.write"_s, Severity::Error, Location{ .file = path },
            u"the workspace cannot be written"_s };
    return {};
}

QString headline(const compiled::CompileResult &result, const QString &input)
{
    const auto name = result.sourceName.isEmpty() ? QFileInfo(input).fileName() : result.sourceName;
    const auto begin = compiled::statusText(result.status) + u": "_s + name;
    return result.spec.target.isEmpty() ? begin : begin + u" for "_s + result.spec.target;
}

int exitCodeOf(const std::vector<Diagnostic> &problems)
{
    const auto has = [&](auto matches) {
        return std::any_of(problems.begin(), problems.end(), [&](const Diagnostic &problem) {
            return problem.severity == Severity::Error && matches(problem.id);
        });
    };
    if (has([](const QString &id) { return id.startsWith("trust."_L1); }))
        return Usage;
    if (has([](const QString &id) {
            return id.startsWith("tool."_L1) || id == "store.unreachable"_L1;
        }))
        return ToolFailed;
    return has([](const QString &) { return true; }) ? BadInput : Fine;
}

std::vector<DescriptionFact> summaryFacts(
    const compiled::Summary &summary, const analysis::MemoryNeed &need)
{
    std::vector<DescriptionFact> facts;
    const auto add = [&facts](const QString &label, const auto &value) {
        if (value)
            facts.push_back({ label, formatCount(static_cast<quint64>(*value)) });
    };
    add(u"operators on NPU"_s, summary.npuOperators);
    add(u"operators on CPU"_s, summary.cpuOperators);
    add(u"cycles (est)"_s, summary.cyclesTotal);
    add(u"cycles, NPU compute (est)"_s, summary.cyclesNpu);
    add(u"MACs (est)"_s, summary.macs);
    for (const auto &place : need.places) {
        const auto detail = views::needDetail(need, place.memory);
        facts.push_back({ views::memoryName(place.memory) + u" (est)"_s,
            views::needText(need, place.memory)
                + (detail.isEmpty() ? QString() : u": "_s + detail) });
    }
    return facts;
}

std::vector<DescriptionFact> artefactFacts(const compiled::CompileResult &result)
{
    std::vector<DescriptionFact> facts;
    for (const auto &artefact : result.artefacts)
        facts.push_back({ artefact.kind, artefact.path });
    return facts;
}

ToolRun::ToolRun(Streams &streams)
    : m_streams(streams), m_watch([this] {
          m_isInterrupted = true;
          m_streams.err << "cancelling\n" << Qt::flush;
          if (m_cancel)
              m_cancel();
      })
{
}

std::function<void(std::function<void()>)> ToolRun::canceller()
{
    return [this](std::function<void()> cancel) { m_cancel = std::move(cancel); };
}

bool ToolRun::refuse(const Diagnostic &problem)
{
    tellProblem(problem, m_streams);
    if (problem.id == "trust.folder"_L1)
        m_streams.err << "  tosaic-cli trust add --folder "
                      << spec::shellQuoted(problem.location.file) << '\n';
    m_problems.push_back(problem);
    return false;
}

std::optional<spec::CompileSpec> ToolRun::readSpec(const QString &path)
{
    std::vector<Diagnostic> problems;
    auto spec = readSpecFile(path, problems);
    for (const auto &problem : problems)
        refuse(problem);
    return spec;
}

bool ToolRun::canRecord(const QString &workspace)
{
    const auto problem = workspace.isEmpty() ? std::nullopt : workspaceProblem(workspace);
    return !problem || refuse(*problem);
}

void ToolRun::beginRecord(const QString &workspace, const toolchain::CompileRequest &request)
{
    if (workspace.isEmpty())
        return;
    auto opened = workspace::Workspace::openOrCreate(workspace);
    if (!opened) {
        refuse(diagnosticOf(opened.error()));
        return;
    }
    m_workspace = std::move(*opened);
    if (const auto job = m_workspace->beginJob(workspace::startedCompile(request)))
        m_job = *job;
    else
        refuse(diagnosticOf(job.error()));
}

std::optional<workspace::JobId> ToolRun::record(
    const compiled::CompileResult &result, const workspace::JobRecord &details)
{
    if (!m_workspace)
        return {};
    const auto job = m_workspace->addCompile(result, details, m_job);
    if (job)
        return *job;
    refuse(diagnosticOf(job.error()));
    return {};
}

compiled::CompileResult ToolRun::compile(toolchain::CompileJob &job)
{
    using toolchain::CompileJob;
    compiled::CompileResult made;
    QEventLoop loop;
    QObject::connect(
        &job, &CompileJob::stageChanged, &loop, [this](const QString &name, int index, int count) {
            m_streams.err << u"[%1/%2] %3\n"_s.arg(index + 1).arg(count).arg(name) << Qt::flush;
        });
    QObject::connect(&job, &CompileJob::finished, &loop,
        [&](const std::shared_ptr<const compiled::CompileResult> &result) {
            made = *result;
            loop.quit();
        });
    m_cancel = [&job] { job.cancel(); };
    job.start();
    if (m_isInterrupted)
        job.cancel();
    loop.exec();
    m_cancel = {};
    for (const auto &problem : made.problems)
        refuse(problem);
    return made;
}

bool readPairs(const QStringList &values, std::map<QString, QString> &pairs)
{
    for (const auto &value : values) {
        const auto at = value.indexOf(u'=');
        if (at <= 0 || at + 1 == value.size())
            return false;
        pairs[value.left(at)] = value.mid(at + 1);
    }
    return true;
}

} // namespace tosaic::cli
