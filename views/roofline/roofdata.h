// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"
#include "profiler/analysis/roofline.h"
#include "profiler/join/operatorrows.h"
#include "profiler/session/profiledocument.h"

#include <QString>

#include <optional>
#include <vector>

namespace tosaic::views {

/// An operator of one stream, or the whole run: with a place under the roofs, or the reason why it
/// has none.
struct RoofRow
{
    static constexpr size_t WholeRun = size_t(-1);

    size_t operation = WholeRun; ///< into the table; WholeRun: all of a console run
    QString name;
    QString kind; ///< Vela's word: "Conv2D"
    QString module; ///< of the model; empty: not known
    std::optional<profile::RooflinePoint> point;
    /// What takes longest in Vela's numbers, of a whole run in its counters; absent: not known. The
    /// roof above the point says only how far it is from that one.
    std::optional<profile::CycleLimit> limit;
    QString gap; ///< if there is no point: why, as a sentence
    std::optional<double> cycles;
    std::optional<Origin> origin; ///< of the cycles
    QString note; ///< what is assumed of it; empty: nothing
    model::EntityRef entity; ///< empty: none of the open documents

    bool isWholeRun() const { return operation == WholeRun; }
};

/// What the page shows of one stream.
struct RoofData
{
    profile::Roofline roofline; ///< without roofs if the system configuration is not known
    std::vector<RoofRow> rows;
    QString systemConfig; ///< empty: not known
    QString memoryMode;
    bool isAssumed = false; ///< the user chose the system configuration; nothing says so
    bool isNarrowed = false; ///< to a range of time
    bool hasStream = true; ///< the command stream is at hand: bytes are known

    bool hasRoofs() const { return !roofline.ceilings.empty() && roofline.peakMacsPerCycle > 0; }
    size_t placed() const;
};

/// A console run that may stand beside the operators.
struct RoofRun
{
    QString name;
    profile::Profile profile;
    profile::MetricContext context; ///< MACs of the model may be absent: the table has them
    bool isAttached = false; ///< to a model; else that it ran this one is an assumption
};

/// `assumed`: name of a bundled system configuration for streams without one; may be empty.
RoofData roofDataOf(const ProfileSubject &subject, const profile::OperationTable &table, int stream,
    const QString &assumed, const std::optional<RoofRun> &run);

/// Bundled system configurations for the NPU of a stream; all, if that is not known.
QStringList assumableSystems(const ProfileSubject &subject, int stream);

} // namespace tosaic::views
