// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/Savepoint.h>

#include <QScopedValueRollback>

#include <string>
#include <type_traits>

/// The only place that sees SQLiteCpp: its exceptions end in Database::read and write.
namespace tosaic::workspace {

/// What SQLite complains about, as one of our errors with the file.
Error databaseError(const SQLite::Exception &exception, const QString &path);

/// A prepared statement that is filled from left to right.
class Query
{
public:
    Query(SQLite::Database &database, const char *sql) : m_statement(database, sql) { }

    Query &text(const QString &value);
    Query &number(quint64 value);
    Query &number(const std::optional<int> &value);
    Query &number(const std::optional<quint64> &value);
    Query &real(double value);
    /// The bytes must live until the statement has run.
    Query &bytes(const QByteArray &value);
    template <typename Tag>
    Query &id(Id<Tag> value)
    {
        return number(static_cast<quint64>(value.value));
    }
    Query &null();

    /// Runs a statement that returns no rows.
    void run() { m_statement.exec(); }
    /// Steps to the next row; false after the last.
    bool next();

    // Columns of the current row, read from left to right.
    QString text();
    quint64 number();
    double real() { return m_statement.getColumn(m_column++).getDouble(); }
    std::optional<int> optionalInt();
    std::optional<quint64> optionalNumber();
    QByteArray bytes();
    bool flag() { return number() != 0; }
    template <typename Tag>
    Id<Tag> id()
    {
        return Id<Tag>(number());
    }

private:
    SQLite::Statement m_statement;
    int m_parameter = 0;
    int m_column = 0;
};

class Database
{
public:
    Database(const QString &path, int flags) : Database(path, path, flags) { }
    /// `file` is opened, errors name `path`. An empty file name: a temporary database.
    Database(const QString &path, const QString &file, int flags);

    /// work: Result<T>(). Converts exceptions.
    template <typename Work>
    auto read(Work work) -> std::invoke_result_t<Work>
    {
        try {
            return work();
        } catch (const SQLite::Exception &exception) {
            return fail(databaseError(exception, m_path));
        }
    }

    /// As read, in one transaction that takes the write lock at once (waiting for other writers
    /// up to the busy timeout), and that is rolled back if `work` fails. Inside another write() it
    /// is a part that is rolled back alone, and stays if the whole does.
    template <typename Work>
    auto write(Work work) -> std::invoke_result_t<Work>
    {
        return read([&]() -> std::invoke_result_t<Work> {
            const bool isPart = m_isWriting;
            const QScopedValueRollback<bool> inside(m_isWriting, true);
            if (isPart) {
                SQLite::Savepoint part(m_sqlite, "part");
                auto result = work();
                if (result)
                    part.release();
                return result;
            }
            SQLite::Transaction transaction(m_sqlite, SQLite::TransactionBehavior::IMMEDIATE);
            auto result = work();
            if (result)
                transaction.commit();
            return result;
        });
    }

    Query query(const char *sql) { return Query(m_sqlite, sql); }
    quint64 lastId() const { return static_cast<quint64>(m_sqlite.getLastInsertRowid()); }
    /// Stores bytes once by their hash. Inside write().
    quint64 keepBytes(const QByteArray &bytes, const QString &sha256);
    /// Forgets bytes that no row refers to. Inside write().
    void dropUnusedBytes();
    /// Runs a change of one row; Internal, naming it, if there is no such row. Inside write().
    Result<void> changeOne(Query &query, const char *what, quint64 id);
    SQLite::Database &sqlite() { return m_sqlite; }
    const QString &path() const { return m_path; }

private:
    QString m_path;
    SQLite::Database m_sqlite;
    bool m_isWriting = false;
};

/// UTC in ISO 8601 with milliseconds, as all times are stored.
QString storedTime(const QDateTime &time);
QDateTime timeFromStored(const QString &text);
QString storedJson(const QJsonObject &object);
QJsonObject jsonFromStored(const QString &text);

} // namespace tosaic::workspace
