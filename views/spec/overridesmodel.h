// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

#include <QAbstractTableModel>

namespace tosaic::views {

/// Exceptions of the quantiser as an editable table. Edits are signalled and shown when the
/// spec comes back with them.
class OverridesModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        KindColumn, ///< module or operator
        NameColumn,
        SchemeColumn,
        ActivationsColumn,
        ColumnCount
    };
    /// Values of SPEC.json a cell can have, as a QStringList; those of KindColumn are "module" and
    /// "operator".
    static constexpr int ChoicesRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    void setOverrides(const std::vector<spec::QuantizerOverride> &overrides);
    const std::vector<spec::QuantizerOverride> &overrides() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

    /// What a choice is called.
    static QString choiceText(int column, const QString &value);

Q_SIGNALS:
    void edited(const std::vector<tosaic::spec::QuantizerOverride> &overrides);

private:
    std::vector<spec::QuantizerOverride> m_rows;
};

} // namespace tosaic::views
