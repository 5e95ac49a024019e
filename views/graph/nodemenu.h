// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/spec/compilespec.h"

#include <QMenu>

namespace tosaic::views {

/// The context menu of a node, a hull (node is null) or the empty sheet (both are null). Deletes
/// itself when it closes.
class NodeMenu : public QMenu
{
    Q_OBJECT
public:
    /// `isEnterable`: there is a command stream behind it.
    NodeMenu(const graph::Node *node, const graph::Group *group, bool isEnterable, QWidget *parent);

Q_SIGNALS:
    void keepOnCpuRequested(const tosaic::spec::KeepOnCpu &what);
    /// The user wants to write a name pattern himself; this one would fit.
    void patternRequested(const QString &suggestion);
    void bytesRequested(const tosaic::model::EntityRef &entity);
    void toggleRequested();
    void enterRequested();
    void copyPictureRequested();

private:
    void addKeepOnCpu(const graph::Node &node);
    QAction *add(QMenu *menu, const QString &name, const QString &text);
};

} // namespace tosaic::views
