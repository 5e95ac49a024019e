// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/storeconnection.h"

#include "core/base/try.h"
#include "core/teamstore/keyring.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

// Seconds. A server that is gone without a word is noticed after some 15.
const QString Patience
    = u"connect_timeout=5;keepalives_idle=5;keepalives_interval=3;keepalives_count=3;"
      "tcp_user_timeout=15000"_s;

QString wordsOf(const QSqlError &error)
{
    const auto words = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    return words.simplified();
}

/// Classes of SQLSTATE (PostgreSQL, appendix A). Without one the server did not answer.
ErrorCode codeOf(const QString &state)
{
    if (state.isEmpty() || state.startsWith("08"_L1) || state.startsWith("57P"_L1))
        return ErrorCode::StoreUnreachable;
    return state == "53100"_L1 ? ErrorCode::IoDiskFull : ErrorCode::StoreRefused;
}

/// Before there is a connection, libpq has words alone; those of the server begin with FATAL in
/// every language, those of OpenSSL name it.
ErrorCode codeOfOpening(const QString &words)
{
    const bool isStarting = words.contains("starting up"_L1) || words.contains("shutting down"_L1);
    const bool isAnswer = words.contains("FATAL"_L1) || words.contains("SSL"_L1)
        || words.contains("fe_sendauth"_L1) || words.contains("certificate"_L1);
    return isAnswer && !isStarting ? ErrorCode::StoreRefused : ErrorCode::StoreUnreachable;
}

} // namespace

StoreConnection::StoreConnection(const StoreAddress &address)
    : m_name(u"store "_s + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_database(QSqlDatabase::addDatabase(u"QPSQL"_s, m_name))
{
    QStringList options{ Patience, u"application_name=tosaic"_s };
    for (const auto &[key, value] : address.options)
        options.append(key + u'=' + value);
    m_database.setConnectOptions(options.join(u';'));
    m_database.setHostName(address.host);
    m_database.setPort(address.port);
    m_database.setDatabaseName(address.database);
    m_database.setUserName(address.user);
}

StoreConnection::~StoreConnection()
{
    m_database = {};
    QSqlDatabase::removeDatabase(m_name);
}

Result<std::unique_ptr<StoreConnection>> StoreConnection::open(const StoreAddress &address)
{
    if (!QSqlDatabase::isDriverAvailable(u"QPSQL"_s))
        return fail(ErrorCode::ToolMissing,
            u"Qt's driver for PostgreSQL is not installed: sudo apt-get install libqt6sql6-psql"_s);
    std::unique_ptr<StoreConnection> connection(new StoreConnection(address));
    if (connection->m_database.open())
        return connection;
    auto words = wordsOf(connection->m_database.lastError());
    // What libpq says when the server asks and `.pgpass` has nothing.
    if (const auto password
        = words.contains("fe_sendauth"_L1) ? keyringPassword(address) : QString();
        !password.isEmpty()) {
        connection->m_database.setPassword(password);
        if (connection->m_database.open())
            return connection;
        words = wordsOf(connection->m_database.lastError());
    }
    return fail(codeOfOpening(words), words, { .file = address.toText() });
}

Result<StoreConnection::Rows> StoreConnection::ask(const QString &sql, const QVariantList &values)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    bool isDone = values.isEmpty() ? query.exec(sql) : query.prepare(sql);
    if (isDone && !values.isEmpty()) {
        for (const auto &value : values)
            query.addBindValue(value);
        isDone = query.exec();
    }
    if (!isDone)
        return fail(codeOf(query.lastError().nativeErrorCode()), wordsOf(query.lastError()));
    Rows rows;
    while (query.next()) {
        QVariantList row;
        for (int column = 0; column < query.record().count(); ++column)
            row.append(query.value(column));
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<void> StoreConnection::execute(const QString &sql)
{
    QSqlQuery query(m_database);
    if (query.exec(sql))
        return {};
    return fail(codeOf(query.lastError().nativeErrorCode()), wordsOf(query.lastError()));
}

Result<void> StoreConnection::transaction(const std::function<Result<void>()> &work)
{
    TRY(execute(u"BEGIN"_s));
    if (auto done = work(); !done) {
        static_cast<void>(execute(u"ROLLBACK"_s)); // on its own if the connection is gone
        return done;
    }
    return execute(u"COMMIT"_s);
}

} // namespace tosaic::teamstore
