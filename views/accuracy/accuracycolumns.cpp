// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accuracy/accuracycolumns.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using Row = accuracy::OperatorAccuracy;

struct AccuracyWords
{
    Q_DECLARE_TR_FUNCTIONS(AccuracyColumns)
};

/// Of numbers in an order that is not known, no error is either.
template <typename Value>
std::optional<double> known(const Row &row, const Value &value)
{
    if (row.isReordered)
        return std::nullopt;
    if constexpr (requires { value.has_value(); })
        return value;
    else
        return double(value);
}

} // namespace

Columns<Row> accuracyColumns()
{
    const auto tr = [](const char *text) { return AccuracyWords::tr(text); };
    return columnsOf<Row>({
        { u"operator"_s, tr(QT_TR_NOOP("Operator")), [](const Row &row) { return row.title(); } },
        { u"partition"_s, tr(QT_TR_NOOP("Partition")), &Row::partition },
        { u"operation"_s, tr(QT_TR_NOOP("Operation")), &Row::operation },
        { u"against"_s, tr(QT_TR_NOOP("Against")),
            [](const Row &row) { return againstKey(row.against); } },
        { u"differing"_s, tr(QT_TR_NOOP("Differing")),
            [](const Row &row) { return known(row, row.measures.differing()); } },
        { u"sqnr"_s, tr(QT_TR_NOOP("SQNR dB")),
            [](const Row &row) { return known(row, row.measures.sqnrDb()); },
            { .text =
                    [](const Row &row) {
                        if (row.measures.elements() > 0 && row.measures.differing() == 0)
                            return AccuracyWords::tr("exact");
                        return formattedValue(cellValue(known(row, row.measures.sqnrDb())), {});
                    } } },
        { u"cosine"_s, tr(QT_TR_NOOP("Cosine")),
            [](const Row &row) { return known(row, row.measures.cosine()); } },
        { u"largest"_s, tr(QT_TR_NOOP("Max error")),
            [](const Row &row) { return known(row, row.measures.largest()); } },
        { u"mean"_s, tr(QT_TR_NOOP("Mean error")),
            [](const Row &row) { return known(row, row.measures.mean()); } },
        { u"saturated"_s, tr(QT_TR_NOOP("Saturated")),
            [](const Row &row) { return row.range.saturatedShare(); },
            { .unit = column_unit::Share } },
        { u"range"_s, tr(QT_TR_NOOP("Range used")),
            [](const Row &row) { return row.range.usedShare(); }, { .unit = column_unit::Share } },
        { u"name"_s, tr(QT_TR_NOOP("Tensor")), &Row::name },
        { u"node"_s, tr(QT_TR_NOOP("Node")), &Row::node, { .mayBeEmpty = true } },
    });
}

} // namespace tosaic::views
