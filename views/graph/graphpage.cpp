// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphpage.h"

#include "core/documents/selection.h"
#include "core/graph/graphtransform.h"
#include "views/graph/graphanchor.h"
#include "views/graph/graphemptystates.h"
#include "views/graph/graphfindbar.h"
#include "views/graph/graphfooter.h"
#include "views/graph/graphheader.h"
#include "views/graph/graphhitlist.h"
#include "views/graph/graphview.h"
#include "views/graph/hovercard.h"
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
}

GraphPage::GraphPage(ModelDocument &document, SelectionContext &selection, JobList &jobs,
    const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_route(document, selection, *this), m_colours(document),
      m_work(jobs, [this] { cancelWork(); }), m_bars(document, m_route, m_colours, this),
      m_view(new GraphView(theme, this)), m_states(new StateStack(m_view, this)),
      m_minimap(new Minimap(*m_view)), m_card(new HoverCard(*m_view)),
      m_list(new GraphHitList(*m_view)), m_find(*m_view, m_folds.whole(), *m_list),
      m_related(*m_view, *m_list, [this] { return m_folds.opened(); }),
      m_pointing(*this, selection, *m_card)
{
    setObjectName(u"graphPage"_s);
    setAccessibleName(tr("Graph"));
    setFocusProxy(m_view);
    m_view->setMinimumHeight(SmallestView);
    auto *layout = makeColumn(this, {}, 0);
    layout->addWidget(&m_bars.header());
    layout->addWidget(&m_bars.path());
    layout->addWidget(m_states, 1);
    layout->addWidget(&m_bars.footer());
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
    connectDocuments();
    onDocumentChanged();
}

GraphPage::~GraphPage() = default;

void GraphPage::setLayoutEngine(std::unique_ptr<layout::LayoutEngine> engine)
{
    m_work.setEngine(std::move(engine));
    retry();
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

GraphPreview::Result GraphPage::previewed() const
{
    return GraphPreview::belongsTo(m_document, place()) ? m_preview.shown() : nullptr;
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
    if (!GraphPreview::belongsTo(m_document, place()))
        return;
    m_folds.remember();
    rebuild();
}

QString GraphPage::sentence() const
{
    return m_bars.header().sentence();
}

void GraphPage::onDocumentChanged()
{
    if (m_model.staysWith(m_document) && !wholeGraph().nodes.empty() && m_route.stay()) {
        m_folds.remember();
        rebuild();
        return;
    }
    m_find.bar().close();
    m_route.restart();
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
    m_work.stopLayout();
    updateHeader();
    auto material = GraphMaterial::of(m_document, place());
    material.preview = previewed();
    if (isMaterialMissing(material)) {
        m_work.stop();
        return;
    }
    m_states->showLoading(m_work.build(std::move(material), place(), m_constantsShown,
        [this](graph::Graph full) { onBuilt(std::move(full)); }));
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
    if (m_openFailure)
        m_states->showError(*m_openFailure, tr("Open another file…"));
    else
        m_states->showEmpty(noModelState());
    return true;
}

void GraphPage::setOpenFailure(std::optional<ErrorText> failure)
{
    m_openFailure = std::move(failure);
    if (m_document.isEmpty())
        rebuild();
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
    m_work.stopLayout();
    auto shown = m_folds.shown();
    m_shown = std::move(shown.graph);
    m_leftOut = shown.leftOut;
    graph::markChanges(m_shown, m_changes);
    m_colours.nameCosts(m_shown);
    graph::markPins(m_shown, m_preview.pinned(drawnResult().get()));
    if (m_shown.nodes.empty()) {
        m_states->showEmpty(emptyGraphState(m_document, level()));
        return;
    }
    m_states->showLoading(m_work.layOut(m_sheet.ask(m_shown),
        [this](Result<layout::Layout> answer) { onLaidOut(std::move(answer)); }));
}

void GraphPage::onLaidOut(Result<layout::Layout> result)
{
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

void GraphPage::arrange()
{
    if (!m_sheet.fits(m_shown))
        return;
    // What stands below takes its room first: the graph is fitted into what is left.
    auto overlay = tellColours();
    m_bars.footer().settle();
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
    m_work.stop();
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

void GraphPage::applyTheme()
{
    updateOverlay();
    m_card->hide();
}

void GraphPage::updateOverlay()
{
    auto *scene = m_view->graphScene();
    if (scene->graph().nodes.size() == m_shown.nodes.size()) {
        scene->setOverlay(tellColours());
        filter();
    } else // arrange() comes back when it is laid out
        m_bars.tellMetrics(m_shown);
}

GraphOverlay GraphPage::tellColours()
{
    return m_bars.tellColours(m_shown, m_leftOut, m_theme.colors(), m_changeBase);
}

void GraphPage::updateHeader()
{
    m_bars.tellPlace(previewed(),
        m_preview.isKnown() && GraphPreview::belongsTo(m_document, place()), wholeGraph());
    m_bars.footer().setZoom(m_view->zoom());
}

} // namespace tosaic::views
