// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/rooflinemodel.h"

#include "views/models/runnames.h"
#include "views/roofline/roofwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

bool isSameRow(const RooflineItem &a, const RooflineItem &b)
{
    return a.roof.operation == b.roof.operation && a.roof.name == b.roof.name;
}

QString roofTip(const RooflineItem &item)
{
    QStringList lines{ item.roof.name, item.roof.kind, item.roof.module, item.roof.note };
    lines.removeAll(QString());
    return lines.join(u'\n');
}

Columns<RooflineItem> roofColumns()
{
    // A figure of the item's point.
    const auto figure = [](double profile::RooflinePoint::*member) {
        return [member](const RooflineItem &item) { return (*item.roof.point).*member; };
    };
    const auto figureOf = [figure](double profile::RooflinePoint::*member) {
        return ColumnMore<RooflineItem>{ .text
            = [get = figure(member)](auto &item) { return figureText(get(item)); } };
    };
    using Point = profile::RooflinePoint;
    return columnsOf<RooflineItem>({
        { u"name"_s, RooflineModel::tr("Operation"), [](auto &item) { return item.roof.name; },
            { .tip = roofTip } },
        { u"limit"_s, RooflineModel::tr("Limited by"),
            [](auto &item) { return limitName(item.roof.limit); },
            { .about = RooflineModel::tr("What takes longest in Vela's numbers (est); of a whole "
                                         "run, in its counters") } },
        { u"share"_s, RooflineModel::tr("Of the roof"), figure(&Point::share),
            { .unit = column_unit::Share,
                .about = RooflineModel::tr("What was reached of what the roof above allows") } },
        { u"roof"_s, RooflineModel::tr("Roof"), &RooflineItem::above,
            { .about = RooflineModel::tr("The roof above the point: how fast it could be by its "
                                         "bytes and MACs, not what limits it") } },
        { u"intensity"_s, RooflineModel::tr("MACs/byte"), figure(&Point::intensity),
            figureOf(&Point::intensity) },
        { u"reached"_s, RooflineModel::tr("MACs/cycle"), figure(&Point::macsPerCycle),
            figureOf(&Point::macsPerCycle) },
        { u"attainable"_s, RooflineModel::tr("Attainable"), figure(&Point::attainable),
            figureOf(&Point::attainable) },
        { u"cycles"_s, RooflineModel::tr("Cycles"), [](auto &item) { return item.roof.cycles; } },
        { u"origin"_s, RooflineModel::tr("Origin"),
            [](auto &item) { return originWord(item.roof.origin); } },
    });
}

Columns<RooflineItem> gapColumns()
{
    return columnsOf<RooflineItem>({
        { u"name"_s, RooflineGapsModel::tr("Operation"),
            [](auto &item) { return item.roof.name; } },
        { u"gap"_s, RooflineGapsModel::tr("Why it has no place"),
            [](auto &item) { return item.roof.gap; } },
        { u"cycles"_s, RooflineGapsModel::tr("Cycles"),
            [](auto &item) { return item.roof.cycles; } },
    });
}

model::EntityRef roofEntity(const RooflineItem &item)
{
    return item.roof.entity;
}

} // namespace

RooflineModel::RooflineModel(QObject *parent)
    : ColumnModel(roofColumns(), parent, entityBy(roofEntity))
{
    setObjectName(u"rooflineRows"_s);
}

RooflineGapsModel::RooflineGapsModel(QObject *parent)
    : ColumnModel(gapColumns(), parent, entityBy(roofEntity))
{
    setObjectName(u"rooflineGapRows"_s);
}

void RooflineModel::set(const RoofData &data)
{
    std::vector<RooflineItem> items;
    for (size_t i = 0; i < data.rows.size(); ++i) {
        if (data.rows[i].point)
            items.push_back({ i, data.rows[i], roofName(data.roofline, *data.rows[i].point) });
    }
    std::ranges::stable_sort(items, [](const RooflineItem &a, const RooflineItem &b) {
        return a.roof.cycles.value_or(0) > b.roof.cycles.value_or(0);
    });
    updateRows(std::move(items), isSameRow);
}

int RooflineModel::rowOf(size_t row) const
{
    return rowWhere([row](const RooflineItem &item) { return item.row == row; });
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

} // namespace tosaic::views
