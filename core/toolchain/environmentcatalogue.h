// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/toolchain/environmentdiscovery.h"

#include <QHash>
#include <QJsonObject>

#include <deque>

namespace tosaic::toolchain {

/// All environments of this machine and what is in them. Probes in the background, ProbeLimit at a
/// time, and remembers the answers: a probe is repeated only if interpreterState() has changed.
/// Lives on a thread with an event loop.
class EnvironmentCatalogue : public QObject
{
    Q_OBJECT
public:
    static constexpr int ProbeLimit = 2;

    struct Entry
    {
        EnvironmentCandidate candidate;
        std::optional<ToolEnvironment> environment; ///< absent: not probed yet
        bool isFromCache = false;
    };

    /// `cacheFile`: JSON that outlives the program; empty: answers are remembered in memory only.
    explicit EnvironmentCatalogue(const QString &cacheFile = {}, QObject *parent = nullptr);
    ~EnvironmentCatalogue() override;

    /// Looks again. `finished` follows in any case, unless another refresh comes first.
    void refresh(const DiscoveryPlaces &places);
    bool isBusy() const { return m_slot.isRunning() || !m_waiting.empty() || !m_running.empty(); }
    const std::vector<Entry> &entries() const { return m_entries; }
    /// Null if it is not there or not probed yet.
    const ToolEnvironment *environment(const QString &interpreter) const;
    /// Those that have Vela, newest Vela first.
    std::vector<ToolEnvironment> withVela() const;
    int runningProbes() const { return static_cast<int>(m_running.size()); }

Q_SIGNALS:
    /// An entry came, went or was probed.
    void changed();
    void finished();

private:
    struct Found
    {
        EnvironmentCandidate candidate;
        QString state;
    };
    void take(const std::vector<Found> &found);
    void probeNext();
    void takeProbe(EnvironmentProbe *probe, const ToolEnvironment &environment);
    void readCache();
    void writeCache() const;

    QString m_cacheFile;
    QString m_home;
    QHash<QString, QJsonObject> m_cache; ///< by interpreter: {"state", "probe"}
    QHash<QString, QString> m_states;
    std::vector<Entry> m_entries;
    std::deque<EnvironmentCandidate> m_waiting;
    std::vector<std::unique_ptr<EnvironmentProbe>> m_running;
    JobSlot m_slot;
};

} // namespace tosaic::toolchain
