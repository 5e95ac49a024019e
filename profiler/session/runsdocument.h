// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/measuredrun.h"
#include "profiler/session/rungroups.h"

#include <QList>
#include <QObject>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace tosaic {

/// First executions of the ETDump that do not count: as whoever made it says, else as the user
/// states.
quint64 warmupsOf(const profile::MeasuredRun &run);

/// The run with the numbers of its dump or trace, computed where they were not before: what
/// comparing needs. For a pool thread.
profile::MeasuredRun withNumbers(profile::MeasuredRun run);

/// The measured runs at hand, oldest first, and the one that is looked at. Runs are immutable; the
/// document only keeps the list. Lives on the GUI thread.
class RunsDocument : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const std::vector<profile::MeasuredRun> &runs() const { return m_runs; }
    bool isEmpty() const { return m_runs.empty(); }
    /// Index into runs(); -1 while there is none.
    int currentIndex() const { return m_current; }
    /// Null while there is none. Valid until the next change.
    const profile::MeasuredRun *current() const;

    /// Adds a run and makes it current. Returns its index.
    int add(profile::MeasuredRun run);
    /// Adds runs that others keep in the same workspace. The current one stays; it is the newest if
    /// there was none.
    void append(std::vector<profile::MeasuredRun> runs);
    /// Another value in the place of a run: a live one that went on.
    void update(int index, profile::MeasuredRun run);
    void remove(int index);
    void clear();
    void setCurrentIndex(int index);
    /// The runs that the user's statements are about: those selected beside the current one; only
    /// that if nothing else is selected. Rising.
    QList<int> selected() const;
    void setSelected(QList<int> indices);
    /// What the current run holds beside its console is being read; another one is not.
    bool isLoading() const { return m_isLoading; }
    void setLoading(bool loading);

    /// What programs are called that runs belong to, where the window or its workspace knows.
    const ProgramNames &programNames() const { return m_programNames; }
    void setProgramNames(const ProgramNames &names);

    void setName(int index, const QString &name);
    void setNote(int index, const QString &note);
    void setOrigin(int index, std::optional<Origin> origin);
    void setClock(int index, std::optional<quint64> hertz);
    /// Of the NPU, per cycle; of the model, per inference. Absent: not stated.
    void setMacs(int index, std::optional<quint32> npu, std::optional<quint64> model);
    /// What it ran on: "ethos-u55-128", or the family of the NPU alone; empty: not stated.
    void setTarget(int index, const QString &target);
    /// What counters counted that the console does not name: label ("cntr0") to canonical event
    /// name; an empty one takes its name away.
    void nameCounters(int index, const std::map<QString, QString> &names);
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
    /// Name, note, origin, clock, model or contents of one run changed.
    void runChanged(int index);
    void loadingChanged();
    void currentChanged(int index);
    /// selected() is another.
    void selectionChanged();
    void programNamesChanged();

private:
    bool isValid(int index) const { return index >= 0 && index < static_cast<int>(m_runs.size()); }

    std::vector<profile::MeasuredRun> m_runs;
    int m_current = -1;
    QList<int> m_selected;
    bool m_isLoading = false;
    ProgramNames m_programNames;
};

} // namespace tosaic
