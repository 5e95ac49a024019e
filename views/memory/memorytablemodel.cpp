// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memorytablemodel.h"

#include "core/base/units.h"
#include "views/memory/memorytext.h"
#include "views/models/roles.h"

#include <QFont>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::MemoryRole;

bool isNumber(int column)
{
    return column >= MemoryTableModel::Need && column <= MemoryTableModel::Traffic;
}

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

/// What a spreadsheet can count with.
QVariant raw(const MemoryRow &row, int column)
{
    switch (column) {
    case MemoryTableModel::Need:
        return row.need ? QVariant(*row.need) : QVariant();
    case MemoryTableModel::Capacity:
        return row.capacity ? QVariant(*row.capacity) : QVariant();
    case MemoryTableModel::Rest:
        return row.rest ? QVariant(*row.rest) : QVariant();
    case MemoryTableModel::Traffic:
        return row.traffic ? QVariant(*row.traffic) : QVariant();
    default:
        return {};
    }
}

QString textOf(const MemoryRow &row, int column)
{
    switch (column) {
    case MemoryTableModel::Memory:
        return row.name;
    case MemoryTableModel::What:
        return row.what;
    case MemoryTableModel::Need:
        return sizeText(row.need);
    case MemoryTableModel::Capacity:
        return row.hasCapacity ? sizeText(row.capacity) : QString();
    case MemoryTableModel::Rest:
        return row.restText;
    case MemoryTableModel::Traffic:
        return row.hasTraffic ? sizeText(row.traffic) : QString();
    case MemoryTableModel::Origin:
        return row.part == analysis::PartKind::ProgramFile
                || row.part == analysis::PartKind::PlannedBuffers
                || row.part == analysis::PartKind::PlannedFastBuffers
            ? MemoryText::tr("file")
            : originTag(tosaic::Origin::Estimate);
    default:
        return {};
    }
}

} // namespace

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
    const auto at = std::ranges::find_if(rows(),
        [&](const MemoryRow &row) { return row.role == part.role && row.part == part.kind; });
    return at == rows().end() ? -1 : static_cast<int>(at - rows().begin());
}

QVariant MemoryTableModel::header(int column, int role) const
{
    if (role == ValueRole && isNumber(column))
        return tr("%1 [bytes]").arg(header(column, Qt::DisplayRole).toString());
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Memory"), tr("What"), tr("Need"), tr("Capacity"), tr("Rest"),
        tr("Traffic / inference"), tr("Origin") };
    return titles.at(column);
}

QVariant MemoryTableModel::cell(const MemoryRow &row, int column, int role) const
{
    const auto text = textOf(row, column);
    switch (role) {
    case Qt::DisplayRole:
        return text;
    case Qt::ToolTipRole:
        if (const auto value = raw(row, column); value.isValid() && column != Rest)
            return tr("%1 bytes").arg(formatCount(value.toULongLong()));
        return text;
    case Qt::TextAlignmentRole:
        return header(column, role);
    case Qt::FontRole:
        if (!row.part || row.isOver) {
            QFont font;
            font.setWeight(QFont::DemiBold);
            return font;
        }
        return {};
    case SeverityRole:
        return row.isOver && column == Rest ? QVariant(int(Severity::Error)) : QVariant();
    case ValueRole:
        return raw(row, column);
    case SortRole: {
        const auto value = raw(row, column);
        return value.isValid() ? value : QVariant(text);
    }
    default:
        return {};
    }
}

} // namespace tosaic::views
