// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

namespace tosaic::workspace {

Result<SpecId> SpecRecords::saveSpec(const QString &name, const QJsonObject &spec)
{
    const auto text = storedJson(spec);
    const auto now = storedTime(QDateTime::currentDateTimeUtc());
    return m_database->write([&]() -> Result<SpecId> {
        auto known = m_database->query("SELECT id, spec FROM specs WHERE name = ?");
        known.text(name);
        if (known.next()) {
            const auto id = known.id<SpecRowTag>();
            if (known.text() == text)
                return id;
        }
        m_database
            ->query(
                "INSERT INTO specs (name, spec, saved) VALUES (?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE SET spec = excluded.spec, saved = excluded.saved")
            .text(name)
            .text(text)
            .text(now)
            .run();
        auto row = m_database->query("SELECT id FROM specs WHERE name = ?");
        row.text(name);
        row.next();
        const auto id = row.id<SpecRowTag>();
        m_database->query("INSERT INTO spec_versions (spec_id, spec, saved) VALUES (?, ?, ?)")
            .id(id)
            .text(text)
            .text(now)
            .run();
        m_database
            ->query("DELETE FROM spec_versions WHERE spec_id = ?1 AND id NOT IN"
                    " (SELECT id FROM spec_versions WHERE spec_id = ?1 ORDER BY id DESC LIMIT ?2)")
            .id(id)
            .number(quint64{ SpecHistoryLimit })
            .run();
        return id;
    });
}

Result<std::vector<SpecRecord>> SpecRecords::specs()
{
    return m_database->read([this]() -> Result<std::vector<SpecRecord>> {
        std::vector<SpecRecord> records;
        auto rows = m_database->query(
            "SELECT id, name, spec, saved,"
            " (SELECT count(*) FROM spec_versions WHERE spec_id = specs.id) FROM specs"
            " ORDER BY name");
        while (rows.next())
            records.push_back({ .id = rows.id<SpecRowTag>(),
                .name = rows.text(),
                .spec = jsonFromStored(rows.text()),
                .saved = timeFromStored(rows.text()),
                .versions = static_cast<int>(rows.number()) });
        return records;
    });
}

Result<std::vector<SpecVersion>> SpecRecords::specHistory(SpecId id)
{
    return m_database->read([&]() -> Result<std::vector<SpecVersion>> {
        std::vector<SpecVersion> versions;
        auto rows = m_database->query(
            "SELECT spec, saved FROM spec_versions WHERE spec_id = ? ORDER BY id DESC");
        rows.id(id);
        while (rows.next())
            versions.push_back({ .owner = id,
                .spec = jsonFromStored(rows.text()),
                .saved = timeFromStored(rows.text()) });
        return versions;
    });
}

Result<void> SpecRecords::removeSpec(SpecId id)
{
    return m_database->write([&]() -> Result<void> {
        auto remove = m_database->query("DELETE FROM specs WHERE id = ?");
        remove.id(id);
        return m_database->changeOne(remove, "spec", id.value);
    });
}

} // namespace tosaic::workspace
