// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pinholds.h"
#include "core/graph/graph.h"
#include "core/graph/links.h"
#include "core/spec/compilespec.h"

#include <QAction>
#include <QMenu>

namespace tosaic::views {

/// The context menu of a node, a hull (node is null) or the empty sheet (both are null). Deletes
/// itself when it closes.
class NodeMenu : public QMenu
{
    Q_OBJECT
public:
    /// What can be pinned around the node, and the pins of the spec that hold it.
    struct Pins
    {
        std::vector<analysis::PinChoice> choices;
        spec::KeepOnCpu held;
    };

    /// `isEnterable`: there is a command stream behind it. `beginning`: name of where a way begins
    /// that may end here; empty: nothing was chosen.
    NodeMenu(const graph::Node *node, const graph::Group *group, bool isEnterable, const Pins &pins,
        const QString &beginning, QWidget *parent);
    /// Of a group of blocks that are alike: to draw all, or one for all.
    void addBlocks(int count, bool areAllDrawn);

    /// An action above all others.
    template <typename Receiver, typename Slot>
    void addFirst(const QString &name, const QString &text, Receiver *receiver, Slot slot)
    {
        auto *first = actions().value(0);
        auto *action = add(this, name, text);
        removeAction(action);
        insertAction(first, action);
        insertSeparator(first);
        connect(action, &QAction::triggered, receiver, slot);
    }

Q_SIGNALS:
    void blocksRequested(bool all);
    void keepOnCpuRequested(const tosaic::spec::KeepOnCpu &what);
    void releaseRequested(const tosaic::spec::KeepOnCpu &what);
    /// The user wants to write a name pattern himself; this one would fit.
    void patternRequested(const QString &suggestion);
    void bytesRequested(const tosaic::model::EntityRef &entity);
    void toggleRequested();
    void enterRequested();
    void copyPictureRequested();
    void relationRequested(tosaic::graph::Relation relation);
    void pathBeginRequested();
    void pathEndRequested();
    void bookmarkRequested();

private:
    void addRelations(const QString &beginning);
    void addKeepOnCpu(const graph::Node &node, const Pins &pins);
    QAction *add(QMenu *menu, const QString &name, const QString &text);
};

} // namespace tosaic::views
