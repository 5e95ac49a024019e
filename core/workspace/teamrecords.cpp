// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

namespace tosaic::workspace {

Result<std::vector<TeamLink>> TeamRecords::teamLinks(const QString &store)
{
    return m_database->read([&]() -> Result<std::vector<TeamLink>> {
        auto rows = m_database->query("SELECT subject, job_id, run_id, record, digest, author,"
                                      " pushed FROM team_links WHERE store = ? ORDER BY id");
        rows.text(store);
        std::vector<TeamLink> links;
        while (rows.next()) {
            TeamLink link{ .subject = rows.text() };
            if (const auto job = rows.optionalNumber())
                link.job = JobId(*job);
            if (const auto run = rows.optionalNumber())
                link.run = RunId(*run);
            link.record = rows.text();
            link.digest = rows.text();
            link.author = rows.text();
            link.isPushed = rows.flag();
            links.push_back(std::move(link));
        }
        return links;
    });
}

Result<void> TeamRecords::setTeamLink(const QString &store, const TeamLink &link)
{
    return m_database->write([&]() -> Result<void> {
        const auto number
            = [](const auto &id) { return id ? std::optional<quint64>(id->value) : std::nullopt; };
        m_database
            ->query("INSERT INTO team_links (store, subject, job_id, run_id, record, digest,"
                    " author, pushed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (store, subject) DO UPDATE SET (job_id, run_id, record, digest,"
                    " author, pushed) = (excluded.job_id, excluded.run_id, excluded.record,"
                    " excluded.digest, excluded.author, excluded.pushed)")
            .text(store)
            .text(link.subject)
            .number(number(link.job))
            .number(number(link.run))
            .text(link.record)
            .text(link.digest)
            .text(link.author)
            .number(quint64{ link.isPushed })
            .run();
        return {};
    });
}

Result<quint64> TeamRecords::teamMark(const QString &store, const QString &stream)
{
    return m_database->read([&]() -> Result<quint64> {
        auto row
            = m_database->query("SELECT reached FROM team_marks WHERE store = ? AND stream = ?");
        row.text(store).text(stream);
        return row.next() ? row.number() : 0;
    });
}

Result<void> TeamRecords::setTeamMark(const QString &store, const QString &stream, quint64 reached)
{
    return m_database->write([&]() -> Result<void> {
        m_database
            ->query("INSERT INTO team_marks (store, stream, reached) VALUES (?, ?, ?)"
                    " ON CONFLICT (store, stream) DO UPDATE SET reached = excluded.reached")
            .text(store)
            .text(stream)
            .number(reached)
            .run();
        return {};
    });
}

} // namespace tosaic::workspace
