// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include "app/cli/interruptwatch.h"
#include "app/cli/needoutput.h"
#include "app/cli/toolcommand.h"
#include "core/base/approvals.h"
#include "core/base/units.h"
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/preflight.h"
#include "core/toolchain/reprobundle.h"
#include "core/toolchain/resultwriter.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/workspace.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace compilecommand {
namespace {

using toolchain::CompileResult;
using toolchain::Status;

struct Arguments
{
    toolchain::CompileRequest request;
    QString specPath;
    QString workspace;
    QString repro; ///< repro bundle to write; empty: none but that of a failed compile
    bool reproSources = false;
    bool json = false;
};

/// One run of the command: environment, compile, record, print.
class CompileRun
{
public:
    CompileRun(Arguments arguments, Streams &streams)
        : m_arguments(std::move(arguments)), m_streams(streams)
    {
    }

    int run();

private:
    bool readSpec();
    bool checkWorkspace();
    bool findEnvironment();
    void takeApprovals();
    void compile();
    void begin();
    void record();
    void bundle();
    void tell(const Diagnostic &problem);
    void refuse(const Diagnostic &problem);
    int print() const;
    void printText(const analysis::MemoryNeed &need) const;
    int exitCode() const;

    Arguments m_arguments;
    Streams &m_streams;
    CompileResult m_result;
    toolchain::ToolEnvironment m_environment;
    std::unique_ptr<workspace::Workspace> m_workspace; ///< from the start of the compile to its end
    std::optional<workspace::JobId> m_job; ///< the compile as recorded there
    std::function<void()> m_cancel;
    bool m_isInterrupted = false;
};

int CompileRun::run()
{
    const InterruptWatch watch([this] {
        m_isInterrupted = true;
        m_streams.err << "cancelling\n" << Qt::flush;
        if (m_cancel)
            m_cancel();
    });
    m_result.folder = m_arguments.request.outputFolder;
    m_result.sourceName = QFileInfo(m_arguments.request.input).fileName();
    if (readSpec() && checkWorkspace() && findEnvironment()) {
        takeApprovals();
        begin();
        compile();
        bundle();
        record();
    }
    return print();
}

bool CompileRun::readSpec()
{
    QFile file(m_arguments.specPath);
    const Location location{ .file = m_arguments.specPath };
    if (!file.open(QIODevice::ReadOnly)) {
        refuse({ u"io.open"_s, Severity::Error, location, file.errorString() });
        return false;
    }
    std::vector<Diagnostic> diagnostics;
    const auto spec = spec::fromJsonText(file.readAll(), &diagnostics);
    for (const auto &diagnostic : diagnostics)
        refuse(diagnostic);
    if (spec) {
        m_arguments.request.spec = *spec;
        m_result.spec = *spec;
        return true;
    }
    auto problem = diagnosticOf(spec.error());
    problem.location.file = m_arguments.specPath;
    refuse(problem);
    return false;
}

/// Before anything runs: a compile that cannot be recorded in the end is not begun.
bool CompileRun::checkWorkspace()
{
    if (m_arguments.workspace.isEmpty())
        return true;
    const auto problem = workspaceProblem(m_arguments.workspace);
    if (problem)
        refuse(*problem);
    return !problem;
}

/// The one given, else the first that has what the input needs. None is not the end here: the
/// compile tells it, with the commands that make one.
bool CompileRun::findEnvironment()
{
    using Need = toolchain::EnvironmentSearch::Need;
    auto &request = m_arguments.request;
    const auto kind = toolchain::inputKindOf(request.input);
    if (request.interpreter.isEmpty() && qEnvironmentVariableIsEmpty("TOSAIC_PYTHON")) {
        const auto named = workspaceInterpreter(m_arguments.workspace);
        if (!named) {
            refuse(named.error());
            return false;
        }
        request.interpreter = *named;
    }
    if (!kind)
        return true; // the compile tells it
    request.interpreter = findInterpreter(
        toolchain::usesVelaAlone(*kind) ? Need::Vela : Need::ExecuTorch, request.interpreter,
        [this](std::function<void()> cancel) { m_cancel = std::move(cancel); });
    if (m_isInterrupted)
        m_result.status = Status::Cancelled;
    return !m_isInterrupted;
}

/// What this user has approved beside what the command line says.
void CompileRun::takeApprovals()
{
    auto &request = m_arguments.request;
    request.trusted = mayRunCode(request.input, request.trusted);
    if (const auto folder = toolchain::folderOutside(request); !folder.isEmpty())
        request.mayWriteOutside
            = Approvals(Approvals::usualPath()).allows(outputFolderSubject(folder));
}

void CompileRun::compile()
{
    toolchain::CompileJob job(m_arguments.request);
    QEventLoop loop;
    const auto earlier = m_result.problems;
    QObject::connect(&job, &toolchain::CompileJob::stageChanged, &loop,
        [this](const QString &name, int index, int count) {
            m_streams.err << u"[%1/%2] %3\n"_s.arg(index + 1).arg(count).arg(name) << Qt::flush;
        });
    QObject::connect(&job, &toolchain::CompileJob::finished, &loop,
        [&](const std::shared_ptr<const CompileResult> &result) {
            m_result = *result;
            loop.quit();
        });
    m_cancel = [&job] { job.cancel(); };
    job.start();
    if (m_isInterrupted)
        job.cancel();
    loop.exec();
    m_cancel = {};
    m_environment = job.environment();
    for (const auto &problem : m_result.problems)
        tell(problem);
    m_result.problems.insert(m_result.problems.begin(), earlier.begin(), earlier.end());
}

void CompileRun::bundle()
{
    if (m_arguments.repro.isEmpty())
        return;
    const auto written = toolchain::writeReproBundle(m_arguments.repro,
        { .request = m_arguments.request,
            .result = m_result,
            .environment = m_environment,
            .withSource = m_arguments.reproSources });
    if (!written)
        refuse(diagnosticOf(written.error()));
}

/// Before it runs: if we are killed, the workspace still tells that it was tried.
void CompileRun::begin()
{
    if (m_arguments.workspace.isEmpty())
        return;
    auto opened = workspace::Workspace::openOrCreate(m_arguments.workspace);
    if (!opened)
        return refuse(diagnosticOf(opened.error()));
    m_workspace = std::move(*opened);
    if (const auto model = m_workspace->addModel(m_arguments.request.input); !model)
        refuse(diagnosticOf(model.error()));
    const auto job = m_workspace->beginJob(workspace::startedCompile(m_arguments.request));
    if (!job)
        return refuse(diagnosticOf(job.error()));
    m_job = *job;
}

void CompileRun::record()
{
    if (!m_workspace)
        return;
    auto details = workspace::compileDetails(
        m_result, m_arguments.request.input, m_arguments.request.interpreter);
    QFile log(QDir(m_result.folder).filePath(u"console.txt"_s));
    if (log.open(QIODevice::ReadOnly))
        details.log = QString::fromUtf8(log.read(workspace::BlobLimitBytes));
    if (const auto job = m_workspace->addCompile(m_result, details, m_job); !job)
        refuse(diagnosticOf(job.error()));
}

void CompileRun::tell(const Diagnostic &problem)
{
    tellProblem(problem, m_streams);
    if (problem.id == "trust.folder"_L1)
        m_streams.err << "  tosaic-cli trust add --folder "
                      << spec::shellQuoted(problem.location.file) << '\n';
}

void CompileRun::refuse(const Diagnostic &problem)
{
    tell(problem);
    m_result.problems.push_back(problem);
}

int CompileRun::exitCode() const
{
    if (m_result.status == Status::Cancelled || m_isInterrupted)
        return Cancelled;
    const auto has = [this](auto matches) {
        return std::any_of(m_result.problems.begin(), m_result.problems.end(),
            [&](const Diagnostic &d) { return d.severity == Severity::Error && matches(d.id); });
    };
    if (has([](const QString &id) { return id.startsWith("trust."_L1); }))
        return Usage;
    if (has([](const QString &id) { return id.startsWith("tool."_L1); }))
        return ToolFailed;
    return m_result.status == Status::Succeeded && !has([](const QString &) { return true; })
        ? Fine
        : BadInput;
}

int CompileRun::print() const
{
    const auto need
        = analysis::memoryNeed(analysis::memoryFacts(m_result, analysis::programOf(m_result)));
    if (m_arguments.json) {
        auto json = toolchain::toJson(m_result);
        analysis::insertNeed(json, need);
        m_streams.out << QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Indented));
    } else {
        printText(need);
    }
    m_streams.out.flush();
    return exitCode();
}

void CompileRun::printText(const analysis::MemoryNeed &need) const
{
    auto &out = m_streams.out;
    out << headline(m_result, m_arguments.request.input) << '\n';
    const auto number = [&out](const char *label, const auto &value) {
        if (value)
            out << "  " << QString::fromLatin1(label).leftJustified(22)
                << formatCount(static_cast<quint64>(*value)) << '\n';
    };
    const auto &summary = m_result.summary;
    if (m_result.status == Status::Succeeded && !m_result.nodes.empty())
        out << "  partitions            " << m_result.partitions.size() << '\n';
    number("operators on NPU", summary.npuOperators);
    number("operators on CPU", summary.cpuOperators);
    number("cycles (est)", summary.cyclesTotal);
    number("NPU cycles (est)", summary.cyclesNpu);
    number("MACs (est)", summary.macs);
    printNeed(need, u"  "_s, out);
    for (const auto &artefact : m_result.artefacts)
        out << "  " << artefact.kind.leftJustified(22) << artefact.path << '\n';
}

Parsed<Arguments> parse(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Compiles INPUT (.tosa, .tflite, .pt2 or a .py model) with the real compilers."_s);
    parser.addPositionalArgument(u"INPUT"_s, u"what to compile"_s);
    parser.addOptions({ { u"spec"_s, u"compile spec, a JSON file; only target is required"_s,
                            u"SPEC.json"_s },
        { { u"o"_s, u"output"_s },
            u"output folder; must not hold the result of a compile that succeeded"_s, u"DIR"_s },
        { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
        { u"workspace"_s, u"records the compile there"_s, u"W.tosaic"_s },
        { u"trust"_s, u"allows a .py or .pt2 model to run its code"_s },
        { u"json"_s, u"prints the result as JSON"_s },
        { u"repro"_s,
            u"writes what others need to run the same (a failed compile keeps it as "
            "repro.zip in DIR)"_s,
            u"OUT.zip"_s },
        { u"repro-sources"_s, u"puts the Python source of the model into OUT.zip, too"_s },
        { u"timeout"_s, u"stops the compiler after S seconds; 0: never"_s, u"S"_s } });
    const auto refuse
        = [&](const QString &why) { return tl::make_unexpected(usageError(why, streams)); };
    if (const auto end = endsAtArguments(parser, u"compile"_s, arguments, streams))
        return tl::make_unexpected(*end);
    if (parser.positionalArguments().size() != 1)
        return refuse(u"give one INPUT"_s);
    if (!parser.isSet(u"spec"_s) || !parser.isSet(u"o"_s))
        return refuse(u"give --spec SPEC.json and -o DIR"_s);
    Arguments result;
    bool isNumber = true;
    const auto seconds
        = parser.isSet(u"timeout"_s) ? parser.value(u"timeout"_s).toDouble(&isNumber) : 0.0;
    if (!isNumber || !(seconds >= 0 && seconds <= 1e6)) // nor is nan one
        return refuse(u"--timeout is a number of seconds"_s);
    result.request.input = QFileInfo(parser.positionalArguments().first()).absoluteFilePath();
    result.request.outputFolder = QFileInfo(parser.value(u"o"_s)).absoluteFilePath();
    result.request.interpreter = parser.value(u"python"_s);
    result.request.trusted = parser.isSet(u"trust"_s);
    result.request.timeLimitMs = static_cast<int>(seconds * 1000);
    result.specPath = parser.value(u"spec"_s);
    result.workspace = parser.value(u"workspace"_s);
    result.json = parser.isSet(u"json"_s);
    result.repro = parser.value(u"repro"_s);
    result.reproSources = parser.isSet(u"repro-sources"_s);
    return result;
}

int runCompile(const QStringList &arguments, Streams &streams)
{
    auto parsed = parse(arguments, streams);
    return parsed ? CompileRun(std::move(*parsed), streams).run() : parsed.error();
}

} // namespace
} // namespace compilecommand

Command compileCommand()
{
    using namespace compilecommand;
    return { u"compile"_s, u"compile a model with Vela or ExecuTorch and keep every report"_s,
        false, runCompile };
}

} // namespace tosaic::cli
