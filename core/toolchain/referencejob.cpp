// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/referencejob.h"

#include "core/base/savefile.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/problemjson.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 LargestResult = 64 * 1024 * 1024; // bytes of result.json
constexpr auto JobFileName = "job.json";
constexpr auto ResultFileName = "result.json";

std::vector<ReferenceArray> arraysOf(const QJsonValue &value)
{
    std::vector<ReferenceArray> arrays;
    for (const auto &item : value.toArray()) {
        ReferenceArray array{ .name = item["name"_L1].toString(),
            .dtype = item["dtype"_L1].toString(),
            .path = item["path"_L1].toString(),
            .sha256 = item["sha256"_L1].toString() };
        for (const auto &size : item["shape"_L1].toArray())
            array.shape.push_back(size.toInteger());
        arrays.push_back(std::move(array));
    }
    return arrays;
}

QJsonObject jobJson(const ReferenceRequest &request)
{
    QJsonObject files;
    for (const auto &[name, path] : request.inputFiles)
        files.insert(name, QFileInfo(path).absoluteFilePath());
    return { { u"tosa"_s, QFileInfo(request.tosaPath).absoluteFilePath() },
        { u"inputs"_s, QJsonObject{ { u"files"_s, files }, { u"seed"_s, request.seed } } },
        { u"intermediates"_s, request.withIntermediates },
        { u"outputDir"_s, request.outputFolder } };
}

} // namespace

QString ReferenceResult::absolutePath(const ReferenceArray &array) const
{
    return QDir(folder).absoluteFilePath(array.path);
}

Result<ReferenceResult> readReferenceResult(const QString &folder)
{
    const auto path = QDir(folder).absoluteFilePath(QLatin1StringView(ResultFileName));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::IoOpen, file.errorString(), Location{ .file = path });
    QJsonParseError error;
    const auto object = QJsonDocument::fromJson(file.read(LargestResult), &error).object();
    const auto status = object["status"_L1].toString();
    if (error.error != QJsonParseError::NoError || status.isEmpty())
        return fail(ErrorCode::FormatDamaged, u"not a result of the TOSA reference model"_s,
            Location{ .file = path });
    ReferenceResult result{ .folder = QDir(folder).absolutePath(),
        .status = status == "succeeded"_L1 ? Status::Succeeded
            : status == "cancelled"_L1     ? Status::Cancelled
                                           : Status::Failed,
        .inputs = arraysOf(object["inputs"_L1]),
        .outputs = arraysOf(object["outputs"_L1]),
        .intermediates = arraysOf(object["intermediates"_L1]) };
    for (const auto &problem : object["problems"_L1].toArray())
        result.problems.push_back(problemFromJson(problem.toObject()));
    return result;
}

ReferenceJob::ReferenceJob(ReferenceRequest request, QObject *parent)
    : QueuedJob(parent), m_request(std::move(request))
{
    m_request.outputFolder = QDir(m_request.outputFolder).absolutePath();
    m_result.folder = m_request.outputFolder;
}

void ReferenceJob::start()
{
    QMetaObject::invokeMethod(this, &ReferenceJob::begin, Qt::QueuedConnection);
}

void ReferenceJob::begin()
{
    if (m_isCancelled)
        endCancelled();
    else if (m_request.interpreter.isEmpty())
        endWith(u"tool.missing"_s,
            u"no Python environment with tosa-tools was found; create one in the Spec mode or name "
            "one with --python"_s);
    else if (prepare())
        launch();
}

void ReferenceJob::launch()
{
    const auto drivers = m_request.drivers.isEmpty() ? driversDir() : m_request.drivers;
    m_process = std::make_unique<ToolProcess>();
    connect(m_process.get(), &ToolProcess::lineRead, this, &ReferenceJob::logLine);
    connect(m_process.get(), &ToolProcess::finished, this, &ReferenceJob::take);
    // Problems are in the result too; they count where the driver could not write one.
    connect(m_process.get(), &ToolProcess::eventRead, this, [this](const QJsonObject &event) {
        if (event["event"_L1] == "problem"_L1)
            m_result.problems.push_back(problemFromJson(event));
    });
    m_process->start({ .program = m_request.interpreter,
        .arguments = { QDir(drivers).filePath(u"tosaic_reference.py"_s), u"--job"_s,
            m_jobFolder->filePath(QLatin1StringView(JobFileName)), u"--events-fd"_s,
            u"%EVENTS_FD%"_s },
        .workingDirectory = m_request.outputFolder,
        .environment = driverEnvironment(),
        .timeLimitMs = m_request.timeLimitMs,
        .hasEvents = true });
}

/// The output folder, and the job file in a folder of its own. What an earlier run left is replaced
/// by the driver, which knows what is the user's.
bool ReferenceJob::prepare()
{
    QDir folder(m_request.outputFolder);
    if (!folder.mkpath(u"."_s)) {
        endWith(u"io.write"_s, u"the output folder cannot be made"_s);
        return false;
    }
    m_oldResult = QFileInfo(folder.filePath(QLatin1StringView(ResultFileName))).lastModified();
    m_jobFolder = std::make_unique<QTemporaryDir>();
    if (!m_jobFolder->isValid()) {
        endWith(u"io.write"_s,
            u"no temporary folder can be made: %1"_s.arg(m_jobFolder->errorString()));
        return false;
    }
    const auto saved = saveFile(m_jobFolder->filePath(QLatin1StringView(JobFileName)),
        QJsonDocument(jobJson(m_request)).toJson());
    if (!saved) {
        m_result.problems.push_back(diagnosticOf(saved.error()));
        Q_EMIT finished();
        return false;
    }
    return true;
}

void ReferenceJob::cancel()
{
    m_isCancelled = true;
    if (m_process)
        m_process->cancel();
}

qint64 ReferenceJob::processId() const
{
    return m_process ? m_process->processId() : 0;
}

void ReferenceJob::take()
{
    const auto end = m_process->end();
    const auto exitCode = m_process->exitCode();
    const auto detail = m_process->endDetail();
    m_process.release()->deleteLater(); // it is the sender
    if (end == ToolProcess::End::Cancelled)
        return endCancelled();
    auto read = resultOfThisRun();
    if (read && end == ToolProcess::End::Exited) {
        m_result = std::move(*read);
        Q_EMIT finished();
        return;
    }
    switch (end) {
    case ToolProcess::End::NotStarted:
        return endWith(u"tool.missing"_s, detail);
    case ToolProcess::End::TimedOut:
        return endWith(u"tool.timeout"_s, u"it took too long and was stopped"_s);
    case ToolProcess::End::Crashed:
        return endWith(u"tool.crashed"_s, detail);
    default:
        break;
    }
    const auto &said = m_result.problems;
    if (std::any_of(said.begin(), said.end(),
            [](const Diagnostic &problem) { return problem.severity == Severity::Error; })) {
        Q_EMIT finished();
        return;
    }
    endWith(u"tool.failed"_s,
        read.error().code == ErrorCode::IoOpen
            ? u"it ended without a result (exit code %1)"_s.arg(exitCode)
            : u"its result.json cannot be read: %1"_s.arg(read.error().detail));
}

/// Never what was there before: the driver writes none if it refuses the folder.
Result<ReferenceResult> ReferenceJob::resultOfThisRun() const
{
    const auto path = QDir(m_request.outputFolder).filePath(QLatin1StringView(ResultFileName));
    if (m_oldResult.isValid() && QFileInfo(path).lastModified() == m_oldResult)
        return fail(ErrorCode::IoOpen, u"it is of an earlier run"_s, Location{ .file = path });
    return readReferenceResult(m_request.outputFolder);
}

void ReferenceJob::endCancelled()
{
    m_result.status = Status::Cancelled;
    m_result.problems.push_back({ u"cancelled"_s, Severity::Info, {}, u"stopped on request"_s });
    Q_EMIT finished();
}

void ReferenceJob::endWith(const QString &id, const QString &text)
{
    m_result.problems.push_back({ id, Severity::Error, {}, text });
    Q_EMIT finished();
}

} // namespace tosaic::toolchain
