// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/provenance.h"
#include "views/models/columnmodel.h"

#include <QWidget>

class QLabel;

namespace tosaic::views {

class DataTable;
class Theme;

/// A step, or what else is known of the one above.
struct ProvenanceRow
{
    QString name;
    QString text;
    QString tip = {};
    QString file = {}; ///< that can be opened; empty: none
    bool isPart = false;
};

/// Where a file comes from, step by step: file, job, sources, specs, tools, and the same of what
/// it was made from.
class ProvenanceView : public QWidget
{
    Q_OBJECT
public:
    explicit ProvenanceView(const Theme &theme, QWidget *parent = nullptr);

    void show(const workspace::Provenance &provenance);
    using QWidget::show;
    void clear();
    bool isEmpty() const;

Q_SIGNALS:
    /// Enter or double click on a file that is still there.
    void openRequested(const QString &path);

private:
    QLabel *m_heading;
    DataTable *m_steps;
    ColumnModel<ProvenanceRow> *m_model;
};

} // namespace tosaic::views
