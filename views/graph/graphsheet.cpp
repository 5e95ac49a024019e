// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphsheet.h"

#include "core/layout/columns.h"
#include "views/graph/graphanchor.h"
#include "views/graph/graphexport.h"

#include <algorithm>

namespace tosaic::views {

namespace {
constexpr double ReflowChange = 1.25; ///< ratio of sizes from which on columns are made anew
}

const layout::Request &GraphSheet::ask(const graph::Graph &shown)
{
    m_request = layoutRequest(shown);
    return m_request;
}

void GraphSheet::answer(layout::Layout raw)
{
    m_raw = std::move(raw);
    m_stub = 0;
}

bool GraphSheet::fits(const graph::Graph &shown) const
{
    return !shown.nodes.empty() && m_raw.centres.size() == shown.nodes.size();
}

void GraphSheet::fold(const graph::Graph &shown, QSizeF window)
{
    m_window = window;
    m_nodes = shown.nodes.size();
    m_layout = layout::inColumns(m_request, m_raw, window);
    m_starts = columnStarts(shown, m_request, m_raw, m_layout.cuts);
}

void GraphSheet::foldAgain(const graph::Graph &shown)
{
    m_layout = layout::inColumns(m_request, m_raw, columnCuts(shown, m_request, m_raw, m_starts));
    m_starts = columnStarts(shown, m_request, m_raw, m_layout.cuts);
}

bool GraphSheet::hasOtherShape(QSizeF window) const
{
    const auto change = [](double a, double b) { return std::max(a / b, b / a); };
    return !m_window.isEmpty()
        && (change(window.width(), m_window.width()) > ReflowChange
            || change(window.height(), m_window.height()) > ReflowChange);
}

bool GraphSheet::hasOtherNodes(const graph::Graph &shown) const
{
    return m_nodes != shown.nodes.size();
}

size_t GraphSheet::stubs() const
{
    return static_cast<size_t>(std::ranges::count_if(
        m_raw.splines, [](const layout::Spline &spline) { return spline.points.empty(); }));
}

std::optional<size_t> GraphSheet::nextStub()
{
    const auto count = m_layout.splines.size();
    for (size_t step = 0; step < count; ++step) {
        const auto edge = (m_stub + step) % count;
        if (!m_layout.splines[edge].points.empty())
            continue;
        m_stub = edge + 1;
        return edge;
    }
    return std::nullopt;
}

} // namespace tosaic::views
