// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"

#include "app/cli/frame/toolcommand.h"
#include "core/base/approvals.h"
#include "core/base/units.h"
#include "core/compiled/resultwriter.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/preflight.h"
#include "core/toolchain/reprobundle.h"
#include "core/workspace/compiledetails.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace compilecommand {
namespace {

using compiled::CompileResult;
using compiled::Status;

struct Arguments
{
    toolchain::CompileRequest request;
    QString specPath;
    QString workspace;
    QString otherVela; ///< Python whose Vela is run on kept TOSA; empty: a usual compile
    QString repro; ///< repro bundle to write; empty: none but that of a failed compile
    bool reproSources = false;
    bool json = false;
};

/// One run of the command: environment, compile, record, print.
class CompileRun : private ToolRun
{
public:
    CompileRun(Arguments arguments, Streams &streams)
        : ToolRun(streams), m_arguments(std::move(arguments))
    {
    }

    int run();

private:
    bool findKept();
    bool findEnvironment();
    void takeApprovals();
    void compileInput();
    void bundle();
    void recordResult();
    int print() const;
    int exitCode() const;

    Arguments m_arguments;
    CompileResult m_result;
    toolchain::ToolEnvironment m_environment;
};

int CompileRun::run()
{
    auto &request = m_arguments.request;
    m_result.folder = request.outputFolder;
    m_result.sourceName = QFileInfo(request.input).fileName();
    const auto spec = m_arguments.specPath.isEmpty() ? std::optional(request.spec)
                                                     : readSpec(m_arguments.specPath);
    if (spec)
        request.spec = m_result.spec = *spec;
    if (spec && canRecord(m_arguments.workspace) && findKept() && findEnvironment()) {
        takeApprovals();
        beginRecord(m_arguments.workspace, request);
        if (m_workspace && request.keptTosa.isEmpty()) {
            if (const auto model = m_workspace->addModel(request.input); !model)
                refuse(diagnosticOf(model.error()));
        }
        compileInput();
        bundle();
        recordResult();
    }
    m_result.problems = m_problems;
    return print();
}

/// With --vela: the request becomes one for the TOSA that an earlier compile kept, with its spec if
/// no other is given.
bool CompileRun::findKept()
{
    auto &request = m_arguments.request;
    if (m_arguments.otherVela.isEmpty())
        return true;
    const auto source = findKeptTosa(request.input, m_arguments.workspace);
    if (!source)
        return refuse(diagnosticOf(source.error()));
    if (m_arguments.specPath.isEmpty() && !source->baseline)
        return refuse({ u"spec.missing"_s, Severity::Error, Location{ .file = request.input },
            u"nobody says with which spec this was compiled; give --spec SPEC.json"_s });
    const auto spec
        = m_arguments.specPath.isEmpty() ? source->baseline->spec : m_arguments.request.spec;
    auto kept = otherVelaRequest(*source, spec, request.interpreter, m_arguments.otherVela);
    if (!kept)
        return refuse({ u"respec.needs-lowering"_s, Severity::Error, kept.error().location,
            kept.error().detail });
    kept->outputFolder = request.outputFolder;
    kept->timeLimitMs = request.timeLimitMs;
    request = std::move(*kept);
    m_result.spec = request.spec;
    return true;
}

/// The one given, else the first that has what the input needs. None is not the end here: the
/// compile tells it, with the commands that make one.
bool CompileRun::findEnvironment()
{
    using Need = toolchain::EnvironmentSearch::Need;
    auto &request = m_arguments.request;
    const bool isKept = !request.keptTosa.isEmpty();
    const auto kind = isKept ? Result<toolchain::InputKind>(toolchain::InputKind::Program)
                             : toolchain::inputKindOf(request.input);
    if (request.interpreter.isEmpty() && qEnvironmentVariableIsEmpty("TOSAIC_PYTHON")) {
        const auto named = workspaceInterpreter(m_arguments.workspace);
        if (!named)
            return refuse(named.error());
        request.interpreter = *named;
    }
    if (!kind)
        return true; // the compile tells it
    request.interpreter
        = findInterpreter(toolchain::usesVelaAlone(*kind) ? Need::Vela : Need::ExecuTorch,
            request.interpreter, canceller());
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

void CompileRun::compileInput()
{
    toolchain::CompileJob job(m_arguments.request);
    m_result = compile(job);
    m_result.problems = m_problems;
    m_environment = job.environment();
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

void CompileRun::recordResult()
{
    auto details = workspace::compileDetails(
        m_result, m_arguments.request.input, m_arguments.request.interpreter);
    QFile log(QDir(m_result.folder).filePath(u"console.txt"_s));
    if (log.open(QIODevice::ReadOnly))
        details.log = QString::fromUtf8(log.read(workspace::BlobLimitBytes));
    record(m_result, details);
}

int CompileRun::exitCode() const
{
    if (m_result.status == Status::Cancelled || m_isInterrupted)
        return Cancelled;
    const auto code = exitCodeOf(m_problems);
    return code == Fine && m_result.status != Status::Succeeded ? BadInput : code;
}

int CompileRun::print() const
{
    const auto need
        = analysis::memoryNeed(analysis::memoryFacts(m_result, analysis::programOf(m_result)));
    if (m_arguments.json) {
        auto json = compiled::toJson(m_result);
        analysis::insertNeed(json, need);
        printDocument(json, m_streams);
        return exitCode();
    }
    m_streams.out << headline(m_result, m_arguments.request.input) << '\n';
    auto facts = summaryFacts(m_result.summary, need);
    if (m_result.status == Status::Succeeded && !m_result.nodes.empty())
        facts.insert(facts.begin(), { u"partitions"_s, formatCount(m_result.partitions.size()) });
    std::ranges::move(artefactFacts(m_result), std::back_inserter(facts));
    m_streams.out << factsText(facts, m_streams.width);
    return exitCode();
}

Answer answer(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"give one INPUT"_s);
    if (!(in.isSet(u"spec"_s) || in.isSet(u"vela"_s)) || !in.isSet(u"o"_s))
        return misuse(u"give --spec SPEC.json and -o DIR"_s);
    Arguments given;
    bool isNumber = true;
    const auto seconds = in.isSet(u"timeout"_s) ? in.value(u"timeout"_s).toDouble(&isNumber) : 0.0;
    if (!isNumber || !(seconds >= 0 && seconds <= 1e6)) // nor is nan one
        return misuse(u"--timeout is a number of seconds"_s);
    given.request.input = QFileInfo(in.names.first()).absoluteFilePath();
    given.request.outputFolder = QFileInfo(in.value(u"o"_s)).absoluteFilePath();
    given.request.interpreter = interpreterOf(in);
    given.request.trusted = in.isSet(u"trust"_s);
    given.request.timeLimitMs = static_cast<int>(seconds * 1000);
    given.specPath = in.value(u"spec"_s);
    if (in.isSet(u"vela"_s))
        given.otherVela = QFileInfo(in.value(u"vela"_s)).absoluteFilePath();
    given.workspace = in.value(u"workspace"_s);
    given.json = in.wantsJson();
    given.repro = in.value(u"repro"_s);
    given.reproSources = in.isSet(u"repro-sources"_s);
    return CompileRun(std::move(given), in.streams).run();
}

} // namespace
} // namespace compilecommand

Command compileCommand()
{
    return commandOf({ .name = u"compile"_s,
        .summary = u"compile a model with Vela or ExecuTorch and keep every report"_s,
        .description
        = u"Compiles INPUT (.tosa, .tflite, .pt2 or a .py model) with the real compilers."_s,
        .names = { { u"INPUT"_s, u"what to compile"_s } },
        .options
        = { { u"spec"_s, u"compile spec, a JSON file; only target is required"_s, u"SPEC.json"_s },
            { { u"o"_s, u"output"_s },
                u"output folder; must not hold the result of a compile that succeeded"_s,
                u"DIR"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"vela"_s,
                u"runs the Vela of this Python on the TOSA that INPUT, a compile or its .pte, "
                "kept: what another version gives; the spec is that of INPUT if none is given"_s,
                u"PYTHON"_s },
            { u"workspace"_s, u"records the compile there"_s, u"W.tosaic"_s },
            { u"trust"_s, u"allows a .py or .pt2 model to run its code"_s },
            { u"repro"_s,
                u"writes what others need to run the same (a failed compile keeps it as "
                "repro.zip in DIR)"_s,
                u"OUT.zip"_s },
            { u"repro-sources"_s, u"puts the Python source of the model into OUT.zip, too"_s },
            { u"timeout"_s, u"stops the compiler after S seconds; 0: never"_s, u"S"_s } },
        .answer = compilecommand::answer });
}

} // namespace tosaic::cli
