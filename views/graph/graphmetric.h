// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace tosaic::views {

/// What the colour of a node says.
enum class GraphMetric
{
    Placement,
    Kind, ///< what an operator does
    Partition,
    Cycles, ///< of one inference: measured, else Vela's estimate
    Share, ///< of the cycles of all operations
    Deviation, ///< measured against Vela's estimate
    Utilisation, ///< of the NPU's MACs
    Macs, ///< as Vela counts them
    Bytes, ///< that the command stream reads and writes
    Constants, ///< bytes of weights and other constants
    Quantisation, ///< type that the result is stored as
    Change ///< since the compile that this one is compared with
};

/// Colours stand for words, not for numbers.
bool isCategory(GraphMetric metric);
/// Its values are those of operations of the NPU.
bool isOfOperations(GraphMetric metric);

/// In the order in which they are offered.
const std::vector<GraphMetric> &allGraphMetrics();
QString metricName(GraphMetric metric); ///< "Cycles"
QString metricWord(GraphMetric metric); ///< "cycles": the command line's
std::optional<GraphMetric> graphMetricFrom(const QString &word); ///< absent: no such word

} // namespace tosaic::views
