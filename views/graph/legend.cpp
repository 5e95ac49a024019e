// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/legend.h"

#include "views/graph/graphmarks.h"
#include "views/graph/graphmetrics.h"
#include "views/graph/graphstyle.h"
#include "views/graph/overlaypainting.h"

#include <QPainter>
#include <QSet>

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

void Legend::show(const graph::Graph &graph, const ThemeColors &colors, ChangeBase base)
{
    using graph::Placement;
    m_colors = colors;
    m_entries.clear();
    QStringList words;
    const QFontMetrics metrics(GraphMetrics::subtitleFont());
    const auto add = [&](const graph::Node &sample, QString word = {}) {
        if (word.isEmpty())
            word = style::placementWord(sample);
        words += word;
        m_entries.push_back(
            { sample, word, SwatchWidth + Gap + metrics.horizontalAdvance(word) + Space });
    };
    for (const auto placement : { Placement::Npu, Placement::Cpu, Placement::OtherDelegate,
             Placement::Boundary, Placement::Io, Placement::Unknown }) {
        const auto isDrawn = [&](const graph::Node &node) {
            return node.placement == placement && !node.isUnplaced;
        };
        // A module's hull has no place; a partition's has.
        const auto isHull = [&](const graph::Group &group) {
            return group.placement == placement && placement != Placement::Unknown;
        };
        if (std::any_of(graph.nodes.begin(), graph.nodes.end(), isDrawn)
            || std::any_of(graph.groups.begin(), graph.groups.end(), isHull))
            add({ .placement = placement });
    }
    const auto isUnplaced = [](const graph::Node &node) { return node.isUnplaced; };
    if (std::any_of(graph.nodes.begin(), graph.nodes.end(), isUnplaced)) {
        add({ .isUnplaced = true });
        std::map<graph::Family, graph::Node> families;
        QSet<QString> titles; // telling the family is slow, and titles repeat
        for (const auto &node : graph.nodes) {
            if (!node.isUnplaced || node.collapsed || titles.contains(node.title))
                continue;
            titles.insert(node.title);
            families.try_emplace(graph::familyOf(node.title),
                graph::Node{ .title = node.title, .isUnplaced = true });
        }
        for (const auto &[family, sample] : families)
            add(sample, style::familyWord(family));
    }
    if (std::any_of(graph.nodes.begin(), graph.nodes.end(), style::isChanged))
        add({ .isUnplaced = true, .change = graph::Change::New },
            base == ChangeBase::NextCompile ? tr("Preview: changes with the next compile")
                                            : tr("Changed since the compile before"));
    setAccessibleName(tr("Legend: %1").arg(words.join(u", "_s)));
    updateGeometry();
    update();
}

void Legend::setOverlay(const GraphOverlay &overlay)
{
    m_overlay = overlay;
    m_overlay.nodes.resize(overlay.nodes.size()); // only their number is asked for
    if (m_overlay.isShown())
        setAccessibleName(tr("Legend: %1 from %2 to %3")
                              .arg(metricName(overlay.metric), overlay.lowest, overlay.highest));
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
    if (m_overlay.isShown())
        return RowHeight;
    const auto places = positions(width);
    return places.empty() ? RowHeight : places.back().y() + RowHeight;
}

QSize Legend::sizeHint() const
{
    if (m_overlay.isShown())
        return { qRound(style::paintScale(nullptr, {}, RowHeight, m_overlay, m_colors)),
            RowHeight };
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
    if (m_overlay.isShown()) {
        style::paintScale(&painter, {}, RowHeight, m_overlay, m_colors);
        return;
    }
    painter.setFont(GraphMetrics::subtitleFont());
    const auto places = positions(width());
    TextCache texts;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const QRectF swatch(places[i].x() + 1, places[i].y() + (RowHeight - SwatchHeight) / 2.0,
            SwatchWidth - 2, SwatchHeight);
        if (style::isChanged(m_entries[i].sample)) // a mark, not a kind of node
            style::paintChangeFrame(painter, m_entries[i].sample, swatch, m_colors, 1.5);
        else
            style::paintNode(painter, m_entries[i].sample, swatch, m_colors, {}, 0.5, texts);
        painter.setFont(GraphMetrics::subtitleFont());
        painter.setPen(m_colors.mutedText);
        painter.drawText(QRectF(swatch.right() + Gap, places[i].y(), m_entries[i].width, RowHeight),
            Qt::AlignVCenter | Qt::AlignLeft, m_entries[i].word);
    }
}

} // namespace tosaic::views
