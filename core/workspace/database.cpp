// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"

#include <QFile>
#include <QJsonDocument>

#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

constexpr int BusyTimeoutMs = 30000;

ErrorCode codeOf(const SQLite::Exception &exception)
{
    switch (exception.getErrorCode() & 0xff) {
    case SQLITE_FULL:
        return ErrorCode::IoDiskFull;
    case SQLITE_IOERR:
        return exception.getExtendedErrorCode() == SQLITE_IOERR_READ ? ErrorCode::IoRead
                                                                     : ErrorCode::IoWrite;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return ErrorCode::WorkspaceDamaged;
    case SQLITE_READONLY:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ErrorCode::IoWrite;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return ErrorCode::IoOpen;
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
        return ErrorCode::LimitExceeded;
    case SQLITE_PROTOCOL:
    case SQLITE_NOLFS:
        return ErrorCode::IoRead;
    default: // tables that are not as this version made them
        return ErrorCode::WorkspaceDamaged;
    }
}

} // namespace

Error databaseError(const SQLite::Exception &exception, const QString &path)
{
    auto detail = QString::fromUtf8(exception.what());
    if ((exception.getErrorCode() & 0xff) == SQLITE_BUSY)
        detail = u"another program has been writing to the workspace for more than %1 s"_s.arg(
            BusyTimeoutMs / 1000);
    return { .code = codeOf(exception), .detail = std::move(detail), .location = { .file = path } };
}

Query &Query::text(const QString &value)
{
    m_statement.bind(++m_parameter, value.toStdString());
    return *this;
}

Query &Query::number(quint64 value)
{
    m_statement.bind(++m_parameter, static_cast<int64_t>(value));
    return *this;
}

Query &Query::number(const std::optional<int> &value)
{
    if (!value)
        return null();
    m_statement.bind(++m_parameter, *value);
    return *this;
}

Query &Query::number(const std::optional<quint64> &value)
{
    return value ? number(*value) : null();
}

Query &Query::real(double value)
{
    m_statement.bind(++m_parameter, value);
    return *this;
}

Query &Query::bytes(const QByteArray &value)
{
    // An empty array has no address, which SQLite would take for NULL.
    const void *data = value.isEmpty() ? "" : value.constData();
    m_statement.bindNoCopy(++m_parameter, data, static_cast<int>(value.size()));
    return *this;
}

Query &Query::null()
{
    m_statement.bind(++m_parameter);
    return *this;
}

bool Query::next()
{
    m_column = 0;
    return m_statement.executeStep();
}

QString Query::text()
{
    const auto column = m_statement.getColumn(m_column++);
    const auto *bytes = column.getText(); // before its size: SQLite converts it first
    return QString::fromUtf8(bytes, column.getBytes());
}

quint64 Query::number()
{
    return static_cast<quint64>(m_statement.getColumn(m_column++).getInt64());
}

std::optional<int> Query::optionalInt()
{
    const auto column = m_statement.getColumn(m_column++);
    return column.isNull() ? std::nullopt : std::optional<int>(column.getInt());
}

std::optional<quint64> Query::optionalNumber()
{
    const auto column = m_statement.getColumn(m_column++);
    if (column.isNull())
        return {};
    return static_cast<quint64>(column.getInt64());
}

QByteArray Query::bytes()
{
    const auto column = m_statement.getColumn(m_column++);
    return QByteArray(static_cast<const char *>(column.getBlob()), column.getBytes());
}

Database::Database(const QString &path, const QString &file, int flags)
    : m_path(path), m_sqlite(QFile::encodeName(file).toStdString(), flags, BusyTimeoutMs)
{
    // One file and nothing beside it at rest; a commit is on the disk before it is acknowledged.
    // What SQLite sorts stays in memory: a full folder for temporary files is no matter to the
    // file.
    m_sqlite.exec("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;"
                  "PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY");
}

quint64 Database::keepBytes(const QByteArray &bytes, const QString &sha256)
{
    query("INSERT INTO blobs (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING")
        .text(sha256)
        .bytes(bytes)
        .run();
    auto id = query("SELECT id FROM blobs WHERE sha256 = ?");
    id.text(sha256);
    id.next();
    return id.number();
}

void Database::dropUnusedBytes()
{
    query("DELETE FROM blobs WHERE id NOT IN"
          " (SELECT blob_id FROM artefacts WHERE blob_id IS NOT NULL"
          " UNION SELECT blob_id FROM models WHERE blob_id IS NOT NULL)")
        .run();
}

Result<void> Database::changeOne(Query &query, const char *what, quint64 id)
{
    query.run();
    if (m_sqlite.getChanges() > 0)
        return {};
    return fail(ErrorCode::Internal, u"there is no %1 %2"_s.arg(QLatin1StringView(what)).arg(id),
        { .file = m_path });
}

QString storedTime(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : QString();
}

QDateTime timeFromStored(const QString &text)
{
    return QDateTime::fromString(text, Qt::ISODateWithMs);
}

QString storedJson(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject jsonFromStored(const QString &text)
{
    // Most of what a run may state is not stated, and lists have many runs.
    if (text.isEmpty() || text == "{}"_L1)
        return {};
    return QJsonDocument::fromJson(text.toUtf8()).object();
}

} // namespace tosaic::workspace
