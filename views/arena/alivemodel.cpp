// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/alivemodel.h"

#include "core/base/units.h"
#include "views/models/roles.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// What a spreadsheet can count with.
QVariant raw(const ArenaBuffer &buffer, int column)
{
    switch (column) {
    case AliveModel::Size:
        return buffer.bytes ? QVariant(*buffer.bytes) : QVariant();
    case AliveModel::Address:
        return buffer.offset;
    case AliveModel::From:
        return buffer.first;
    case AliveModel::To:
        return buffer.last;
    default:
        return {};
    }
}

} // namespace

void AliveModel::set(std::shared_ptr<const Arena> arena, qsizetype step)
{
    m_arena = std::move(arena);
    setRows(m_arena ? m_arena->aliveAt(step) : std::vector<size_t>());
}

int AliveModel::bufferOf(int row) const
{
    return row >= 0 && row < rowCount() ? static_cast<int>(rows()[static_cast<size_t>(row)]) : -1;
}

int AliveModel::rowOf(int buffer) const
{
    if (buffer < 0)
        return -1;
    const auto at = std::ranges::find(rows(), static_cast<size_t>(buffer));
    return at == rows().end() ? -1 : static_cast<int>(at - rows().begin());
}

QString AliveModel::stepName(qsizetype step) const
{
    return step >= 0 && step < m_arena->stepCount() ? m_arena->steps[static_cast<size_t>(step)]
                                                    : QString::number(step);
}

QVariant AliveModel::header(int column, int role) const
{
    if (role == ValueRole && column == Size)
        return tr("Size [bytes]");
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignVCenter
            | (column == Size || column == Address ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Buffer"), tr("Size"), tr("Holds"), tr("Address"),
        tr("Alive from"), tr("to") };
    return titles.at(column);
}

QString AliveModel::text(const ArenaBuffer &buffer, int column) const
{
    switch (column) {
    case Name:
        return buffer.name;
    case Size:
        return buffer.bytes ? formatBytes(*buffer.bytes) : tr("Not known");
    case Holds:
        return buffer.detail.isEmpty() ? bufferKindWord(buffer.kind) : buffer.detail;
    case Address:
        return u"0x%1"_s.arg(buffer.offset, 0, 16);
    case From:
        return stepName(buffer.first);
    case To:
        return stepName(buffer.last);
    default:
        return {};
    }
}

QVariant AliveModel::cell(const size_t &index, int column, int role) const
{
    const auto &buffer = m_arena->buffers[index];
    switch (role) {
    case Qt::DisplayRole:
        return text(buffer, column);
    case Qt::ToolTipRole:
        if (column == Size && buffer.bytes)
            return tr("%1 bytes").arg(formatCount(*buffer.bytes));
        return text(buffer, column);
    case Qt::TextAlignmentRole:
        return header(column, role);
    case SortRole: {
        const auto value = raw(buffer, column);
        return value.isValid() || column == Size ? value : QVariant(text(buffer, column));
    }
    case ValueRole:
        return column == Size ? raw(buffer, column) : QVariant();
    case EntityRole:
        return QVariant::fromValue(buffer.entity);
    default:
        return {};
    }
}

} // namespace tosaic::views
