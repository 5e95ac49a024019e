// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reference/arraysmodel.h"

#include "core/base/units.h"

#include <QFileInfo>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString roleText(ArrayRow::Role role)
{
    switch (role) {
    case ArrayRow::Role::Input:
        return ArraysModel::tr("Input");
    case ArrayRow::Role::Output:
        return ArraysModel::tr("Output");
    case ArrayRow::Role::Intermediate:
        return ArraysModel::tr("In between");
    }
    return {};
}

QString shapeText(const std::vector<qint64> &shape)
{
    QStringList sizes;
    for (const auto size : shape)
        sizes += QString::number(size);
    return sizes.isEmpty() ? ArraysModel::tr("one value") : sizes.join(u'\u00d7');
}

QString outcomeText(const ArrayRow &row)
{
    if (!row.problem.isEmpty())
        return ArraysModel::tr("cannot be compared");
    if (!row.difference)
        return {};
    return row.difference->isWithin() ? ArraysModel::tr("within the tolerance")
                                      : ArraysModel::tr("differs");
}

} // namespace

QVariant ArraysModel::header(int column, int role) const
{
    const bool isNumber = column == DifferentColumn || column == LargestColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Tensor"), tr("Comparison"), tr("Different"),
        tr("Largest difference"), tr("Role"), tr("Type"), tr("Shape"), tr("File") };
    return titles.value(column);
}

QVariant ArraysModel::cell(const ArrayRow &row, int column, int role) const
{
    if (role == Qt::TextAlignmentRole && (column == DifferentColumn || column == LargestColumn))
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole) {
        if (column == OutcomeColumn && !row.problem.isEmpty())
            return row.problem;
        if (column == OutcomeColumn && !row.comparedWith.isEmpty())
            return tr("Compared with %1").arg(row.comparedWith);
        return column == FileColumn ? row.array.path : row.array.name;
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NameColumn:
        return row.array.name;
    case RoleColumn:
        return roleText(row.role);
    case TypeColumn:
        return row.array.dtype;
    case ShapeColumn:
        return shapeText(row.array.shape);
    case OutcomeColumn:
        return outcomeText(row);
    case DifferentColumn:
        return row.difference ? tr("%1 of %2", "elements that differ of all elements")
                                    .arg(formatCount(row.difference->different),
                                        formatCount(row.difference->elements))
                              : QString();
    case LargestColumn:
        if (!row.difference)
            return QString();
        return row.difference->largest ? QLocale().toString(*row.difference->largest, 'g', 6)
                                       : tr("nothing finite", "largest difference of arrays");
    case FileColumn:
        return row.array.path;
    default:
        return {};
    }
}

} // namespace tosaic::views
