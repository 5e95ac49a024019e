// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTemporaryDir>

#include <memory>

namespace tosaic::test {

/// A PostgreSQL server of this test alone: Debian's programs, a temporary folder, one port of this
/// machine, and nothing that outlives the test. The users are "owner" (by the socket, without a
/// password) and those that owner makes (over TCP, with one).
class PostgresServer
{
public:
    /// Null, and says why, where Debian's postgresql or Qt's driver is not installed.
    static std::unique_ptr<PostgresServer> make(QString *why);
    ~PostgresServer();

    bool start();
    /// As a machine that loses its power.
    void kill();
    /// A folder that the server may use.
    bool makeFolder(const QString &path);
    /// A new empty database. Empty: it could not be made.
    bool createDatabase(const QString &name);
    /// What psql prints of a statement that owner runs; of one that fails, what is wrong.
    QString sql(const QString &database, const QString &statement);
    /// "postgresql:///NAME?host=..." for owner.
    QString ownerAddress(const QString &database) const;
    /// "postgresql://USER@127.0.0.1:PORT/NAME" with an option of TLS.
    QString address(
        const QString &user, const QString &database, const QString &options = {}) const;
    /// Certificates: of the server, and one that has nothing to do with it.
    QString certificate() const { return path(QStringLiteral("server.crt")); }
    QString otherCertificate() const { return path(QStringLiteral("other.crt")); }

private:
    PostgresServer() = default;
    QString path(const QString &name) const { return m_folder.filePath(name); }
    bool run(const QString &program, const QStringList &arguments);
    bool initialise();
    bool makeCertificate(const QString &name);

    QTemporaryDir m_folder;
    QString m_programs; ///< folder
    int m_port = 0;
    std::unique_ptr<QProcess> m_process;
    QString m_output; ///< of what ran last
};

} // namespace tosaic::test

/// Skips the test, saying why, where there is no server.
#define TOSAIC_NEED_POSTGRES(server, why)                                                          \
    do {                                                                                           \
        if (!(server))                                                                             \
            GTEST_SKIP() << qPrintable(why);                                                       \
    } while (false)
