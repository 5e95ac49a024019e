// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/formulas.h"

/// How metrics are told: in groups, with the numbers put into their formulas.
namespace tosaic::profile {

/// In the order in which they are shown.
enum class MetricGroup
{
    Npu, ///< how the cycle counter divides
    Mac, ///< MAC engine and output unit
    Ports, ///< traffic
    Stalls, ///< of the MAC engine and the output unit
    Weights, ///< weight decoder and what it waits for
    Time ///< cycles and seconds of one inference
};
inline constexpr MetricGroup MetricGroups[] = { MetricGroup::Npu, MetricGroup::Mac,
    MetricGroup::Ports, MetricGroup::Stalls, MetricGroup::Weights, MetricGroup::Time };

QString groupKey(MetricGroup group); ///< "ports": the word of the command line
/// "Ports and traffic". Untranslated: QT_TRANSLATE_NOOP("Metrics", ...).
const char *groupName(MetricGroup group);
MetricGroup groupOf(const ComputedMetric &metric);

/// "1.06 GB/s": a bandwidth in the unit of the memories' roofs, 1 GB is 10^9 bytes; below 10 MB/s
/// in MB/s.
QString bandwidthText(double bytesPerSecond);

QString unitKey(MetricUnit unit); ///< "share", "bytes/s": the word of the command line

/// "413814 / 414172": the formula with values for its symbols; "?" for those that are not known.
QString formulaWithNumbers(const ComputedMetric &metric);

/// Why a metric has no value, in English: "MAC_ACTIVE, f are not known". Empty if it has one.
QString whyNotText(const ComputedMetric &metric);

} // namespace tosaic::profile
