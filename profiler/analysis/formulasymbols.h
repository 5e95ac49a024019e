// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/formulas.h"

namespace tosaic::profile {

/// Counters that together are all traffic of a product, by group of ports: AXI0 and AXI1, of U85
/// SRAM and EXT, whose events sum their ports. The second port of U55 only reads. Empty for other
/// products.
std::vector<QStringList> trafficCounters(const QString &product);

/// The same event of each port of a U85 group: "EXT_RD_STALL_LIMIT" -> "EXT0_RD_STALL_LIMIT", ...
/// How many ports there are depends on the MACs (128 to 512: 2 SRAM and 1 EXT, 1024: 2 and 2, 2048:
/// 4 and 2, as Vela's table of configurations has them); if these are not known, all that any has.
/// Empty if `event` is not one of a group.
QStringList portEvents(const QString &event, const std::optional<quint32> &npuMacs);

/// Values of the symbols that formulas are written in.
class FormulaSymbols
{
public:
    FormulaSymbols(const Profile &profile, const MetricContext &context);

    /// Never invented: without a counter or a fact the value is absent.
    FormulaInput input(const QString &symbol) const;
    /// The first of the symbols that has a value; the first of all if none has.
    QString firstKnown(const QStringList &symbols) const;
    bool isCycleCounterGated() const { return m_context.isCycleCounterGated; }
    /// Active and idle cycles are more than all: something was counted twice.
    bool countsTwice() const;

private:
    std::optional<double> counter(const QString &name) const;
    FormulaInput counted(const QString &name) const;
    FormulaInput sum(const QString &symbol, const QStringList &names) const;
    FormulaInput activeCycles() const;
    FormulaInput windowCycles() const;
    FormulaInput inferences() const;
    FormulaInput allBytes() const;

    const Profile &m_profile;
    const MetricContext &m_context;
    std::vector<CounterDoubt> m_doubts;
};

} // namespace tosaic::profile
