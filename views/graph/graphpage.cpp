// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphpage.h"

#include "core/base/units.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/graphtransform.h"
#include "core/layout/columns.h"
#include "core/layout/processlayoutengine.h"
#include "views/graph/findbar.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphfooter.h"
#include "views/graph/graphheader.h"
#include "views/graph/graphsummary.h"
#include "views/graph/graphview.h"
#include "views/graph/hovercard.h"
#include "views/graph/minimap.h"
#include "views/widgets/statestack.h"

#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int ReflowDelay = 120; ///< ms after the last change of size
constexpr double ReflowChange = 1.25; ///< ratio of sizes from which on columns are made anew
}

GraphPage::GraphPage(ModelDocument &document, SelectionContext &selection, JobList &jobs,
    const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_jobs(jobs), m_theme(theme),
      m_buildSlot(&jobs), m_engine(std::make_unique<layout::ProcessLayoutEngine>()),
      m_header(new GraphHeader(this)), m_footer(new GraphFooter(this)),
      m_view(new GraphView(theme.colors(), this)), m_states(new StateStack(m_view, this)),
      m_minimap(new Minimap(*m_view)), m_card(new HoverCard(*m_view)),
      m_findBar(new FindBar(*m_view))
{
    setObjectName(u"graphPage"_s);
    setAccessibleName(tr("Graph"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_states, 1);
    layout->addWidget(m_footer);
    m_reflow.setSingleShot(true);
    m_reflow.setInterval(ReflowDelay);
    connect(&m_reflow, &QTimer::timeout, this, [this] {
        m_fitNext = true;
        place();
    });
    connectBars();
    connectView();
    connect(&m_document, &ModelDocument::changed, this, &GraphPage::onDocumentChanged);
    connect(&m_selection, &SelectionContext::changed, this, &GraphPage::followSelection);
    connect(&m_theme, &Theme::changed, this, &GraphPage::applyTheme);
    connect(m_states, &StateStack::cancelRequested, this, &GraphPage::cancelWork);
    connect(m_states, &StateStack::actionTriggered, this, [this] {
        if (m_document.program() || m_document.compileResult())
            retry();
        else
            Q_EMIT openRequested();
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

void GraphPage::setLevel(Level level)
{
    if (m_level == level)
        return;
    m_level = level;
    m_collapsed.clear();
    m_fitNext = true;
    rebuild();
}

void GraphPage::setQuantisationShown(bool shown)
{
    if (m_quantisationShown == shown)
        return;
    m_quantisationShown = shown;
    m_fitNext = true;
    relayout();
}

void GraphPage::setCollapsed(graph::GroupId group, bool collapsed)
{
    if (m_collapsed.contains(group) == collapsed)
        return;
    if (collapsed)
        m_collapsed.insert(group);
    else
        m_collapsed.remove(group);
    m_anchor = group;
    relayout();
}

void GraphPage::collapseAll()
{
    m_collapsed = graph::allGroups(m_full);
    m_fitNext = true;
    relayout();
}

void GraphPage::expandAll()
{
    m_collapsed.clear();
    m_fitNext = true;
    relayout();
}

QString GraphPage::sentence() const
{
    return m_header->sentence();
}

/// The method with the most to show: files also hold methods that only return a constant.
int GraphPage::chosenMethod() const
{
    const auto program = m_document.program();
    if (!program || program->methods.empty())
        return -1;
    const auto &methods = program->methods;
    const auto largest = std::max_element(methods.begin(), methods.end(),
        [](const auto &a, const auto &b) { return a.instructions.size() < b.instructions.size(); });
    return static_cast<int>(largest - methods.begin());
}

void GraphPage::onDocumentChanged()
{
    const auto result = m_document.compileResult();
    m_level = result && !result->nodes.empty() ? Level::Operators : Level::Runtime;
    m_collapsed.clear();
    m_fitNext = true;
    m_full = {};
    m_shown = {};
    m_findBar->close();
    rebuild();
}

void GraphPage::rebuild()
{
    endLayoutJob();
    m_engine->cancel();
    const auto program = m_document.program();
    const auto result = m_document.compileResult();
    updateHeader();
    if (!program && !result) {
        m_buildSlot.cancel();
        m_states->showEmpty({ .iconName = u"document-open"_s,
            .title = tr("No model is open"),
            .text = tr("Here the model appears as a graph: what runs on the NPU, what does not, "
                       "and why."),
            .actionText = tr("Open…") });
        return;
    }
    m_states->showLoading(tr("Building the graph"));
    const auto method = chosenMethod();
    const bool operators = m_level == Level::Operators;
    m_buildSlot.start(
        tr("Building the graph"),
        [program, result, method, operators](const JobControl &) -> Result<graph::Graph> {
            if (operators && result)
                return graph::buildResultGraph(*result);
            return program ? graph::buildProgramGraph(*program, method, result.get())
                           : graph::Graph();
        },
        [this](Result<graph::Graph> full) { onBuilt(std::move(*full)); });
}

void GraphPage::onBuilt(graph::Graph full)
{
    m_full = std::move(full);
    if (m_full.nodes.size() > graph::CollapseLimit)
        m_collapsed = graph::allGroups(m_full);
    relayout();
}

void GraphPage::relayout()
{
    endLayoutJob();
    m_shown = graph::collapseGroups(
        m_quantisationShown ? m_full : graph::foldQuantisation(m_full), m_collapsed);
    if (m_shown.nodes.empty()) {
        m_engine->cancel();
        m_states->showEmpty({ .iconName = u"dialog-information"_s,
            .title = tr("Nothing to draw"),
            .text = tr("This method has no instructions: it only returns a constant.") });
        return;
    }
    const auto label = tr("Laying out the graph");
    m_states->showLoading(label);
    m_layoutJob = m_jobs.begin(label, [this] { cancelWork(); });
    m_request = layoutRequest(m_shown);
    m_engine->layout(
        m_request, [this](Result<layout::Layout> answer) { onLaidOut(std::move(answer)); });
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
    m_raw = std::move(*result);
    m_states->showContent();
    place();
    updateHeader();
    Q_EMIT shown();
}

QSizeF GraphPage::windowSize() const
{
    const QSizeF size = m_view->viewport()->size();
    return isVisible() && size.height() > 50 ? size : QSizeF(1000, 700);
}

/// Has the window become so much wider or higher that other columns would fill it better?
bool GraphPage::hasOtherShape() const
{
    const auto now = windowSize();
    const auto change = [](double a, double b) { return std::max(a / b, b / a); };
    return !m_columnsFor.isEmpty()
        && (change(now.width(), m_columnsFor.width()) > ReflowChange
            || change(now.height(), m_columnsFor.height()) > ReflowChange);
}

void GraphPage::place()
{
    if (m_raw.centres.size() != m_shown.nodes.size() || m_shown.nodes.empty())
        return;
    auto *scene = m_view->graphScene();
    m_columnsFor = windowSize();
    m_layout = layout::inColumns(m_request, m_raw, m_columnsFor);
    scene->show(m_shown, m_layout);
    const bool fits = std::exchange(m_fitNext, false);
    const auto anchor = std::exchange(m_anchor, {});
    if (fits) {
        m_view->fit(false);
    } else if (anchor) {
        const auto target = targetOf(m_full.groups[anchor.value].entity);
        m_view->reveal(target);
    }
    followSelection(m_selection.current(), m_view);
    m_matches.clear();
    if (m_findBar->isVisible())
        find(m_findBar->text());
    m_card->hide();
    m_minimap->refresh();
    m_footer->showLegend(m_shown, m_theme.colors());
    m_view->setAccessibleDescription(sentence());
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
    if (hasOtherShape()) {
        m_fitNext = true;
        place();
        return;
    }
    m_view->fit();
}

void GraphPage::zoomIn()
{
    m_view->zoomBy(1.25);
}

void GraphPage::zoomOut()
{
    m_view->zoomBy(1 / 1.25);
}

void GraphPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_states->isContentShown() && hasOtherShape())
        m_reflow.start();
}

void GraphPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_findBar->follow();
    if (m_view->isFitted() && hasOtherShape())
        m_reflow.start();
}

void GraphPage::updateHeader()
{
    const auto program = m_document.program();
    const auto result = m_document.compileResult();
    const bool operators = m_level == Level::Operators;
    m_header->setSentence(placementSentence(program.get(), result.get(), chosenMethod()));
    m_header->setLevels(result && !result->nodes.empty(), program != nullptr, operators);
    m_header->setQuantisationAvailable(operators);
    m_header->setGroupsAvailable(!graph::allGroups(m_full).isEmpty());
    m_header->setControlsEnabled(program || result);
    m_footer->setVisible(program || result);
    m_footer->setZoom(m_view->zoom());
}

void GraphPage::applyTheme()
{
    m_view->graphScene()->setColors(m_theme.colors());
    m_minimap->refresh();
    m_footer->showLegend(m_shown, m_theme.colors());
    m_card->hide();
}

} // namespace tosaic::views
