// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/overridesmodel.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString valueOf(const spec::QuantizerOverride &row, int column)
{
    const bool isModule = row.operatorName.isEmpty();
    switch (column) {
    case OverridesModel::KindColumn:
        return isModule ? u"module"_s : u"operator"_s;
    case OverridesModel::NameColumn:
        return isModule ? row.module : row.operatorName;
    case OverridesModel::SchemeColumn:
        return row.scheme;
    default:
        return row.activations;
    }
}

void setValue(spec::QuantizerOverride &row, int column, const QString &value)
{
    const auto name = row.operatorName.isEmpty() ? row.module : row.operatorName;
    bool isModule = row.operatorName.isEmpty();
    auto text = name;
    if (column == OverridesModel::KindColumn)
        isModule = value == "module"_L1;
    else if (column == OverridesModel::NameColumn)
        text = value.trimmed();
    else if (column == OverridesModel::SchemeColumn)
        row.scheme = value;
    else
        row.activations = value;
    row.module = isModule ? text : QString();
    row.operatorName = isModule ? QString() : text;
}

QStringList choicesOf(int column)
{
    switch (column) {
    case OverridesModel::KindColumn:
        return { u"module"_s, u"operator"_s };
    case OverridesModel::SchemeColumn:
        return { {}, u"symmetric"_s, u"none"_s };
    case OverridesModel::ActivationsColumn:
        return { {}, u"int8"_s, u"int16"_s };
    default:
        return {};
    }
}

Columns<spec::QuantizerOverride> overrideColumns()
{
    using Row = spec::QuantizerOverride;
    const auto column = [](const QString &key, const QString &title, int at) {
        const auto shown = [at](const Row &row) {
            const auto value = valueOf(row, at);
            return at == OverridesModel::NameColumn ? value : OverridesModel::choiceText(at, value);
        };
        return ColumnOf<Row>(key, title, shown, { .tip = shown });
    };
    return columnsOf<Row>({
        column(u"kind"_s, OverridesModel::tr("Holds for"), OverridesModel::KindColumn),
        column(u"name"_s, OverridesModel::tr("Name"), OverridesModel::NameColumn),
        column(u"scheme"_s, OverridesModel::tr("Quantiser"), OverridesModel::SchemeColumn),
        column(
            u"activations"_s, OverridesModel::tr("Activations"), OverridesModel::ActivationsColumn),
    });
}

QVariant editingOf(const spec::QuantizerOverride &row, int column, int role)
{
    if (role == Qt::EditRole)
        return valueOf(row, column);
    if (role == OverridesModel::ChoicesRole)
        return choicesOf(column);
    return {};
}

} // namespace

OverridesModel::OverridesModel(QObject *parent) : ColumnModel(overrideColumns(), parent, editingOf)
{
}

void OverridesModel::setOverrides(const std::vector<spec::QuantizerOverride> &overrides)
{
    if (overrides == rows())
        return;
    const auto isInPlace = overrides.size() == rows().size(); // an edit: the selection stays
    update(overrides, [isInPlace](const auto &, const auto &) { return isInPlace; });
}

QString OverridesModel::choiceText(int column, const QString &value)
{
    if (value.isEmpty())
        return tr("As the others");
    if (value == "module"_L1)
        return tr("Module");
    if (value == "operator"_L1)
        return tr("Operator");
    if (column == SchemeColumn && value == "none"_L1)
        return tr("None: stays float");
    if (column == SchemeColumn && value == "symmetric"_L1)
        return tr("Symmetric");
    return value;
}

Qt::ItemFlags OverridesModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemNeverHasChildren;
}

bool OverridesModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    auto row = rows()[static_cast<std::size_t>(index.row())];
    setValue(row, index.column(), value.toString());
    if (row == rows()[static_cast<std::size_t>(index.row())])
        return false;
    replace(index.row(), row);
    Q_EMIT edited(rows());
    return true;
}

} // namespace tosaic::views
