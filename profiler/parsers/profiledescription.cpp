// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/profiledescription.h"

#include "profiler/parsers/rundescriptionparts.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

using namespace runtext;

namespace {

void addCpuCycles(Facts &facts, const CpuCycles &cpu)
{
    const auto inference = [](quint64 count) {
        return u"%1 (whole inference, waits for the NPU included)"_s.arg(cycles(count));
    };
    facts.add(QT_TRANSLATE_NOOP("Description", "CPU, inference"), cpu.inference, +inference);
    const auto operators = [](quint64 count) {
        return u"%1 (inside the delegates, copies included)"_s.arg(cycles(count));
    };
    const auto wait = [](quint64 count) {
        return u"%1 (between begin and end of the NPU)"_s.arg(cycles(count));
    };
    facts.add(QT_TRANSLATE_NOOP("Description", "CPU, operators"), cpu.operators, +operators);
    facts.add(QT_TRANSLATE_NOOP("Description", "CPU, waiting for the NPU"), cpu.waitForNpu, +wait);
    facts.add(QT_TRANSLATE_NOOP("Description", "CPU, active"), cpu.active, cycles);
    std::vector<QString> parts;
    for (const auto &[name, count] : cpu.byOperator)
        parts.push_back(u"%1 %2"_s.arg(name, cycles(count)));
    facts.add(QT_TRANSLATE_NOOP("Description", "CPU by operator"),
        listed(parts, [](const QString &part) { return part; }));
}

/// Over how many inferences a printed time is the mean; 1: it is the time of one.
quint64 meanOver(const Profile &profile)
{
    return std::max<quint64>(profile.inferences.value_or(0), profile.runNs.size());
}

/// What the family prints for several inferences; empty where that is not known.
QString valuesText(const Profile &profile, LogFamily family)
{
    if (profile.counters.empty() || profile.inferences.value_or(1) == 1)
        return {};
    if (family == LogFamily::ExecutorchRunner)
        return u"sums over all inferences"_s;
    return family == LogFamily::Mlek ? u"means of one inference"_s : QString();
}

} // namespace

DescriptionSection profileSection(
    const Profile &profile, size_t index, LogFamily family, const QStringList &overflows)
{
    DescriptionSection section{ profile.label.isEmpty()
            ? u"Measurement %1"_s.arg(index)
            : u"Measurement %1: %2"_s.arg(index).arg(profile.label),
        {}, {} };
    Facts facts(section);
    facts.add(QT_TRANSLATE_NOOP("Description", "Measured over"), profile.inferences, inferences);
    facts.add(QT_TRANSLATE_NOOP("Description", "Counters are"), valuesText(profile, family));
    facts.add(
        QT_TRANSLATE_NOOP("Description", "Delegations to the NPU"), profile.delegations, number);
    if (profile.timeNs)
        facts.add(QT_TRANSLATE_NOOP("Description", "Time of one inference"),
            meanOver(profile) > 1
                ? u"%1, mean of %2"_s.arg(duration(*profile.timeNs), number(meanOver(profile)))
                : duration(*profile.timeNs));
    if (!profile.runNs.empty())
        facts.add(
            QT_TRANSLATE_NOOP("Description", "Single inferences"), listed(profile.runNs, duration));
    addCpuCycles(facts, profile.cpuCycles);
    if (profile.counters.empty())
        return section;
    section.table.columns = { { label(QT_TRANSLATE_NOOP("Description", "Counter")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Value")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Unit")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Source")), false } };
    for (const auto &counter : profile.counters)
        addRow(section.table,
            { counter.name, number(counter.value),
                counter.unit.isEmpty() ? label(QT_TRANSLATE_NOOP("Description", "Not known"))
                                       : counter.unit,
                overflows.contains(counter.name)
                    ? label(QT_TRANSLATE_NOOP("Description", "overflowed, not usable"))
                    : counter.isDerived ? label(QT_TRANSLATE_NOOP("Description", "computed"))
                                        : label(QT_TRANSLATE_NOOP("Description", "counted")) });
    return section;
}

DescriptionSection layersSection(const LayerTable &layers, size_t index)
{
    DescriptionSection section{ u"Measurement %1: layers"_s.arg(index), {}, {} };
    const auto count = layers.rows.empty() ? size_t(0) : layers.rows.front().size();
    for (size_t i = 0; i < count; ++i)
        section.table.columns.push_back(
            { i < layers.columns.size() ? layers.columns[i] : QString::number(i), true });
    for (const auto &row : layers.rows) {
        QStringList cells;
        for (const auto value : row)
            cells << locale().toString(value);
        addRow(section.table, cells);
    }
    return section;
}

} // namespace tosaic::profile
