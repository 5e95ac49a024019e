// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/velavalues.h"

#include "profiler/store/valuelist.h"

#include <array>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

using namespace formats;
using workspace::RunValue;

namespace {

const QString CounterKind = u"counter"_s;
const QString OperatorKind = u"operator"_s;
const QString Cycles = u"cycles"_s;
const QString Bytes = u"bytes"_s;
const QString Macs = u"MACs"_s;

/// What the console calls a count of cycles, and what it is called here.
struct CycleName
{
    const char16_t *printed;
    const char16_t *name;
};
constexpr std::array CycleNames{ CycleName{ u"Total", u"total cycles" },
    CycleName{ u"NPU", u"NPU cycles" }, CycleName{ u"SRAM Access", u"SRAM access cycles" },
    CycleName{ u"DRAM Access", u"DRAM access cycles" },
    CycleName{ u"On-chip Flash Access", u"on-chip flash access cycles" },
    CycleName{ u"Off-chip Flash Access", u"off-chip flash access cycles" } };
constexpr std::array MemoryNames{ CycleName{ u"SRAM", u"SRAM used" },
    CycleName{ u"DRAM", u"DRAM used" }, CycleName{ u"On-chip Flash", u"on-chip flash used" },
    CycleName{ u"Off-chip Flash", u"off-chip flash used" } };

template <typename Names>
QString nameOf(const QString &printed, const Names &names)
{
    for (const auto &one : names) {
        if (printed == QStringView(one.printed))
            return QString::fromUtf16(one.name);
    }
    return printed;
}

/// Of what operators have; absent as long as none has it.
class Sum
{
public:
    template <typename T>
    void add(const std::optional<T> &value)
    {
        if (value)
            m_value = m_value.value_or(0) + static_cast<double>(*value);
    }
    const std::optional<double> &value() const { return m_value; }

private:
    std::optional<double> m_value;
};

struct OperatorSums
{
    Sum cycles;
    Sum npuCycles;
    Sum macs;

    template <typename Row>
    void add(const Row &row)
    {
        cycles.add(row.opCycles);
        npuCycles.add(row.npuCycles);
        macs.add(row.macs);
    }
    void addTo(ValueList &list) const
    {
        list.add(CounterKind, u"total cycles"_s, Cycles, cycles.value());
        list.add(CounterKind, u"NPU cycles"_s, Cycles, npuCycles.value());
        list.add(CounterKind, Macs, Macs, macs.value());
    }
};

void addSummary(ValueList &list, const vela::ConsoleSummary &summary)
{
    for (const auto &[printed, value] : summary.cycles)
        list.add(CounterKind, nameOf(printed, CycleNames), Cycles, value);
    for (const auto &[printed, memory] : summary.memories) {
        if (memory.usedKiB)
            list.add(CounterKind, nameOf(printed, MemoryNames), Bytes,
                static_cast<double>(qRound64(*memory.usedKiB * 1024)));
    }
    list.add(CounterKind, Macs, Macs, summary.macs);
    list.add(CounterKind, u"NPU operators"_s, u"operators"_s, summary.npuOperators);
    list.add(CounterKind, u"CPU operators"_s, u"operators"_s, summary.cpuOperators);
    if (summary.inferenceMs)
        list.add(u"time"_s, u"time"_s, u"ns"_s, *summary.inferenceMs * 1e6);
}

} // namespace

std::vector<RunValue> velaValues(const vela::SummaryFile &file)
{
    ValueList list;
    std::map<QString, quint64> repeats;
    for (const auto &row : file.rows) {
        list.setGroup(row.network, repeats[row.network]++);
        list.add(CounterKind, u"total cycles"_s, Cycles, row.cyclesTotal);
        list.add(CounterKind, u"NPU cycles"_s, Cycles, row.cyclesNpu);
        list.add(CounterKind, u"SRAM access cycles"_s, Cycles, row.cyclesSram);
        list.add(CounterKind, u"DRAM access cycles"_s, Cycles, row.cyclesDram);
        list.add(CounterKind, u"on-chip flash access cycles"_s, Cycles, row.cyclesOnChipFlash);
        list.add(CounterKind, u"off-chip flash access cycles"_s, Cycles, row.cyclesOffChipFlash);
        list.add(CounterKind, u"SRAM used"_s, Bytes, row.sramBytes);
        list.add(CounterKind, u"DRAM used"_s, Bytes, row.dramBytes);
        list.add(CounterKind, u"on-chip flash used"_s, Bytes, row.onChipFlashBytes);
        list.add(CounterKind, u"off-chip flash used"_s, Bytes, row.offChipFlashBytes);
        list.add(CounterKind, Macs, Macs, row.macs);
        if (row.inferenceTimeS)
            list.add(u"time"_s, u"time"_s, u"ns"_s, *row.inferenceTimeS * 1e9);
    }
    return std::move(list.values);
}

std::vector<RunValue> velaValues(const vela::PerLayerFile &file)
{
    ValueList list;
    int network = -1;
    OperatorSums sums;
    for (const auto &layer : file.rows) {
        const auto row = layer.ownCosts();
        if (row.network != network) {
            sums.addTo(list);
            sums = {};
            network = row.network;
            list.setGroup(file.networks > 1 ? u"network %1"_s.arg(network) : QString(), 0);
        }
        sums.add(row);
        if (row.staysOnCpu())
            continue;
        list.add(
            OperatorKind, row.name.isEmpty() ? row.npuOperator : row.name, Cycles, row.opCycles);
    }
    sums.addTo(list);
    return std::move(list.values);
}

std::vector<RunValue> velaValues(const vela::ConsoleText &text)
{
    ValueList list;
    std::map<QString, quint64> repeats;
    for (const auto &summary : text.summaries) {
        list.setGroup(summary.network, repeats[summary.network]++);
        addSummary(list, summary);
    }
    return std::move(list.values);
}

std::vector<RunValue> velaValues(const vela::VelaDebugDb &database)
{
    ValueList list;
    OperatorSums sums;
    for (const auto &row : database.performance()) {
        sums.add(row);
        if (row.staysOnCpu())
            continue;
        list.add(OperatorKind, row.name.isEmpty() ? row.kind : row.name, Cycles, row.opCycles);
    }
    sums.addTo(list);
    for (const auto &[memory, peak] : database.livePeaks())
        list.add(
            CounterKind, u"%1 peak"_s.arg(memory), Bytes, static_cast<double>(peak.bytes), true);
    return std::move(list.values);
}

QString commandLineTarget(const QString &accelerator)
{
    return accelerator.toLower().replace(u'_', u'-');
}

} // namespace tosaic::profile
