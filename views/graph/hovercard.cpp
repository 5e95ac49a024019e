// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/hovercard.h"

#include "views/graph/graphmarks.h"
#include "views/graph/graphstyle.h"
#include "views/graph/graphview.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LargestWidth = 420; ///< px
constexpr int PointerGap = 16;

QString paragraph(const QString &text, const QString &style)
{
    auto html = text.toHtmlEscaped();
    return u"<div style=\"%1\">%2</div>"_s.arg(style, html.replace(u'\n', u"<br>"_s));
}

} // namespace

HoverCard::HoverCard(GraphView &view) : QFrame(&view), m_view(view), m_label(new QLabel(this))
{
    setObjectName(u"graphHoverCard"_s);
    setProperty("role", u"card"_s);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    m_label->setObjectName(u"graphHoverText"_s);
    m_label->setTextFormat(Qt::RichText);
    m_label->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->addWidget(m_label);
    hide();
}

QString HoverCard::text() const
{
    return m_label->text();
}

void HoverCard::showNode(
    const graph::Node &node, bool isEnterable, QPoint globalPosition, const QString &metric)
{
    const auto &colors = m_view.graphScene()->colors();
    const auto muted = u"color:%1"_s.arg(colors.mutedText.name());
    const auto color = u"font-weight:600;color:%1"_s.arg(colors.placement(node.placement).name());
    auto html = paragraph(node.title, u"font-weight:600"_s)
        + paragraph(style::placementWord(node), color);
    if (node.change != graph::Change::None)
        html += paragraph(
            tr("%1, compared with the compile before").arg(style::changeWord(node.change)),
            u"font-weight:600"_s);
    if (node.collapsed && node.changesInside > 0)
        html += paragraph(tr("%n operator(s) inside changed", nullptr, node.changesInside), {});
    if (!node.subtitle.isEmpty())
        html += paragraph(node.subtitle, QString());
    if (!metric.isEmpty())
        html += paragraph(metric, u"font-weight:600"_s);
    for (const auto &line : node.details)
        html += paragraph(line, muted);
    const bool isNpuOperation = node.entity.kind == model::EntityRef::Kind::NpuOperation;
    if (!node.notes.isEmpty() && !isNpuOperation)
        html += paragraph(tr("Why it is not on the NPU"), u"font-weight:600;margin-top:6px"_s);
    for (const auto &note : node.notes)
        html += paragraph(u"• "_s + note, QString());
    const bool hasFoldedSteps = !node.folded.empty()
        && node.folded.front().kind != model::EntityRef::Kind::NetworkTensor; // those are listed
    if (hasFoldedSteps && !node.collapsed)
        html += paragraph(tr("Stands for %n quantise or dequantise step(s) beside it", nullptr,
                              static_cast<int>(node.folded.size())),
            muted + u";margin-top:6px"_s);
    if (node.collapsed)
        html += paragraph(tr("Double click or Enter expands"), muted + u";margin-top:6px"_s);
    if (isEnterable)
        html += paragraph(
            tr("Double click or Enter shows its NPU operations"), muted + u";margin-top:6px"_s);
    showHtml(html, globalPosition);
}

void HoverCard::showGroup(const graph::Group &group, QPoint globalPosition)
{
    const auto &colors = m_view.graphScene()->colors();
    showHtml(paragraph(group.title, u"font-weight:600"_s)
            + (group.placement == graph::Placement::Unknown
                    ? QString() // a module
                    : paragraph(style::placementWord(group.placement),
                        u"font-weight:600;color:%1"_s.arg(
                            colors.placement(group.placement).name())))
            + paragraph(group.subtitle, QString())
            + paragraph(tr("Double click or Backspace collapses"),
                u"margin-top:6px;color:%1"_s.arg(colors.mutedText.name())),
        globalPosition);
}

void HoverCard::showHtml(const QString &html, QPoint globalPosition)
{
    m_label->setText(html);
    m_label->setMaximumWidth(LargestWidth);
    m_label->setMinimumWidth(std::min(LargestWidth - 40, 260));
    adjustSize();
    const auto area = m_view.viewport()->geometry();
    auto place = m_view.mapFromGlobal(globalPosition) + QPoint(PointerGap, PointerGap);
    if (place.x() + width() > area.right())
        place.setX(std::max(area.left(), place.x() - width() - 2 * PointerGap));
    if (place.y() + height() > area.bottom())
        place.setY(std::max(area.top(), place.y() - height() - 2 * PointerGap));
    move(place);
    show();
    raise();
}

} // namespace tosaic::views
