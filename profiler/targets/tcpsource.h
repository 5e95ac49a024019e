// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/reconnector.h"

#include <QTcpSocket>

namespace tosaic::profile {

/// A console on a TCP port, such as a terminal of an FVP or a serial server. Problems:
/// "run.unknown-host", "run.refused", "run.unreachable", "run.connection-lost".
class TcpSource : public ConsoleSource
{
    Q_OBJECT
public:
    TcpSource(const TcpTarget &target, const SourceLimits &limits);

    void start() override;
    void stop() override;
    void send(const QByteArray &bytes) override;

private:
    QString place() const;
    void connectNow();
    void takeConnected();
    void takeError(QAbstractSocket::SocketError error);
    void read();
    void lose();
    void end();

    TcpTarget m_target;
    SourceLimits m_limits;
    QTcpSocket m_socket;
    Reconnector m_reconnector;
    bool m_isConnected = false;
    bool m_hasEnded = false;
};

} // namespace tosaic::profile
