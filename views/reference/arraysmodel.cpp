// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reference/arraysmodel.h"

#include "core/base/sizestext.h"
#include "core/base/units.h"

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
    return shape.empty() ? ArraysModel::tr("one value") : sizesText(shape, u"\u00d7"_s);
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

QString outcomeTip(const ArrayRow &row)
{
    return !row.problem.isEmpty()     ? row.problem
        : !row.comparedWith.isEmpty() ? ArraysModel::tr("Compared with %1").arg(row.comparedWith)
                                      : row.array.name;
}

QString differentText(const ArrayRow &row)
{
    return row.difference
        ? ArraysModel::tr("%1 of %2", "elements that differ of all elements")
              .arg(formatCount(row.difference->different), formatCount(row.difference->elements))
        : QString();
}

QString largestText(const ArrayRow &row)
{
    if (!row.difference)
        return {};
    return row.difference->largest
        ? QLocale().toString(*row.difference->largest, 'g', 6)
        : ArraysModel::tr("nothing finite", "largest difference of arrays");
}

Columns<ArrayRow> arrayColumns()
{
    const auto name = [](const ArrayRow &row) { return row.array.name; };
    const auto path = [](const ArrayRow &row) { return row.array.path; };
    return columnsOf<ArrayRow>({
        { u"name"_s, ArraysModel::tr("Tensor"), name },
        { u"outcome"_s, ArraysModel::tr("Comparison"), outcomeText,
            { .tip = outcomeTip, .mayBeEmpty = true } },
        { u"different"_s, ArraysModel::tr("Different"),
            [](const ArrayRow &row) {
                return row.difference ? std::optional(row.difference->different) : std::nullopt;
            },
            { .text = differentText, .tip = name, .mayBeEmpty = true } },
        { u"largest"_s, ArraysModel::tr("Largest difference"),
            [](const ArrayRow &row) {
                return row.difference ? row.difference->largest : std::nullopt;
            },
            { .text = largestText, .tip = name, .mayBeEmpty = true } },
        { u"role"_s, ArraysModel::tr("Role"),
            [](const ArrayRow &row) { return roleText(row.role); }, { .tip = name } },
        { u"type"_s, ArraysModel::tr("Type"), [](const ArrayRow &row) { return row.array.dtype; },
            { .tip = name } },
        { u"shape"_s, ArraysModel::tr("Shape"),
            [](const ArrayRow &row) { return shapeText(row.array.shape); }, { .tip = name } },
        { u"file"_s, ArraysModel::tr("File"), path },
    });
}

} // namespace

ArraysModel::ArraysModel(QObject *parent) : ColumnModel(arrayColumns(), parent) { }

} // namespace tosaic::views
