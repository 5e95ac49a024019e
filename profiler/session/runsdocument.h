// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "profiler/run.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

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
    QString sha256; ///< of the console's bytes; empty if not known
};

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
    void remove(int index);
    void clear();
    void setCurrentIndex(int index);

    void setName(int index, const QString &name);
    void setOrigin(int index, std::optional<Origin> origin);
    void setClock(int index, std::optional<quint64> hertz);
    /// Empty = detach.
    void attach(int index, const QString &modelSha256);

Q_SIGNALS:
    /// Runs were added or removed.
    void changed();
    /// Name, origin, clock or model of one run changed.
    void runChanged(int index);
    void currentChanged(int index);

private:
    bool isValid(int index) const { return index >= 0 && index < static_cast<int>(m_runs.size()); }

    std::vector<NamedRun> m_runs;
    int m_current = -1;
};

/// Reads a console log from a file; for a JobSlot, on any thread. The run is not attached and its
/// origin is not stated. Errors: IoOpen, IoRead, FormatUnknown.
Result<NamedRun> loadRun(const QString &path);

} // namespace tosaic
