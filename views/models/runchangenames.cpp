// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/runchangenames.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// One translation context for all that is said of changes between runs.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RunCompare)
};

using profile::Comparability;
using profile::Condition;

} // namespace

QString conditionWord(Condition condition)
{
    switch (condition) {
    case Condition::Mode:
        return Words::tr("Simulation mode");
    case Condition::ModelName:
        return Words::tr("Name of the model");
    case Condition::Network:
        return Words::tr("Inputs and outputs of the model");
    case Condition::Product:
        return Words::tr("NPU family");
    case Condition::Summed:
        return Words::tr("Inferences in the counters");
    case Condition::Origin:
        return Words::tr("Origin");
    case Condition::Target:
        return Words::tr("Target");
    case Condition::Macs:
        return Words::tr("MACs per cycle");
    case Condition::NpuClock:
        return Words::tr("NPU clock, Hz");
    case Condition::CpuClock:
        return Words::tr("CPU clock, Hz");
    case Condition::Tools:
        return Words::tr("Tools");
    case Condition::Spec:
        return Words::tr("Compile spec");
    case Condition::Events:
        return Words::tr("Events asked for");
    case Condition::Repeats:
        return Words::tr("Inferences");
    case Condition::Warmups:
        return Words::tr("Warm-ups left out");
    case Condition::Model:
        return Words::tr("Program, SHA-256");
    case Condition::ProgramBytes:
        return Words::tr("Program size, bytes");
    case Condition::Artefacts:
        return Words::tr("Other files, SHA-256");
    }
    return {};
}

QString comparabilitySentence(const profile::ConditionDifference &difference)
{
    if (difference.condition == Condition::Mode)
        return Words::tr("Not comparable: in fast mode the simulator's cycles mean nothing.");
    const auto &[condition, before, now, comparability] = difference;
    switch (comparability) {
    case Comparability::NotComparable:
        if (condition == Condition::ModelName)
            return Words::tr(
                "Not comparable: different models, as the consoles name them (%1; %2).")
                .arg(before, now);
        if (condition == Condition::Network)
            return Words::tr("Not comparable: different models (%1; %2).").arg(before, now);
        if (condition == Condition::Product)
            return Words::tr("Not comparable: different NPUs (%1; %2), and nothing says that both "
                             "ran the same model.")
                .arg(before, now);
        if (condition == Condition::Summed)
            return Words::tr("Not comparable: counters of %1 and of %2 inferences, and the console "
                             "does not say whether they are sums.")
                .arg(before, now);
        return Words::tr("Not comparable: the numbers mean something else.");
    case Comparability::Warning:
        return Words::tr("Differences may come from this.");
    case Comparability::Note:
        break;
    }
    return difference.oldValue.isEmpty() || difference.newValue.isEmpty()
        ? Words::tr("One side does not state it.")
        : Words::tr("For your information.");
}

QString significanceText(const profile::ValueChange &change)
{
    const auto oldCount = static_cast<int>(change.oldRepeats.size());
    const auto newCount = static_cast<int>(change.newRepeats.size());
    if (!change.difference())
        return {};
    if (!change.isAccurate)
        return Words::tr("not accurate on an FVP");
    if (!change.p)
        return Words::tr("not enough repeats");
    const auto p = *change.p < 0.001
        ? Words::tr("p < 0.001")
        : Words::tr("p = %1").arg(QLocale().toString(*change.p, 'g', 2));
    return Words::tr("%1 and %2 repeats; %3").arg(oldCount).arg(newCount).arg(p);
}

QString valueText(double value)
{
    const QLocale locale;
    const bool isWhole = value == std::round(value) || std::abs(value) >= 10'000;
    auto text = locale.toString(std::abs(value), 'f', isWhole ? 0 : 2);
    return value < 0 ? u"\u2212"_s + text : text;
}

QString signedValueText(double value)
{
    return value > 0 ? u"+"_s + valueText(value) : valueText(value);
}

} // namespace tosaic::views
