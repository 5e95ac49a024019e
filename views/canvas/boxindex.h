// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

namespace tosaic::views {

/// Finds which of many boxes touch an area. A uniform grid in which each box stands once, in the
/// cell of its centre; a cell knows how far its boxes reach. Built in linear time.
class BoxIndex
{
public:
    /// An empty box is never found.
    void build(std::vector<QRectF> boxes);
    const QRectF &box(int item) const { return m_boxes[static_cast<size_t>(item)]; }

    /// Calls `found(item)` for each, in an order that does not depend on the area.
    template <typename Found>
    void visit(const QRectF &area, Found found) const
    {
        for (size_t cell = 0; cell < m_cells.size(); ++cell) {
            if (!m_cells[cell].intersects(area))
                continue;
            for (auto at = m_starts[cell]; at < m_starts[cell + 1]; ++at) {
                if (m_boxes[m_order[at]].intersects(area))
                    found(static_cast<int>(m_order[at]));
            }
        }
    }

private:
    std::vector<QRectF> m_boxes;
    std::vector<QRectF> m_cells; ///< around the boxes of each cell; the last one holds the long
    std::vector<size_t> m_starts; ///< into m_order; one more than cells
    std::vector<size_t> m_order;
};

} // namespace tosaic::views
