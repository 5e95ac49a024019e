// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

namespace tosaic::workspace {

Result<NoteId> NoteRecords::addNote(const QString &subject, const QString &text)
{
    return m_database->write([&]() -> Result<NoteId> {
        m_database->query("INSERT INTO notes (subject, text, written) VALUES (?, ?, ?)")
            .text(subject)
            .text(text)
            .text(storedTime(QDateTime::currentDateTimeUtc()))
            .run();
        return NoteId(m_database->lastId());
    });
}

Result<std::vector<NoteRecord>> NoteRecords::notes()
{
    return m_database->read([this]() -> Result<std::vector<NoteRecord>> {
        std::vector<NoteRecord> records;
        auto rows = m_database->query(
            "SELECT id, subject, text, written, changed FROM notes ORDER BY id");
        while (rows.next())
            records.push_back({ .id = rows.id<NoteRowTag>(),
                .subject = rows.text(),
                .text = rows.text(),
                .written = timeFromStored(rows.text()),
                .changed = timeFromStored(rows.text()) });
        return records;
    });
}

Result<void> NoteRecords::editNote(NoteId id, const QString &text)
{
    return m_database->write([&]() -> Result<void> {
        auto edit = m_database->query("UPDATE notes SET text = ?, changed = ? WHERE id = ?");
        edit.text(text).text(storedTime(QDateTime::currentDateTimeUtc())).id(id);
        return m_database->changeOne(edit, "note", id.value);
    });
}

Result<void> NoteRecords::removeNote(NoteId id)
{
    return m_database->write([&]() -> Result<void> {
        auto remove = m_database->query("DELETE FROM notes WHERE id = ?");
        remove.id(id);
        return m_database->changeOne(remove, "note", id.value);
    });
}

} // namespace tosaic::workspace
