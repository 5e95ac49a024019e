// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/layout/layout.h"

#include <QSizeF>

#include <optional>
#include <vector>

namespace tosaic::views {

/// The drawing of a graph in columns that suit a window: what the layout engine was asked, what it
/// answered, and where the columns begin, which stays when a group opens. Knows no widget.
class GraphSheet
{
public:
    /// What to ask the engine for this graph.
    const layout::Request &ask(const graph::Graph &shown);
    void answer(layout::Layout raw);
    /// Whether the answer is one for this graph.
    bool fits(const graph::Graph &shown) const;

    /// New columns for a window of this size.
    void fold(const graph::Graph &shown, QSizeF window);
    /// The same columns as before.
    void foldAgain(const graph::Graph &shown);
    /// Has the window become so much wider or higher that other columns would fill it better?
    bool hasOtherShape(QSizeF window) const;
    /// Has it other nodes than when the columns were made?
    bool hasOtherNodes(const graph::Graph &shown) const;

    const layout::Layout &layout() const { return m_layout; }
    /// Edges of which only the ends are drawn.
    size_t stubs() const;
    /// The next of them, over and over; absent: there are none.
    std::optional<size_t> nextStub();

private:
    layout::Request m_request;
    layout::Layout m_raw; ///< as the engine answered
    layout::Layout m_layout; ///< in columns
    QSizeF m_window; ///< the columns were made for
    size_t m_nodes = 0; ///< that were drawn then
    std::vector<model::EntityRef> m_starts; ///< of columns
    size_t m_stub = 0; ///< to look at next
};

} // namespace tosaic::views
