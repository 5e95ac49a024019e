// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/interruptwatch.h"
#include "app/cli/toolcommand.h"
#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/documents/estimatesource.h"
#include "core/toolchain/resultwriter.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/workspace.h"

#include <QCommandLineParser>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace respeccommand {
namespace {

using toolchain::CompileJob;
using toolchain::CompileResult;

struct Arguments
{
    QString program;
    QString specPath;
    QString output;
    QStringList tosa;
    QString interpreter;
    QString workspace;
    bool force = false; ///< what is there may be replaced
    bool json = false;
};

/// One run of the command: the kept TOSA, environment, exchange, save, print.
class RespecRun
{
public:
    RespecRun(Arguments arguments, Streams &streams)
        : m_arguments(std::move(arguments)), m_streams(streams)
    {
    }

    int run();

private:
    std::optional<toolchain::CompileRequest> makeRequest();
    Result<toolchain::RespecSource> findSource() const;
    void exchange(const toolchain::CompileRequest &request);
    void save();
    bool canRecord();
    void begin(const toolchain::CompileRequest &request);
    void record(const CompileResult &made, const QString &interpreter);
    bool isFree(const QString &path);
    bool copy(const QString &from, const QString &to);
    void refuse(const Diagnostic &problem);
    int print() const;

    Arguments m_arguments;
    Streams &m_streams;
    QTemporaryDir m_folder;
    CompileResult m_result;
    std::function<void()> m_cancel;
    std::unique_ptr<workspace::Workspace> m_workspace; ///< null: nothing is recorded
    std::optional<workspace::JobId> m_job; ///< the exchange as recorded there
    bool m_isInterrupted = false;
};

int RespecRun::run()
{
    const InterruptWatch watch([this] {
        m_isInterrupted = true;
        m_streams.err << "cancelling\n" << Qt::flush;
        if (m_cancel)
            m_cancel();
    });
    m_result.sourceName = QFileInfo(m_arguments.program).fileName();
    auto request = isFree(m_arguments.output) && canRecord() ? makeRequest() : std::nullopt;
    if (request) {
        request->interpreter = findInterpreter(toolchain::EnvironmentSearch::Need::ExecuTorch,
            m_arguments.interpreter,
            [this](std::function<void()> cancel) { m_cancel = std::move(cancel); });
        begin(*request);
        if (!m_isInterrupted)
            exchange(*request);
        const auto made = m_result;
        if (made.status == toolchain::Status::Succeeded)
            save();
        record(made, request->interpreter);
    }
    return print();
}

Result<toolchain::RespecSource> RespecRun::findSource() const
{
    if (!m_arguments.tosa.isEmpty()) {
        toolchain::RespecSource source{ m_arguments.program, {}, {} };
        for (const auto &path : m_arguments.tosa)
            source.inputs.push_back(
                { static_cast<int>(source.inputs.size()), QFileInfo(path).absoluteFilePath() });
        return source;
    }
    const auto found = findKeptTosa(m_arguments.program, m_arguments.workspace);
    if (!found)
        return fail(found.error());
    if (found->respec)
        return *found->respec;
    return fail(ErrorCode::FormatUnsupported, u"not a .pte with the TOSA of all its partitions"_s,
        Location{ .file = m_arguments.program });
}

std::optional<toolchain::CompileRequest> RespecRun::makeRequest()
{
    std::vector<Diagnostic> problems;
    const auto spec = readSpecFile(m_arguments.specPath, problems);
    for (const auto &problem : problems)
        refuse(problem);
    if (!spec)
        return {};
    m_result.spec = *spec;
    const auto source = findSource();
    if (!source) {
        refuse(diagnosticOf(source.error()));
        return {};
    }
    auto request = toolchain::respecRequest(*source, *spec);
    if (!request) {
        refuse({ u"respec.needs-lowering"_s, Severity::Error, request.error().location,
            request.error().detail });
        return {};
    }
    request->outputFolder = m_folder.filePath(u"out"_s);
    return *request;
}

void RespecRun::exchange(const toolchain::CompileRequest &request)
{
    CompileJob job(request);
    QEventLoop loop;
    QObject::connect(
        &job, &CompileJob::stageChanged, &loop, [this](const QString &name, int index, int count) {
            m_streams.err << u"[%1/%2] %3\n"_s.arg(index + 1).arg(count).arg(name) << Qt::flush;
        });
    QObject::connect(&job, &CompileJob::finished, &loop,
        [&](const std::shared_ptr<const CompileResult> &result) {
            const auto earlier = std::move(m_result.problems);
            m_result = *result;
            for (const auto &problem : m_result.problems)
                tellProblem(problem, m_streams);
            m_result.problems.insert(m_result.problems.begin(), earlier.begin(), earlier.end());
            loop.quit();
        });
    m_cancel = [&job] { job.cancel(); };
    job.start();
    loop.exec();
    m_cancel = {};
}

bool RespecRun::canRecord()
{
    const auto problem
        = m_arguments.workspace.isEmpty() ? std::nullopt : workspaceProblem(m_arguments.workspace);
    if (problem)
        refuse(*problem);
    return !problem;
}

/// Before it runs: if we are killed, the workspace still tells that it was tried.
void RespecRun::begin(const toolchain::CompileRequest &request)
{
    if (m_arguments.workspace.isEmpty() || m_isInterrupted)
        return;
    auto opened = workspace::Workspace::openOrCreate(m_arguments.workspace);
    if (!opened)
        return refuse(diagnosticOf(opened.error()));
    m_workspace = std::move(*opened);
    const auto job = m_workspace->beginJob(workspace::startedCompile(request));
    if (!job)
        return refuse(diagnosticOf(job.error()));
    m_job = *job;
}

/// All that was made, from the temporary folder, and where the new program and its .ptd files are;
/// or why there is none.
void RespecRun::record(const CompileResult &made, const QString &interpreter)
{
    if (!m_workspace)
        return;
    const bool isSaved = m_result.status == toolchain::Status::Succeeded;
    const auto &told = isSaved ? made : m_result;
    auto details = workspace::compileDetails(told, m_arguments.program, interpreter);
    details.bundle.clear(); // goes with the temporary folder
    const auto job = m_workspace->addCompile(told, details, m_job);
    if (!job)
        return refuse(diagnosticOf(job.error()));
    if (!isSaved)
        return;
    for (const auto &artefact : m_result.artefacts) {
        const auto added = m_workspace->addArtefact(*job, artefact, m_result.folder);
        if (!added)
            refuse(diagnosticOf(added.error()));
    }
}

bool RespecRun::isFree(const QString &path)
{
    if (m_arguments.force || !QFileInfo::exists(path))
        return true;
    refuse({ u"output.exists"_s, Severity::Error, Location{ .file = path },
        u"this file is there already; choose another name, or --force to replace it"_s });
    return false;
}

/// The .pte under its new name, external blocks beside it; all of them or, where one is in the
/// way, none.
void RespecRun::save()
{
    const QDir folder(QFileInfo(m_arguments.output).absolutePath());
    std::vector<std::pair<QString, toolchain::Artefact>> wanted; // with where it is now
    bool isAllFree = true;
    for (auto artefact : m_result.artefacts) {
        const auto from = QDir(m_result.folder).filePath(artefact.path);
        if (artefact.kind == u"pte"_s)
            artefact.path = QFileInfo(m_arguments.output).fileName();
        else if (artefact.kind != u"ptd"_s)
            continue;
        isAllFree = isFree(folder.filePath(artefact.path)) && isAllFree;
        wanted.emplace_back(from, artefact);
    }
    if (!isAllFree) {
        wanted.clear();
        m_result.status = toolchain::Status::Failed;
    }
    m_result.artefacts.clear(); // the rest goes with the temporary folder
    for (const auto &[from, artefact] : wanted) {
        if (copy(from, folder.filePath(artefact.path)))
            m_result.artefacts.push_back(artefact);
        else
            m_result.status = toolchain::Status::Failed;
    }
    m_result.folder = folder.absolutePath();
}

bool RespecRun::copy(const QString &from, const QString &to)
{
    const auto source = ByteSource::map(from);
    if (!source) {
        refuse(diagnosticOf(source.error()));
        return false;
    }
    const auto saved = saveFile(to, (*source)->bytes());
    if (!saved)
        refuse(diagnosticOf(saved.error()));
    return saved.has_value();
}

void RespecRun::refuse(const Diagnostic &problem)
{
    tellProblem(problem, m_streams);
    m_result.problems.push_back(problem);
}

int RespecRun::print() const
{
    auto &out = m_streams.out;
    const bool isCancelled = m_isInterrupted || m_result.status == toolchain::Status::Cancelled;
    if (m_arguments.json) {
        auto shown = m_result;
        if (isCancelled)
            shown.status = toolchain::Status::Cancelled;
        out << QString::fromUtf8(
            QJsonDocument(toolchain::toJson(shown)).toJson(QJsonDocument::Indented));
    } else {
        out << headline(m_result, m_arguments.program) << '\n';
        for (const auto &artefact : m_result.artefacts)
            out << "  " << artefact.kind.leftJustified(22) << artefact.path << '\n';
    }
    out.flush();
    if (isCancelled)
        return Cancelled;
    const auto code = exitCodeOf(m_result.problems);
    return code == Fine && m_result.status != toolchain::Status::Succeeded ? BadInput : code;
}

Parsed<Arguments> parse(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Writes the .pte that a compile with another spec would give, without lowering the model "
        "again: Vela runs on the TOSA that was kept."_s);
    parser.addPositionalArgument(u"FILE.pte"_s, u"a compiled program"_s);
    parser.addOptions({ { u"spec"_s, u"the new compile spec, a JSON file"_s, u"SPEC.json"_s },
        { { u"o"_s, u"output"_s },
            u"where the new program goes, its .ptd files beside it; what is there is not "
            "replaced"_s,
            u"OUT.pte"_s },
        { u"force"_s, u"replaces OUT.pte and .ptd files that are there"_s },
        { u"tosa"_s,
            u"TOSA of a partition; once for each, in execution order. Without it the files are "
            "looked for beside the program and in W.tosaic"_s,
            u"FILE"_s },
        { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
        { u"workspace"_s, u"records what was made there"_s, u"W.tosaic"_s },
        { u"json"_s, u"prints the result as JSON"_s } });
    const auto refuse
        = [&](const QString &why) { return tl::make_unexpected(usageError(why, streams)); };
    if (const auto end = endsAtArguments(parser, u"respec"_s, arguments, streams))
        return tl::make_unexpected(*end);
    if (parser.positionalArguments().size() != 1 || !parser.isSet(u"spec"_s)
        || !parser.isSet(u"o"_s))
        return refuse(u"give one FILE.pte, --spec SPEC.json and -o OUT.pte"_s);
    return Arguments{ QFileInfo(parser.positionalArguments().first()).absoluteFilePath(),
        parser.value(u"spec"_s), QFileInfo(parser.value(u"o"_s)).absoluteFilePath(),
        parser.values(u"tosa"_s), parser.value(u"python"_s), parser.value(u"workspace"_s),
        parser.isSet(u"force"_s), parser.isSet(u"json"_s) };
}

} // namespace
} // namespace respeccommand

Command respecCommand()
{
    using namespace respeccommand;
    return { u"respec"_s, u"writes a .pte for another spec without lowering the model again"_s,
        false, [](const QStringList &arguments, Streams &streams) {
            auto parsed = parse(arguments, streams);
            return parsed ? RespecRun(std::move(*parsed), streams).run() : parsed.error();
        } };
}

} // namespace tosaic::cli
