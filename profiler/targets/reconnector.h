// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/consolesource.h"

#include <QElapsedTimer>
#include <QTimer>

namespace tosaic::profile {

/// Waits for a connection that was lost: asks for attempts until one succeeds or patience ends.
class Reconnector : public QObject
{
    Q_OBJECT
public:
    explicit Reconnector(const SourceLimits &limits, QObject *parent = nullptr);

    void begin();
    void end();
    bool isActive() const { return m_isActive; }
    /// An attempt failed: the next one follows, or gaveUp().
    void again();

Q_SIGNALS:
    void attempt();
    void gaveUp();

private:
    SourceLimits m_limits;
    QTimer m_retry;
    QElapsedTimer m_waited;
    bool m_isActive = false;
};

/// What a source says when the other end goes away and comes back.
Diagnostic connectionLost(const QString &place, const QString &why);
Diagnostic connectedAgain(const QString &place);
/// Why it ended: the other end stayed away.
Diagnostic connectionGivenUp(const QString &place, int waitedMs);

} // namespace tosaic::profile
