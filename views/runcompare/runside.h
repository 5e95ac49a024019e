// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"

#include <QList>
#include <QWidget>

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace tosaic::views {

/// One side of a comparison: its runs as chips, each of which can be taken away, and a menu of all
/// runs and their groups to choose from. Runs that are dragged here are added, with Shift they take
/// the place of those that are there. Several runs are repeats of one measurement.
class RunSide : public QWidget
{
    Q_OBJECT
public:
    RunSide(const RunsDocument &runs, const QString &name, const QString &title,
        QWidget *parent = nullptr);

    const QList<int> &chosen() const { return m_chosen; }
    /// Indices into the document; those that it does not have are dropped.
    void set(const QList<int> &chosen);
    /// Names or the list of runs changed.
    void refresh();

Q_SIGNALS:
    /// By the user.
    void changed();

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fillMenu();
    void addGroups(RunGrouping grouping, const QString &title);
    void setReceiving(bool isReceiving);
    void toggle(int index);
    QList<int> withAllLike() const; ///< chosen(), and the runs that are repeats of them
    QToolButton *makeChip(int index);
    QString titleOf(int index) const;
    /// As it fits a chip, and like no other's.
    QString shortTitleOf(int index) const;

    const RunsDocument &m_runs;
    QString m_title;
    QList<int> m_chosen; ///< in the order of the document
    QHBoxLayout *m_chips;
    bool m_isReceiving = false; ///< runs are dragged here
    QToolButton *m_add;
    QToolButton *m_like;
    QMenu *m_menu;
};

} // namespace tosaic::views
