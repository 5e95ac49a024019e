// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"
#include "views/models/columnmodel.h"

namespace tosaic::views {

/// Exceptions of the quantiser as an editable table. Edits are signalled and shown when the
/// spec comes back with them.
class OverridesModel : public ColumnModel<spec::QuantizerOverride>
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
    static constexpr int ChoicesRole = Qt::UserRole + 100; // behind those of all models

    explicit OverridesModel(QObject *parent = nullptr);

    void setOverrides(const std::vector<spec::QuantizerOverride> &overrides);
    const std::vector<spec::QuantizerOverride> &overrides() const { return rows(); }

    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

    /// What a choice is called.
    static QString choiceText(int column, const QString &value);

Q_SIGNALS:
    void edited(const std::vector<tosaic::spec::QuantizerOverride> &overrides);
};

} // namespace tosaic::views
