// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

using namespace Qt::StringLiterals;

// What other workspaces say of a job and are told of one.
namespace tosaic::workspace {

Result<QString> JobRecords::jobLog(JobId id)
{
    return m_database->read([&]() -> Result<QString> {
        auto row = m_database->query("SELECT log FROM jobs WHERE id = ?");
        row.id(id);
        if (!row.next())
            return fail(
                ErrorCode::Internal, u"there is no job %1"_s.arg(id.value), { .file = path() });
        return row.text();
    });
}

Result<std::map<JobId, std::vector<PayloadRecord>>> JobRecords::payloads()
{
    return m_database->read([&]() -> Result<std::map<JobId, std::vector<PayloadRecord>>> {
        std::map<JobId, std::vector<PayloadRecord>> payloads;
        auto rows = m_database->query("SELECT job_id, partition, sha256 FROM payloads ORDER BY id");
        while (rows.next()) {
            auto &ofJob = payloads[rows.id<JobRowTag>()];
            ofJob.push_back({ .partition = rows.optionalInt().value_or(0), .sha256 = rows.text() });
        }
        return payloads;
    });
}

Result<JobId> JobRecords::addJobOfTeam(const JobRecord &job,
    const std::vector<PreparedArtefact> &artefacts, const std::vector<PayloadRecord> &payloads)
{
    return m_database->write([&]() -> Result<JobId> {
        const auto id = insertJob(job);
        for (const auto &artefact : artefacts)
            insertArtefact(id, artefact);
        insertPayloads(id, payloads);
        return id;
    });
}

void JobRecords::insertPayloads(JobId id, const std::vector<PayloadRecord> &payloads)
{
    for (const auto &payload : payloads)
        m_database->query("INSERT INTO payloads (job_id, partition, sha256) VALUES (?, ?, ?)")
            .id(id)
            .number(std::optional(payload.partition))
            .text(payload.sha256)
            .run();
}

} // namespace tosaic::workspace
