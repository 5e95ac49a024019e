// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/boxindex.h"

#include <algorithm>
#include <cmath>

namespace tosaic::views {

namespace {

constexpr double PerCell = 16; ///< boxes, in the mean
constexpr double Long = 6; ///< cells; what is longer would make its cell reach too far
constexpr double MostRows = 2048; ///< of cells, and columns

} // namespace

void BoxIndex::build(std::vector<QRectF> boxes)
{
    m_boxes = std::move(boxes);
    QRectF all;
    for (const auto &box : m_boxes)
        all |= box;
    const auto count = std::max(1.0, static_cast<double>(m_boxes.size()));
    const auto side = std::max(1.0, std::sqrt(all.width() * all.height() * PerCell / count));
    const auto across = std::clamp(std::ceil(all.width() / side), 1.0, MostRows);
    const auto down = std::clamp(std::ceil(all.height() / side), 1.0, MostRows);
    const auto last = static_cast<size_t>(across * down);
    const auto cellOf = [&](const QRectF &box) {
        if (std::max(box.width(), box.height()) > Long * side)
            return last;
        const auto way = box.center() - all.topLeft();
        const auto x = std::clamp(std::floor(way.x() / side), 0.0, across - 1);
        const auto y = std::clamp(std::floor(way.y() / side), 0.0, down - 1);
        return static_cast<size_t>(y * across + x);
    };
    m_cells.assign(last + 1, {});
    m_starts.assign(last + 2, 0);
    m_order.resize(m_boxes.size());
    std::vector<size_t> cells(m_boxes.size());
    for (size_t i = 0; i < m_boxes.size(); ++i) {
        cells[i] = cellOf(m_boxes[i]);
        m_cells[cells[i]] |= m_boxes[i];
        ++m_starts[cells[i] + 1];
    }
    for (size_t cell = 0; cell <= last; ++cell)
        m_starts[cell + 1] += m_starts[cell];
    auto next = m_starts;
    for (size_t i = 0; i < m_boxes.size(); ++i)
        m_order[next[cells[i]]++] = i;
}

} // namespace tosaic::views
