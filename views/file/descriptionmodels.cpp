// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/file/descriptionmodels.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// "1,234", "0x1f0", "12.5 %", "-3": the number it begins with; invalid if there is none.
QVariant leadingNumber(const QString &text)
{
    const auto word = text.section(u' ', 0, 0).remove(u',').remove(u'%');
    bool isNumber = false;
    if (word.startsWith("0x"_L1)) {
        const auto value = word.mid(2).toULongLong(&isNumber, 16);
        return isNumber ? QVariant(static_cast<double>(value)) : QVariant();
    }
    const auto value = word.toDouble(&isNumber);
    return isNumber ? QVariant(value) : QVariant();
}

} // namespace

QString descriptionLabel(const QString &label)
{
    return QCoreApplication::translate("Description", label.toUtf8().constData());
}

qsizetype matchesIn(const DescriptionSection &section, const QString &text)
{
    const auto contains
        = [&](const QString &cell) { return cell.contains(text, Qt::CaseInsensitive); };
    auto count = std::ranges::count_if(section.facts, [&](const DescriptionFact &fact) {
        return contains(descriptionLabel(fact.label)) || contains(fact.value);
    });
    count += std::ranges::count_if(section.table.rows,
        [&](const QStringList &row) { return std::ranges::any_of(row, contains); });
    return count;
}

std::vector<FactRow> factsOf(const DescriptionSection &section)
{
    std::vector<FactRow> rows;
    for (const auto &fact : section.facts)
        rows.push_back({ descriptionLabel(fact.label), fact.value });
    return rows;
}

Columns<QStringList> columnsOfTable(const DescriptionTable &table)
{
    Columns<QStringList> columns;
    for (qsizetype i = 0; i < qsizetype(table.columns.size()); ++i) {
        const auto &[title, isNumber] = table.columns[size_t(i)];
        columns.push_back({ { .key = title,
                                .title = descriptionLabel(title),
                                .isNumber = isNumber,
                                .isOrder = true },
            [i, isNumber = isNumber](const QStringList &row) {
                return isNumber ? leadingNumber(row.value(i)) : cellValue(row.value(i));
            },
            [i](const QStringList &row) { return row.value(i); }, {} });
    }
    return columns;
}

} // namespace tosaic::views
