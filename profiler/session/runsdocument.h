// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/jobslot.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/workspace/records.h"
#include "profiler/run.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::profile {
struct EtDump;
struct HostFacts;
struct PmuTrace;
}

namespace tosaic {

/// A run with what the user knows about it and the log does not say.
struct NamedRun
{
    QString name; ///< shown to the user; by default the file's name
    QString path; ///< where the console was read from; empty if from a workspace
    std::shared_ptr<const profile::Run> run;
    std::optional<Origin> origin; ///< chosen by the user: est, FVP, board; absent = not stated
    QString modelSha256; ///< of the model file it belongs to; empty if not attached
    std::optional<quint64> clockHz; ///< NPU clock stated by the user, Hz
    QString sha256; ///< of the file's bytes (console, trace, dump); empty if not known
    QString kind = QStringLiteral("console"); ///< as workspace::RunRecord: "pmu-trace", "etdump"
    /// What the file holds beside, or instead of, a console; null if it is none. `run` is then
    /// made from it as far as it says the same.
    std::shared_ptr<const profile::PmuTrace> trace;
    std::shared_ptr<const profile::EtDump> etdump;
    /// Beside an ETDump of this machine: under which conditions it was made, and the bytes of the
    /// tensors it recorded; null if they are not at hand.
    std::shared_ptr<const profile::HostFacts> host;
    std::shared_ptr<const ByteSource> debugBuffer;
    /// As StoredRun::values: what a report of Vela, a dump or a trace says in numbers, also while
    /// the file itself is not loaded. None of a console: `run` has them.
    std::vector<workspace::RunValue> values;
    workspace::RunConditions conditions; ///< stated by who started it
    workspace::RunId stored; ///< in the open workspace; none: not kept there yet
    QString storedIn; ///< path of the workspace that `stored` is a run of; empty: the open one
    /// How its recording ended, as workspace::RunRecord; empty: not recorded but imported. The log
    /// may still look complete.
    QString status;
    bool isLive = false; ///< it is still going on; `run` is what was read so far
    /// Of a run that was listened to: milliseconds from its start at which each profile of `run`
    /// was first seen; null: not known.
    std::shared_ptr<const std::vector<qint64>> arrivals;
    std::optional<quint64> modelMacs; ///< of one inference, stated by the user
};

/// First executions of the ETDump that do not count: as whoever made it says, else as the user
/// states.
quint64 warmupsOf(const NamedRun &run);

/// The measured runs at hand, oldest first, and the one that is looked at. Runs are immutable; the
/// document only keeps the list. Lives on the GUI thread.
class RunsDocument : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const std::vector<NamedRun> &runs() const { return m_runs; }
    bool isEmpty() const { return m_runs.empty(); }
    /// Index into runs(); -1 while there is none.
    int currentIndex() const { return m_current; }
    /// Null while there is none. Valid until the next change.
    const NamedRun *current() const;

    /// Adds a run and makes it current. Returns its index.
    int add(NamedRun run);
    /// Adds runs that others keep in the same workspace. The current one stays; it is the newest if
    /// there was none.
    void append(std::vector<NamedRun> runs);
    /// Another value in the place of a run: a live one that went on.
    void update(int index, NamedRun run);
    void remove(int index);
    void clear();
    void setCurrentIndex(int index);
    /// What the current run holds beside its console is being read; another one is not.
    bool isLoading() const { return m_isLoading; }
    void setLoading(bool loading);

    void setName(int index, const QString &name);
    void setOrigin(int index, std::optional<Origin> origin);
    void setClock(int index, std::optional<quint64> hertz);
    /// Of the NPU, per cycle; of the model, per inference. Absent: not stated.
    void setMacs(int index, std::optional<quint32> npu, std::optional<quint64> model);
    /// Of the ETDump, which must be loaded: how many of its first executions do not count; of one
    /// that a run on this machine left it is known. The numbers follow.
    void setWarmups(int index, quint64 count);
    /// Empty = detach.
    void attach(int index, const QString &modelSha256);

Q_SIGNALS:
    /// By remove(), while the run is still there; not by clear(), which closes the list and leaves
    /// what is kept of its runs alone.
    void aboutToRemove(int index);
    /// Runs were added or removed.
    void changed();
    /// By add(), not by append().
    void added(int index);
    /// Name, origin, clock, model or contents of one run changed.
    void runChanged(int index);
    void loadingChanged();
    void currentChanged(int index);

private:
    bool isValid(int index) const { return index >= 0 && index < static_cast<int>(m_runs.size()); }

    std::vector<NamedRun> m_runs;
    int m_current = -1;
    bool m_isLoading = false;
};

/// Reads a console log, a PMU trace or an ETDump from a file; for a JobSlot, on any thread. The run
/// is not attached; its origin is not stated but for a trace, which only an FVP writes. Of traces
/// and dumps `run` says no more than whether they are whole. Errors: IoOpen, IoRead, FormatUnknown,
/// FormatDamaged, LimitExceeded, Cancelled.
Result<NamedRun> loadRun(const QString &path, const JobControl &control = {});

} // namespace tosaic
