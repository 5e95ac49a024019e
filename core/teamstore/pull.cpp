// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/pull.h"

#include "core/base/try.h"
#include "core/teamstore/staging.h"

#include <QJsonDocument>

#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

using workspace::RunId;
using workspace::TeamLink;

constexpr int RecordsTakenAtOnce = 64;
constexpr int CellsTakenAtOnce = 500;

QJsonObject objectIn(const QVariant &value)
{
    return QJsonDocument::fromJson(value.toString().toUtf8()).object();
}

} // namespace

Pull::Pull(StoreConnection &connection, const StoreFacts &facts, workspace::Workspace &workspace,
    GoOn goOn)
    : m_connection(connection), m_facts(facts), m_workspace(workspace), m_folder(facts.artefacts),
      m_goOn(std::move(goOn))
{
}

Result<Moved> Pull::run()
{
    TRY(m_folder.usable());
    TRY(stage(m_workspace, m_facts.id)); // what changed here is dated before it is compared
    for (auto &link : TRY(m_workspace.teamLinks(m_facts.id)))
        m_links.emplace(link.subject, std::move(link));
    TRY(takeAll(u"compiles"_s, &Pull::takeJob));
    TRY(takeAll(u"runs"_s, &Pull::takeRun));
    TRY(takeCells());
    m_moved.authors.removeDuplicates();
    return std::move(m_moved);
}

/// In the order of their arrival; what was taken over and how far are written together.
Result<void> Pull::takeAll(const QString &table, Take take)
{
    auto reached = TRY(m_workspace.teamMark(m_facts.id, table));
    while (!m_goOn || m_goOn()) {
        const auto rows = TRY(m_connection.ask(
            u"SELECT arrival, id, subject, author, record FROM tosaic.%1 WHERE arrival > ?"
            " ORDER BY arrival LIMIT %2"_s.arg(table)
                .arg(RecordsTakenAtOnce),
            { reached }));
        if (rows.empty())
            break;
        TRY(m_workspace.together([&]() -> Result<void> {
            for (const auto &row : rows) {
                const Arrival arrival{ row[0].toULongLong(), row[1].toString(), row[2].toString(),
                    row[3].toString(), objectIn(row[4]) };
                const auto known = m_links.find(arrival.subject);
                const bool isKnown = known != m_links.end();
                // UUIDs grow with time: what was said later is right.
                if (!isKnown || arrival.record > known->second.record)
                    TRY((this->*take)(
                        arrival, isKnown ? std::optional(known->second) : std::nullopt));
                reached = arrival.number;
            }
            return m_workspace.setTeamMark(m_facts.id, table, reached);
        }));
    }
    return {};
}

Result<void> Pull::link(const Arrival &arrival, TeamLink known)
{
    known.subject = arrival.subject;
    known.record = arrival.record;
    known.author = arrival.author;
    known.isPushed = true;
    if (arrival.author != m_facts.user)
        m_moved.authors.append(arrival.author);
    TRY(m_workspace.setTeamLink(m_facts.id, known));
    m_links.insert_or_assign(arrival.subject, std::move(known));
    return {};
}

QByteArray Pull::bytesOf(const std::optional<SharedFile> &file)
{
    if (!file)
        return {};
    auto bytes = m_folder.bytes(file->sha256);
    if (bytes)
        return std::move(*bytes);
    auto problem = diagnosticOf(bytes.error());
    problem.severity = Severity::Warning;
    m_moved.problems.push_back(std::move(problem));
    return {};
}

/// Of a compile that is known already only its name can be another.
Result<void> Pull::takeJob(const Arrival &arrival, std::optional<TeamLink> known)
{
    auto shared = jobFromJson(arrival.said);
    if (!shared || (known && !known->job)) { // or it says to be what is known as a run
        m_moved.problems.push_back({ u"store.record"_s, Severity::Warning, {},
            u"record %1 is no compile and was left out"_s.arg(arrival.record) });
        return {};
    }
    if (known) {
        TRY(m_workspace.setJobName(*known->job, shared->job.name));
    } else {
        std::vector<workspace::Workspace::PreparedArtefact> artefacts;
        for (const auto &file : shared->artefacts) {
            workspace::Workspace::PreparedArtefact artefact{ .artefact = { .kind = file.kind,
                                                                 .path = file.path,
                                                                 .sha256 = file.sha256,
                                                                 .size = file.size,
                                                                 .partition = file.partition },
                .path = m_folder.pathOf(file.sha256),
                .bytes = {} };
            if (file.kind == "result"_L1 && file.size <= workspace::BlobLimitBytes) {
                if (auto bytes = bytesOf(file); !bytes.isEmpty())
                    artefact.bytes = std::move(bytes);
            }
            artefacts.push_back(std::move(artefact));
        }
        known = TeamLink();
        known->job = TRY(m_workspace.addJobOfTeam(shared->job, artefacts, shared->payloads));
        ++m_moved.compiles;
    }
    shared->job.log.clear();
    known->digest = digestOf(toJson(*shared));
    return link(arrival, std::move(*known));
}

Result<void> Pull::addSeries(RunId run, const SharedSeries &series)
{
    const auto bytes = bytesOf(series.file);
    std::vector<workspace::Sample> samples(
        static_cast<std::size_t>(bytes.size()) / sizeof(workspace::Sample));
    if (samples.empty())
        return {};
    std::memcpy(samples.data(), bytes.constData(), samples.size() * sizeof(workspace::Sample));
    const auto id = TRY(m_workspace.addSeries(run, series.name, series.unit, series.timeUnit));
    const workspace::SampleBatch batch{ id, samples };
    return m_workspace.appendSamples(std::span(&batch, 1));
}

Result<RunId> Pull::addRun(SharedRun &shared)
{
    std::vector<workspace::RunFile> files;
    for (const auto &file : shared.files) {
        if (m_folder.has(file.sha256, file.size))
            files.push_back({ .role = file.kind,
                .path = m_folder.pathOf(file.sha256),
                .sha256 = file.sha256,
                .size = file.size });
        else
            bytesOf(file); // tells it
    }
    shared.run.console = bytesOf(shared.console);
    const auto id
        = TRY(m_workspace.addRun(shared.run, valuesFromJson(bytesOf(shared.values)), files));
    for (const auto &series : shared.series)
        TRY(addSeries(id, series));
    return id;
}

/// Of a run that is known already people may have stated something else, and its numbers follow.
Result<void> Pull::takeRun(const Arrival &arrival, std::optional<TeamLink> known)
{
    auto shared = runFromJson(arrival.said);
    if (!shared || (known && !known->run)) { // or it says to be what is known as a compile
        m_moved.problems.push_back({ u"store.record"_s, Severity::Warning, {},
            u"record %1 is no run and was left out"_s.arg(arrival.record) });
        return {};
    }
    if (known) {
        std::optional<std::vector<workspace::RunValue>> values;
        if (auto bytes = bytesOf(shared->values); !bytes.isEmpty())
            values = valuesFromJson(bytes);
        TRY(m_workspace.setRunFacts(*known->run, shared->run, values));
    } else {
        known = TeamLink();
        known->run = TRY(addRun(*shared));
        ++m_moved.runs;
    }
    known->digest = digestOf(factsOf(shared->run));
    return link(arrival, std::move(*known));
}

Result<void> Pull::takeCells()
{
    const auto stream = u"cells"_s;
    auto reached = TRY(m_workspace.teamMark(m_facts.id, stream));
    while (!m_goOn || m_goOn()) {
        const auto rows = TRY(
            m_connection.ask(u"SELECT arrival, key, answer, author FROM tosaic.cells WHERE arrival"
                             " > ? ORDER BY arrival LIMIT %1"_s.arg(CellsTakenAtOnce),
                { reached }));
        if (rows.empty())
            break;
        const auto before = TRY(m_workspace.cellCount());
        TRY(m_workspace.together([&]() -> Result<void> {
            std::map<QString, QJsonObject> cells;
            for (const auto &row : rows) {
                cells.emplace(row[1].toString(), objectIn(row[2]));
                reached = row[0].toULongLong();
            }
            TRY(m_workspace.addCells(cells, true));
            return m_workspace.setTeamMark(m_facts.id, stream, reached);
        }));
        m_moved.cells += TRY(m_workspace.cellCount()) - before;
    }
    return {};
}

} // namespace tosaic::teamstore
