// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/provenance.h"

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace tosaic::views {

/// Where a file comes from, one step a row: file, job, sources, specs, tools, and the same of what
/// it was made from.
class ProvenanceView : public QWidget
{
    Q_OBJECT
public:
    explicit ProvenanceView(QWidget *parent = nullptr);

    void show(const workspace::Provenance &provenance);
    using QWidget::show;
    void clear();
    bool isEmpty() const;

Q_SIGNALS:
    /// Enter or double click on a file that is still there.
    void openRequested(const QString &path);

private:
    void addStep(const workspace::ProvenanceStep &step);
    void addFacts(const QJsonObject &facts, const QString &prefix, QTreeWidgetItem *parent);
    void copy() const;

    QLabel *m_heading;
    QTreeWidget *m_steps;
};

} // namespace tosaic::views
