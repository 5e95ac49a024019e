// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/hovercard.h"

#include "views/graph/graphmarks.h"
#include "views/graph/graphstyle.h"
#include "views/graph/graphview.h"
#include "views/models/placementwords.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

HoverCard::HoverCard(GraphView &view)
    : HoverLabel(u"graphHoverCard"_s, view.viewport()), m_view(view)
{
}

void HoverCard::showNode(
    const graph::Node &node, bool isEnterable, QPoint globalPosition, const QString &metric)
{
    const auto &colors = m_view.graphScene()->colors();
    const auto muted = u"color:%1"_s.arg(colors.mutedText.name());
    const auto color = u"font-weight:600;color:%1"_s.arg(colors.placement(node.placement).name());
    auto html = cardLine(node.title, u"font-weight:600"_s)
        + cardLine(style::placementPhrase(node), color);
    if (node.change != graph::Change::None)
        html += cardLine(
            (m_changeBase == ChangeBase::NextCompile ? tr("%1 with the next compile (preview)")
                                                     : tr("%1, compared with the compile before"))
                .arg(style::changeWord(node.change)),
            u"font-weight:600"_s);
    if (node.isPinned)
        html += cardLine(tr("Pinned: the spec keeps it on the CPU"), u"font-weight:600"_s);
    if (node.collapsed && node.changesInside > 0)
        html += cardLine(tr("%n operator(s) inside changed", nullptr, node.changesInside), {});
    if (!node.subtitle.isEmpty())
        html += cardLine(node.subtitle, QString());
    const bool isNpuOperation = node.entity.kind == model::EntityRef::Kind::NpuOperation;
    if (!node.window.isEmpty() && !isNpuOperation) // its details say it, with the padding
        html += cardLine(node.window, QString());
    if (!node.cost.isEmpty())
        html += cardLine(node.cost, QString());
    if (node.copies > 1)
        html += cardLine(tr("Drawn once for %n operators that are alike", nullptr,
                             static_cast<int>(node.copies)),
            u"font-weight:600"_s);
    if (!metric.isEmpty())
        html += cardLine(metric, u"font-weight:600"_s);
    for (const auto &line : node.details)
        html += cardLine(line, muted);
    if (!node.notes.isEmpty() && !isNpuOperation)
        html += cardLine(tr("Why it is not on the NPU"), u"font-weight:600;margin-top:6px"_s);
    for (const auto &note : node.notes)
        html += cardLine(u"• "_s + note, QString());
    const bool hasFoldedSteps = !node.folded.empty()
        && node.folded.front().kind != model::EntityRef::Kind::NetworkTensor; // those are listed
    if (hasFoldedSteps && !node.collapsed && node.copies == 1)
        html += cardLine(tr("Stands for %n quantise or dequantise step(s) beside it", nullptr,
                             static_cast<int>(node.folded.size())),
            muted + u";margin-top:6px"_s);
    if (node.collapsed)
        html += cardLine(tr("Double click or Enter expands"), muted + u";margin-top:6px"_s);
    if (isEnterable)
        html += cardLine(
            tr("Double click or Enter shows its NPU operations"), muted + u";margin-top:6px"_s);
    showHtml(html, globalPosition);
}

void HoverCard::showGroup(const graph::Group &group, QPoint globalPosition)
{
    const auto &colors = m_view.graphScene()->colors();
    showHtml(cardLine(group.title, u"font-weight:600"_s)
            + (group.placement == graph::Placement::Unknown
                    ? QString() // a module
                    : cardLine(placementPhrase(group.placement),
                        u"font-weight:600;color:%1"_s.arg(
                            colors.placement(group.placement).name())))
            + cardLine(group.subtitle, QString())
            + cardLine(tr("Double click or Backspace collapses"),
                u"margin-top:6px;color:%1"_s.arg(colors.mutedText.name())),
        globalPosition);
}

void HoverCard::showHtml(const QString &html, QPoint globalPosition)
{
    showAt(m_view.viewport()->mapFromGlobal(globalPosition), html);
}

} // namespace tosaic::views
