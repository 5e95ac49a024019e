// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

constexpr const char *SelectRuns
    = "SELECT id, name, console, summary, origin, model_sha256, npu_clock_hz, imported FROM runs"
      " WHERE (?1 IS NULL OR id = ?1) ORDER BY id";

RunRecord runRow(Query &row)
{
    return { .id = row.id<RunRowTag>(),
        .name = row.text(),
        .console = row.bytes(),
        .summary = jsonFromStored(row.text()),
        .origin = row.text(),
        .modelSha256 = row.text(),
        .npuClockHz = row.optionalNumber(),
        .imported = timeFromStored(row.text()) };
}

} // namespace

Result<RunId> Workspace::addRun(const RunRecord &run)
{
    return m_database->write([&]() -> Result<RunId> {
        m_database
            ->query("INSERT INTO runs (name, console, summary, origin, model_sha256, npu_clock_hz,"
                    " imported) VALUES (?, ?, ?, ?, ?, ?, ?)")
            .text(run.name)
            .bytes(run.console)
            .text(storedJson(run.summary))
            .text(run.origin)
            .text(run.modelSha256)
            .number(run.npuClockHz)
            .text(storedTime(QDateTime::currentDateTimeUtc()))
            .run();
        return RunId(m_database->lastId());
    });
}

Result<std::vector<RunRecord>> Workspace::runs()
{
    return m_database->read([this]() -> Result<std::vector<RunRecord>> {
        std::vector<RunRecord> records;
        auto rows = m_database->query(SelectRuns);
        rows.null();
        while (rows.next())
            records.push_back(runRow(rows));
        return records;
    });
}

Result<RunRecord> Workspace::run(RunId id)
{
    return m_database->read([&]() -> Result<RunRecord> {
        auto row = m_database->query(SelectRuns);
        row.id(id);
        if (!row.next())
            return fail(
                ErrorCode::Internal, u"there is no run %1"_s.arg(id.value), { .file = path() });
        return runRow(row);
    });
}

Result<void> Workspace::setRunModel(RunId id, const QString &modelSha256)
{
    if (const auto known = run(id); !known)
        return fail(known.error());
    return m_database->write([&]() -> Result<void> {
        m_database->query("UPDATE runs SET model_sha256 = ? WHERE id = ?")
            .text(modelSha256)
            .id(id)
            .run();
        return {};
    });
}

Result<void> Workspace::removeRun(RunId id)
{
    if (const auto known = run(id); !known)
        return fail(known.error());
    return m_database->write([&]() -> Result<void> {
        m_database->query("DELETE FROM runs WHERE id = ?").id(id).run();
        return {};
    });
}

} // namespace tosaic::workspace
