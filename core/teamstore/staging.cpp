// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/staging.h"

#include "core/base/try.h"
#include "core/teamstore/sharedrun.h"
#include "core/teamstore/timeorderedid.h"

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

using workspace::JobId;
using workspace::RunId;
using workspace::TeamLink;
using workspace::Workspace;

/// What runs may change still; how a job or run ended that was cut off nobody knows.
bool hasEnded(const QString &status)
{
    return status != "running"_L1 && status != "cut-off"_L1;
}

/// What is known of a subject, with a new record if it says something else than the last.
TeamLink linkOf(std::optional<TeamLink> known, const QDateTime &begun, const QString &digest)
{
    if (known && known->digest == digest)
        return *known;
    TeamLink link = known.value_or(TeamLink());
    if (!known)
        link.subject = timeOrderedId(begun);
    link.record = timeOrderedId();
    link.digest = digest;
    link.author.clear();
    link.isPushed = false;
    return link;
}

} // namespace

Result<std::map<JobId, QJsonObject>> jobRecords(Workspace &workspace)
{
    std::map<JobId, SharedJob> jobs;
    for (auto &job : TRY(workspace.jobHeads())) {
        if (hasEnded(job.status))
            jobs[job.id].job = std::move(job);
    }
    for (const auto &artefact : TRY(workspace.artefacts())) {
        if (const auto job = jobs.find(artefact.job); job != jobs.end())
            job->second.artefacts.push_back({ .kind = artefact.kind,
                .path = artefact.relativePath,
                .sha256 = artefact.sha256,
                .size = artefact.size,
                .partition = artefact.partition });
    }
    for (auto &[id, payloads] : TRY(workspace.payloads())) {
        if (const auto job = jobs.find(id); job != jobs.end())
            job->second.payloads = std::move(payloads);
    }
    std::map<JobId, QJsonObject> records;
    for (const auto &[id, job] : jobs)
        records.emplace(id, toJson(job));
    return records;
}

Result<std::vector<TeamLink>> unsent(Workspace &workspace, const QString &store)
{
    std::map<JobId, TeamLink> jobs;
    std::map<RunId, TeamLink> runs;
    for (auto &link : TRY(workspace.teamLinks(store))) {
        if (link.job)
            jobs.emplace(*link.job, std::move(link));
        else if (link.run)
            runs.emplace(*link.run, std::move(link));
    }
    const auto known = [](const auto &links, const auto &id) {
        const auto found = links.find(id);
        return found == links.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<TeamLink> waiting;
    for (const auto &[id, record] : TRY(jobRecords(workspace))) {
        const auto begun
            = QDateTime::fromString(record[u"started"_s].toString(), Qt::ISODateWithMs);
        auto link = linkOf(known(jobs, id), begun, digestOf(record));
        link.job = id;
        if (!link.isPushed)
            waiting.push_back(std::move(link));
    }
    for (const auto &run : TRY(workspace.runHeads())) {
        if (!hasEnded(run.status))
            continue;
        auto link = linkOf(known(runs, run.id), run.imported, digestOf(factsOf(run)));
        link.run = run.id;
        if (!link.isPushed)
            waiting.push_back(std::move(link));
    }
    return waiting;
}

Result<std::vector<TeamLink>> stage(Workspace &workspace, const QString &store)
{
    auto waiting = TRY(unsent(workspace, store));
    QSet<QString> written; // a reader's records wait for ever: nothing is written again
    for (const auto &link : TRY(workspace.teamLinks(store)))
        written.insert(link.record);
    TRY(workspace.together([&]() -> Result<void> {
        for (const auto &link : waiting) {
            if (!written.contains(link.record))
                TRY(workspace.setTeamLink(store, link));
        }
        return {};
    }));
    return waiting;
}

} // namespace tosaic::teamstore
