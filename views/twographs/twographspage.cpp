// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/twographspage.h"

#include "core/graph/graphtext.h"
#include "core/graph/graphtransform.h"
#include "profiler/session/profileassembly.h"
#include "profiler/session/recordedpairs.h"
#include "views/graph/graphview.h"
#include "views/twographs/differenceexport.h"
#include "views/twographs/differencetable.h"
#include "views/twographs/furthergraphs.h"
#include "views/twographs/linkedcameras.h"
#include "views/twographs/mergedview.h"
#include "views/widgets/building.h"
#include "views/widgets/errortext.h"
#include "views/widgets/flowlayout.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using graph::Difference;
using graph::NodePair;

namespace {

QIcon swatchOf(Difference difference, const ThemeColors &colors)
{
    QPixmap picture(14, 14);
    picture.fill(differenceColor(difference, colors));
    QPainter painter(&picture);
    painter.setPen(colors.mutedText);
    painter.drawRect(0, 0, 13, 13);
    return picture;
}

} // namespace

TwoGraphsPage::TwoGraphsPage(JobList &jobs, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_comparing(&jobs),
      m_shown(graph::AllDifferences.begin(), graph::AllDifferences.end()),
      m_further(new FurtherButton(jobs, this))
{
    setObjectName(u"twoGraphsPage"_s);
    setAccessibleName(tr("Two graphs side by side"));
    m_shown.remove(Difference::Same);
    auto *sides = new QSplitter(Qt::Horizontal);
    m_panes = { new GraphPane(u"leftGraph"_s, tr("Left"), jobs, theme),
        new GraphPane(u"rightGraph"_s, tr("Right"), jobs, theme) };
    for (auto *pane : m_panes)
        sides->addWidget(pane);
    keepSides(*sides);
    m_cameras = new LinkedCameras(*m_panes[0]->page().view(), *m_panes[1]->page().view(), this);
    m_table = new DifferenceTable(u"differenceTable"_s, tr("Differences"));
    m_merged = new MergedView(jobs, theme);
    m_stack = new QStackedWidget;
    m_stack->addWidget(sides);
    m_stack->addWidget(m_merged);
    auto *whole = new QSplitter(Qt::Vertical, this);
    whole->addWidget(m_stack);
    auto *below = new QWidget;
    makeColumn(below, { makeLegend(), { m_table, 1 } }, 0);
    whole->addWidget(below);
    keepSides(*whole);
    whole->setStretchFactor(0, 3);
    whole->setStretchFactor(1, 1);
    fillWith(this, whole);
    setFocusProxy(m_panes[0]);
    connect(m_table, &DataTable::currentSourceRowChanged, this, &TwoGraphsPage::choosePair);
    connect(m_further, &FurtherButton::changed, this, &TwoGraphsPage::refresh);
    connect(m_further, &FurtherButton::fileWanted, this, [this] { Q_EMIT fileWanted(2); });
    connect(m_further, &FurtherButton::failed, this,
        [this](const Error &error) { m_sentence->setText(errorText(error).toPlainText()); });
    connect(m_merged, &MergedView::pairChosen, this, [this](int pair) {
        m_table->setCurrentSourceRow(pair);
        selectOnSides(size_t(pair));
    });
    connect(&m_theme, &Theme::changed, this, &TwoGraphsPage::refresh);
    for (size_t side = 0; side < 2; ++side) {
        auto *pane = m_panes[side];
        pane->page().setOverlaySource(
            [this, side](const graph::Graph &shown) { return overlayOf(side, shown); });
        connect(pane, &GraphPane::fileWanted, this, [this, side] { Q_EMIT fileWanted(int(side)); });
        connect(pane, &GraphPane::sourceChanged, this, &TwoGraphsPage::compare);
        connect(&pane->page(), &GraphPage::shown, this, &TwoGraphsPage::compare);
        connect(&pane->document(), &ModelDocument::relationsChanged, this, &TwoGraphsPage::compare);
        connect(&pane->document(), &ModelDocument::streamsChanged, this, &TwoGraphsPage::compare);
        connect(&pane->selection(), &SelectionContext::changed, this,
            [this, side](const model::EntityRef &entity) { follow(side, entity); });
    }
    showCounts();
}

TwoGraphsPage::~TwoGraphsPage() = default;

QWidget *TwoGraphsPage::makeLegend()
{
    auto *bar = barIn(this);
    m_sentence = selectable(named(wrapped(new QLabel(bar)), u"differenceSentence"_s));
    m_link = named(new QCheckBox(tr("&Link views"), bar), u"linkViews"_s);
    m_link->setChecked(true);
    m_link->setToolTip(tr("Panning and zooming one side moves the other"));
    connect(m_link, &QCheckBox::toggled, m_cameras, &LinkedCameras::setLinked);
    m_overlay = named(new QCheckBox(tr("&One over the other"), bar), u"mergeGraphs"_s);
    m_overlay->setToolTip(
        tr("One picture: the right graph, and what is only in the left one where it stood"));
    connect(m_overlay, &QCheckBox::toggled, this, &TwoGraphsPage::setMerged);
    m_further->setParent(bar);
    auto *close = makeButton(bar, u"closeTwoGraphs"_s, tr("Back to the model"));
    connect(close, &QPushButton::clicked, this, &TwoGraphsPage::closeRequested);
    auto *row = new FlowLayout; // a narrow window has two rows
    for (const auto difference : graph::AllDifferences) {
        auto *button
            = named(new QToolButton(bar), u"difference."_s + graph::differenceKey(difference));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setChecked(m_shown.contains(difference));
        connect(button, &QToolButton::toggled, this,
            [this, difference](bool isShown) { toggle(difference, isShown); });
        m_filters[size_t(difference)] = button;
        row->addWidget(button);
    }
    row->addWidget(m_link);
    row->addWidget(m_overlay);
    row->addWidget(m_further);
    row->addWidget(close);
    makeColumn(bar, { m_sentence, row }, 4, { 8, 4, 8, 4 });
    return bar;
}

void TwoGraphsPage::setSources(const std::vector<GraphSource> &sources)
{
    for (auto *pane : m_panes)
        pane->setSources(sources);
    m_further->setSources(sources);
}

void TwoGraphsPage::addFurther(const QString &path)
{
    m_further->add(path);
}

void TwoGraphsPage::show(const QString &left, const QString &right)
{
    if (!left.isEmpty())
        m_panes[0]->choose(left);
    if (!right.isEmpty())
        m_panes[1]->choose(right);
}

/// Anew only if another graph stands on a side: groups that open ask for colours alone.
void TwoGraphsPage::compare()
{
    Question question;
    std::array<GraphMaterial, 2> materials;
    for (size_t side = 0; side < 2; ++side) {
        const auto &document = m_panes[side]->document();
        if (document.isEmpty()) {
            m_comparing.cancel();
            m_question = {};
            return take(nullptr);
        }
        question.paths[side] = m_panes[side]->path();
        question.places[side] = m_panes[side]->page().place();
        materials[side] = GraphMaterial::of(document, question.places[side]);
        const auto &material = materials[side];
        question.material[side] = material.network
            ? static_cast<const void *>(material.network.get())
            : material.analysis ? material.analysis.get()
            : material.result   ? static_cast<const void *>(material.result.get())
                                : material.program.get();
        if (!question.material[side])
            return; // comes back when the stream is taken apart
    }
    if (question == m_question)
        return anchor();
    m_question = question;
    const bool isOneFile = question.paths[0] == question.paths[1];
    std::array names{ m_panes[0]->names(), m_panes[1]->names() };
    if (isOneFile)
        names = { question.paths[0], question.paths[0] };
    std::optional<ProfileMaterial> profile;
    if (isOneFile && question.places[0] != question.places[1])
        profile = profileMaterial(m_panes[0]->document());
    m_comparing.start(
        tr("Comparing the graphs"),
        [question, materials, names, profile](
            const JobControl &control) -> Result<std::shared_ptr<const ComparedGraphs>> {
            std::array<graph::Graph, 2> graphs;
            for (size_t side = 0; side < 2; ++side)
                graphs[side] = graph::foldQuantisation(
                    buildGraph(materials[side], question.places[side], false));
            graph::RecordedPairs recorded;
            if (const auto subject = profile ? assembleProfile(*profile, control) : nullptr)
                recorded = recordedPairs(*subject);
            auto diff
                = graph::diffGraphs({ &graphs[0], names[0] }, { &graphs[1], names[1] }, recorded);
            auto found = std::make_shared<ComparedGraphs>(std::move(graphs), std::move(diff));
            found->names = names;
            found->recorded = std::move(recorded);
            return std::shared_ptr<const ComparedGraphs>(std::move(found));
        },
        [this](Result<std::shared_ptr<const ComparedGraphs>> found) { take(*found); });
}

void TwoGraphsPage::take(std::shared_ptr<const ComparedGraphs> found)
{
    m_found = std::move(found);
    m_further->setBase(m_found);
    refresh();
    anchor();
    if (isMerged())
        m_merged->show(m_found);
    if (m_found)
        Q_EMIT compared();
}

QString TwoGraphsPage::sentence() const
{
    return m_sentence->text();
}

void TwoGraphsPage::setMerged(bool isMerged)
{
    m_overlay->setChecked(isMerged);
    m_link->setEnabled(!isMerged);
    m_stack->setCurrentIndex(isMerged ? 1 : 0);
    if (!isMerged)
        return;
    m_merged->setDifferences(m_shown);
    m_merged->show(m_found);
    m_merged->setFocus();
}

bool TwoGraphsPage::isMerged() const
{
    return m_stack->currentWidget() == m_merged;
}

void TwoGraphsPage::refresh()
{
    showCounts();
    m_merged->setDifferences(m_shown);
    for (size_t side = 0; side < 2; ++side)
        m_panes[side]->page().setOverlaySource(
            [this, side](const graph::Graph &shown) { return overlayOf(side, shown); });
    m_table->tell(m_found, m_further->graphs(), m_shown);
}

void TwoGraphsPage::showCounts()
{
    for (const auto difference : graph::AllDifferences) {
        auto *button = m_filters[size_t(difference)];
        button->setIcon(swatchOf(difference, m_theme.colors()));
        const auto name = differenceSign(difference) + u' ' + differenceName(difference);
        button->setText(
            m_found ? tr("%1 %2").arg(name).arg(m_found->diff.count(difference)) : name);
        button->setEnabled(m_found && m_found->diff.count(difference) > 0);
    }
    m_sentence->setText(m_found ? differenceSentence(m_found->diff)
            : m_comparing.isRunning()
            ? tr("Comparing…")
            : tr("Choose a file or a compile on each side; go inside a delegate to compare TOSA or "
                 "NPU operations."));
}

void TwoGraphsPage::toggle(Difference difference, bool isShown)
{
    if (isShown)
        m_shown.insert(difference);
    else
        m_shown.remove(difference);
    refresh();
}

GraphOverlay TwoGraphsPage::overlayOf(size_t side, const graph::Graph &shown) const
{
    return m_found
        ? differenceOverlay(m_found->differencesOf(side, shown, m_shown), m_shown, m_theme.colors())
        : GraphOverlay();
}

void TwoGraphsPage::anchor()
{
    const auto drawn = [this](size_t side) {
        const auto &page = m_panes[side]->page();
        return DrawnSide{ page.shownGraph(), page.shownLayout() };
    };
    m_cameras->setAnchors(m_found ? anchorsOf(*m_found, { drawn(0), drawn(1) })
                                  : std::vector<std::array<QPointF, 2>>());
}

void TwoGraphsPage::follow(size_t side, const model::EntityRef &entity)
{
    if (m_isFollowing || !m_found || entity.isEmpty())
        return;
    const auto at = m_found->byEntity[side].constFind(entity);
    if (at == m_found->byEntity[side].cend())
        return;
    m_isFollowing = true;
    m_cameras->hold(true); // the other side comes into view by itself
    auto &other = m_panes[1 - side]->selection();
    const auto &partners = m_found->partners[side][*at];
    if (partners.empty())
        other.select({}, this);
    else
        other.select(m_found->graphs[1 - side].nodes[partners.front()].entity, this);
    const auto &pairs = m_found->diff.pairs;
    const auto row = std::ranges::find_if(pairs, [&](const NodePair &pair) {
        return (side == 0 ? pair.before : pair.after) == std::optional(*at);
    });
    m_table->setCurrentSourceRow(int(row - pairs.begin()));
    m_cameras->hold(false);
    m_isFollowing = false;
}

void TwoGraphsPage::choosePair(int row)
{
    if (!m_found || row < 0 || size_t(row) >= m_found->diff.pairs.size())
        return; // what only further graphs have is drawn nowhere
    selectOnSides(size_t(row));
    if (isMerged())
        m_merged->selectPair(size_t(row));
}

void TwoGraphsPage::selectOnSides(size_t row)
{
    const auto &pair = m_found->diff.pairs[row];
    const std::array ends{ pair.before, pair.after };
    m_isFollowing = true;
    m_cameras->hold(true);
    for (size_t side = 0; side < 2; ++side)
        m_panes[side]->selection().select(
            ends[side] ? m_found->graphs[side].nodes[*ends[side]].entity : model::EntityRef(),
            this);
    m_cameras->hold(false);
    m_isFollowing = false;
}

std::optional<GraphDrawing> TwoGraphsPage::drawing() const
{
    std::optional<GraphDrawing> shown;
    if (isMerged()) {
        shown = m_merged->drawing();
    } else {
        const auto left = m_panes[0]->page().drawing();
        const auto right = m_panes[1]->page().drawing();
        if (left && right)
            shown = sideBySide({ m_panes[0]->title(), *left }, { m_panes[1]->title(), *right });
    }
    if (shown && m_found)
        shown->json = [found = m_found] {
            return differenceJson(found->graphs[0], found->graphs[1], found->diff);
        };
    return shown;
}

/// Linked, the larger one: the other follows with the same zoom.
void TwoGraphsPage::fit()
{
    if (isMerged())
        return m_merged->view().fit(true);
    const auto area = [](const GraphPane *pane) {
        const auto bounds = pane->page().shownLayout().bounds;
        return bounds.width() * bounds.height();
    };
    auto *larger = *std::ranges::max_element(m_panes, {}, area);
    for (auto *pane : m_panes) {
        if (pane == larger || !m_cameras->isLinked())
            pane->page().fit();
    }
}

void TwoGraphsPage::zoomIn()
{
    if (isMerged())
        return m_merged->view().zoomIn();
    for (auto *pane : m_panes) {
        pane->page().zoomIn();
        if (m_cameras->isLinked())
            return; // the other follows
    }
}

void TwoGraphsPage::zoomOut()
{
    if (isMerged())
        return m_merged->view().zoomOut();
    for (auto *pane : m_panes) {
        pane->page().zoomOut();
        if (m_cameras->isLinked())
            return;
    }
}

bool TwoGraphsPage::openFind()
{
    if (isMerged()) {
        m_table->find(); // what differs is there by name
        return true;
    }
    auto *pane = m_panes[m_panes[1]->isAncestorOf(focusWidget()) ? 1 : 0];
    return pane->page().openFind();
}

} // namespace tosaic::views
