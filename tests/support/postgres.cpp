// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/postgres.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>
#include <QThread>

#include <csignal>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

constexpr int LimitMs = 60000;
constexpr uid_t Nobody = 65534; // root may not run a server

bool isRoot()
{
    return ::geteuid() == 0;
}

void asSomebody(QProcess &process)
{
    process.setChildProcessModifier([] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::geteuid() == 0 && (::setgid(Nobody) != 0 || ::setuid(Nobody) != 0))
            ::_exit(1);
    });
}

int freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *general = reinterpret_cast<sockaddr *>(&address);
    const bool isBound
        = ::bind(socket, general, size) == 0 && ::getsockname(socket, general, &size) == 0;
    ::close(socket);
    return isBound ? ntohs(address.sin_port) : 0;
}

/// Of the newest version that is installed.
QString serverPrograms()
{
    const QDir versions(u"/usr/lib/postgresql"_s);
    const auto found = versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (auto it = found.rbegin(); it != found.rend(); ++it) {
        const auto folder = versions.filePath(*it + u"/bin"_s);
        if (QFile::exists(folder + u"/initdb"_s) && QFile::exists(folder + u"/postgres"_s))
            return folder;
    }
    return {};
}

} // namespace

std::unique_ptr<PostgresServer> PostgresServer::make(QString *why)
{
    std::unique_ptr<PostgresServer> server(new PostgresServer);
    server->m_programs = serverPrograms();
    if (server->m_programs.isEmpty()) {
        *why = u"Debian's postgresql is not installed"_s;
        return {};
    }
    if (QStandardPaths::findExecutable(u"openssl"_s).isEmpty()) {
        *why = u"openssl is not installed"_s;
        return {};
    }
    if (server->initialise() && server->start())
        return server;
    *why = u"the server does not start: "_s + server->m_output;
    return {};
}

PostgresServer::~PostgresServer()
{
    kill();
}

bool PostgresServer::run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    asSomebody(process);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(m_folder.path());
    process.start(program, arguments);
    const bool isDone = process.waitForFinished(LimitMs) && process.exitCode() == 0;
    m_output = QString::fromUtf8(process.readAll());
    return isDone;
}

bool PostgresServer::makeCertificate(const QString &name)
{
    return run(u"openssl"_s,
        { u"req"_s, u"-x509"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s,
            u"ec_paramgen_curve:prime256v1"_s, u"-nodes"_s, u"-days"_s, u"2"_s, u"-subj"_s,
            u"/CN=tosaic test"_s, u"-addext"_s, u"subjectAltName=IP:127.0.0.1"_s, u"-keyout"_s,
            path(name + u".key"_s), u"-out"_s, path(name + u".crt"_s) });
}

bool PostgresServer::initialise()
{
    if (isRoot() && ::chown(QFile::encodeName(m_folder.path()).constData(), Nobody, Nobody) != 0)
        return false;
    QFile::setPermissions(m_folder.path(), QFile::Permissions(0x7755)); // others read certificates
    m_port = freePort();
    return run(m_programs + u"/initdb"_s,
               { u"--pgdata"_s, path(u"data"_s), u"--username"_s, u"owner"_s, u"--auth-local"_s,
                   u"trust"_s, u"--auth-host"_s, u"scram-sha-256"_s, u"--encoding"_s, u"UTF8"_s,
                   u"--no-locale"_s, u"--no-sync"_s })
        && makeCertificate(u"server"_s) && makeCertificate(u"other"_s);
}

bool PostgresServer::start()
{
    const std::array settings{ u"unix_socket_directories="_s + m_folder.path(),
        u"listen_addresses=127.0.0.1"_s, u"fsync=off"_s, u"ssl=on"_s,
        u"ssl_cert_file="_s + certificate(), u"ssl_key_file="_s + path(u"server.key"_s) };
    QStringList arguments{ u"-D"_s, path(u"data"_s), u"-p"_s, QString::number(m_port) };
    for (const auto &setting : settings)
        arguments << u"-c"_s << setting;
    m_process = std::make_unique<QProcess>();
    asSomebody(*m_process);
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->start(m_programs + u"/postgres"_s, arguments);
    QElapsedTimer time;
    for (time.start(); time.elapsed() < LimitMs; QThread::msleep(50)) {
        if (m_process->waitForFinished(0))
            break;
        if (sql(u"postgres"_s, u"SELECT 1"_s).trimmed() == "1"_L1)
            return true;
    }
    m_output = QString::fromUtf8(m_process->readAll());
    return false;
}

void PostgresServer::kill()
{
    if (!m_process || m_process->state() == QProcess::NotRunning)
        return;
    ::kill(static_cast<pid_t>(m_process->processId()), SIGQUIT); // with its children, at once
    if (!m_process->waitForFinished(5000))
        m_process->kill();
    m_process->waitForFinished();
}

QString PostgresServer::sql(const QString &database, const QString &statement)
{
    run(m_programs + u"/psql"_s,
        { u"-X"_s, u"-q"_s, u"-A"_s, u"-t"_s, u"-h"_s, m_folder.path(), u"-p"_s,
            QString::number(m_port), u"-U"_s, u"owner"_s, u"-d"_s, database, u"-c"_s, statement });
    return m_output;
}

bool PostgresServer::makeFolder(const QString &path)
{
    return run(u"mkdir"_s, { path });
}

bool PostgresServer::createDatabase(const QString &name)
{
    return sql(u"postgres"_s, u"CREATE DATABASE "_s + name).isEmpty();
}

QString PostgresServer::ownerAddress(const QString &database) const
{
    return u"postgresql://owner@/%1?host=%2&port=%3"_s.arg(database, m_folder.path()).arg(m_port);
}

QString PostgresServer::address(
    const QString &user, const QString &database, const QString &options) const
{
    const auto end = options.isEmpty() ? QString() : u'?' + options;
    return u"postgresql://%1@127.0.0.1:%2/%3"_s.arg(user).arg(m_port).arg(database) + end;
}

} // namespace tosaic::test
