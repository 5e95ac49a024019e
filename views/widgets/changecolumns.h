// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/columnmodel.h"
#include "views/widgets/changewords.h"

#include <cmath>

namespace tosaic::views {

/// How the numbers of a table of changes are called and written.
struct ChangeColumns
{
    QString oldTitle;
    QString newTitle;
    std::function<QString(const QString &unit, double amount)> amount;
};

/// What is told of an old and a new number wherever two are compared: both, difference, relative
/// difference, verdict. `of` answers the Change of a row. What a side does not have is a dash; what
/// it has without a number is not known.
template <typename Row, typename Of>
Columns<Row> changeColumns(Of of, const ChangeColumns &how)
{
    const auto change = [of](const Row &row) -> const Change & { return std::invoke(of, row); };
    const auto dash = QString(QChar(0x2014));
    const auto side = [&](const QString &key, const QString &title,
                          std::optional<double> Change::*value, Change::Sides without) {
        const auto text = [=, amount = how.amount](const Row &row) {
            const Change &shown = change(row);
            return shown.sides == without ? dash
                : shown.*value            ? amount(shown.unit, *(shown.*value))
                                          : QString();
        };
        return ColumnOf<Row>(
            key, title, [=](const Row &row) { return change(row).*value; }, { .text = text });
    };
    const auto difference = [=, amount = how.amount](const Row &row) {
        const Change &shown = change(row);
        if (const auto value = shown.difference())
            return signedText(*value, amount(shown.unit, std::abs(*value)));
        return shown.sides != Change::Sides::Both || shown.judged ? dash : QString();
    };
    const auto relative = [=](const Row &row) {
        const Change &shown = change(row);
        return shown.sides == Change::Sides::Both ? relativeText(shown) : dash;
    };
    using Sides = Change::Sides;
    return columnsOf<Row>({
        side(QStringLiteral("old"), how.oldTitle, &Change::oldValue, Sides::OnlyNew),
        side(QStringLiteral("new"), how.newTitle, &Change::newValue, Sides::OnlyOld),
        { QStringLiteral("difference"), QCoreApplication::translate("ChangeWords", "Difference"),
            [=](const Row &row) { return change(row).difference(); }, { .text = difference } },
        { QStringLiteral("relative"), QCoreApplication::translate("ChangeWords", "Relative"),
            [=](const Row &row) { return change(row).relative(); },
            { .unit = column_unit::Share, .text = relative } },
        { QStringLiteral("verdict"), QCoreApplication::translate("ChangeWords", "Verdict"),
            [=](const Row &row) { return QVariant(int(change(row).verdict())); },
            { .text = [=](const Row &row) { return verdictWord(change(row).verdict()); },
                .isOrder = true } },
    });
}

/// VerdictRole of what says how good a change is.
inline QVariant verdictOf(const Change &change, QStringView key, int role)
{
    const bool isJudged = key == u"difference" || key == u"relative" || key == u"verdict";
    return role == VerdictRole && isJudged ? QVariant(int(change.verdict())) : QVariant();
}

} // namespace tosaic::views
