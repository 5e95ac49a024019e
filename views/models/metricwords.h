// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/formulas.h"

/// Metrics in the user's words; one wording for the pages and the report.
namespace tosaic::views {

QString computedMetricName(const profile::ComputedMetric &metric); ///< "Bytes: AXI0 read"
/// "99.9 %", "1.06 GB/s"; "Not known".
QString metricValueText(const profile::ComputedMetric &metric);
QString cyclesNumber(double value); ///< "413,814"; of a part of a cycle some digits: "2.125"
/// "f (clock) is not known", "Not known: M (model MACs) and f (clock)"; empty if there is a value.
QString whyNotWords(const profile::ComputedMetric &metric);
/// "A: active cycles" of "A"; empty for counters, whose names speak for themselves.
QString symbolMeaning(const QString &symbol);

} // namespace tosaic::views
