// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/reconnector.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

Reconnector::Reconnector(const SourceLimits &limits, QObject *parent)
    : QObject(parent), m_limits(limits)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Reconnector::attempt);
}

void Reconnector::begin()
{
    m_isActive = true;
    m_waited.start();
    m_retry.start(m_limits.retryMs);
}

void Reconnector::end()
{
    m_isActive = false;
    m_retry.stop();
}

void Reconnector::again()
{
    if (!m_isActive)
        return;
    if (m_waited.hasExpired(m_limits.reconnectMs)) {
        end();
        Q_EMIT gaveUp();
    } else {
        m_retry.start(m_limits.retryMs);
    }
}

Diagnostic connectionLost(const QString &place, const QString &why)
{
    return { u"run.connection-lost"_s, Severity::Warning, { .entity = place },
        u"the connection was lost: %1"_s.arg(why) };
}

Diagnostic connectedAgain(const QString &place)
{
    return { u"run.reconnected"_s, Severity::Info, { .entity = place },
        u"the connection is back; what was printed in between is not in the console"_s };
}

Diagnostic connectionGivenUp(const QString &place, int waitedMs)
{
    return { u"run.connection-lost"_s, Severity::Error, { .entity = place },
        u"the connection was lost and did not come back within %1 s"_s.arg(
            (waitedMs + 999) / 1000) };
}

} // namespace tosaic::profile
