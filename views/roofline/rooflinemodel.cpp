// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/rooflinemodel.h"

#include "core/base/cycletext.h"
#include "views/models/roles.h"
#include "views/roofline/roofwords.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

bool isSameRow(const RooflineItem &a, const RooflineItem &b)
{
    return a.roof.operation == b.roof.operation && a.roof.name == b.roof.name;
}

} // namespace

void RooflineModel::set(const RoofData &data)
{
    std::vector<RooflineItem> items;
    for (size_t i = 0; i < data.rows.size(); ++i) {
        if (data.rows[i].point)
            items.push_back({ i, data.rows[i], limitText(data.roofline, *data.rows[i].point) });
    }
    std::ranges::stable_sort(items, [](const RooflineItem &a, const RooflineItem &b) {
        return a.roof.cycles.value_or(0) > b.roof.cycles.value_or(0);
    });
    updateRows(std::move(items), isSameRow);
}

int RooflineModel::rowOf(size_t row) const
{
    const auto found = std::ranges::find(rows(), row, &RooflineItem::row);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

QVariant RooflineModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter
            | (column > LimitColumn && column < OriginColumn ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && column == ShareColumn)
        return tr("What was reached of what the roof above allows");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NameColumn:
        return tr("Operator");
    case LimitColumn:
        return tr("Limited by");
    case ShareColumn:
        return tr("Of the roof");
    case IntensityColumn:
        return tr("MACs/byte");
    case ReachedColumn:
        return tr("MACs/cycle");
    case AttainableColumn:
        return tr("Attainable");
    case CyclesColumn:
        return tr("Cycles");
    default:
        return tr("Origin");
    }
}

QString RooflineModel::text(const RooflineItem &item, int column) const
{
    const auto &point = *item.roof.point;
    switch (column) {
    case NameColumn:
        return item.roof.name;
    case LimitColumn:
        return item.limit;
    case ShareColumn:
        return formatShare(point.share);
    case IntensityColumn:
        return figureText(point.intensity);
    case ReachedColumn:
        return figureText(point.macsPerCycle);
    case AttainableColumn:
        return figureText(point.attainable);
    case CyclesColumn:
        return item.roof.cycles ? formatCycles(*item.roof.cycles) : tr("Not known");
    default:
        return originText(item.roof.origin);
    }
}

QVariant RooflineModel::value(const RooflineItem &item, int column) const
{
    const auto &point = *item.roof.point;
    switch (column) {
    case ShareColumn:
        return point.share;
    case IntensityColumn:
        return point.intensity;
    case ReachedColumn:
        return point.macsPerCycle;
    case AttainableColumn:
        return point.attainable;
    case CyclesColumn:
        return item.roof.cycles ? QVariant(*item.roof.cycles) : QVariant();
    default:
        return {};
    }
}

QVariant RooflineModel::cell(const RooflineItem &item, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(item, column);
    case Qt::ToolTipRole:
        return column == NameColumn
            ? QStringList{ item.roof.name, item.roof.kind, item.roof.module, item.roof.note }
                  .filter(QRegularExpression(u"."_s))
                  .join(u'\n')
            : text(item, column);
    case Qt::TextAlignmentRole:
        return header(column, role);
    case ValueRole:
        return value(item, column);
    case SortRole: {
        const auto raw = value(item, column);
        return raw.isValid() ? raw : QVariant(text(item, column));
    }
    case EntityRole:
        return QVariant::fromValue(item.roof.entity);
    case OriginRole:
        return item.roof.origin ? originTag(*item.roof.origin) : QString();
    default:
        return {};
    }
}

void RooflineGapsModel::set(const RoofData &data)
{
    std::vector<RooflineItem> items;
    for (size_t i = 0; i < data.rows.size(); ++i) {
        if (!data.rows[i].point)
            items.push_back({ i, data.rows[i], {} });
    }
    updateRows(std::move(items), isSameRow);
}

QVariant RooflineGapsModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (column == 2 ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    return column == 0 ? tr("Operator") : column == 1 ? tr("Why it has no place") : tr("Cycles");
}

QVariant RooflineGapsModel::cell(const RooflineItem &item, int column, int role) const
{
    const auto &cycles = item.roof.cycles;
    switch (role) {
    case Qt::DisplayRole:
        if (column == 0)
            return item.roof.name;
        if (column == 1)
            return item.roof.gap;
        return cycles ? formatCycles(*cycles) : tr("Not known");
    case Qt::ToolTipRole:
        return column == 1 ? item.roof.gap : item.roof.name;
    case Qt::TextAlignmentRole:
        return header(column, role);
    case ValueRole:
        return column == 2 && cycles ? QVariant(*cycles) : QVariant();
    case SortRole:
        if (column == 2)
            return cycles.value_or(-1);
        return cell(item, column, Qt::DisplayRole);
    case EntityRole:
        return QVariant::fromValue(item.roof.entity);
    default:
        return {};
    }
}

} // namespace tosaic::views
