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

} // namespace

void OverridesModel::setOverrides(const std::vector<spec::QuantizerOverride> &overrides)
{
    if (overrides == m_rows)
        return;
    if (overrides.size() == m_rows.size()) { // an edit: selection and scrolling stay
        m_rows = overrides;
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = overrides;
    endResetModel();
}

int OverridesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OverridesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
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

QVariant OverridesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &row = m_rows[static_cast<std::size_t>(index.row())];
    const auto value = valueOf(row, index.column());
    if (role == Qt::EditRole)
        return value;
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return index.column() == NameColumn ? value : choiceText(index.column(), value);
    if (role != ChoicesRole)
        return {};
    if (index.column() == KindColumn)
        return QStringList{ u"module"_s, u"operator"_s };
    if (index.column() == SchemeColumn)
        return QStringList{ {}, u"symmetric"_s, u"none"_s };
    if (index.column() == ActivationsColumn)
        return QStringList{ {}, u"int8"_s, u"int16"_s };
    return {};
}

QVariant OverridesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KindColumn:
        return tr("Holds for");
    case NameColumn:
        return tr("Name");
    case SchemeColumn:
        return tr("Quantiser");
    case ActivationsColumn:
        return tr("Activations");
    default:
        return {};
    }
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
    auto rows = m_rows;
    auto &row = rows[static_cast<std::size_t>(index.row())];
    setValue(row, index.column(), value.toString());
    if (rows == m_rows)
        return false;
    m_rows = rows;
    Q_EMIT dataChanged(this->index(index.row(), 0), this->index(index.row(), ColumnCount - 1));
    Q_EMIT edited(rows);
    return true;
}

} // namespace tosaic::views
