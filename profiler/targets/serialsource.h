// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/reconnector.h"

#include <QSerialPort>

namespace tosaic::profile {

/// A serial port, 8N1. Problems: "run.no-port", "run.port-permission", "run.port-busy",
/// "run.port", "run.connection-lost".
class SerialSource : public ConsoleSource
{
    Q_OBJECT
public:
    SerialSource(const SerialTarget &target, const SourceLimits &limits);

    void start() override;
    void stop() override;
    void send(const QByteArray &bytes) override;

private:
    bool open();
    void read();
    void lose(const QString &why);
    void end();

    SerialTarget m_target;
    SourceLimits m_limits;
    QSerialPort m_port;
    Reconnector m_reconnector;
    bool m_hasEnded = false;
};

/// As QSerialPort finds a port that is named without its folder.
QString devicePath(const QString &port);

/// Why a port cannot be opened, with the next step; absent if nothing speaks against it.
std::optional<Diagnostic> serialPortProblem(const QString &port);

} // namespace tosaic::profile
