// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "profiler/timeline/timeline.h"

#include <QIODevice>
#include <QString>

#include <functional>
#include <optional>
#include <utility>

namespace tosaic::profile {

struct ChromeTraceOptions
{
    /// In the timeline's unit; the end is outside. What touches it is written whole.
    std::optional<std::pair<qint64, qint64>> range;
    bool isCompressed = false; ///< gzip
    /// Asked now and then; true gives up (Cancelled).
    std::function<bool()> isCancelled;
};

/// Writes a timeline as Chrome trace JSON, which Perfetto and chrome://tracing open: a process for
/// each group, a thread for each track, complete events and counters. Times are microseconds where
/// the clock is known; else one microsecond stands for one unit, which "otherData" says. Streams:
/// needs no memory for the text. Returns the number of events, names left out. IoWrite, Cancelled.
Result<quint64> writeChromeTrace(
    const Timeline &timeline, QIODevice &device, const ChromeTraceOptions &options = {});

/// The same into a file, whole or not at all; compressed if its name ends in ".gz".
Result<quint64> saveChromeTrace(
    const Timeline &timeline, const QString &path, ChromeTraceOptions options = {});

} // namespace tosaic::profile
