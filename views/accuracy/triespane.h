// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/tries.h"
#include "core/base/table.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace tosaic::views {

class DataTable;
template <typename Row>
class ColumnModel;

/// What may help, and what it did once it was tried.
struct TryRow
{
    enum class State
    {
        Open,
        Running,
        Done
    };
    State state = State::Open;
    accuracy::Tried tried = {}; ///< not Done: only the change
};
/// Of the window and the command line.
Columns<TryRow> tryColumns();
QString tryTitle(const accuracy::Try &change);

/// The changes of a measurement, each compiled and measured when the user asks for it.
class TriesPane : public QWidget
{
    Q_OBJECT
public:
    explicit TriesPane(QWidget *parent);

    /// `whyNot`: why nothing can be tried here; empty: it can.
    void show(const std::vector<TryRow> &rows, const QString &whyNot);

Q_SIGNALS:
    /// Rows of the list that is shown.
    void tryRequested(const QList<int> &rows);
    void stopRequested();

private:
    void ask();
    bool isRunning() const;

    std::vector<TryRow> m_rows;
    QString m_whyNot;
    ColumnModel<TryRow> *m_model;
    DataTable *m_table;
    QLabel *m_note;
    QPushButton *m_try;
    QPushButton *m_all;
};

} // namespace tosaic::views
