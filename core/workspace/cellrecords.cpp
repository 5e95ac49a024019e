// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

namespace tosaic::workspace {

Result<QJsonObject> CellRecords::cell(const QString &key)
{
    return m_database->read([&]() -> Result<QJsonObject> {
        auto row = m_database->query("SELECT answer FROM cells WHERE key = ?");
        row.text(key);
        return row.next() ? jsonFromStored(row.text()) : QJsonObject();
    });
}

Result<void> CellRecords::addCells(const std::map<QString, QJsonObject> &cells)
{
    return m_database->write([&]() -> Result<void> {
        const auto now = storedTime(QDateTime::currentDateTimeUtc());
        for (const auto &[key, answer] : cells)
            m_database
                ->query("INSERT INTO cells (key, answer, made) VALUES (?, ?, ?)"
                        " ON CONFLICT (key) DO NOTHING")
                .text(key)
                .text(storedJson(answer))
                .text(now)
                .run();
        return {};
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
