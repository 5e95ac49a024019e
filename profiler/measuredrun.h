// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/units.h"
#include "core/workspace/records.h"
#include "profiler/run.h"

#include <QDateTime>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::profile {

struct EtDump;
struct HostFacts;
struct PmuTrace;

/// A measured run: what its console or file says, what users state about it, and where it is kept.
/// The same value from the reader of a file to the workspace, the window, the report and the
/// command line. Copies share what was read, which is immutable.
struct MeasuredRun
{
    QString name; ///< shown to the user; by default the file's name
    QString path; ///< where it was read from; empty if from a workspace
    /// What the console says. Of another kind of file its counters and times (runFromValues).
    std::shared_ptr<const Run> run;
    std::optional<Origin> origin; ///< absent: nobody said where it ran
    QString modelSha256; ///< of the model file it belongs to; empty if not attached
    std::optional<quint64> clockHz; ///< NPU clock stated by the user, Hz
    QString sha256; ///< of the file's bytes (console, trace, dump); empty if not known
    /// Of what it was read from: "console", "pmu-trace", "etdump", "vela-summary",
    /// "vela-per-layer", "vela-console", "vela-debug-db".
    QString kind = QStringLiteral("console");
    /// What the file holds beside, or instead of, a console; null if it is none, or not loaded.
    std::shared_ptr<const PmuTrace> trace;
    std::shared_ptr<const EtDump> etdump;
    /// Beside an ETDump of this machine: under which conditions it was made, and the bytes of the
    /// tensors it recorded; null if they are not at hand.
    std::shared_ptr<const HostFacts> host;
    std::shared_ptr<const ByteSource> debugBuffer;
    /// What a report of Vela, a dump or a trace says in numbers, also while the file itself is not
    /// loaded. None of a console: `run` has them.
    std::vector<workspace::RunValue> values;
    workspace::RunConditions conditions; ///< as stated, or as a report of Vela says them
    QString note; ///< what people wrote about it; may have several lines
    QDateTime imported; ///< when it came into the workspace; invalid: it is in none
    workspace::RunId stored; ///< in the workspace; none: not kept there yet
    QString storedIn; ///< path of the workspace that `stored` is a run of; empty: the open one
    /// How its recording ended, as workspace::RunRecord; empty: not recorded but imported. The log
    /// may still look complete.
    QString status;
    bool isLive = false; ///< it is still going on; `run` is what was read so far
    /// Of a run that was listened to: milliseconds from its start at which each profile of `run`
    /// was first seen; null: not known.
    std::shared_ptr<const std::vector<qint64>> arrivals;
    /// Bytes of the console of a stored run that are held; the workspace has all of them.
    static constexpr qsizetype HeldConsole = qsizetype(16) << 20;
    /// Raw bytes of the console, of a stored run its beginning; null where they are not at hand
    /// (lists of a workspace leave them).
    std::shared_ptr<const ByteSource> console;
    std::vector<workspace::RunFile> files; ///< that belong to it, as the workspace knows them
    std::vector<Diagnostic> diagnostics; ///< what was odd about the file it was read from

    /// Of the NPU, Hz: the log's, else what the user states.
    std::optional<quint64> npuClockHz() const
    {
        return run && run->npuClockHz ? run->npuClockHz : clockHz;
    }
    bool isConsole() const { return kind == QLatin1StringView("console"); }
};

} // namespace tosaic::profile
