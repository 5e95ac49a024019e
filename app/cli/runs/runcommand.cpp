// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"

#include "app/cli/frame/interruptwatch.h"
#include "app/cli/runs/runhere.h"
#include "app/cli/runs/runoptions.h"
#include "app/cli/runs/runproving.h"
#include "app/cli/runs/runresult.h"
#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "profiler/session/livefiles.h"
#include "profiler/session/programfacts.h"
#include "profiler/targets/fvpcommand.h"
#include "profiler/targets/runrecorder.h"

#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace runcommand {
namespace {

using profile::LiveRun;
using profile::RunRecorder;
using workspace::Workspace;

/// One run of the command: check, run, record, print.
class RunCommandRun
{
public:
    RunCommandRun(RunOptions options, Streams &streams)
        : m_options(std::move(options)), m_streams(streams)
    {
    }

    int run();

private:
    bool check();
    bool hashModel();
    bool openOutputs();
    void listen(LiveRun &run);
    void keepConsole(const QByteArray &bytes);
    void tell(const Diagnostic &diagnostic);
    int answer(const LiveRun &run);

    RunOptions m_options;
    Streams &m_streams;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<RunRecorder> m_recorder;
    std::optional<workspace::RunId> m_recorded;
    QFile m_console;
    QStringDecoder m_decoder{ QStringDecoder::Utf8 };
    bool m_isLineOpen = false; ///< what was printed last of the console has no line end yet
    int m_exitCode = Fine;
};

int RunCommandRun::run()
{
    if (m_options.printsCommand) {
        if (!check())
            return m_exitCode;
        const auto *fvp = std::get_if<profile::FvpTarget>(&m_options.request.target);
        if (fvp && fvp->usesSemihosting)
            tell({ u"run.semihosting-files"_s, Severity::Info, { .file = fvp->pte },
                u"copy the program and its inputs into the folder where the command runs, under "
                "the names that the runner is told: %1"_s.arg(profile::semihostingLine(*fvp)) });
        m_streams.out << profile::commandLine(m_options.request) << '\n' << Qt::flush;
        return m_exitCode;
    }
    if (!check() || !hashModel() || !openOutputs())
        return m_exitCode;
    LiveRun run(m_options.request);
    listen(run);
    if (m_options.request.folder.isEmpty() && !run.files().empty())
        tell({ u"run.files-dropped"_s, Severity::Info, {},
            u"the files of the run were not kept: give --files DIR or --workspace W.tosaic"_s });
    const auto code = answer(run);
    m_recorder.reset(); // removes the files of which the workspace has a copy
    return code;
}

/// What stands in the way is told before anything runs.
bool RunCommandRun::check()
{
    auto findings = profile::checkRequest(m_options.request);
    for (auto &finding : findings) {
        // A command that is printed may be for a machine that has what is missing here.
        if (m_options.printsCommand && finding.id.startsWith("run.no-"_L1))
            finding.severity = Severity::Warning;
        tell(finding);
        if (finding.severity != Severity::Error)
            continue;
        const bool isTarget = finding.id == "run.no-fvp"_L1 || finding.id == "run.no-program"_L1
            || finding.id == "run.no-interpreter"_L1 || finding.id.startsWith("run.no-port"_L1)
            || finding.id.startsWith("run.port"_L1) || finding.id.startsWith("tool."_L1);
        m_exitCode = std::max<int>(m_exitCode, isTarget ? ToolFailed : BadInput);
    }
    return m_exitCode == Fine;
}

bool RunCommandRun::hashModel()
{
    if (m_options.model.isEmpty())
        return true;
    const auto model = ByteSource::map(m_options.model);
    if (model) {
        m_options.request.modelSha256 = sha256Hex((*model)->bytes());
        return true;
    }
    tell(diagnosticOf(model.error()));
    m_exitCode = BadInput;
    return false;
}

bool RunCommandRun::openOutputs()
{
    const auto refuse = [this](const Diagnostic &problem) {
        tell(problem);
        m_exitCode = BadInput;
        return false;
    };
    if (!m_options.consoleFile.isEmpty()) {
        m_console.setFileName(m_options.consoleFile);
        if (!m_console.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return refuse({ u"io.write"_s, Severity::Error, { .file = m_console.fileName() },
                m_console.errorString() });
    }
    if (m_options.workspace.isEmpty())
        return true;
    auto workspace = Workspace::openOrCreate(m_options.workspace);
    if (!workspace)
        return refuse(diagnosticOf(workspace.error()));
    m_workspace = std::move(*workspace);
    const auto &ran = m_options.request.modelSha256;
    if (!ran.isEmpty()) {
        if (const auto kept = keepProgram(*m_workspace, ran, m_options.model); !kept)
            return refuse(diagnosticOf(kept.error()));
    }
    if (m_options.request.folder.isEmpty())
        m_options.request.folder = RunRecorder::folderFor(m_workspace->path());
    return true;
}

void RunCommandRun::listen(LiveRun &run)
{
    QEventLoop loop;
    const InterruptWatch interrupt([&run] { run.stop(); });
    QObject::connect(&run, &LiveRun::consoleAdded, &loop, [this](const QByteArray &bytes) {
        keepConsole(bytes);
        m_streams.err << QString(m_decoder.decode(bytes)) << Qt::flush;
        m_isLineOpen = !bytes.endsWith('\n');
    });
    QObject::connect(
        &run, &LiveRun::problemFound, &loop, [this](const Diagnostic &problem) { tell(problem); });
    if (m_workspace) {
        m_recorder = std::make_unique<RunRecorder>(run, *m_workspace);
        if (const auto begun = m_recorder->begin(); !begun) {
            tell(diagnosticOf(begun.error()));
            m_exitCode = BadInput;
        } else {
            m_recorded = *begun;
        }
    }
    QObject::connect(&run, &LiveRun::finished, &loop, &QEventLoop::quit);
    run.start();
    loop.exec();
    if (m_recorder && m_recorder->problem()) {
        tell(*m_recorder->problem());
        m_exitCode = BadInput;
    }
}

/// What was written until the first failure stays; the run goes on.
void RunCommandRun::keepConsole(const QByteArray &bytes)
{
    if (!m_console.isOpen())
        return;
    const auto written = writeAll(m_console, bytes);
    if (written)
        return;
    tell(diagnosticOf(written.error()));
    m_exitCode = BadInput;
    m_console.close();
}

void RunCommandRun::tell(const Diagnostic &diagnostic)
{
    if (std::exchange(m_isLineOpen, false))
        m_streams.err << '\n';
    tellProblem(diagnostic, m_streams);
}

int RunCommandRun::answer(const LiveRun &run)
{
    ProofQuestion question{
        .model = m_options.model, .elf = m_options.elf, .inputs = m_options.modelInputs
    };
    if (const auto *fvp = std::get_if<profile::FvpTarget>(&m_options.request.target)) {
        question.elf = fvp->elf;
        if (question.model.isEmpty())
            question.model = fvp->pte;
    } else if (const auto *host = std::get_if<profile::HostTarget>(&m_options.request.target)) {
        question.model = host->pte;
        question.isFileItself = true;
        if (const auto left = readLiveFiles({}, run.files(), {}, {}))
            question.host = left->host;
    }
    const auto proof = proveRun(run.run().get(), question, m_streams);
    if (hasWrongOutputs(proof))
        m_exitCode = std::max<int>(m_exitCode, BadInput);
    if (m_options.wantsJson) {
        auto document = runResultJson(run, m_options, m_recorded);
        document.insert(u"proof"_s, proofJson(proof));
        m_streams.out << QString::fromUtf8(QJsonDocument(document).toJson());
    } else {
        printRunResult(run, m_options, m_recorded, m_streams.out);
        printProof(proof, m_streams.out);
    }
    m_streams.out.flush();
    const auto ofRun = exitCodeOfRun(run);
    return ofRun == Fine ? m_exitCode : ofRun;
}

int runIt(const QStringList &arguments, Streams &streams)
{
    if (arguments.value(0) == "here"_L1)
        return runHereCommand().run(arguments.sliced(1), streams);
    auto options = parseRunOptions(arguments, streams);
    return options ? RunCommandRun(std::move(*options), streams).run() : options.error();
}

} // namespace
} // namespace runcommand

Command runCommand()
{
    using namespace runcommand;
    return { u"run"_s, u"runs a program on an FVP, a board or here and reads its console"_s, false,
        runIt };
}

} // namespace tosaic::cli
