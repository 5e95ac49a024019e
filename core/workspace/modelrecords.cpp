// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

Result<ModelId> ModelRecords::addModel(const QString &path, bool keepCopy)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    const auto source = TRY(ByteSource::map(absolute));
    const auto size = source->size();
    if (keepCopy && size > BlobLimitBytes)
        return fail(ErrorCode::LimitExceeded,
            u"copies are kept of files up to %1 bytes; this one has %2"_s.arg(BlobLimitBytes)
                .arg(size),
            { .file = absolute });
    const auto sha256 = sha256Hex(source->bytes());
    return m_database->write([&]() -> Result<ModelId> {
        std::optional<quint64> blob;
        if (keepCopy)
            blob = m_database->keepBytes(source->bytes().toByteArray(), sha256);
        m_database
            ->query("INSERT INTO models (path, sha256, size, blob_id, added) VALUES (?, ?, ?, ?, ?)"
                    " ON CONFLICT (path, sha256) DO UPDATE"
                    " SET blob_id = coalesce(blob_id, excluded.blob_id)")
            .text(absolute)
            .text(sha256)
            .number(size)
            .number(blob)
            .text(storedTime(QDateTime::currentDateTimeUtc()))
            .run();
        auto id = m_database->query("SELECT id FROM models WHERE path = ? AND sha256 = ?");
        id.text(absolute).text(sha256);
        id.next();
        return id.id<ModelRowTag>();
    });
}

Result<std::vector<ModelRecord>> ModelRecords::models()
{
    return m_database->read([this]() -> Result<std::vector<ModelRecord>> {
        std::vector<ModelRecord> records;
        auto rows = m_database->query("SELECT id, path, sha256, size, blob_id IS NOT NULL, added"
                                      " FROM models ORDER BY id");
        while (rows.next()) {
            ModelRecord record{ .id = rows.id<ModelRowTag>(),
                .path = rows.text(),
                .sha256 = rows.text(),
                .size = rows.number(),
                .hasCopy = rows.flag() };
            record.added = timeFromStored(rows.text());
            records.push_back(std::move(record));
        }
        return records;
    });
}

Result<QByteArray> ModelRecords::modelBytes(ModelId id)
{
    return m_database->read([&]() -> Result<QByteArray> {
        auto row = m_database->query("SELECT bytes FROM models JOIN blobs ON blobs.id = blob_id"
                                     " WHERE models.id = ?");
        row.id(id);
        if (!row.next())
            return fail(ErrorCode::IoOpen, u"the workspace keeps no copy of this model"_s,
                { .file = path(), .entity = u"model %1"_s.arg(id.value) });
        return row.bytes();
    });
}

Result<void> ModelRecords::removeModel(ModelId id)
{
    return m_database->write([&]() -> Result<void> {
        auto remove = m_database->query("DELETE FROM models WHERE id = ?");
        remove.id(id);
        TRY(m_database->changeOne(remove, "model", id.value));
        m_database->dropUnusedBytes();
        return {};
    });
}

} // namespace tosaic::workspace
