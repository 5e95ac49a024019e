// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/elidedname.h"

#include <QApplication>
#include <QFontMetrics>
#include <QRegularExpression>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace tosaic::views {

QString elidedName(const QString &name, const QFontMetrics &metrics, int width)
{
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    static const QRegularExpression library(
        uR"((^|\s)(?:tosa|aten|quantized_decomposed|dim_order_ops|cortex_m)(?:_+|::)(?=\w))"_s);
    static const QRegularExpression overload(u"_default(?=_|$|\\s)"_s);
    // Only where layer and operator follow it.
    static const QRegularExpression scope(uR"(^(\w+/)\1*(?=[^/]+/))"_s);
    auto shorter = name;
    shorter.replace(scope, u"\u2026/"_s);
    shorter.replace(library, u"\\1"_s);
    if (metrics.horizontalAdvance(shorter) > width)
        shorter.remove(overload);
    return metrics.elidedText(shorter, Qt::ElideMiddle, width);
}

void NameDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto cell = option;
    initStyleOption(&cell, index);
    const auto *style = cell.widget ? cell.widget->style() : QApplication::style();
    const auto room = style->subElementRect(QStyle::SE_ItemViewItemText, &cell, cell.widget);
    const auto margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, cell.widget) + 1;
    cell.text = elidedName(cell.text, cell.fontMetrics, room.width() - 2 * margin);
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
}

} // namespace tosaic::views
