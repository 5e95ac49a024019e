// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/previewwords.h"

#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/base/units.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(PartitionPreview)
};

QString boundaryText(const analysis::BoundaryTotals &totals)
{
    const auto bytes = formatBytes(totals.bytes);
    return Words::tr("%1 in %2")
        .arg(totals.isComplete ? bytes : Words::tr("at least %1").arg(bytes),
            Words::tr("%n conversion(s)", nullptr, int(totals.conversions)));
}

/// What holds more than a pin names, or nothing.
QString pinNotes(const compiled::CompileResult &preview)
{
    QStringList notes;
    for (const auto &problem : preview.problems) {
        if (problem.severity != Severity::Error && problem.id.startsWith("override."_L1))
            notes.append(problem.text);
    }
    return notes.join(u' ');
}

QString cutText(const compiled::CompileResult *shown, const compiled::CompileResult &preview)
{
    const auto after = analysis::coverageOf(preview);
    const auto crossedAfter = analysis::totalsOf(analysis::boundariesOf(preview));
    const auto partitions = Words::tr("%n partition(s)", nullptr, int(after.partitions));
    const auto operators
        = Words::tr("%n operator(s)", nullptr, int(after.npuOperators.value_or(0)));
    if (!shown)
        return Words::tr("Preview, nothing is compiled yet: %1, %2 on the NPU; %3 at the boundary.")
            .arg(partitions, operators, boundaryText(crossedAfter));
    const auto before = analysis::coverageOf(*shown);
    const auto crossedBefore = analysis::totalsOf(analysis::boundariesOf(*shown));
    return Words::tr("Preview: %1 (now %2), %3 on the NPU (now %4); %5 at the boundary (now %6).")
        .arg(partitions, formatCount(before.partitions), operators,
            formatCount(before.npuOperators.value_or(0)), boundaryText(crossedAfter),
            boundaryText(crossedBefore));
}

} // namespace

QString previewSentence(
    const compiled::CompileResult *shown, const compiled::CompileResult &preview)
{
    if (preview.status != compiled::Status::Succeeded) {
        const auto error
            = std::ranges::find(preview.problems, Severity::Error, &Diagnostic::severity);
        return Words::tr("No preview: %1")
            .arg(error == preview.problems.end() ? Words::tr("the reason is not known")
                                                 : error->text);
    }
    const auto notes = pinNotes(preview);
    const auto cut = cutText(shown, preview);
    return notes.isEmpty() ? cut : Words::tr("%1 %2", "sentence, sentence").arg(cut, notes);
}

} // namespace tosaic::views
