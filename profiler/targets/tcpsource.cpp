// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/tcpsource.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

TcpSource::TcpSource(const TcpTarget &target, const SourceLimits &limits)
    : m_target(target), m_limits(limits), m_reconnector(limits)
{
    connect(&m_socket, &QTcpSocket::connected, this, &TcpSource::takeConnected);
    connect(&m_socket, &QTcpSocket::readyRead, this, &TcpSource::read);
    // Queued: the socket is used again in answer, which must not happen inside its own signals.
    connect(&m_socket, &QTcpSocket::disconnected, this, &TcpSource::lose, Qt::QueuedConnection);
    connect(
        &m_socket, &QTcpSocket::errorOccurred, this, &TcpSource::takeError, Qt::QueuedConnection);
    connect(&m_reconnector, &Reconnector::attempt, this, &TcpSource::connectNow);
    connect(&m_reconnector, &Reconnector::gaveUp, this, [this] {
        setProblem(connectionGivenUp(place(), m_limits.reconnectMs));
        end();
    });
}

QString TcpSource::place() const
{
    return u"%1:%2"_s.arg(m_target.host).arg(m_target.port);
}

void TcpSource::connectNow()
{
    m_socket.abort();
    m_socket.connectToHost(m_target.host, m_target.port);
}

void TcpSource::start()
{
    connectNow();
}

void TcpSource::takeConnected()
{
    if (m_hasEnded)
        return;
    m_isConnected = true;
    if (m_reconnector.isActive()) {
        m_reconnector.end();
        Q_EMIT noticed(connectedAgain(place()));
    }
    Q_EMIT stateChanged(State::Running);
}

/// An attempt to connect failed; a connection that breaks is told by disconnected().
void TcpSource::takeError(QAbstractSocket::SocketError error)
{
    if (m_hasEnded || m_isConnected || error == QAbstractSocket::RemoteHostClosedError)
        return;
    if (m_reconnector.isActive())
        return m_reconnector.again();
    const Location location{ .entity = place() };
    if (error == QAbstractSocket::HostNotFoundError)
        setProblem({ u"run.unknown-host"_s, Severity::Error, location,
            u"no host has this name; check it, or give its address"_s });
    else if (error == QAbstractSocket::ConnectionRefusedError)
        setProblem({ u"run.refused"_s, Severity::Error, location,
            u"nothing listens there: start the FVP or the serial server first, and see on which "
            "port it listens"_s });
    else
        setProblem({ u"run.unreachable"_s, Severity::Error, location, m_socket.errorString() });
    end();
}

void TcpSource::read()
{
    if (const auto bytes = m_socket.readAll(); !bytes.isEmpty())
        Q_EMIT output(bytes);
}

void TcpSource::lose()
{
    if (m_hasEnded || !m_isConnected || m_socket.state() == QAbstractSocket::ConnectedState)
        return;
    m_isConnected = false;
    read();
    auto lost = connectionLost(place(), m_socket.errorString());
    if (!m_target.reconnects) {
        lost.severity = Severity::Error;
        setProblem(lost);
        return end();
    }
    Q_EMIT noticed(lost);
    Q_EMIT stateChanged(State::Reconnecting);
    m_reconnector.begin();
}

void TcpSource::stop()
{
    read();
    end();
}

void TcpSource::end()
{
    if (m_hasEnded)
        return;
    m_hasEnded = true;
    m_isConnected = false;
    m_reconnector.end();
    m_socket.abort();
    finishLater();
}

void TcpSource::send(const QByteArray &bytes)
{
    if (m_isConnected)
        m_socket.write(bytes);
}

} // namespace tosaic::profile
