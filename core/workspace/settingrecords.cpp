// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

namespace tosaic::workspace {

Result<QString> SettingRecords::setting(const QString &key)
{
    return m_database->read([&]() -> Result<QString> {
        auto row = m_database->query("SELECT value FROM settings WHERE key = ?");
        row.text(key);
        return row.next() ? row.text() : QString();
    });
}

Result<void> SettingRecords::setSetting(const QString &key, const QString &value)
{
    return m_database->write([&]() -> Result<void> {
        if (value.isEmpty())
            m_database->query("DELETE FROM settings WHERE key = ?").text(key).run();
        else
            m_database
                ->query("INSERT INTO settings (key, value) VALUES (?, ?)"
                        " ON CONFLICT (key) DO UPDATE SET value = excluded.value")
                .text(key)
                .text(value)
                .run();
        return {};
    });
}

Result<std::map<QString, QString>> SettingRecords::settings()
{
    return m_database->read([this]() -> Result<std::map<QString, QString>> {
        std::map<QString, QString> all;
        auto rows = m_database->query("SELECT key, value FROM settings");
        while (rows.next()) {
            auto key = rows.text();
            all[std::move(key)] = rows.text();
        }
        return all;
    });
}

Result<QByteArray> SettingRecords::layout(const QString &subject)
{
    return m_database->read([&]() -> Result<QByteArray> {
        auto row = m_database->query("SELECT state FROM layouts WHERE subject = ?");
        row.text(subject);
        return row.next() ? row.bytes() : QByteArray();
    });
}

Result<void> SettingRecords::setLayout(const QString &subject, const QByteArray &state)
{
    return m_database->write([&]() -> Result<void> {
        m_database
            ->query("INSERT INTO layouts (subject, state) VALUES (?, ?)"
                    " ON CONFLICT (subject) DO UPDATE SET state = excluded.state")
            .text(subject)
            .bytes(state)
            .run();
        return {};
    });
}

} // namespace tosaic::workspace
