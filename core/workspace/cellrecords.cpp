// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

namespace tosaic::workspace {

Result<CellRecord> CellRecords::cell(const QString &key)
{
    return m_database->read([&]() -> Result<CellRecord> {
        auto row = m_database->query("SELECT answer, arrived <> '' FROM cells WHERE key = ?");
        row.text(key);
        if (!row.next())
            return CellRecord();
        return CellRecord{ .answer = jsonFromStored(row.text()), .isOfTeam = row.flag() };
    });
}

Result<void> CellRecords::addCells(const std::map<QString, QJsonObject> &cells, bool isOfTeam)
{
    return m_database->write([&]() -> Result<void> {
        const auto now = storedTime(QDateTime::currentDateTimeUtc());
        for (const auto &[key, answer] : cells)
            m_database
                ->query("INSERT INTO cells (key, answer, made, arrived) VALUES (?, ?, ?, ?)"
                        " ON CONFLICT (key) DO NOTHING")
                .text(key)
                .text(storedJson(answer))
                .text(now)
                .text(isOfTeam ? now : QString())
                .run();
        return {};
    });
}

Result<std::vector<NumberedCell>> CellRecords::cellsAfter(quint64 number, int limit)
{
    return m_database->read([&]() -> Result<std::vector<NumberedCell>> {
        auto rows = m_database->query("SELECT id, key, answer FROM cells WHERE id > ?"
                                      " AND arrived = '' ORDER BY id LIMIT ?");
        rows.number(number).number(std::optional(limit));
        std::vector<NumberedCell> cells;
        while (rows.next())
            cells.push_back({ .number = rows.number(),
                .key = rows.text(),
                .answer = jsonFromStored(rows.text()) });
        return cells;
    });
}

Result<quint64> CellRecords::cellCount()
{
    return m_database->read([this]() -> Result<quint64> {
        auto row = m_database->query("SELECT count(*) FROM cells");
        row.next();
        return row.number();
    });
}

} // namespace tosaic::workspace
