// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphaccessible.h"

#include <QPointer>

namespace tosaic::views {

/// A node, group or edge as a child of GraphAccessible. What feeds a node controls it, what it
/// feeds is controlled by it; a group is the label of what stands in it.
class GraphPartAccessible : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    GraphPartAccessible(GraphView &view, const GraphPart &part);

    const GraphPart &part() const { return m_part; }
    /// Another graph is drawn.
    void invalidate() { m_view = nullptr; }

    bool isValid() const override { return m_view != nullptr; }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override;
    QAccessibleInterface *parent() const override;
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QList<QPair<QAccessibleInterface *, QAccessible::Relation>> relations(
        QAccessible::Relation match) const override;
    QString text(QAccessible::Text which) const override;
    void setText(QAccessible::Text, const QString &) override { }
    QRect rect() const override;
    QAccessible::Role role() const override;
    QAccessible::State state() const override;
    void *interface_cast(QAccessible::InterfaceType type) override;

    QStringList actionNames() const override;
    void doAction(const QString &name) override;
    QStringList keyBindingsForAction(const QString &name) const override;

private:
    GraphTarget target() const;
    QString name() const;
    QString description() const;
    QString number() const;
    bool isClosed() const;

    QPointer<GraphView> m_view; ///< null: gone
    GraphPart m_part;
};

} // namespace tosaic::views
