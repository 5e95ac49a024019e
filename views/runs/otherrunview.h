// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTabWidget;

namespace tosaic::views {

class DataTable;
class FactsModel;
template <typename Row>
class ColumnModel;

/// A run that is no console: what its file says in numbers, and the way to the view made for it.
class OtherRunView : public QWidget
{
    Q_OBJECT
public:
    explicit OtherRunView(QWidget *parent = nullptr);

    void set(const profile::MeasuredRun &run);

Q_SIGNALS:
    /// "timeline", "kernels", "operators"
    void tabRequested(const QString &id);

private:
    QLabel *m_text;
    QPushButton *m_lead;
    QTabWidget *m_tabs;
    FactsModel *m_facts;
    ColumnModel<workspace::RunValue> *m_values;
    DataTable *m_factsTable = nullptr;
    DataTable *m_valuesTable = nullptr;
    QString m_tab;
};

} // namespace tosaic::views
