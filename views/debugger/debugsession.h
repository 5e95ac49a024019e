// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/npuanalysis.h"
#include "core/npusim/debugrun.h"

#include <QObject>

#include <functional>
#include <map>

namespace tosaic {

} // namespace tosaic

namespace tosaic::views {

/// The command stream that is being debugged. What it is asked for runs on a pool thread, one thing
/// at a time; in between the GUI thread may look at all of it. Lives on the GUI thread.
class DebugSession : public QObject
{
    Q_OBJECT
public:
    using Move = std::function<bool(npusim::DebugRun &run)>;

    explicit DebugSession(QObject *parent = nullptr);
    ~DebugSession() override;

    /// Sets the memory up and stands before the first command. `source` holds the file's bytes;
    /// `inputs` are those of the stream, seeded where there are none.
    void open(std::shared_ptr<const NpuAnalysis> analysis, std::shared_ptr<const ByteSource> source,
        const std::vector<QByteArray> &inputs, quint64 seed);
    void close();

    /// With its commands, wherever they lie, as soon as it is open.
    const std::shared_ptr<const NpuAnalysis> &analysis() const { return m_analysis; }
    /// Null before it is open, and while something runs.
    npusim::DebugRun *run() const { return m_slot.isRunning() ? nullptr : m_run.get(); }
    bool isOpen() const { return m_run != nullptr; }
    quint64 seed() const { return m_seed; }
    bool isRunning() const { return m_slot.isRunning(); }
    /// Why it could not be opened.
    const std::optional<Error> &error() const { return m_error; }

    /// Ignored while something runs, and where nothing is open.
    void perform(Move move);
    /// Ends what runs; then it stands between two commands.
    void interrupt();

Q_SIGNALS:
    /// Opened, closed, or something begins to run.
    void changed();
    /// `isReached`: what was asked for.
    void moved(bool isReached);

private:
    std::shared_ptr<const NpuAnalysis> m_analysis;
    std::shared_ptr<npusim::DebugRun> m_run; ///< shared with the thread that runs it
    std::shared_ptr<npusim::WeightCache> m_weights; ///< decoded ones, for the next opening
    std::optional<Error> m_error;
    quint64 m_seed = 0;
    JobSlot m_slot; ///< last: what it runs uses what is above
};

} // namespace tosaic::views
