// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/keptcolumns.h"

#include "views/models/roles.h"

#include <QHeaderView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int Narrowest = 16; // px
constexpr int Widest = 4000; // px

/// Of the column, else its title; of a table without either its place.
QString keyOf(const QHeaderView &header, int column)
{
    for (const int role : { int(views::IdRole), int(Qt::DisplayRole) }) {
        const auto key = header.model()->headerData(column, Qt::Horizontal, role).toString();
        if (!key.isEmpty())
            return key;
    }
    return QString::number(column);
}

int columnOf(const QHeaderView &header, const QString &key)
{
    for (int column = 0; column < header.count(); ++column) {
        if (keyOf(header, column) == key)
            return column;
    }
    return -1;
}

} // namespace

QVariantMap columnsOf(const QHeaderView &header)
{
    if (!header.model() || header.count() < 2)
        return {};
    QVariantMap widths;
    QStringList order;
    for (int visual = 0; visual < header.count(); ++visual) {
        const auto column = header.logicalIndex(visual);
        const auto key = keyOf(header, column);
        order << key;
        if (!header.isSectionHidden(column))
            widths.insert(key, header.sectionSize(column));
    }
    QVariantMap columns{ { u"widths"_s, widths } };
    if (header.sectionsMoved())
        columns.insert(u"order"_s, order);
    const auto sorted = header.sortIndicatorSection();
    if (header.isSortIndicatorShown() && sorted >= 0 && sorted < header.count()) {
        columns.insert(u"sortedBy"_s, keyOf(header, sorted));
        columns.insert(u"isDescending"_s, header.sortIndicatorOrder() == Qt::DescendingOrder);
    }
    return columns;
}

void restoreColumns(QHeaderView &header, const QVariantMap &columns)
{
    if (!header.model() || columns.isEmpty())
        return;
    const auto widths = columns.value(u"widths"_s).toMap();
    for (int column = 0; column < header.count(); ++column) {
        const auto width = widths.value(keyOf(header, column)).toInt();
        if (width > 0 && !header.isSectionHidden(column))
            header.resizeSection(column, std::clamp(width, Narrowest, Widest));
    }
    int visual = 0;
    for (const auto &key : columns.value(u"order"_s).toStringList()) {
        const auto column = columnOf(header, key);
        if (column >= 0 && header.visualIndex(column) >= visual)
            header.moveSection(header.visualIndex(column), visual++);
    }
    const auto sorted = columnOf(header, columns.value(u"sortedBy"_s).toString());
    if (sorted >= 0 && header.isSortIndicatorShown())
        header.setSortIndicator(sorted,
            columns.value(u"isDescending"_s).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
}

} // namespace tosaic::shell
