// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runmerge.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QStackedWidget;

namespace tosaic::views {

class DataTable;
class RepeatsModel;
class WrappedLabel;

/// Repeats of measurements: a strip of all values for each counter, with its statistics.
class RepeatsView : public QWidget
{
    Q_OBJECT
public:
    explicit RepeatsView(const Theme &theme, QWidget *parent = nullptr);

    /// `names`: of the measurements that were merged.
    void set(const profile::MergedRecord &record, const QStringList &names);
    /// Nothing to show, and why.
    void setMessage(const QString &text);

private:
    RepeatsModel *m_model;
    QStackedWidget *m_stack;
    DataTable *m_table;
    WrappedLabel *m_message;
    WrappedLabel *m_legend;
};

/// What a merge left open, in words; empty: nothing.
QStringList mergeNotes(const profile::MergedRecord &record, const QStringList &names);

} // namespace tosaic::views
