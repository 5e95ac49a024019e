// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/registermodel.h"

#include "core/base/units.h"
#include "views/disassembly/operationwords.h"
#include "views/models/roles.h"

#include <QFont>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr QLatin1StringView Prefix("NPU_SET_");
}

QVariant RegisterModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter
            | (column == Name || column == SetAt ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Register"), tr("Value"), tr("Decimal"), tr("Set at") };
    return titles.at(column);
}

QVariant RegisterModel::cell(const RegisterRow &row, int column, int role) const
{
    const auto value = row.value.value;
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Name: // what all have in common is left out
            return row.value.name.startsWith(Prefix) ? row.value.name.sliced(Prefix.size())
                                                     : row.value.name;
        case Value:
            return u"0x%1"_s.arg(value, 0, 16);
        case Decimal:
            return formatCount(value);
        default:
            return row.isFresh ? tr("%1, for this").arg(offsetText(row.offset))
                               : offsetText(row.offset);
        }
    case Qt::ToolTipRole:
        return (row.isFresh ? tr("%1 = %2, set for this operation at %3")
                            : tr("%1 = %2, kept from an earlier operation, set at %3"))
            .arg(row.value.name, formatCount(value), offsetText(row.offset));
    case Qt::TextAlignmentRole:
        return header(column, role);
    case Qt::FontRole: {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return row.isFresh && column == Name ? QVariant(font) : QVariant();
    }
    case SortRole:
        return column == Name ? QVariant(row.value.name)
            : column == SetAt ? QVariant(row.offset)
                              : QVariant(value);
    case ValueRole:
        return column == Name   ? QVariant(row.value.name)
            : column == Decimal ? QVariant(value)
            : column == SetAt   ? QVariant(offsetText(row.offset))
                                : QVariant();
    default:
        return {};
    }
}

} // namespace tosaic::views
