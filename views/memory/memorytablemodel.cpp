// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memorytablemodel.h"

#include "core/base/units.h"
#include "views/memory/memorytext.h"

#include <QFont>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::MemoryRole;

void takeBudget(MemoryRow &row, const analysis::BudgetRow *budget)
{
    if (!budget)
        return;
    row.hasCapacity = true;
    row.capacity = budget->capacity;
    row.rest = budget->rest();
    row.restText = verdictText(*budget);
    row.isOver = budget->verdict == analysis::BudgetVerdict::Over
        || budget->verdict == analysis::BudgetVerdict::NoPiece
        || budget->verdict == analysis::BudgetVerdict::Missing;
    if (!budget->memory.isEmpty())
        row.name = MemoryText::tr("%1 (%2)").arg(row.name, budget->memory);
}

MemoryRow totalRow(const analysis::MemoryBox &box, const analysis::MemoryPicture &picture,
    const analysis::Budget *budget)
{
    MemoryRow row;
    row.role = box.role;
    row.name = memoryTitle(box);
    const bool isUnknown = picture.family && box.role != MemoryRole::Program
        && picture.has(analysis::PictureNote::SystemUnknown);
    row.what = box.parts.empty() && !isUnknown ? MemoryText::tr("Nothing in this mode")
                                               : MemoryText::tr("Total");
    if (!isUnknown)
        row.need = box.needBytes();
    if (const auto *port = picture.port(box.role)) {
        row.hasTraffic = true;
        row.traffic = port->traffic.total;
    }
    takeBudget(row, budget ? budget->row(box.role) : nullptr);
    return row;
}

const analysis::BudgetRow *programRow(const analysis::Budget *budget, analysis::PartKind kind)
{
    if (!budget)
        return nullptr;
    const auto found = std::ranges::find_if(budget->rows,
        [&](const auto &row) { return row.role == MemoryRole::Program && row.kind == kind; });
    return found == budget->rows.end() ? nullptr : &*found;
}

QString originWordOf(const MemoryRow &row)
{
    return row.part == analysis::PartKind::ProgramFile
            || row.part == analysis::PartKind::PlannedBuffers
            || row.part == analysis::PartKind::PlannedFastBuffers
        ? MemoryText::tr("file")
        : originTag(Origin::Estimate);
}

Columns<MemoryRow> memoryColumns()
{
    constexpr auto Bytes = column_unit::Bytes;
    return columnsOf<MemoryRow>({
        { u"memory"_s, MemoryText::tr("Memory"), &MemoryRow::name },
        { u"what"_s, MemoryText::tr("What"), &MemoryRow::what },
        { u"need"_s, MemoryText::tr("Need"), &MemoryRow::need, { .unit = Bytes } },
        { u"capacity"_s, MemoryText::tr("Capacity"), &MemoryRow::capacity,
            { .unit = Bytes,
                .text = [](auto &row) { return row.hasCapacity ? sizeText(row.capacity) : u""_s; },
                .mayBeEmpty = true } },
        { u"rest"_s, MemoryText::tr("Rest"), &MemoryRow::rest,
            { .unit = Bytes,
                .text = &MemoryRow::restText,
                .tip = &MemoryRow::restText,
                .mayBeEmpty = true } },
        { u"traffic"_s, MemoryText::tr("Traffic / inference"), &MemoryRow::traffic,
            { .unit = Bytes,
                .text = [](auto &row) { return row.hasTraffic ? sizeText(row.traffic) : u""_s; },
                .mayBeEmpty = true } },
        { u"origin"_s, MemoryText::tr("Origin"), originWordOf },
    });
}

QVariant memoryMore(const MemoryRow &row, QStringView key, int role)
{
    if (role == SeverityRole && row.isOver && key == u"rest")
        return static_cast<int>(Severity::Error);
    if (role != Qt::FontRole || (row.part && !row.isOver))
        return {};
    QFont font;
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

MemoryTableModel::MemoryTableModel(QObject *parent)
    : ColumnModel(memoryColumns(), parent, MoreByKey(memoryMore))
{
}

void MemoryTableModel::set(const analysis::MemoryPicture &picture, const analysis::Budget *budget)
{
    std::vector<MemoryRow> rows;
    for (const auto &box : picture.boxes) {
        if (box.role != MemoryRole::Program)
            rows.push_back(totalRow(box, picture, budget));
        for (const auto &part : box.parts) {
            MemoryRow row;
            row.role = box.role;
            row.part = part.kind;
            row.name = memoryTitle(box);
            row.what = partName(part.kind);
            row.need = part.bytes;
            if (box.role == MemoryRole::Program)
                takeBudget(row, programRow(budget, part.kind));
            rows.push_back(std::move(row));
        }
    }
    setRows(std::move(rows));
}

std::optional<PartRef> MemoryTableModel::partOf(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const auto &at = rows()[static_cast<size_t>(row)];
    return at.part ? std::optional(PartRef{ at.role, *at.part }) : std::nullopt;
}

int MemoryTableModel::rowOf(const PartRef &part) const
{
    return rowWhere(
        [&](const MemoryRow &row) { return row.role == part.role && row.part == part.kind; });
}

} // namespace tosaic::views
