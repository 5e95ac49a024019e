// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/totalstable.h"

#include "core/base/cycletext.h"
#include "core/base/numbertext.h"
#include "views/findings/findingwords.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct TotalsWords
{
    Q_DECLARE_TR_FUNCTIONS(Findings)
};

struct TotalsRow
{
    QString subject;
    QString model;
    FindingEvidence evidence;

    bool isTime() const { return evidence.unit == "s"_L1; }
    double value() const { return evidence.value.toDouble() * (isTime() ? 1000 : 1); }
};

} // namespace

Table totalsTable(const std::vector<Finding> &findings)
{
    std::vector<TotalsRow> rows;
    for (const auto &finding : findings) {
        for (const auto &one : finding.evidence) {
            if (finding.kind == Finding::Kind::Totals && !one.includes.isEmpty())
                rows.push_back({ finding.subject, finding.model, one });
        }
    }
    Columns<TotalsRow> columns{
        { { u"subject"_s, TotalsWords::tr("Of") },
            [](const TotalsRow &row) {
                return row.subject.isEmpty() ? TotalsWords::tr("the program") : row.subject;
            } },
        { { u"value"_s, TotalsWords::tr("One inference"), {}, true },
            [](const TotalsRow &row) { return QVariant(row.value()); },
            [](const TotalsRow &row) {
                return row.isTime() ? formatNumber(row.value(), 4) : formatCycles(row.value());
            } },
        { { u"unit"_s, TotalsWords::tr("Unit") },
            [](const TotalsRow &row) { return row.isTime() ? u"ms"_s : row.evidence.unit; } },
        { { u"origin"_s, TotalsWords::tr("Origin") },
            [](const TotalsRow &row) {
                return row.evidence.origin ? cellValue(originTag(*row.evidence.origin))
                                           : QVariant();
            },
            [](const TotalsRow &row) {
                return row.evidence.origin ? originTag(*row.evidence.origin)
                                           : TotalsWords::tr("not stated");
            } },
        { { u"includes"_s, TotalsWords::tr("It includes") },
            [](const TotalsRow &row) { return includesWord(row.evidence); } },
    };
    const auto isNamed = [](const TotalsRow &row) { return !row.model.isEmpty(); };
    if (std::ranges::any_of(rows, isNamed))
        columns.insert(columns.begin() + 1,
            { { u"model"_s, TotalsWords::tr("Model") },
                [](const TotalsRow &row) { return cellValue(row.model); } });
    return tableOf(columns, rows);
}

} // namespace tosaic::views
