// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a GraphPage follows: commands of its bars, lists and keys, the window's size, and what the
// documents tell. What pointing at a part of the graph does is in GraphPointing.
#include "views/graph/graphpage.h"

#include "core/documents/selection.h"
#include "views/graph/graphfindbar.h"
#include "views/graph/graphfooter.h"
#include "views/graph/graphheader.h"
#include "views/graph/graphhitlist.h"
#include "views/graph/graphtargets.h"
#include "views/graph/graphview.h"
#include "views/graph/hovercard.h"
#include "views/graph/leftouttext.h"
#include "views/graph/minimap.h"
#include "views/graph/pathbar.h"
#include "views/widgets/statestack.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void GraphPage::connectBars()
{
    connect(&m_bars.header(), &GraphHeader::operatorsChosen, this,
        [this](bool operators) { setLevel(operators ? Level::Operators : Level::Runtime); });
    connect(&m_bars.header(), &GraphHeader::constantsToggled, this, &GraphPage::setConstantsShown);
    connect(&m_bars.header(), &GraphHeader::metricChosen, &m_colours, &GraphColours::setMetric);
    connect(&m_bars.header(), &GraphHeader::subgraphChosen, &m_route, &GraphRoute::setSubgraph);
    connect(&m_bars.path(), &PathBar::networkChosen, &m_route, &GraphRoute::showDelegateNetwork);
    connect(&m_bars.path(), &PathBar::stepChosen, this, [this](int step) {
        while (static_cast<int>(m_route.steps().size()) > step + 1 && isInside())
            leave();
        m_view->setFocus();
    });
    connect(&m_bars.header(), &GraphHeader::previewToggled, this, &GraphPage::setPreviewShown);
    connect(&m_bars.header(), &GraphHeader::quantisationToggled, this,
        &GraphPage::setQuantisationShown);
    connect(&m_bars.header(), &GraphHeader::expandAllRequested, this, &GraphPage::expandAll);
    connect(&m_bars.header(), &GraphHeader::collapseAllRequested, this, &GraphPage::collapseAll);
    connect(&m_bars.footer(), &GraphFooter::zoomInRequested, this, &GraphPage::zoomIn);
    connect(&m_bars.footer(), &GraphFooter::zoomOutRequested, this, &GraphPage::zoomOut);
    connect(
        &m_bars.footer(), &GraphFooter::actualSizeRequested, this, [this] { m_view->zoomTo(1); });
    connect(&m_bars.footer(), &GraphFooter::fitRequested, this, &GraphPage::fit);
    connect(&m_bars.footer(), &GraphFooter::coloursRequested, this, &GraphPage::goToColours);
    connect(&m_bars.footer(), &GraphFooter::filterChanged, this, &GraphPage::filter);
    connect(&m_bars.footer(), &GraphFooter::leftOutRequested, this, &GraphPage::showLeftOut);
    connect(&m_bars.header(), &GraphHeader::findRequested, this, &GraphPage::showFind);
    connect(&m_bars.header(), &GraphHeader::copyRequested, this, &GraphPage::copyPicture);
}

/// Dims what the chosen key of the legend does not mean.
void GraphPage::filter()
{
    m_view->graphScene()->setFilter(m_bars.footer().filter());
    m_minimap->refresh();
}

void GraphPage::connectView()
{
    connect(m_view, &GraphView::depthRequested, this, &GraphPage::showDepth);
    connect(m_view, &GraphView::fitRequested, this, &GraphPage::fit);
    connect(m_view, &GraphView::cameraMoved, this, [this] {
        m_bars.footer().setZoom(m_view->zoom());
        m_find.bar().follow();
        m_card->hide();
    });
    connect(m_view, &GraphView::escaped, this, &GraphPage::onEscape);
    auto *copyAction = new QAction(tr("Copy the graph as a picture"), this);
    copyAction->setObjectName(u"graphCopyAction"_s);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(copyAction, &QAction::triggered, this, &GraphPage::copyPicture);
    m_view->addAction(copyAction);
}

void GraphPage::connectLists()
{
    connect(&m_find, &GraphFind::reached, &m_pointing, &GraphPointing::follow);
    connect(&m_find, &GraphFind::chosen, this, &GraphPage::goTo);
    connect(&m_related, &GraphRelated::chosen, this, &GraphPage::goTo);
    connect(&m_related, &GraphRelated::opened, this, [this] { m_find.bar().close(); });
    connect(m_list, &GraphHitList::chosen, this, [this](int hit) {
        if (isWorking())
            return; // what is listed is laid out anew
        if (m_find.isOpen())
            m_find.choose(hit);
        else
            m_related.choose(hit);
    });
    connect(m_list, &GraphHitList::closed, this, &GraphPage::onEscape);
}

void GraphPage::connectDocuments()
{
    connect(&m_document, &ModelDocument::changed, this, &GraphPage::onDocumentChanged);
    connect(&m_document, &ModelDocument::streamsChanged, this, [this] {
        if (level() == Level::NpuOperations)
            rebuild();
    });
    connect(&m_document, &ModelDocument::relationsChanged, this, [this] { m_bars.tellPath(); });
    connect(&m_selection, &SelectionContext::activated, &m_route, &GraphRoute::open);
    connect(&m_selection, &SelectionContext::changed, this, &GraphPage::followSelection);
    connect(&m_selection, &SelectionContext::changed, &m_find, &GraphFind::stay);
    connect(&m_route, &GraphRoute::changed, this, &GraphPage::onPlaceChanged);
    connect(&m_colours, &GraphColours::changed, this, [this] {
        m_find.forgetCosts();
        const bool hasClosed = std::ranges::any_of(
            m_shown.nodes, [](const graph::Node &node) { return !node.cost.isEmpty(); });
        if (!hasClosed || isWorking())
            return updateOverlay();
        m_colours.nameCosts(m_shown);
        arrange(); // the nodes stay where they are
    });
    const auto costs = [this](const graph::Graph &all) { return m_colours.costsFor(all); };
    m_find.setCosts(costs);
    m_related.setCosts(costs);
    connect(&m_theme, &Theme::changed, this, &GraphPage::applyTheme);
    connect(m_states, &StateStack::cancelRequested, this, &GraphPage::cancelWork);
    connect(m_states, &StateStack::actionTriggered, this, [this] {
        if (m_document.isEmpty())
            Q_EMIT openRequested();
        else
            retry();
    });
}

void GraphPage::onEscape()
{
    if (m_find.isOpen())
        m_find.bar().close();
    else if (m_related.isOpen())
        m_related.close();
    else if (isInside() && m_view->graphScene()->selected().isEmpty())
        leave();
    else
        m_selection.clear();
}

/// As if another view had selected it: closed groups around it open.
void GraphPage::goTo(const model::EntityRef &entity)
{
    if (m_selection.current() == entity)
        followSelection(entity, nullptr);
    else
        m_selection.select(entity);
}

void GraphPage::showFind()
{
    m_related.close();
    m_find.open();
}

void GraphPage::showRelated(graph::Relation relation)
{
    m_related.show(relation, m_view->graphScene()->selected());
}

void GraphPage::beginPath()
{
    m_related.beginPath(m_view->graphScene()->selected());
}

void GraphPage::endPath()
{
    m_related.endPath(m_view->graphScene()->selected());
}

/// What is in the scene; m_shown is ahead of it while the next graph is laid out.
const graph::Graph &GraphPage::drawn() const
{
    return m_view->graphScene()->graph();
}

NodeMenu::Pins GraphPage::pinsAround(const graph::Node &node) const
{
    const auto result = drawnResult();
    if (!result)
        return {};
    return { analysis::pinChoicesOf(*result, node.entity.name),
        analysis::pinsThatHold(*result, node.entity.name, m_preview.kept()) };
}

model::EntityRef GraphPage::streamBehind(const GraphTarget &target) const
{
    return streamOwner(m_document, m_view->graphScene()->entityOf(target));
}

void GraphPage::addFirstTo(NodeMenu &menu)
{
    const bool isPending = m_changeBase == ChangeBase::NextCompile && !m_changes.isEmpty();
    if (m_preview.isKnown() || isPending)
        menu.addFirst(
            u"graphMenuCompile"_s, tr("Compile this"), this, &GraphPage::compileRequested);
    else if (!m_changes.isEmpty())
        menu.addFirst(u"graphMenuCompare"_s, tr("Compare with the compile before"), this,
            &GraphPage::compareRequested);
}

void GraphPage::setConstantsShown(bool shown)
{
    if (m_constantsShown == shown)
        return;
    m_constantsShown = shown;
    if (!place().isNetwork())
        return;
    m_folds.remember();
    rebuild();
}

void GraphPage::setQuantisationShown(bool shown)
{
    if (m_folds.setQuantisationShown(shown))
        relayout();
}

void GraphPage::setCollapsed(graph::GroupId group, bool collapsed)
{
    if (m_folds.setCollapsed(group, collapsed))
        relayout();
}

void GraphPage::closeGroup(graph::GroupId group)
{
    if (const auto entity = wholeGraph().groups[group.value].entity; !entity.isEmpty()) {
        setCollapsed(group, true);
        m_selection.select(entity, this);
    } else {
        m_groupNext = group; // by names or sections: nobody else knows it
        setCollapsed(group, true);
    }
}

void GraphPage::collapseAll()
{
    showDepth(0);
}

void GraphPage::expandAll()
{
    m_folds.openAll();
    relayout();
}

void GraphPage::showDepth(int depth)
{
    m_folds.openTo(depth);
    relayout();
}

void GraphPage::fit()
{
    if (m_sheet.hasOtherShape(windowSize()) || m_sheet.hasOtherNodes(m_shown)) {
        m_fitNext = true;
        arrange();
        return;
    }
    m_view->fit(true);
}

QSizeF GraphPage::windowSize() const
{
    const QSizeF size = m_view->viewport()->size();
    return isVisible() && size.height() > 50 ? size : QSizeF(1000, 700);
}

void GraphPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_states->isContentShown() && m_sheet.hasOtherShape(windowSize()))
        m_reflow.start();
}

void GraphPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_find.follow();
    if (m_view->isFitted() && m_sheet.hasOtherShape(windowSize()))
        m_reflow.start();
}

void GraphPage::zoomIn()
{
    m_view->zoomIn();
}

void GraphPage::zoomOut()
{
    m_view->zoomOut();
}

void GraphPage::setUnfolded(graph::GroupId group, bool unfolded)
{
    if (m_folds.setUnfolded(group, unfolded))
        relayout();
}

void GraphPage::unfoldAll()
{
    m_folds.unfoldAll();
    relayout();
}

void GraphPage::followSelection(const model::EntityRef &entity, const QObject *origin)
{
    const bool isOther = origin != this && origin != m_view;
    if (isOther && m_route.walkTo(entity))
        return; // comes back here when that is drawn
    if (isOther && m_folds.openAround(entity)) {
        m_revealNext = true;
        return relayout(); // as above
    }
    const auto target = entity.isEmpty()
        ? GraphTarget()
        : targetAt(*m_view->graphScene(), m_document, m_colours.subject().get(), place(), entity);
    m_view->graphScene()->select(target);
    if (target.node >= 0)
        m_view->setAccessibleDescription(drawn().nodes[static_cast<size_t>(target.node)].title);
    // What was clicked here is already in view; what others chose has to come into view.
    if (!target.isEmpty() && isOther)
        m_view->reveal(target);
}

void GraphPage::showGroup(graph::GroupId group)
{
    if (group.value >= wholeGraph().groups.size() || isWorking())
        return;
    if (!m_folds.openAround(group))
        return revealGroup(group);
    m_groupNext = group;
    relayout();
}

void GraphPage::revealGroup(graph::GroupId group)
{
    const auto closed = std::ranges::find(drawn().nodes, group, &graph::Node::collapsed);
    const GraphTarget target = closed == drawn().nodes.end()
        ? GraphTarget{ .group = static_cast<int>(group.value) }
        : GraphTarget{ .node = static_cast<int>(closed - drawn().nodes.begin()) };
    m_pointing.follow(target);
}

void GraphPage::goToColours()
{
    const auto there = m_colours.elsewhere(place());
    if (there && there->level == Level::Runtime)
        setLevel(Level::Runtime);
    else if (there)
        m_route.showOperationsOf(there->owner);
}

/// What was left out and is asked for.
void GraphPage::showLeftOut(const QString &what)
{
    if (isWorking())
        return;
    if (what == LeftOutLinks::Groups)
        expandAll();
    else if (what == LeftOutLinks::Blocks)
        unfoldAll();
    else if (what == LeftOutLinks::Constants)
        m_bars.header().showConstants();
    else if (what == LeftOutLinks::Steps)
        m_bars.header().showQuantisation();
    else if (what == LeftOutLinks::Stubs)
        goToNextStub();
}

/// From one edge of which only the ends are drawn to the next.
void GraphPage::goToNextStub()
{
    const auto edge = m_sheet.nextStub();
    if (!edge)
        return;
    m_pointing.follow({ .node = static_cast<int>(drawn().edges[*edge].to.value) });
}

std::optional<GraphDrawing> GraphPage::drawing() const
{
    const auto *scene = m_view->graphScene();
    if (drawn().nodes.empty() || shownLayout().centres.size() != drawn().nodes.size())
        return std::nullopt;
    return GraphDrawing{ drawn(), shownLayout(), scene->overlay(), m_theme.colors() };
}

void GraphPage::copyPicture()
{
    const auto shown = drawing();
    if (!shown)
        return;
    const auto image = graphToImage(shown->graph, shown->layout, shown->colors, 2, shown->overlay);
    if (!image)
        return;
    QApplication::clipboard()->setImage(*image);
    const auto whole = pixelsOf(shown->graph, shown->layout, shown->overlay);
    if (image->width() < whole.width() - 1) {
        const QLocale locale;
        m_bars.footer().showMissing(
            tr("Copied with %1 × %2 pixels instead of %3 × %4, which no clipboard takes. The "
               "export "
               "(Ctrl+E) writes a PNG of any size.")
                .arg(locale.toString(image->width()), locale.toString(image->height()),
                    locale.toString(whole.width()), locale.toString(whole.height())),
            {});
    }
}

} // namespace tosaic::views
