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
using profile::Verdict;

} // namespace

QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Worse:
        return Words::tr("worse");
    case Verdict::Better:
        return Words::tr("better");
    case Verdict::Changed:
        return Words::tr("changed");
    case Verdict::WithinSpread:
        return Words::tr("in the spread");
    case Verdict::Same:
        return Words::tr("the same");
    case Verdict::OnlyOld:
        return Words::tr("only in old");
    case Verdict::OnlyNew:
        return Words::tr("only in new");
    case Verdict::NotComparable:
        return Words::tr("other unit");
    }
    return {};
}

QString conditionWord(Condition condition)
{
    switch (condition) {
    case Condition::Mode:
        return Words::tr("Simulation mode");
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
    case Condition::Artefacts:
        return Words::tr("Other files, SHA-256");
    }
    return {};
}

QString comparabilitySentence(const profile::ConditionDifference &difference)
{
    if (difference.condition == Condition::Mode)
        return Words::tr("Not comparable: in fast mode the simulator's cycles mean nothing.");
    switch (difference.comparability) {
    case Comparability::NotComparable:
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
    if (!change.delta())
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

QString relativeText(const profile::ValueChange &change)
{
    const auto delta = change.delta();
    if (!delta)
        return u"\u2014"_s;
    const auto relative = change.relative();
    if (!relative)
        return *delta == 0 ? QLocale().toString(0) + u" %"_s : Words::tr("from 0");
    const auto percent = *relative * 100;
    auto text = QLocale().toString(std::abs(percent), 'f', std::abs(percent) < 100 ? 1 : 0);
    if (percent != 0 && std::abs(percent) < 0.05)
        text = u"<\u2009"_s + QLocale().toString(0.1, 'f', 1);
    const auto sign = percent > 0 ? u"+"_s : percent < 0 ? u"\u2212"_s : QString();
    return Words::tr("%1%2 %", "sign, number: +3.7 %").arg(sign, text);
}

} // namespace tosaic::views
