// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/legend.h"

#include "views/graph/graphmetrics.h"
#include "views/graph/graphstyle.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int RowHeight = 26; ///< px
constexpr int SwatchWidth = 28;
constexpr int SwatchHeight = 14;
constexpr int Gap = 6; ///< between swatch and word
constexpr int Space = 20; ///< between entries
}

Legend::Legend(QWidget *parent) : QWidget(parent)
{
    setObjectName(u"graphLegend"_s);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void Legend::show(const graph::Graph &graph, const ThemeColors &colors)
{
    using graph::Placement;
    m_colors = colors;
    m_entries.clear();
    QStringList words;
    const QFontMetrics metrics(GraphMetrics::subtitleFont());
    for (const auto placement : { Placement::Npu, Placement::Cpu, Placement::OtherDelegate,
             Placement::Boundary, Placement::Io, Placement::Unknown }) {
        const auto uses = [&](const auto &thing) { return thing.placement == placement; };
        if (std::none_of(graph.nodes.begin(), graph.nodes.end(), uses)
            && std::none_of(graph.groups.begin(), graph.groups.end(), uses))
            continue;
        const auto word = style::placementWord(placement);
        words += word;
        m_entries.push_back(
            { placement, word, SwatchWidth + Gap + metrics.horizontalAdvance(word) + Space });
    }
    setAccessibleName(tr("Legend: %1").arg(words.join(u", "_s)));
    updateGeometry();
    update();
}

std::vector<QPoint> Legend::positions(int width) const
{
    std::vector<QPoint> places;
    QPoint at;
    for (const auto &entry : m_entries) {
        if (at.x() > 0 && at.x() + entry.width - Space > width)
            at = QPoint(0, at.y() + RowHeight);
        places.push_back(at);
        at.rx() += entry.width;
    }
    return places;
}

int Legend::heightForWidth(int width) const
{
    const auto places = positions(width);
    return places.empty() ? RowHeight : places.back().y() + RowHeight;
}

QSize Legend::sizeHint() const
{
    int width = 0;
    for (const auto &entry : m_entries)
        width += entry.width;
    return { width, RowHeight };
}

QSize Legend::minimumSizeHint() const
{
    return { 120, RowHeight };
}

void Legend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(GraphMetrics::subtitleFont());
    const auto places = positions(width());
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const QRectF swatch(places[i].x() + 1, places[i].y() + (RowHeight - SwatchHeight) / 2.0,
            SwatchWidth - 2, SwatchHeight);
        const graph::Node sample{ .placement = m_entries[i].placement };
        style::paintNode(painter, sample, swatch, m_colors, {}, 0.3);
        painter.setFont(GraphMetrics::subtitleFont());
        painter.setPen(m_colors.mutedText);
        painter.drawText(QRectF(swatch.right() + Gap, places[i].y(), m_entries[i].width, RowHeight),
            Qt::AlignVCenter | Qt::AlignLeft, m_entries[i].word);
    }
}

} // namespace tosaic::views
