// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphplace.h"

#include <QObject>

#include <vector>

namespace tosaic {
class SelectionContext;
}

namespace tosaic::views {

/// Where one is in a model: at one of its levels, then inside a delegate or a subgraph, and the
/// way out again.
class GraphRoute : public QObject
{
    Q_OBJECT
public:
    using Level = GraphLevel;

    /// `origin`: who selects what one goes into.
    GraphRoute(ModelDocument &document, SelectionContext &selection, const QObject &origin);

    const GraphPlace &place() const { return m_path.back(); }
    /// Outermost first, never empty.
    const std::vector<GraphPlace> &steps() const { return m_path; }
    bool isInside() const { return m_path.size() > 1; }

    /// Where a model opens.
    void restart();
    /// Another state of the same model: stays where one is as far as that is still there. False if
    /// it opens somewhere else.
    bool stay();
    /// Where one was before, as far as it is still there.
    void restore(std::vector<GraphPlace> path);
    void goTo(std::vector<GraphPlace> path);
    void setLevel(Level level);
    void setSubgraph(int subgraph);
    void enter(const model::EntityRef &owner);
    void leave();
    void showDelegateNetwork(bool network);
    /// Inside the owner of a command stream: its NPU operations.
    void showOperationsOf(const model::EntityRef &owner);
    /// Double click or Enter on something, here or in another view.
    void open(const model::EntityRef &entity);
    /// Goes where an entity that another view selected can be seen; false if it can be seen here
    /// or nowhere.
    bool walkTo(const model::EntityRef &entity);

Q_SIGNALS:
    void changed();

private:
    void changePlace(const GraphPlace &place);
    bool goInside(const model::EntityRef &owner);
    void showOperation(const model::EntityRef &operation, const model::EntityRef &owner);
    bool walkToRelated(const model::EntityRef &entity);

    ModelDocument &m_document;
    SelectionContext &m_selection;
    const QObject &m_origin;
    GraphPlace m_first; ///< where the model opened
    std::vector<GraphPlace> m_path{ GraphPlace() };
    bool m_prefersNetwork = false; ///< inside a delegate
};

} // namespace tosaic::views
