// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphpage.h"

#include "core/base/units.h"
#include "core/documents/selection.h"
#include "core/graph/graphtransform.h"
#include "core/layout/layered/layeredengine.h"
#include "views/graph/graphanchor.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphfindbar.h"
#include "views/graph/graphfooter.h"
#include "views/graph/graphheader.h"
#include "views/graph/graphhitlist.h"
#include "views/graph/graphsummary.h"
#include "views/graph/graphview.h"
#include "views/graph/hovercard.h"
#include "views/graph/leftouttext.h"
#include "views/graph/minimap.h"
#include "views/graph/pathbar.h"
#include "views/widgets/building.h"
#include "views/widgets/statestack.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int SmallestView = 60; ///< px; what stands below gives way
constexpr int ReflowDelay = 120; ///< ms after the last change of size
constexpr size_t ReadableStripes = 6; ///< kicks of one feature map side by side
constexpr double SameModelShare = 0.8; ///< of operators that two compiles of one model share
}

GraphPage::GraphPage(ModelDocument &document, SelectionContext &selection, JobList &jobs,
    const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_jobs(jobs), m_theme(theme),
      m_route(document, selection, *this), m_colours(document), m_buildSlot(&jobs),
      m_engine(std::make_unique<layout::LayeredEngine>()), m_header(new GraphHeader(this)),
      m_pathBar(new PathBar(this)), m_footer(new GraphFooter(this)),
      m_view(new GraphView(theme, this)), m_states(new StateStack(m_view, this)),
      m_minimap(new Minimap(*m_view)), m_card(new HoverCard(*m_view)),
      m_list(new GraphHitList(*m_view)), m_find(*m_view, m_folds.whole(), *m_list),
      m_related(*m_view, *m_list, [this] { return m_folds.opened(); })
{
    setObjectName(u"graphPage"_s);
    setAccessibleName(tr("Graph"));
    setFocusProxy(m_view);
    m_view->setMinimumHeight(SmallestView);
    auto *layout = makeColumn(this, {}, 0);
    layout->addWidget(m_header);
    layout->addWidget(m_pathBar);
    layout->addWidget(m_states, 1);
    layout->addWidget(m_footer);
    m_reflow.setSingleShot(true);
    m_reflow.setInterval(ReflowDelay);
    connect(&m_reflow, &QTimer::timeout, this, [this] {
        m_fitNext = true;
        if (!m_viewNext && !isWorking())
            m_viewNext = viewState();
        arrange();
    });
    connectBars();
    connectView();
    connectLists();
    connect(&m_document, &ModelDocument::changed, this, &GraphPage::onDocumentChanged);
    connect(&m_document, &ModelDocument::streamsChanged, this, [this] {
        if (level() == Level::NpuOperations)
            rebuild();
    });
    connect(&m_document, &ModelDocument::relationsChanged, this, &GraphPage::updatePath);
    connect(&m_selection, &SelectionContext::activated, &m_route, &GraphRoute::open);
    connect(&m_selection, &SelectionContext::changed, this, &GraphPage::followSelection);
    connect(&m_route, &GraphRoute::changed, this, &GraphPage::onPlaceChanged);
    connect(&m_colours, &GraphColours::changed, this, [this] {
        m_find.forgetCosts();
        const bool hasClosed = std::ranges::any_of(
            m_shown.nodes, [](const graph::Node &node) { return !node.cost.isEmpty(); });
        if (!hasClosed || isWorking())
            return updateOverlay();
        addCosts();
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
    onDocumentChanged();
}

GraphPage::~GraphPage() = default;

void GraphPage::setLayoutEngine(std::unique_ptr<layout::LayoutEngine> engine)
{
    endLayoutJob();
    m_engine = std::move(engine);
    retry();
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

void GraphPage::setBookmarks(const QSet<model::EntityRef> &places)
{
    m_view->graphScene()->setBookmarks(places);
}

void GraphPage::setChanges(const graph::Changes &changes, ChangeBase base)
{
    if (changes == m_changes && base == m_changeBase)
        return;
    m_changes = changes;
    m_changeBase = base;
    m_card->setChangeBase(base);
    mark();
}

void GraphPage::setKept(const spec::KeepOnCpu &kept)
{
    if (kept == m_preview.kept())
        return;
    m_preview.setKept(kept);
    mark();
}

/// The nodes stay where they are.
void GraphPage::mark()
{
    graph::markChanges(m_shown, m_changes);
    graph::markPins(m_shown, m_preview.pinned(drawnResult().get()));
    if (!isWorking())
        arrange();
}

void GraphPage::setPreview(const GraphPreview::Result &preview)
{
    if (m_preview.set(preview))
        redraw();
    updateHeader();
}

void GraphPage::setPreviewShown(bool shown)
{
    if (m_preview.setWanted(shown))
        redraw();
    updateHeader();
}

/// Of operators, or of what nobody has compiled yet.
bool GraphPage::isPreviewHere() const
{
    return level() == Level::Operators || (!m_document.program() && !isInside());
}

GraphPreview::Result GraphPage::previewed() const
{
    return isPreviewHere() ? m_preview.shown() : nullptr;
}

/// Whose operators are drawn, or would be.
GraphPreview::Result GraphPage::drawnResult() const
{
    const auto preview = previewed();
    return preview ? preview : m_document.compileResult();
}

/// The same operators, placed otherwise: whoever looks at them stays there.
void GraphPage::redraw()
{
    if (!isPreviewHere())
        return;
    m_folds.remember();
    rebuild();
}

void GraphPage::setCollapsed(graph::GroupId group, bool collapsed)
{
    if (m_folds.setCollapsed(group, collapsed))
        relayout();
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

QString GraphPage::sentence() const
{
    return m_header->sentence();
}

void GraphPage::onDocumentChanged()
{
    if (isSameModel() && m_route.stay()) {
        m_folds.remember();
        rebuild();
        return;
    }
    m_find.bar().close();
    m_route.restart();
}

/// The same file, or another compile of the same operators: whoever looks at it stays there.
bool GraphPage::isSameModel()
{
    const auto path = std::exchange(m_shownPath, m_document.path());
    const auto before = std::exchange(m_shownResult, m_document.compileResult());
    if (wholeGraph().nodes.empty() || m_document.isEmpty())
        return false;
    if (!before || !m_shownResult || before->nodes.empty() || m_shownResult->nodes.empty())
        return path == m_shownPath && !before == !m_shownResult;
    QSet<QString> names;
    for (const auto &node : before->nodes)
        names.insert(node.name);
    const auto kept = std::ranges::count_if(
        m_shownResult->nodes, [&names](const auto &node) { return names.contains(node.name); });
    const auto most = std::max(before->nodes.size(), m_shownResult->nodes.size());
    return static_cast<double>(kept) >= SameModelShare * static_cast<double>(most);
}

void GraphPage::onPlaceChanged()
{
    m_viewNext.reset();
    m_fitNext = true;
    m_related.forget();
    m_folds.clear();
    m_shown = {};
    rebuild();
}

void GraphPage::rebuild()
{
    endLayoutJob();
    m_engine->cancel();
    updateHeader();
    auto material = GraphMaterial::of(m_document, place());
    material.preview = previewed();
    if (isMaterialMissing(material)) {
        m_buildSlot.cancel();
        return;
    }
    const auto label = tr("Building the graph");
    m_states->showLoading(label);
    m_buildSlot.start(
        label,
        [material = std::move(material), place = place(), constants = m_constantsShown](
            const JobControl &) -> Result<graph::Graph> {
            return buildGraph(material, place, constants);
        },
        [this](Result<graph::Graph> full) { onBuilt(std::move(*full)); });
}

/// Says why there is nothing to build, if so.
bool GraphPage::isMaterialMissing(const GraphMaterial &material)
{
    if (level() == Level::NpuOperations && !material.analysis && m_document.isAnalysing()) {
        m_states->showLoading(tr("Disassembling the command stream"));
        return true;
    }
    if (material.analysis && !material.analysis->stream()) {
        showFailure(material.analysis->placed.error.value_or(
            Error{ ErrorCode::FormatDamaged, u"the command stream cannot be read"_s, {} }));
        return true;
    }
    if (!m_document.isEmpty() || material.preview)
        return false;
    m_states->showEmpty({ .iconName = u"document-open"_s,
        .title = tr("No model is open"),
        .text = tr("Here the model appears as a graph: what runs on the NPU, what does not, "
                   "and why."),
        .actionText = tr("Open…") });
    return true;
}

void GraphPage::onBuilt(graph::Graph full)
{
    m_folds.setWhole(std::move(full), level() == Level::NpuOperations ? ReadableStripes : 0);
    m_find.forgetCosts();
    updateHeader();
    relayout();
}

void GraphPage::relayout()
{
    endLayoutJob();
    auto shown = m_folds.shown();
    m_shown = std::move(shown.graph);
    m_leftOut = shown.leftOut;
    graph::markChanges(m_shown, m_changes);
    addCosts();
    graph::markPins(m_shown, m_preview.pinned(drawnResult().get()));
    if (m_shown.nodes.empty()) {
        m_engine->cancel();
        const auto compiled = m_document.compileResult();
        const bool hasFailed = compiled && compiled->status == compiled::Status::Failed;
        m_states->showEmpty({ .iconName = u"dialog-information"_s,
            .title = tr("Nothing to draw"),
            .text = hasFailed ? tr("The compile failed; the Problems panel says why.")
                : level() == Level::Runtime
                ? tr("This method has no instructions: it only returns a constant.")
                : tr("There are no operators in it.") });
        return;
    }
    const auto label = tr("Laying out the graph");
    m_states->showLoading(label);
    m_layoutJob = m_jobs.begin(label, [this] { cancelWork(); });
    m_engine->layout(m_sheet.ask(m_shown),
        [this](Result<layout::Layout> answer) { onLaidOut(std::move(answer)); });
}

void GraphPage::endLayoutJob()
{
    if (m_layoutJob)
        m_jobs.end(std::exchange(m_layoutJob, {}));
}

void GraphPage::onLaidOut(Result<layout::Layout> result)
{
    endLayoutJob();
    if (!result) {
        showFailure(result.error());
        return;
    }
    m_sheet.answer(std::move(*result));
    m_leftOut.stubs = m_sheet.stubs();
    m_states->showContent();
    arrange();
    updateHeader();
    Q_EMIT shown();
}

QSizeF GraphPage::windowSize() const
{
    const QSizeF size = m_view->viewport()->size();
    return isVisible() && size.height() > 50 ? size : QSizeF(1000, 700);
}

void GraphPage::arrange()
{
    if (!m_sheet.fits(m_shown))
        return;
    // What stands below takes its room first: the graph is fitted into what is left.
    auto overlay = tellFooter();
    m_footer->settle();
    layout()->activate();
    const bool fits = std::exchange(m_fitNext, false);
    if (fits)
        m_sheet.fold(m_shown, windowSize());
    else
        m_sheet.foldAgain(m_shown);
    const GraphAnchor anchor(*m_view);
    const auto centre = m_view->visibleScene().center();
    m_view->graphScene()->show(m_shown, m_sheet.layout());
    m_view->graphScene()->setOverlay(std::move(overlay));
    filter();
    if (fits) {
        m_view->fit(false);
        placeCamera(*m_view, std::exchange(m_viewNext, {}).value_or(GraphViewState()));
    } else if (const auto shift = anchor.shiftIn(*m_view->graphScene());
               !shift && !anchor.isEmpty()) {
        m_view->fit(false); // nothing of what was in sight is left
    } else if (shift && shift->manhattanLength() > 0.01) {
        m_view->returnTo(centre + *shift, m_view->zoom());
    }
    followSelection(m_selection.current(), std::exchange(m_revealNext, false) ? nullptr : m_view);
    if (const auto group = std::exchange(m_groupNext, {}))
        revealGroup(group);
    m_find.refresh();
    m_related.refresh();
    m_card->hide();
    m_view->setAccessibleDescription(sentence());
}

GraphViewState GraphPage::viewState() const
{
    if (m_document.isEmpty() || wholeGraph().nodes.empty())
        return {};
    GraphViewState state{ .path = m_route.steps() };
    m_folds.take(state);
    if (shownLayout().centres.size() == drawn().nodes.size())
        takeCamera(state, *m_view);
    return state;
}

void GraphPage::restoreView(const GraphViewState &state)
{
    if (state.isEmpty() || m_document.isEmpty())
        return;
    m_route.restore(state.path);
    m_folds.remember(state);
    m_viewNext = state;
}

void GraphPage::cancelWork()
{
    m_buildSlot.cancel();
    m_engine->cancel();
    endLayoutJob();
    showFailure({ ErrorCode::Cancelled, u"The layout was cancelled"_s, {} });
}

void GraphPage::showFailure(const Error &error)
{
    m_states->showError(errorText(error), tr("Retry"));
}

void GraphPage::retry()
{
    m_fitNext = true;
    rebuild();
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

void GraphPage::zoomIn()
{
    m_view->zoomIn();
}

void GraphPage::zoomOut()
{
    m_view->zoomOut();
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

void GraphPage::applyTheme()
{
    updateOverlay();
    m_card->hide();
}

void GraphPage::updateOverlay()
{
    auto *scene = m_view->graphScene();
    if (scene->graph().nodes.size() == m_shown.nodes.size()) {
        scene->setOverlay(tellFooter());
        filter();
    } else // arrange() comes back when it is laid out
        m_header->setMetrics(m_colours.known(m_shown), m_colours.shown(m_shown));
}

/// What the colours of what is shown say, and what of the graph is not shown.
GraphOverlay GraphPage::tellFooter()
{
    m_header->setMetrics(m_colours.known(m_shown), m_colours.shown(m_shown));
    auto overlay = m_colours.overlayFor(m_shown, m_theme.colors());
    m_footer->showLegend(m_shown, overlay, m_theme.colors(), m_changeBase);
    m_footer->showLeftOut(leftOutText(m_leftOut));
    const auto missing = m_colours.missing(m_shown, overlay, place());
    const auto elsewhere = missing.isEmpty() ? std::nullopt : m_colours.elsewhere(place());
    m_footer->showMissing(missing,
        !elsewhere                               ? QString()
            : elsewhere->level == Level::Runtime ? tr("Show the delegates")
                                                 : tr("Show the NPU operations"));
    return overlay;
}

void GraphPage::updateHeader()
{
    const auto program = m_document.program();
    const auto result = m_document.compileResult();
    const auto &here = place();
    const bool hasOperators = result && !result->nodes.empty();
    const auto preview = previewed();
    const bool isEmpty = m_document.isEmpty() && !preview;
    m_header->setSentence(preview ? tr("Preview of the next compile: %1")
                                        .arg(placementSentence(nullptr, preview.get(), -1))
                                  : placeSentence(m_document, here));
    m_header->setPreview(
        m_preview.isKnown() && isPreviewHere() && !m_document.isEmpty(), preview != nullptr);
    m_header->setLevels(hasOperators && !isInside(), program != nullptr && !isInside(),
        here.level == Level::Operators);
    const auto network = GraphMaterial::of(m_document, here).network;
    const bool isTorch
        = network && (network->format == "pt2"_L1 || network->format == "etrecord"_L1);
    m_header->setQuantisationAvailable(here.level == Level::Operators || preview || isTorch);
    m_header->setConstantsAvailable(network != nullptr);
    QStringList names;
    for (size_t i = 0; network && i < network->subgraphs.size(); ++i) {
        const auto &name = network->subgraphs[i].name;
        names += name.isEmpty() ? tr("Subgraph %1").arg(i) : name;
    }
    m_header->setSubgraphs(names, here.subgraph);
    m_header->setGroupsAvailable(!graph::allGroups(wholeGraph()).isEmpty());
    m_header->setControlsEnabled(!isEmpty);
    m_footer->setVisible(!isEmpty);
    m_footer->setZoom(m_view->zoom());
    updatePath();
}

void GraphPage::updatePath()
{
    QStringList names;
    for (const auto &step : m_route.steps())
        names += placeName(m_document, step);
    m_pathBar->setPath(names);
    m_pathBar->setInside(
        place().isInside(), level() == Level::DelegateNetwork, m_document.relatedTo(place().owner));
}

} // namespace tosaic::views
