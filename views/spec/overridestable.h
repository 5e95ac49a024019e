// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/modelnames.h"
#include "views/spec/overridesmodel.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace tosaic::views {

class DataTable;

/// The exceptions of the quantiser, with a line that adds one.
class OverridesTable : public QWidget
{
    Q_OBJECT
public:
    explicit OverridesTable(QWidget *parent = nullptr);

    void setOverrides(const std::vector<spec::QuantizerOverride> &overrides);
    /// What is offered while a name is typed.
    void setNames(const ModelNames &names);

Q_SIGNALS:
    void edited(const std::vector<tosaic::spec::QuantizerOverride> &overrides);

private:
    QWidget *makeAddLine();
    void makeTable();
    void add();
    void removeSelected();
    void offerNames();
    void showState();

    ModelNames m_names;
    OverridesModel *m_model;
    DataTable *m_table;
    QComboBox *m_kind;
    QLineEdit *m_name;
    QPushButton *m_add;
    QPushButton *m_remove;
};

} // namespace tosaic::views
