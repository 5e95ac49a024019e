// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/hostrun.h"

#include "core/toolchain/driverrun.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using toolchain::ToolProcess;

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
    explicit Private(HostRun &owner) : m_run(owner) { }

    void take();

    HostTarget target;
    QString folder; ///< absolute
    QString drivers;
    int timeLimitMs = 0;
    State state = State::Idle;
    std::vector<Diagnostic> diagnostics;
    std::vector<workspace::RunFile> files;
    std::shared_ptr<const HostFacts> facts;
    toolchain::DriverRun run;

private:
    void readResult(const QByteArray &json);
    void addFile(const QString &role, const QJsonObject &entry);
    void conclude(State end);

    HostRun &m_run;
};

void HostRun::Private::take()
{
    diagnostics = run.problems();
    if (const auto json = run.result(); !json.isEmpty())
        readResult(json);
    using End = ToolProcess::End;
    const auto end = run.end();
    if (end == End::Cancelled)
        return conclude(State::Cancelled);
    if (end == End::TimedOut)
        return conclude(State::TimedOut);
    if (end == End::Exited && facts && facts->status == "succeeded"_L1)
        return conclude(State::Complete);
    if (!m_run.problem())
        diagnostics.push_back({ u"tool.failed"_s, Severity::Error, {},
            u"it ended without a result (exit code %1)"_s.arg(run.exitCode()) });
    conclude(State::Failed);
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
    d->folder = QDir(outputFolder).absolutePath();
    connect(&d->run, &toolchain::DriverRun::lineRead, this,
        [this](const QString &line) { Q_EMIT output(line.toUtf8() + '\n'); });
    connect(&d->run, &toolchain::DriverRun::progressed, this, &HostRun::progressed);
    connect(&d->run, &toolchain::DriverRun::finished, d.get(), &Private::take);
    d->run.start({ .script = u"tosaic_run.py"_s,
        .interpreter = interpreter,
        .missing = u"no Python environment with executorch was found; name one"_s,
        .job = jobJson(target, d->folder),
        .outputFolder = d->folder,
        .drivers = d->drivers,
        .timeLimitMs = d->timeLimitMs });
}

void HostRun::cancel()
{
    d->run.cancel();
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
    return d->run.processId();
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
