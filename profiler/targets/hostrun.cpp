// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/hostrun.h"

#include "core/base/savefile.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/problemjson.h"
#include "core/toolchain/toolprocess.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using toolchain::ToolProcess;

constexpr qint64 LargestResult = 64 * 1024 * 1024; // bytes of result.json

QJsonArray absolutePaths(const QStringList &paths)
{
    QJsonArray array;
    for (const auto &path : paths)
        array.append(QFileInfo(path).absoluteFilePath());
    return array;
}

/// The job file of the driver (resources/drivers/README.md).
QJsonObject jobJson(const HostTarget &target, const QString &outputFolder)
{
    return { { u"pte"_s, QFileInfo(target.pte).absoluteFilePath() },
        { u"dataFiles"_s, absolutePaths(target.dataFiles) }, { u"method"_s, target.method },
        { u"inputs"_s,
            QJsonObject{
                { u"files"_s, absolutePaths(target.inputFiles) }, { u"seed"_s, target.seed } } },
        { u"warmups"_s, target.warmups }, { u"repeats"_s, target.repeats },
        { u"recordsEtdump"_s, target.recordsEtdump },
        { u"recordsOutputs"_s, target.recordsOutputs }, { u"outputDir"_s, outputFolder } };
}

} // namespace

class HostRun::Private : public QObject
{
public:
    explicit Private(HostRun &run) : m_run(run) { }

    void begin();
    void cancel();

    HostTarget target;
    QString interpreter;
    QString folder; ///< absolute
    QString drivers;
    int timeLimitMs = 0;
    State state = State::Idle;
    std::vector<Diagnostic> diagnostics;
    std::vector<workspace::RunFile> files;
    std::shared_ptr<const HostFacts> facts;
    std::unique_ptr<ToolProcess> process;

private:
    bool prepare();
    void takeEvent(const QJsonObject &event);
    void take();
    QByteArray resultOfThisRun() const;
    void readResult(const QByteArray &json);
    void addFile(const QString &role, const QJsonObject &entry);
    void endWith(const QString &id, const QString &text);
    void conclude(State end);

    HostRun &m_run;
    std::unique_ptr<QTemporaryDir> m_jobFolder;
    QDateTime m_oldResult; ///< of a result.json that was there before; invalid without
    bool m_isCancelled = false;
};

void HostRun::Private::begin()
{
    if (m_isCancelled)
        return conclude(State::Cancelled);
    if (interpreter.isEmpty())
        return endWith(
            u"tool.missing"_s, u"no Python environment with executorch was found; name one"_s);
    if (!prepare())
        return;
    process = std::make_unique<ToolProcess>();
    connect(process.get(), &ToolProcess::lineRead, this,
        [this](const QString &line) { Q_EMIT m_run.output(line.toUtf8() + '\n'); });
    connect(process.get(), &ToolProcess::eventRead, this, &Private::takeEvent);
    connect(process.get(), &ToolProcess::problemFound, this,
        [this](const Diagnostic &problem) { diagnostics.push_back(problem); });
    connect(process.get(), &ToolProcess::finished, this, &Private::take);
    process->start({ .program = interpreter,
        .arguments = { QDir(drivers.isEmpty() ? toolchain::driversDir() : drivers)
                           .filePath(u"tosaic_run.py"_s),
            u"--job"_s, m_jobFolder->filePath(u"job.json"_s), u"--events-fd"_s, u"%EVENTS_FD%"_s },
        .workingDirectory = folder,
        .environment = toolchain::driverEnvironment(),
        .timeLimitMs = timeLimitMs,
        .hasEvents = true });
}

/// The output folder, and the job file in a folder of its own.
bool HostRun::Private::prepare()
{
    const QDir output(folder);
    if (!output.mkpath(u"."_s)) {
        endWith(u"io.write"_s, u"the output folder cannot be made: %1"_s.arg(folder));
        return false;
    }
    m_oldResult = QFileInfo(output.filePath(u"result.json"_s)).lastModified();
    m_jobFolder = std::make_unique<QTemporaryDir>();
    if (!m_jobFolder->isValid()) {
        endWith(u"io.write"_s,
            u"no temporary folder can be made: %1"_s.arg(m_jobFolder->errorString()));
        return false;
    }
    const auto saved = saveFile(
        m_jobFolder->filePath(u"job.json"_s), QJsonDocument(jobJson(target, folder)).toJson());
    if (!saved) {
        const auto problem = diagnosticOf(saved.error());
        endWith(problem.id, problem.text);
        return false;
    }
    return true;
}

void HostRun::Private::cancel()
{
    m_isCancelled = true;
    if (process)
        process->cancel();
}

void HostRun::Private::takeEvent(const QJsonObject &event)
{
    if (event["event"_L1] == "progress"_L1)
        Q_EMIT m_run.progressed(event["fraction"_L1].toDouble());
    else if (event["event"_L1] == "problem"_L1)
        diagnostics.push_back(toolchain::problemFromJson(event));
}

void HostRun::Private::take()
{
    const auto end = process->end();
    const auto exitCode = process->exitCode();
    const auto detail = process->endDetail();
    process.release()->deleteLater(); // it is the sender
    if (const auto json = resultOfThisRun(); !json.isEmpty())
        readResult(json);
    switch (end) {
    case ToolProcess::End::Cancelled:
        return conclude(State::Cancelled);
    case ToolProcess::End::TimedOut:
        diagnostics.push_back({ u"tool.timeout"_s, Severity::Error, {},
            u"the run took longer than %1 s and was stopped"_s.arg(timeLimitMs / 1000) });
        return conclude(State::TimedOut);
    case ToolProcess::End::NotStarted:
        return endWith(u"tool.missing"_s, detail);
    case ToolProcess::End::Crashed:
        return endWith(u"tool.crashed"_s, detail);
    case ToolProcess::End::Exited:
        break;
    }
    if (facts && facts->status == "succeeded"_L1)
        return conclude(State::Complete);
    if (m_run.problem())
        return conclude(State::Failed);
    endWith(u"tool.failed"_s, u"it ended without a result (exit code %1)"_s.arg(exitCode));
}

/// Never what was there before: the driver writes none if it refuses the folder.
QByteArray HostRun::Private::resultOfThisRun() const
{
    QFile file(QDir(folder).filePath(u"result.json"_s));
    if (m_oldResult.isValid() && QFileInfo(file).lastModified() == m_oldResult)
        return {};
    return file.open(QIODevice::ReadOnly) ? file.read(LargestResult) : QByteArray();
}

void HostRun::Private::readResult(const QByteArray &json)
{
    auto read = readHostFacts(json);
    if (!read) {
        diagnostics.push_back(diagnosticOf(read.error()));
        return;
    }
    const auto object = QJsonDocument::fromJson(json).object();
    const auto artefacts = object["artefacts"_L1].toArray();
    for (const auto &artefact : artefacts)
        addFile(artefact["kind"_L1].toString(), artefact.toObject());
    for (const auto &role : { u"inputs"_s, u"outputs"_s }) {
        const auto arrays = object[role].toArray();
        for (const auto &array : arrays)
            addFile(role, array.toObject());
    }
    addFile(u"result"_s, { { u"path"_s, u"result.json"_s } });
    facts = std::make_shared<const HostFacts>(std::move(*read));
}

void HostRun::Private::addFile(const QString &role, const QJsonObject &entry)
{
    const auto name = entry["path"_L1].toString();
    const QFileInfo file(QDir(folder).filePath(name));
    if (name.isEmpty() || !file.isFile())
        return;
    files.push_back({ .role = role,
        .path = file.absoluteFilePath(),
        .sha256 = entry["sha256"_L1].toString(),
        .size = static_cast<quint64>(file.size()) });
}

void HostRun::Private::endWith(const QString &id, const QString &text)
{
    diagnostics.push_back({ id, Severity::Error, {}, text });
    conclude(State::Failed);
}

void HostRun::Private::conclude(State end)
{
    state = end;
    Q_EMIT m_run.finished();
}

HostRun::HostRun(QObject *parent) : QObject(parent), d(std::make_unique<Private>(*this)) { }
HostRun::~HostRun() = default;

void HostRun::setTimeLimit(int seconds)
{
    d->timeLimitMs = seconds * 1000;
}

void HostRun::setDrivers(const QString &folder)
{
    d->drivers = folder;
}

void HostRun::start(
    const HostTarget &target, const QString &interpreter, const QString &outputFolder)
{
    if (d->state != State::Idle)
        return;
    d->state = State::Running;
    d->target = target;
    d->interpreter = interpreter;
    d->folder = QDir(outputFolder).absolutePath();
    QMetaObject::invokeMethod(
        d.get(), [this] { d->begin(); }, Qt::QueuedConnection);
}

void HostRun::cancel()
{
    d->cancel();
}

HostRun::State HostRun::state() const
{
    return d->state;
}

bool HostRun::hasEnded() const
{
    return d->state != State::Idle && d->state != State::Running;
}

qint64 HostRun::processId() const
{
    return d->process ? d->process->processId() : 0;
}

std::optional<Diagnostic> HostRun::problem() const
{
    const auto found = std::find_if(d->diagnostics.begin(), d->diagnostics.end(),
        [](const Diagnostic &problem) { return problem.severity == Severity::Error; });
    return found == d->diagnostics.end() ? std::nullopt : std::optional(*found);
}

std::vector<Diagnostic> HostRun::diagnostics() const
{
    return d->diagnostics;
}

std::vector<workspace::RunFile> HostRun::files() const
{
    return d->files;
}

std::shared_ptr<const HostFacts> HostRun::facts() const
{
    return d->facts;
}

workspace::RunConditions HostRun::conditions() const
{
    workspace::RunConditions conditions;
    conditions.repeats = static_cast<quint64>(std::max(d->target.repeats, 0));
    if (!d->facts)
        return conditions;
    conditions.target = d->facts->machine;
    conditions.tools = d->facts->tools;
    if (!d->facts->pteSha256.isEmpty())
        conditions.artefacts.emplace(u"pte"_s, d->facts->pteSha256);
    for (const auto &file : d->files) {
        if (file.role == "etdump"_L1 && !file.sha256.isEmpty())
            conditions.artefacts.emplace(file.role, file.sha256);
    }
    return conditions;
}

} // namespace tosaic::profile
