// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/compiled/resultwriter.h"
#include "core/workspace/database.h"
#include "core/workspace/jobneed.h"
#include "core/workspace/workspace.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

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

QString storedStages(const std::vector<StageRecord> &stages)
{
    QJsonArray array;
    for (const auto &stage : stages)
        array.append(QJsonObject{
            { u"name"_s, stage.name }, { u"ms"_s, static_cast<qint64>(stage.milliseconds) } });
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

std::vector<StageRecord> stagesFromStored(const QString &text)
{
    std::vector<StageRecord> stages;
    const auto array = QJsonDocument::fromJson(text.toUtf8()).array();
    for (const auto &value : array)
        stages.push_back({ value[u"name"_s].toString(),
            static_cast<quint64>(std::max<qint64>(0, value[u"ms"_s].toInteger())) });
    return stages;
}

/// The artefacts of a result and what a compile writes besides, which no list names.
std::vector<compiled::Artefact> artefactsOf(const compiled::CompileResult &result)
{
    auto artefacts = result.artefacts;
    const std::array unlisted{ std::pair(u"result"_s, u"result.json"_s),
        std::pair(u"console"_s, u"console.txt"_s), std::pair(u"request"_s, u"job.json"_s) };
    for (const auto &[kind, name] : unlisted) {
        const bool isListed = std::any_of(artefacts.begin(), artefacts.end(),
            [&name = name](const compiled::Artefact &a) { return a.path == name; });
        const QFileInfo file(QDir(result.folder).filePath(name));
        if (!isListed && file.isFile())
            artefacts.push_back({ .kind = kind, .path = name });
    }
    return artefacts;
}

std::vector<PayloadRecord> payloadsOf(const compiled::CompileResult &result)
{
    std::vector<PayloadRecord> payloads;
    for (const auto &partition : result.partitions) {
        if (partition.payloadSha256.size() == 64)
            payloads.push_back({ .partition = partition.index, .sha256 = partition.payloadSha256 });
    }
    return payloads;
}

constexpr const char *SelectJobs
    = "SELECT id, kind, status, started, ended, source_name, source_sha256, folder, spec,"
      " resolved_spec, tools, iif(?1, log, ''), action, interpreter, exit_code, stages, bundle,"
      " summary, name, pinned FROM jobs ORDER BY id";

JobRecord jobRow(Query &row)
{
    JobRecord job{ .id = row.id<JobRowTag>(),
        .kind = row.text(),
        .status = row.text(),
        .started = timeFromStored(row.text()),
        .ended = timeFromStored(row.text()),
        .sourceName = row.text(),
        .sourceSha256 = row.text(),
        .folder = row.text(),
        .spec = jsonFromStored(row.text()),
        .resolvedSpec = jsonFromStored(row.text()),
        .tools = toolsFromJson(jsonFromStored(row.text())),
        .log = row.text() };
    job.action = row.text();
    job.interpreter = row.text();
    job.exitCode = row.optionalInt();
    job.stages = stagesFromStored(row.text());
    job.bundle = row.text();
    job.summary = jsonFromStored(row.text());
    job.name = row.text();
    job.isPinned = row.flag();
    return job;
}

/// What a compile says of itself in the end.
void bindOutcome(Query &query, const JobRecord &job)
{
    query.text(job.kind)
        .text(job.status.isEmpty() ? u"running"_s : job.status)
        .text(storedTime(job.ended))
        .text(job.sourceName)
        .text(job.sourceSha256)
        .text(job.folder)
        .text(storedJson(job.spec))
        .text(storedJson(job.resolvedSpec))
        .text(storedJson(toolsJson(job.tools)))
        .text(job.log)
        .text(job.action)
        .text(job.interpreter)
        .number(job.exitCode)
        .text(storedStages(job.stages))
        .text(job.bundle)
        .text(storedJson(job.summary));
}

} // namespace

Result<JobId> JobRecords::beginJob(const JobRecord &job)
{
    return m_database->write([&]() -> Result<JobId> {
        const auto id = insertJob(job);
        if (!job.status.isEmpty() && job.status != "running"_L1)
            return id;
        m_liveJobs.erase(id.value); // of one that was taken back
        auto lock = RunLock::take(path(), id); // before anybody can see the job
        if (!lock)
            return fail(lock.error());
        m_liveJobs.insert_or_assign(id.value, std::move(*lock));
        return id;
    });
}

std::shared_ptr<RunLock> JobRecords::jobLock(JobId id) const
{
    const auto found = m_liveJobs.find(id.value);
    return found == m_liveJobs.end() ? nullptr : found->second;
}

JobId JobRecords::insertJob(const JobRecord &job)
{
    auto insert = m_database->query(
        "INSERT INTO jobs (kind, status, ended, source_name, source_sha256, folder, spec,"
        " resolved_spec, tools, log, action, interpreter, exit_code, stages, bundle, summary,"
        " started, name, pinned)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    bindOutcome(insert, job);
    insert.text(storedTime(job.started.isValid() ? job.started : QDateTime::currentDateTimeUtc()))
        .text(job.name)
        .number(quint64{ job.isPinned })
        .run();
    const JobId id(m_database->lastId());
    insertSources(id, job.sources);
    return id;
}

JobId JobRecords::updateJob(JobId id, const JobRecord &job)
{
    auto change = m_database->query(
        "UPDATE jobs SET (kind, status, ended, source_name, source_sha256, folder, spec,"
        " resolved_spec, tools, log, action, interpreter, exit_code, stages, bundle, summary)"
        " = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?");
    bindOutcome(change, job);
    change.id(id).run();
    m_database->query("DELETE FROM sources WHERE job_id = ?").id(id).run();
    insertSources(id, job.sources);
    return id;
}

QString JobRecords::storedStatus(JobId id)
{
    auto row = m_database->query("SELECT status FROM jobs WHERE id = ?");
    row.id(id);
    return row.next() ? row.text() : QString();
}

void JobRecords::insertSources(JobId id, const std::vector<SourceRecord> &sources)
{
    for (const auto &source : sources)
        m_database
            ->query("INSERT INTO sources (job_id, role, path, sha256, size) VALUES (?, ?, ?, ?, ?)")
            .id(id)
            .text(source.role)
            .text(source.path)
            .text(source.sha256)
            .number(source.size)
            .run();
}

Result<void> JobRecords::endJob(JobId id, const QString &status, const QString &log)
{
    auto ended = m_database->write([&]() -> Result<void> {
        auto change
            = m_database->query("UPDATE jobs SET status = ?, log = ?, ended = ? WHERE id = ?");
        change.text(status).text(log).text(storedTime(QDateTime::currentDateTimeUtc())).id(id);
        return m_database->changeOne(change, "job", id.value);
    });
    if (ended)
        m_liveJobs.erase(id.value);
    return ended;
}

Result<JobId> JobRecords::addCompile(
    const compiled::CompileResult &result, const JobRecord &details, std::optional<JobId> begun)
{
    auto job = details;
    job.status = compiled::statusText(result.status);
    job.folder = result.folder;
    job.tools = result.tools;
    job.sourceName = result.sourceName;
    job.sourceSha256 = result.sourceSha256;
    job.summary = recordedSummary(result);
    if (!job.ended.isValid())
        job.ended = QDateTime::currentDateTimeUtc();
    std::vector<PreparedArtefact> prepared;
    for (const auto &artefact : artefactsOf(result)) {
        auto one = TRY(prepareArtefact(artefact, result.folder));
        prepared.push_back(std::move(one));
    }
    auto recorded = m_database->write([&]() -> Result<JobId> {
        if (const auto known = knownCompile(job.folder, prepared)) {
            if (begun)
                m_database->query("DELETE FROM jobs WHERE id = ? AND status = 'running'")
                    .id(*begun)
                    .run();
            return *known;
        }
        // The user may have removed it meanwhile; what has ended already is not ended twice.
        const auto status = begun ? storedStatus(*begun) : QString();
        if (!status.isEmpty() && status != "running"_L1)
            return *begun;
        const auto id = status.isEmpty() ? insertJob(job) : updateJob(*begun, job);
        for (const auto &artefact : prepared)
            insertArtefact(id, artefact);
        insertPayloads(id, payloadsOf(result));
        return id;
    });
    if (begun && recorded)
        m_liveJobs.erase(begun->value);
    return recorded;
}

std::optional<JobId> JobRecords::knownCompile(
    const QString &folder, const std::vector<PreparedArtefact> &prepared)
{
    const auto result = std::find_if(prepared.begin(), prepared.end(),
        [](const PreparedArtefact &one) { return one.artefact.path == "result.json"_L1; });
    if (result == prepared.end())
        return std::nullopt;
    // Two that failed or were cancelled alike are two; and what was cleaned up is there again.
    auto row = m_database->query("SELECT jobs.id FROM jobs JOIN artefacts ON job_id = jobs.id"
                                 " WHERE status = 'succeeded' AND folder = ?"
                                 " AND relative_path = 'result.json' AND sha256 = ?"
                                 " AND NOT EXISTS (SELECT 1 FROM artefacts AS other WHERE"
                                 " other.job_id = jobs.id AND other.removed <> '')");
    row.text(folder).text(result->artefact.sha256);
    if (!row.next())
        return std::nullopt;
    return row.id<JobRowTag>();
}

Result<std::vector<JobRecord>> JobRecords::jobs()
{
    return readJobs(true);
}

Result<std::vector<JobRecord>> JobRecords::jobHeads()
{
    return readJobs(false);
}

Result<std::vector<JobRecord>> JobRecords::readJobs(bool withLogs)
{
    return m_database->read([&]() -> Result<std::vector<JobRecord>> {
        std::vector<JobRecord> records;
        auto rows = m_database->query(SelectJobs);
        rows.number(quint64{ withLogs });
        while (rows.next())
            records.push_back(jobRow(rows));
        std::map<JobId, std::vector<SourceRecord>> sources;
        auto files
            = m_database->query("SELECT job_id, role, path, sha256, size FROM sources ORDER BY id");
        while (files.next()) {
            auto &ofJob = sources[files.id<JobRowTag>()];
            ofJob.push_back({ .role = files.text(),
                .path = files.text(),
                .sha256 = files.text(),
                .size = files.number() });
        }
        for (auto &record : records) {
            // What the file calls running is so only while somebody runs it.
            if (record.status == "running"_L1 && !m_liveJobs.contains(record.id.value)
                && !RunLock::isHeld(path(), record.id))
                record.status = u"cut-off"_s;
            if (const auto found = sources.find(record.id); found != sources.end())
                record.sources = std::move(found->second);
        }
        return records;
    });
}

Result<void> JobRecords::setJobPinned(JobId id, bool pinned)
{
    return m_database->write([&]() -> Result<void> {
        auto change = m_database->query("UPDATE jobs SET pinned = ? WHERE id = ?");
        change.number(quint64{ pinned }).id(id);
        return m_database->changeOne(change, "job", id.value);
    });
}

Result<void> JobRecords::setJobName(JobId id, const QString &name)
{
    return m_database->write([&]() -> Result<void> {
        auto change = m_database->query("UPDATE jobs SET name = ? WHERE id = ?");
        change.text(name).id(id);
        return m_database->changeOne(change, "job", id.value);
    });
}

Result<void> JobRecords::removeJob(JobId id)
{
    return m_database->write([&]() -> Result<void> {
        auto remove = m_database->query("DELETE FROM jobs WHERE id = ?");
        remove.id(id);
        TRY(m_database->changeOne(remove, "job", id.value));
        m_database->dropUnusedBytes();
        return {};
    });
}

} // namespace tosaic::workspace
