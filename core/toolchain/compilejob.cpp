// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/compilejob.h"

#include "core/base/jobslot.h"
#include "core/spec/specrules.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/preflight.h"
#include "core/toolchain/problemjson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 LargestConsole = 64 * 1024 * 1024; // bytes of console.txt
constexpr qint64 MostShownLines = 100000; // later lines go to console.txt only

} // namespace

/// Probe, then the tool, then the conclusion on a pool thread.
class CompileJob::Private : public QObject
{
public:
    Private(CompileJob &job, CompileRequest request) : q(job)
    {
        record.request = std::move(request);
        record.request.outputFolder = record.request.outputFolder.isEmpty()
            ? QString()
            : QDir(record.request.outputFolder).absolutePath();
        connect(&probe, &EnvironmentProbe::finished, this, &Private::takeEnvironment);
    }

    void begin();
    void takeEnvironment(const ToolEnvironment &environment);
    void runTool();
    void takeLine(const QString &line);
    void takeEvent(const QJsonObject &event);
    void takeProblem(const Diagnostic &problem);
    void toolFinished();
    void cancel();
    void conclude();
    void openConsole();

    CompileJob &q;
    RunRecord record;
    EnvironmentProbe probe;
    std::unique_ptr<ToolProcess> process;
    QTemporaryDir jobFolder;
    QFile consoleFile;
    bool consoleFailed = false;
    qint64 consoleBytes = 0;
    qint64 lines = 0;
    JobSlot conclusion;
    bool isRunning = false;
    bool isConcluding = false;
};

void CompileJob::Private::begin()
{
    if (!isRunning || isConcluding)
        return;
    const auto kind = inputKindOf(record.request.input);
    record.kind = kind ? *kind : InputKind::Tosa;
    for (const auto &problem : preflight(record.request, kind))
        takeProblem(problem);
    // A refused compile leaves its result too, unless an earlier one is in the way.
    const auto unusable = prepareOutput(record.request, record.kind);
    if (unusable)
        takeProblem(*unusable);
    else
        openConsole();
    if (spec::hasError(record.problems))
        return conclude();
    probe.start({ record.request.interpreter, u"chosen"_s });
}

void CompileJob::Private::openConsole()
{
    consoleFile.setFileName(
        QDir(record.request.outputFolder).filePath(QLatin1StringView(ConsoleFileName)));
    errno = 0;
    // NewOnly: two jobs can never share a folder.
    record.ownsFolder = consoleFile.open(QIODevice::WriteOnly | QIODevice::NewOnly);
    if (!record.ownsFolder)
        takeProblem(
            writeProblem(record.request.outputFolder, u"the folder cannot be written"_s, errno));
}

void CompileJob::Private::takeEnvironment(const ToolEnvironment &environment)
{
    if (isConcluding)
        return;
    record.environment = environment;
    const bool velaAlone = usesVelaAlone(record.kind);
    const bool fits = velaAlone ? environment.hasVela() : environment.hasExecuTorch();
    for (const auto &problem : environment.problems) {
        // Other packages do not matter to Vela; the driver tells about versions itself.
        const bool concerns = problem.text.contains("ethos-u-vela"_L1);
        if (!fits || (velaAlone && concerns))
            takeProblem(problem);
    }
    if (fits)
        runTool();
    else
        conclude();
}

void CompileJob::Private::runTool()
{
    ToolProcess::Command command;
    if (usesVelaAlone(record.kind)) {
        command = velaCommand(record.request, record.kind);
        Q_EMIT q.stageChanged(u"vela"_s, 0, 2);
    } else {
        QFile job(jobFolder.filePath(u"job.json"_s));
        const auto text = QJsonDocument(driverJob(record.request)).toJson();
        if (!job.open(QIODevice::WriteOnly) || job.write(text) != text.size() || !job.flush()) {
            takeProblem(writeProblem(job.fileName(), job.errorString(), errno));
            return conclude();
        }
        command = driverCommand(record.request, job.fileName());
    }
    process = std::make_unique<ToolProcess>();
    connect(process.get(), &ToolProcess::lineRead, this, &Private::takeLine);
    connect(process.get(), &ToolProcess::eventRead, this, &Private::takeEvent);
    connect(process.get(), &ToolProcess::problemFound, this, &Private::takeProblem);
    connect(process.get(), &ToolProcess::finished, this, &Private::toolFinished);
    process->start(command);
}

void CompileJob::Private::takeLine(const QString &line)
{
    if (usesVelaAlone(record.kind))
        record.console.feed(line);
    if (!consoleFailed && consoleBytes < LargestConsole) {
        auto bytes = line.toUtf8() + '\n';
        consoleBytes += bytes.size();
        if (consoleBytes >= LargestConsole)
            bytes += "[... later lines were left out]\n";
        errno = 0;
        if (consoleFile.write(bytes) != bytes.size()) {
            consoleFailed = true;
            takeProblem(writeProblem(consoleFile.fileName(), consoleFile.errorString(), errno));
        }
    }
    if (++lines < MostShownLines)
        Q_EMIT q.logLine(line);
    else if (lines == MostShownLines)
        Q_EMIT q.logLine(u"[... later lines are in console.txt]"_s);
}

void CompileJob::Private::takeEvent(const QJsonObject &event)
{
    // Kinds and keys that are not known here come from a newer driver: left alone.
    const auto kind = event.value(u"event"_s).toString();
    if (kind == u"stage"_s)
        Q_EMIT q.stageChanged(event.value(u"name"_s).toString(), event.value(u"index"_s).toInt(),
            event.value(u"count"_s).toInt());
    else if (kind == u"progress"_s)
        Q_EMIT q.progressed(std::clamp(event.value(u"fraction"_s).toDouble(), 0.0, 1.0));
    else if (kind == u"problem"_s)
        Q_EMIT q.problemFound(problemFromJson(event)); // in the driver's result too
}

void CompileJob::Private::takeProblem(const Diagnostic &problem)
{
    record.problems.push_back(problem);
    Q_EMIT q.problemFound(problem);
}

void CompileJob::Private::toolFinished()
{
    record.end = process->end();
    record.exitCode = process->exitCode();
    record.endDetail = process->endDetail();
    process.reset();
    conclude();
}

void CompileJob::Private::cancel()
{
    if (!isRunning || isConcluding)
        return;
    if (process)
        return process->cancel();
    record.end = ToolProcess::End::Cancelled;
    conclude();
}

void CompileJob::Private::conclude()
{
    isConcluding = true;
    errno = 0;
    if (consoleFile.isOpen() && !consoleFile.flush() && !consoleFailed)
        takeProblem(writeProblem(consoleFile.fileName(), consoleFile.errorString(), errno));
    consoleFile.close();
    if (usesVelaAlone(record.kind) && record.end == ToolProcess::End::Exited)
        Q_EMIT q.stageChanged(u"save"_s, 1, 2);
    conclusion.start(
        {},
        [taken = record](const JobControl &) -> Result<std::shared_ptr<CompileResult>> {
            return std::make_shared<CompileResult>(concludeRun(taken));
        },
        [this](const Result<std::shared_ptr<CompileResult>> &result) {
            isRunning = false;
            if ((*result)->status == Status::Succeeded)
                Q_EMIT q.progressed(1.0);
            // Queued: the receiver may delete the job, and JobSlot is still on the stack here.
            QMetaObject::invokeMethod(
                &q, [this, done = *result] { Q_EMIT q.finished(done); }, Qt::QueuedConnection);
        });
}

CompileJob::CompileJob(CompileRequest request, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(request)))
{
}

CompileJob::~CompileJob() = default;

void CompileJob::start()
{
    Q_ASSERT(!d->isRunning);
    d->isRunning = true;
    QMetaObject::invokeMethod(
        d.get(), [this] { d->begin(); }, Qt::QueuedConnection);
}

void CompileJob::cancel()
{
    d->cancel();
}

bool CompileJob::isRunning() const
{
    return d->isRunning;
}

const CompileRequest &CompileJob::request() const
{
    return d->record.request;
}

} // namespace tosaic::toolchain
