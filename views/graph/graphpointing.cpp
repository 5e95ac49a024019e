// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphpointing.h"

#include "core/documents/selection.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"
#include "views/graph/hovercard.h"

#include <QInputDialog>

using namespace Qt::StringLiterals;

namespace tosaic::views {

GraphPointing::GraphPointing(GraphPage &page, SelectionContext &selection, HoverCard &card)
    : m_page(page), m_view(*page.view()), m_selection(selection), m_card(card)
{
    connect(&m_view, &GraphView::clicked, this, &GraphPointing::choose);
    connect(&m_view, &GraphView::followed, this, &GraphPointing::follow);
    connect(&m_view, &GraphView::activated, this, &GraphPointing::activate);
    connect(&m_view, &GraphView::collapseRequested, this, &GraphPointing::collapse);
    connect(&m_view, &GraphView::hovered, this, &GraphPointing::hover);
    connect(&m_view, &GraphView::menuRequested, this, &GraphPointing::showMenu);
}

void GraphPointing::choose(const GraphTarget &target)
{
    const auto entity = m_view.graphScene()->entityOf(target);
    m_selection.select(entity, &m_page);
    if (entity.isEmpty()) // a group by names or sections: nobody else knows it
        m_view.graphScene()->select(target);
}

void GraphPointing::follow(const GraphTarget &target)
{
    choose(target);
    m_view.reveal(target);
}

void GraphPointing::activate(const GraphTarget &target)
{
    if (m_page.isWorking())
        return; // what is still on the screen is gone already
    if (target.node >= 0) {
        const auto &node = m_page.drawn().nodes[static_cast<size_t>(target.node)];
        if (node.collapsed)
            m_page.setCollapsed(node.collapsed, false);
        else if (!m_page.isPreviewShown())
            Q_EMIT m_selection.activated(node.entity); // what can be entered is, as from elsewhere
    } else if (target.group >= 0) {
        m_page.setCollapsed(graph::GroupId(target.group), true);
    }
}

void GraphPointing::collapse(const GraphTarget &target)
{
    if (m_page.isWorking())
        return;
    auto group = graph::GroupId();
    if (target.group >= 0)
        group = graph::GroupId(target.group);
    else if (target.node >= 0)
        group = m_page.drawn().nodes[static_cast<size_t>(target.node)].group;
    if (!group)
        return m_page.leave();
    m_page.closeGroup(group);
}

void GraphPointing::hover(const GraphTarget &target, QPoint globalPosition)
{
    if (target.node >= 0) {
        const auto &node = m_page.drawn().nodes[static_cast<size_t>(target.node)];
        m_card.showNode(node, isEnterable(target) && !node.collapsed, globalPosition,
            metricSentence(target.node));
    } else if (target.group >= 0) {
        m_card.showGroup(m_page.drawn().groups[static_cast<size_t>(target.group)], globalPosition);
    } else {
        m_card.hide();
    }
}

void GraphPointing::showMenu(const GraphTarget &target, QPoint globalPosition)
{
    m_card.hide();
    if (m_page.isWorking())
        return;
    if (!target.isEmpty())
        choose(target);
    const auto &graph = m_page.drawn();
    const auto *node = target.node >= 0 ? &graph.nodes[static_cast<size_t>(target.node)] : nullptr;
    const auto *group
        = target.group >= 0 ? &graph.groups[static_cast<size_t>(target.group)] : nullptr;
    auto *menu = new NodeMenu(node, group, isEnterable(target),
        node ? m_page.pinsAround(*node) : NodeMenu::Pins(), m_page.beginningOfPath(), &m_page);
    connect(menu, &NodeMenu::relationRequested, &m_page, &GraphPage::showRelated);
    connect(menu, &NodeMenu::pathBeginRequested, &m_page, &GraphPage::beginPath);
    connect(menu, &NodeMenu::pathEndRequested, &m_page, &GraphPage::endPath);
    connect(menu, &NodeMenu::bookmarkRequested, &m_page, &GraphPage::bookmarkRequested);
    addBlocks(*menu, target);
    m_page.addFirstTo(*menu);
    connect(menu, &NodeMenu::keepOnCpuRequested, &m_page, &GraphPage::keepOnCpuRequested);
    connect(menu, &NodeMenu::releaseRequested, &m_page, &GraphPage::releaseRequested);
    connect(menu, &NodeMenu::bytesRequested, &m_page, &GraphPage::bytesRequested);
    connect(menu, &NodeMenu::copyPictureRequested, &m_page, &GraphPage::copyPicture);
    connect(menu, &NodeMenu::patternRequested, this, &GraphPointing::askForPattern);
    connect(menu, &NodeMenu::enterRequested, this,
        [this, target] { m_page.enter(m_page.streamBehind(target)); });
    connect(menu, &NodeMenu::toggleRequested, this, [this, target] { activate(target); });
    menu->popup(globalPosition);
}

/// Of a group of blocks that are alike, open or closed.
void GraphPointing::addBlocks(NodeMenu &menu, const GraphTarget &target)
{
    const auto group = target.node >= 0
        ? m_page.drawn().nodes[static_cast<size_t>(target.node)].collapsed
        : target.group >= 0 ? graph::GroupId(target.group)
                            : graph::GroupId();
    const auto blocks = group ? m_page.wholeGraph().groups[group.value].repeats : 0;
    if (blocks == 0)
        return;
    menu.addBlocks(static_cast<int>(blocks), m_page.isUnfolded(group));
    connect(&menu, &NodeMenu::blocksRequested, &m_page,
        [this, group](bool unfolded) { m_page.setUnfolded(group, unfolded); });
}

void GraphPointing::askForPattern(const QString &suggestion)
{
    auto *dialog = new QInputDialog(&m_page);
    dialog->setObjectName(u"graphPatternDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keep on CPU"));
    dialog->setLabelText(tr("Operators whose name or module fits this pattern stay on the CPU "
                            "(* stands for anything):"));
    dialog->setTextValue(suggestion);
    connect(dialog, &QInputDialog::textValueSelected, &m_page, [this](const QString &text) {
        if (const auto pattern = text.trimmed(); !pattern.isEmpty())
            Q_EMIT m_page.keepOnCpuRequested({ .patterns = { pattern } });
    });
    dialog->open();
}

bool GraphPointing::isEnterable(const GraphTarget &target) const
{
    if (m_page.isPreviewShown())
        return false; // its partitions are not compiled yet
    const auto owner = m_page.streamBehind(target);
    return !owner.isEmpty() && owner != m_page.place().owner;
}

QString GraphPointing::metricSentence(int node) const
{
    const auto &overlay = m_view.graphScene()->overlay();
    const auto at = static_cast<size_t>(node);
    if (!overlay.isShown() || at >= overlay.nodes.size())
        return {};
    if (overlay.nodes[at])
        return overlay.nodes[at]->sentence;
    return at < overlay.reasons.size() ? overlay.reasons[at] : QString();
}

} // namespace tosaic::views
