// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

QJsonObject toolsJson(const std::map<QString, QString> &tools)
{
    QJsonObject object;
    for (const auto &[name, version] : tools)
        object.insert(name, version);
    return object;
}

std::map<QString, QString> toolsFromJson(const QJsonObject &object)
{
    std::map<QString, QString> tools;
    for (auto it = object.begin(); it != object.end(); ++it)
        tools[it.key()] = it.value().toString();
    return tools;
}

QString statusText(toolchain::Status status)
{
    switch (status) {
    case toolchain::Status::Succeeded:
        return u"succeeded"_s;
    case toolchain::Status::Failed:
        return u"failed"_s;
    case toolchain::Status::Cancelled:
        return u"cancelled"_s;
    }
    return u"failed"_s;
}

/// The artefacts of a result and the result.json that lists them, which no list names.
std::vector<toolchain::Artefact> artefactsOf(const toolchain::CompileResult &result)
{
    auto artefacts = result.artefacts;
    const bool isListed = std::any_of(artefacts.begin(), artefacts.end(),
        [](const toolchain::Artefact &a) { return a.path == "result.json"_L1; });
    const QFileInfo file(QDir(result.folder).filePath(u"result.json"_s));
    if (!isListed && file.isFile())
        artefacts.push_back({ .kind = u"result"_s, .path = u"result.json"_s });
    return artefacts;
}

} // namespace

Result<JobId> Workspace::beginJob(const JobRecord &job)
{
    return m_database->write([&] { return insertJob(job); });
}

Result<JobId> Workspace::insertJob(const JobRecord &job)
{
    m_database
        ->query("INSERT INTO jobs (kind, status, started, ended, source_name, source_sha256,"
                " folder, spec, resolved_spec, tools, log)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .text(job.kind)
        .text(job.status.isEmpty() ? u"running"_s : job.status)
        .text(storedTime(job.started.isValid() ? job.started : QDateTime::currentDateTimeUtc()))
        .text(storedTime(job.ended))
        .text(job.sourceName)
        .text(job.sourceSha256)
        .text(job.folder)
        .text(storedJson(job.spec))
        .text(storedJson(job.resolvedSpec))
        .text(storedJson(toolsJson(job.tools)))
        .text(job.log)
        .run();
    return JobId(m_database->lastId());
}

Result<void> Workspace::endJob(JobId id, const QString &status, const QString &log)
{
    return m_database->write([&]() -> Result<void> {
        auto job = m_database->query("SELECT 1 FROM jobs WHERE id = ?");
        job.id(id);
        if (!job.next())
            return fail(
                ErrorCode::Internal, u"there is no job %1"_s.arg(id.value), { .file = path() });
        m_database->query("UPDATE jobs SET status = ?, log = ?, ended = ? WHERE id = ?")
            .text(status)
            .text(log)
            .text(storedTime(QDateTime::currentDateTimeUtc()))
            .id(id)
            .run();
        return {};
    });
}

Result<JobId> Workspace::addCompile(
    const toolchain::CompileResult &result, const JobRecord &details)
{
    auto job = details;
    job.status = statusText(result.status);
    job.folder = result.folder;
    job.tools = result.tools;
    job.sourceName = result.sourceName;
    job.sourceSha256 = result.sourceSha256;
    if (!job.ended.isValid())
        job.ended = QDateTime::currentDateTimeUtc();
    std::vector<PreparedArtefact> prepared;
    for (const auto &artefact : artefactsOf(result)) {
        auto one = prepareArtefact(artefact, result.folder);
        if (!one)
            return fail(one.error());
        prepared.push_back(std::move(*one));
    }
    return m_database->write([&]() -> Result<JobId> {
        const auto id = insertJob(job);
        for (const auto &artefact : prepared)
            insertArtefact(*id, artefact);
        return id;
    });
}

Result<std::vector<JobRecord>> Workspace::jobs()
{
    return m_database->read([this]() -> Result<std::vector<JobRecord>> {
        std::vector<JobRecord> records;
        auto rows = m_database->query(
            "SELECT id, kind, status, started, ended, source_name, source_sha256, folder, spec,"
            " resolved_spec, tools, log FROM jobs ORDER BY id");
        while (rows.next())
            records.push_back({ .id = rows.id<JobRowTag>(),
                .kind = rows.text(),
                .status = rows.text(),
                .started = timeFromStored(rows.text()),
                .ended = timeFromStored(rows.text()),
                .sourceName = rows.text(),
                .sourceSha256 = rows.text(),
                .folder = rows.text(),
                .spec = jsonFromStored(rows.text()),
                .resolvedSpec = jsonFromStored(rows.text()),
                .tools = toolsFromJson(jsonFromStored(rows.text())),
                .log = rows.text() });
        return records;
    });
}

} // namespace tosaic::workspace
