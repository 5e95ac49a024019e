// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QFrame>

class QLabel;

namespace tosaic::views {

class GraphView;

/// The short card beside the pointer: what this is, where it runs and every reason why.
class HoverCard : public QFrame
{
    Q_OBJECT
public:
    explicit HoverCard(GraphView &view);

    /// `isEnterable`: a double click leads inside.
    /// `metric`: what the overlay says of the node; empty without one.
    void showNode(const graph::Node &node, bool isEnterable, QPoint globalPosition,
        const QString &metric = {});
    void showGroup(const graph::Group &group, QPoint globalPosition);
    QString text() const;

private:
    void showHtml(const QString &html, QPoint globalPosition);

    GraphView &m_view;
    QLabel *m_label;
};

} // namespace tosaic::views
