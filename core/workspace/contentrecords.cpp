// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/try.h"
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// What is found by content: hashes of whole files and of the payloads of delegates.
namespace tosaic::workspace {

namespace {

std::vector<JobId> jobIds(Query &rows)
{
    std::vector<JobId> ids;
    while (rows.next())
        ids.push_back(rows.id<JobRowTag>());
    return ids;
}

} // namespace

Result<std::vector<JobId>> ArtefactRecords::jobsThatWrote(const QString &sha256)
{
    return m_database->read([&]() -> Result<std::vector<JobId>> {
        auto rows = m_database->query(
            "SELECT DISTINCT job_id FROM artefacts WHERE sha256 = ? ORDER BY job_id DESC");
        rows.text(sha256);
        return jobIds(rows);
    });
}

Result<std::vector<JobId>> ArtefactRecords::jobsWithPayload(const QString &payloadSha256)
{
    return m_database->read([&]() -> Result<std::vector<JobId>> {
        auto rows = m_database->query(
            "SELECT DISTINCT job_id FROM payloads WHERE sha256 = ? ORDER BY job_id DESC");
        rows.text(payloadSha256);
        return jobIds(rows);
    });
}

} // namespace tosaic::workspace
