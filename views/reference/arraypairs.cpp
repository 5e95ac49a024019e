// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reference/arraypairs.h"

#include "core/base/units.h"
#include "views/reference/referencepanel.h"

#include <QLocale>

namespace tosaic::views {

namespace {

using analysis::ArrayDifference;

Result<ArrayDifference> differenceOf(const ArrayPair &pair, const analysis::Tolerance &tolerance)
{
    const auto ours = ByteSource::map(pair.ours);
    if (!ours)
        return fail(ours.error());
    const auto theirs = ByteSource::map(pair.theirs);
    if (!theirs)
        return fail(theirs.error());
    return analysis::compareArrays(**ours, **theirs, tolerance);
}

QString differenceText(const PairOutcome &outcome)
{
    const auto &difference = *outcome.difference;
    if (!difference.largest)
        return ReferencePanel::tr("%1 differs in %2 of %3 elements; none is finite on both sides.")
            .arg(outcome.pair.name, formatCount(difference.different),
                formatCount(difference.elements));
    return ReferencePanel::tr("%1 differs in %2 of %3 elements, by %4 at most.")
        .arg(outcome.pair.name, formatCount(difference.different), formatCount(difference.elements),
            QLocale().toString(*difference.largest, 'g', 6));
}

} // namespace

std::vector<PairOutcome> comparePairs(const std::vector<ArrayPair> &pairs,
    const analysis::Tolerance &tolerance, const JobControl &control)
{
    std::vector<PairOutcome> outcomes;
    for (const auto &pair : pairs) {
        if (control.isCancelled())
            break;
        const auto difference = differenceOf(pair, tolerance);
        outcomes.push_back({ pair, difference ? std::optional(*difference) : std::nullopt,
            difference ? QString() : difference.error().detail });
    }
    return outcomes;
}

QString outcomeText(const std::vector<PairOutcome> &outcomes)
{
    constexpr qsizetype MostLines = 2; // the table says the rest
    if (outcomes.empty())
        return ReferencePanel::tr("The last run has no array of the same name.");
    QStringList lines;
    for (const auto &outcome : outcomes) {
        if (!outcome.difference)
            lines += ReferencePanel::tr("%1 cannot be compared: %2")
                         .arg(outcome.pair.name, outcome.problem);
        else if (!outcome.difference->isWithin())
            lines += differenceText(outcome);
    }
    const auto outside = static_cast<int>(lines.size());
    const auto all = static_cast<int>(outcomes.size());
    if (outside == 0)
        return ReferencePanel::tr("%n array(s) within the tolerance.", nullptr, all);
    if (outside <= MostLines)
        return lines.join(QLatin1Char('\n'));
    return ReferencePanel::tr("%1 of %n compared array(s) are outside the tolerance.", nullptr, all)
        .arg(outside);
}

} // namespace tosaic::views
