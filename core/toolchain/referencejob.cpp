// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/referencejob.h"

#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultreader.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

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
    const auto path = QDir(folder).absoluteFilePath(QLatin1StringView(compiled::ResultFileName));
    QFile file(path);
    TRY(openStored(file));
    QJsonParseError error;
    const auto object
        = QJsonDocument::fromJson(file.read(compiled::LargestResult), &error).object();
    const auto status = object["status"_L1].toString();
    if (error.error != QJsonParseError::NoError || status.isEmpty())
        return fail(ErrorCode::FormatDamaged, u"not a result of the TOSA reference model"_s,
            Location{ .file = path });
    ReferenceResult result{ .folder = QDir(folder).absolutePath(),
        .status = status == "succeeded"_L1 ? compiled::Status::Succeeded
            : status == "cancelled"_L1     ? compiled::Status::Cancelled
                                           : compiled::Status::Failed,
        .inputs = arraysOf(object["inputs"_L1]),
        .outputs = arraysOf(object["outputs"_L1]),
        .intermediates = arraysOf(object["intermediates"_L1]) };
    for (const auto &problem : object["problems"_L1].toArray())
        result.problems.push_back(compiled::problemFromJson(problem.toObject()));
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
    connect(&m_run, &DriverRun::lineRead, this, &ReferenceJob::logLine);
    connect(&m_run, &DriverRun::finished, this, &ReferenceJob::take);
    m_run.start({ .script = u"tosaic_reference.py"_s,
        .interpreter = m_request.interpreter,
        .missing = u"no Python environment with tosa-tools was found; create one in the Spec mode "
                   "or name one with --python"_s,
        .job = jobJson(m_request),
        .outputFolder = m_request.outputFolder,
        .drivers = m_request.drivers,
        .timeLimitMs = m_request.timeLimitMs });
}

void ReferenceJob::take()
{
    // Problems are in the result too; they count where the driver could not write one.
    m_result.problems = m_run.problems();
    const auto end = m_run.end();
    if (end == ToolProcess::End::Cancelled) {
        m_result.status = compiled::Status::Cancelled;
        m_result.problems.push_back(
            { u"cancelled"_s, Severity::Info, {}, u"stopped on request"_s });
    } else if (end == ToolProcess::End::Exited) {
        auto read = readReferenceResult(m_request.outputFolder);
        if (read && !m_run.result().isEmpty())
            m_result = std::move(*read);
        else if (!m_run.hasError())
            m_result.problems.push_back({ u"tool.failed"_s, Severity::Error, {},
                u"its result.json cannot be read: %1"_s.arg(read.error().detail) });
    }
    Q_EMIT finished();
}

} // namespace tosaic::toolchain
