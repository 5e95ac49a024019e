// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/serialsource.h"

#include <QFileInfo>
#include <QSerialPortInfo>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

Diagnostic portProblem(const QString &id, const QString &port, const QString &text)
{
    return { id, Severity::Error, { .entity = port }, text };
}

} // namespace

QString devicePath(const QString &port)
{
    return port.startsWith(u'/') ? port : u"/dev/"_s + port;
}

std::optional<Diagnostic> serialPortProblem(const QString &port)
{
    const QFileInfo device(devicePath(port));
    if (!device.exists()) {
        QStringList names;
        const auto ports = QSerialPortInfo::availablePorts();
        for (const auto &other : ports)
            names += other.systemLocation();
        return portProblem(u"run.no-port"_s, port,
            names.isEmpty()
                ? u"there is no such port, and no other serial port: plug the board in"_s
                : u"there is no such port; there are %1"_s.arg(names.join(u", "_s)));
    }
    if (device.isReadable() && device.isWritable())
        return {};
    const auto group = device.group();
    return portProblem(u"run.port-permission"_s, port,
        group.isEmpty() || group == "root"_L1
            ? u"no permission to open the port; a udev rule can give it to your user"_s
            : u"no permission to open the port, which belongs to the group %1: sudo usermod -aG %1 "
              "$USER, then log in again"_s.arg(group));
}

SerialSource::SerialSource(const SerialTarget &target, const SourceLimits &limits)
    : m_target(target), m_limits(limits), m_reconnector(limits)
{
    m_port.setPortName(target.port);
    m_port.setBaudRate(target.baudRate);
    connect(&m_port, &QSerialPort::readyRead, this, &SerialSource::read);
    // Queued: the port is closed in answer, which must not happen inside its own signal.
    connect(
        &m_port, &QSerialPort::errorOccurred, this,
        [this](QSerialPort::SerialPortError error) {
            if (error == QSerialPort::ResourceError || error == QSerialPort::ReadError)
                lose(m_port.errorString());
        },
        Qt::QueuedConnection);
    connect(&m_reconnector, &Reconnector::attempt, this, [this] {
        if (!open())
            return m_reconnector.again();
        m_reconnector.end();
        Q_EMIT noticed(connectedAgain(m_target.port));
        Q_EMIT stateChanged(State::Running);
    });
    connect(&m_reconnector, &Reconnector::gaveUp, this, [this] {
        setProblem(connectionGivenUp(m_target.port, m_limits.reconnectMs));
        end();
    });
}

bool SerialSource::open()
{
    m_port.close();
    m_port.clearError();
    return m_port.open(QIODevice::ReadWrite);
}

void SerialSource::start()
{
    if (open())
        return Q_EMIT stateChanged(State::Running);
    if (auto known = serialPortProblem(m_target.port))
        setProblem(*known);
    else if (m_port.error() == QSerialPort::PermissionError)
        setProblem(portProblem(u"run.port-busy"_s, m_target.port,
            u"another program has the port open; close it first"_s));
    else
        setProblem(portProblem(u"run.port"_s, m_target.port,
            u"the port cannot be opened: %1"_s.arg(m_port.errorString())));
    end();
}

void SerialSource::read()
{
    if (const auto bytes = m_port.readAll(); !bytes.isEmpty())
        Q_EMIT output(bytes);
}

void SerialSource::lose(const QString &why)
{
    if (m_hasEnded || m_reconnector.isActive())
        return;
    read();
    m_port.close();
    if (!m_target.reconnects) {
        auto lost = connectionLost(m_target.port, why);
        lost.severity = Severity::Error;
        setProblem(lost);
        return end();
    }
    Q_EMIT noticed(connectionLost(m_target.port, why));
    Q_EMIT stateChanged(State::Reconnecting);
    m_reconnector.begin();
}

void SerialSource::stop()
{
    if (m_port.isOpen())
        read();
    end();
}

void SerialSource::end()
{
    if (m_hasEnded)
        return;
    m_hasEnded = true;
    m_reconnector.end();
    m_port.close();
    finishLater();
}

void SerialSource::send(const QByteArray &bytes)
{
    if (m_port.isOpen())
        m_port.write(bytes);
}

} // namespace tosaic::profile
