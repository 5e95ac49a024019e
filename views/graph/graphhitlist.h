// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphhits.h"

#include <QFrame>

class QLabel;

namespace tosaic::views {

class DataTable;
class GraphView;
template <typename Row>
class ColumnModel;

/// Operators that were asked for, in the corner of the graph: a click or Enter goes to one, Esc
/// closes it.
class GraphHitList : public QFrame
{
    Q_OBJECT
public:
    /// Nobody reads more, and typing stays quick.
    static constexpr size_t Most = 1000;

    explicit GraphHitList(GraphView &view);

    /// A sentence, the operators below it; without any the sentence stands alone. `hits`: of `all`
    /// the first, no more than Most; where those are not all, it says so.
    void tell(const QString &sentence, size_t all, std::vector<GraphHit> hits,
        std::optional<Origin> origin);
    QString sentence() const;
    const std::vector<GraphHit> &hits() const;
    /// -1: none.
    void setCurrent(int hit);
    /// Goes to the corner; `below` px of it are taken.
    void follow(int below);
    /// Its keys without a click.
    void takeFocus();
    void close();

Q_SIGNALS:
    /// By the user; index of what was told.
    void chosen(int hit);
    /// The user has done with it.
    void closed();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void fitColumns();

    GraphView &m_view;
    QLabel *m_sentence;
    ColumnModel<GraphHit> *m_model;
    DataTable *m_table;
    int m_below = 0;
};

} // namespace tosaic::views
