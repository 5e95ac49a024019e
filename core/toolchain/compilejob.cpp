// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/compilejob.h"

#include "core/base/bytesource.h"
#include "core/base/jobslot.h"
#include "core/base/workfolder.h"
#include "core/compiled/problemjson.h"
#include "core/spec/specrules.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/preflight.h"
#include "core/toolchain/warmcompiler.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 LargestConsole = 64 * 1024 * 1024; // bytes of console.txt
constexpr qint64 MostShownLines = 100000; // later lines go to console.txt only

} // namespace

/// The input, the probe, then the tool, then the conclusion on a pool thread.
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
    void takeSource(const QString &sha256, const Result<InputKind> &kind);
    void takeEnvironment(const ToolEnvironment &environment);
    void runTool();
    bool writeJobFile(const QString &path);
    void runProcess(const ToolProcess::Command &command);
    void runWarm(std::unique_ptr<WarmRun> run);
    template <typename Runner>
    void follow(Runner *runner);
    void takeLine(const QString &line);
    void takeEvent(const QJsonObject &event);
    void takeProblem(const Diagnostic &problem);
    void processFinished();
    void warmRunFinished();
    void cancel();
    void conclude();
    void openConsole();
    void enterStage(const QString &name, int index, int count);
    void endStage();

    CompileJob &q;
    RunRecord record;
    JobSlot reading; ///< of the input
    EnvironmentProbe probe;
    std::unique_ptr<ToolProcess> process;
    std::unique_ptr<WarmRun> warmRun;
    QPointer<WarmCompiler> warmCompiler;
    WorkFolder jobFolder;
    OutputMarker marker;
    QFile consoleFile;
    bool consoleFailed = false;
    qint64 consoleBytes = 0;
    qint64 lines = 0;
    QElapsedTimer stageClock;
    std::optional<quint64> peakMemory; ///< bytes
    JobSlot conclusion;
    bool isRunning = false;
    bool isConcluding = false;
};

void CompileJob::Private::begin()
{
    if (!isRunning || isConcluding)
        return;
    const auto kind = record.request.keptTosa.isEmpty() ? inputKindOf(record.request.input)
                                                        : Result<InputKind>(InputKind::Program);
    record.kind = kind ? *kind : InputKind::Tosa;
    reading.start(
        {},
        [input = record.request.input](const JobControl &) -> Result<QString> {
            const auto source = ByteSource::map(input);
            return source ? sha256Hex((*source)->bytes()) : QString();
        },
        [this, kind](const Result<QString> &sha256) { takeSource(*sha256, kind); });
}

/// A compile may have waited for hours: what it runs is looked at now.
void CompileJob::Private::takeSource(const QString &sha256, const Result<InputKind> &kind)
{
    if (isConcluding)
        return;
    record.sourceSha256 = sha256;
    for (const auto &problem : preflight(record.request, kind, sha256))
        takeProblem(problem);
    // A refused compile leaves its result too, unless an earlier one is in the way.
    const auto unusable = prepareOutput(record.request, record.kind, marker);
    if (unusable)
        takeProblem(*unusable);
    else
        openConsole();
    if (spec::hasError(record.problems))
        return conclude();
    const auto known = warmCompiler && !usesVelaAlone(record.kind)
        ? warmCompiler->environment(record.request.interpreter)
        : std::nullopt;
    if (known)
        takeEnvironment(*known);
    else
        probe.start({ record.request.interpreter, u"chosen"_s });
}

void CompileJob::Private::openConsole()
{
    consoleFile.setFileName(
        QDir(record.request.outputFolder).filePath(QLatin1StringView(ConsoleFileName)));
    errno = 0;
    // NewOnly: two jobs can never share a folder.
    record.ownsFolder = consoleFile.open(QIODevice::WriteOnly | QIODevice::NewOnly);
    if (record.ownsFolder)
        return;
    takeProblem(
        writeProblem(record.request.outputFolder, u"the folder cannot be written"_s, errno));
    marker.remove();
}

void CompileJob::Private::takeEnvironment(const ToolEnvironment &environment)
{
    if (isConcluding)
        return;
    record.environment = environment;
    const bool velaAlone = usesVelaAlone(record.kind);
    const bool fits = velaAlone ? environment.hasVela() : environment.hasExecuTorch();
    const auto pins = readEnvironmentPins();
    for (const auto &problem : environment.problems) {
        // Other packages do not matter to Vela; the driver tells about versions itself.
        const auto subject = problem.text.section(u' ', 0, 0);
        const bool isVela = subject == "ethos-u-vela"_L1;
        const bool isOther = !isVela && pins && pins->versions.contains(subject);
        if (fits ? velaAlone && isVela : !velaAlone || !isOther)
            takeProblem(problem);
    }
    if (!fits)
        return conclude();
    if (warmCompiler)
        warmCompiler->remember(environment);
    runTool();
}

void CompileJob::Private::runTool()
{
    if (usesVelaAlone(record.kind)) {
        enterStage(u"vela"_s, 0, 2);
        return runProcess(velaCommand(record.request, record.kind));
    }
    const auto path = jobFolder.filePath(u"job.json"_s);
    if (!writeJobFile(path))
        return conclude();
    auto run = warmCompiler ? warmCompiler->take(record.request.interpreter, record.request.drivers,
                   path, record.request.timeLimitMs)
                            : nullptr;
    if (run)
        runWarm(std::move(run));
    else
        runProcess(driverCommand(record.request, path));
}

bool CompileJob::Private::writeJobFile(const QString &path)
{
    QFile job(path);
    auto object = driverJob(record.request);
    if (runsCode(record.kind))
        object.insert(u"inputSha256"_s, record.sourceSha256);
    const auto text = QJsonDocument(object).toJson();
    errno = 0;
    if (job.open(QIODevice::WriteOnly) && job.write(text) == text.size() && job.flush())
        return true;
    takeProblem(writeProblem(path, job.errorString(), errno));
    return false;
}

template <typename Runner>
void CompileJob::Private::follow(Runner *runner)
{
    connect(runner, &Runner::lineRead, this, &Private::takeLine);
    connect(runner, &Runner::eventRead, this, &Private::takeEvent);
    connect(runner, &Runner::problemFound, this, &Private::takeProblem);
}

void CompileJob::Private::runProcess(const ToolProcess::Command &command)
{
    process = std::make_unique<ToolProcess>();
    follow(process.get());
    connect(process.get(), &ToolProcess::finished, this, &Private::processFinished);
    process->start(command);
}

void CompileJob::Private::runWarm(std::unique_ptr<WarmRun> run)
{
    record.wasWarm = true;
    warmRun = std::move(run);
    follow(warmRun.get());
    connect(warmRun.get(), &WarmRun::finished, this, &Private::warmRunFinished);
    warmRun->start();
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

void CompileJob::Private::enterStage(const QString &name, int index, int count)
{
    endStage();
    record.stages.push_back({ name, 0 });
    stageClock.start();
    Q_EMIT q.stageChanged(name, index, count);
}

void CompileJob::Private::endStage()
{
    if (!record.stages.empty() && stageClock.isValid())
        record.stages.back().milliseconds = static_cast<quint64>(stageClock.elapsed());
    stageClock.invalidate();
}

void CompileJob::Private::takeEvent(const QJsonObject &event)
{
    // Kinds and keys that are not known here come from a newer driver: left alone.
    const auto kind = event.value(u"event"_s).toString();
    if (kind == u"stage"_s)
        enterStage(event.value(u"name"_s).toString(), event.value(u"index"_s).toInt(),
            event.value(u"count"_s).toInt());
    else if (kind == u"progress"_s)
        Q_EMIT q.progressed(std::clamp(event.value(u"fraction"_s).toDouble(), 0.0, 1.0));
    else if (kind == u"problem"_s)
        Q_EMIT q.problemFound(compiled::problemFromJson(event)); // in the driver's result too
}

void CompileJob::Private::takeProblem(const Diagnostic &problem)
{
    record.problems.push_back(problem);
    Q_EMIT q.problemFound(problem);
}

void CompileJob::Private::processFinished()
{
    record.end = process->ending();
    peakMemory = process->peakMemoryBytes();
    process.reset();
    conclude();
}

void CompileJob::Private::warmRunFinished()
{
    const bool couldNotServe = warmRun->couldNotServe();
    if (!couldNotServe)
        record.end = warmRun->ending();
    warmRun.reset();
    if (!couldNotServe)
        return conclude();
    record.wasWarm = false;
    runProcess(driverCommand(record.request, jobFolder.filePath(u"job.json"_s)));
}

void CompileJob::Private::cancel()
{
    if (!isRunning || isConcluding)
        return;
    if (process)
        return process->cancel();
    if (warmRun)
        return warmRun->cancel();
    record.end.kind = ToolProcess::End::Cancelled;
    conclude();
}

void CompileJob::Private::conclude()
{
    isConcluding = true;
    endStage();
    errno = 0;
    if (consoleFile.isOpen() && !consoleFile.flush() && !consoleFailed)
        takeProblem(writeProblem(consoleFile.fileName(), consoleFile.errorString(), errno));
    consoleFile.close();
    if (usesVelaAlone(record.kind) && record.end.kind == ToolProcess::End::Exited)
        enterStage(u"save"_s, 1, 2);
    conclusion.start(
        {},
        [taken = record](const JobControl &) -> Result<std::shared_ptr<compiled::CompileResult>> {
            return std::make_shared<compiled::CompileResult>(concludeRun(taken));
        },
        [this](const Result<std::shared_ptr<compiled::CompileResult>> &result) {
            isRunning = false;
            marker.release();
            if ((*result)->status == compiled::Status::Succeeded)
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

void CompileJob::setWarmCompiler(WarmCompiler *compiler)
{
    d->warmCompiler = compiler;
}

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

qint64 CompileJob::processId() const
{
    if (d->process)
        return d->process->processId();
    return d->warmRun && d->warmCompiler ? d->warmCompiler->workerProcessId() : 0;
}

std::optional<quint64> CompileJob::peakMemoryBytes() const
{
    return d->peakMemory;
}

const ToolEnvironment &CompileJob::environment() const
{
    return d->record.environment;
}

const CompileRequest &CompileJob::request() const
{
    return d->record.request;
}

} // namespace tosaic::toolchain
