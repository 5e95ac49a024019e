// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/teamstore/artefactfolder.h"
#include "core/teamstore/teamstore.h"
#include "core/teamstore/timeorderedid.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

Result<std::vector<StoredReport>> TeamStore::reports()
{
    const auto rows = TRY(m_connection->ask(
        u"SELECT id, author, arrived AT TIME ZONE 'UTC', record FROM tosaic.reports"
        " ORDER BY arrival"_s));
    std::vector<StoredReport> reports;
    for (const auto &row : rows) {
        const auto said = QJsonDocument::fromJson(row[3].toString().toUtf8()).object();
        auto arrived = row[2].toDateTime();
        arrived.setTimeSpec(Qt::UTC);
        reports.push_back({ .id = row[0].toString(),
            .name = said[u"name"_s].toString(),
            .note = said[u"note"_s].toString(),
            .author = row[1].toString(),
            .arrived = arrived,
            .sha256 = said[u"sha256"_s].toString(),
            .size = static_cast<quint64>(std::max<qint64>(0, said[u"size"_s].toInteger())) });
    }
    return reports;
}

Result<QString> TeamStore::publish(const QString &path, const QString &note)
{
    TRY(mayWrite());
    const auto source = TRY(ByteSource::map(path));
    const auto sha256 = sha256Hex(source->bytes());
    TRY(ArtefactFolder(m_facts.artefacts).keep(sha256, source->bytes().toByteArray()));
    const QJsonObject record{ { u"name"_s, QFileInfo(path).fileName() }, { u"note"_s, note },
        { u"sha256"_s, sha256 }, { u"size"_s, static_cast<qint64>(source->size()) } };
    const auto id = timeOrderedId();
    TRY(m_connection->transaction([&]() -> Result<void> {
        TRY(lockArrivals(*m_connection));
        TRY(m_connection->ask(
            u"INSERT INTO tosaic.reports (id, subject, record) VALUES (?, ?, ?)"_s,
            { id, id, QString::fromUtf8(QJsonDocument(record).toJson(QJsonDocument::Compact)) }));
        return {};
    }));
    return id;
}

Result<QByteArray> TeamStore::reportBytes(const StoredReport &report)
{
    const ArtefactFolder folder(m_facts.artefacts);
    TRY(folder.usable());
    return folder.bytes(report.sha256);
}

} // namespace tosaic::teamstore
