// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/pages.h"

#include "app/shell/frame/requests.h"
#include "app/shell/frame/runsarea.h"
#include "app/shell/frame/session.h"
#include "views/arena/arenapage.h"
#include "views/canvas/canvas.h"
#include "views/compare/comparepage.h"
#include "views/file/filepage.h"
#include "views/graph/graphpage.h"
#include "views/home/homepage.h"
#include "views/partition/partitionpage.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/specpage.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/navigable.h"
#include "views/widgets/pagestack.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// The search of a view; what has a table has a filter line, that is its search.
bool openFind(QWidget &view, bool mayBeFilter)
{
    if (auto *searchable = dynamic_cast<views::Searchable *>(&view);
        searchable && searchable->openFind())
        return true;
    if (!mayBeFilter)
        return false;
    for (auto *line : view.findChildren<QLineEdit *>()) {
        if (line->isVisible() && line->isClearButtonEnabled()) {
            line->setFocus(Qt::ShortcutFocusReason);
            line->selectAll();
            return true;
        }
    }
    return false;
}

/// What of a kind can be seen on a page: what has the focus, or the first; null: none.
template <typename View>
View *visibleOn(const QWidget &page)
{
    View *found = nullptr;
    for (auto *view : page.findChildren<View *>()) {
        if (view->isVisible() && (!found || view->hasFocus()))
            found = view;
    }
    return found;
}

} // namespace

Pages::Pages(Session &session, views::Theme &theme, Requests &requests, QObject *parent)
    : QObject(parent), m_session(session), m_theme(theme), m_requests(requests)
{
}

/// Those that were shown belong to the window.
Pages::~Pages()
{
    for (const auto &[mode, page] : m_pages) {
        if (!page->parent())
            delete page;
    }
}

QWidget *Pages::page(Mode mode)
{
    if (const auto known = m_pages.find(mode); known != m_pages.end())
        return known->second;
    auto *widget = create(mode);
    widget->setObjectName(modeId(mode) + u"Page"_s);
    if (widget->accessibleName().isEmpty())
        widget->setAccessibleName(modeTitle(mode));
    m_pages.emplace(mode, widget);
    Q_EMIT built(mode, widget);
    return widget;
}

QWidget *Pages::create(Mode mode)
{
    switch (mode) {
    case Mode::Home:
        return createHome();
    case Mode::Model:
        return createGraph();
    case Mode::Partition:
        return createPartition();
    case Mode::Memory:
        return createMemory();
    case Mode::Spec:
        return createSpec();
    case Mode::Runs:
        return createRuns();
    case Mode::Compare:
        return createCompare();
    case Mode::Report:
        return createReport();
    }
    Q_UNREACHABLE();
}

QWidget *Pages::createHome()
{
    auto *page = new views::HomePage(m_theme);
    connect(page, &views::HomePage::openRequested, &m_requests, &Requests::openRequested);
    connect(page, &views::HomePage::openFileRequested, &m_requests, &Requests::openFileRequested);
    connect(page, &views::HomePage::createEnvironmentRequested, &m_requests,
        &Requests::createEnvironmentRequested);
    connect(page, &views::HomePage::chooseEnvironmentRequested, &m_requests,
        &Requests::chooseEnvironmentRequested);
    return page;
}

/// The graph, or for a file that is none what it says about itself.
QWidget *Pages::createGraph()
{
    auto &model = m_session.model();
    m_graph = new views::GraphPage(model, m_session.selection(), m_session.jobs(), m_theme);
    m_graph->setProfile(&m_session.profile());
    connect(
        m_graph, &views::GraphPage::keepOnCpuRequested, &m_requests, &Requests::keepOnCpuRequested);
    connect(m_graph, &views::GraphPage::releaseRequested, &m_requests, &Requests::releaseRequested);
    const auto mark = [this] { m_graph->setKept(m_session.spec().spec().keepOnCpu); };
    connect(&m_session.spec(), &SpecDocument::changed, m_graph, mark);
    mark();
    const auto preview = [this] {
        const auto compiled = m_session.model().compileResult();
        const auto next = m_session.preview().result();
        const bool isAlike = compiled && next && compiled->spec == next->spec;
        m_graph->setPreview(isAlike ? nullptr : next);
    };
    connect(&m_session.preview(), &PreviewDocument::changed, m_graph, preview);
    preview();
    connect(m_graph, &views::GraphPage::compileRequested, &m_requests, &Requests::compileRequested);
    connect(m_graph, &views::GraphPage::compareRequested, &m_requests, &Requests::compareRequested);
    connect(m_graph, &views::GraphPage::bytesRequested, &m_requests, &Requests::bytesRequested);
    connect(m_graph, &views::GraphPage::openRequested, &m_requests, &Requests::openRequested);
    auto *page = new QWidget;
    auto *stack = m_modelStack = new views::PageStack(page);
    stack->addWidget(m_graph);
    connect(&model, &ModelDocument::changed, stack, [this] { showGraph(); });
    showGraph();
    views::fillWith(page, stack);
    return page;
}

QWidget *Pages::createPartition()
{
    auto *page = new views::PartitionPage(m_session.model(), m_session.selection(), m_theme);
    page->setInput(m_session.compileInput());
    connect(&m_session, &Session::compileInputChanged, page, &views::PartitionPage::setInput);
    connect(page, &views::PartitionPage::keepOnCpuRequested, &m_requests,
        &Requests::keepOnCpuRequested);
    connect(
        page, &views::PartitionPage::releaseRequested, &m_requests, &Requests::releaseRequested);
    connect(page, &views::PartitionPage::compileWanted, &m_requests, &Requests::specWanted);
    connect(page, &views::PartitionPage::openRequested, &m_requests, &Requests::openRequested);
    connect(page, &views::PartitionPage::previewWanted, &m_requests, &Requests::previewRequested);
    connect(page, &views::PartitionPage::searchWanted, &m_requests, &Requests::pinSearchRequested);
    page->setProfile(m_session.profile());
    connect(page, &views::PartitionPage::sourceRequested, &m_requests, &Requests::sourceRequested);
    connect(page, &views::PartitionPage::specRequested, &m_requests, &Requests::specProposed);
    const auto mark = [this, page] {
        page->setKept(m_session.spec().spec().keepOnCpu);
        page->setSpec(m_session.spec().spec());
    };
    connect(&m_session.spec(), &SpecDocument::changed, page, mark);
    mark();
    const auto preview = [this, page] { page->setPreview(m_session.preview().result()); };
    connect(&m_session.preview(), &PreviewDocument::changed, page, preview);
    preview();
    return page;
}

QWidget *Pages::createMemory()
{
    auto *page = new views::ArenaPage(m_session.model(), m_session.selection(), m_theme);
    page->setProfile(&m_session.profile());
    connect(page, &views::ArenaPage::openRequested, &m_requests, &Requests::openRequested);
    return page;
}

QWidget *Pages::createSpec()
{
    auto *page = new views::SpecPage(m_session.spec(), m_theme);
    page->setEstimate(&m_session.estimate());
    page->setInput(m_session.compileInput());
    connect(page, &views::SpecPage::inputChosen, &m_requests, &Requests::inputChosen);
    connect(page, &views::SpecPage::compileRequested, &m_requests, &Requests::compileRequested);
    connect(&m_session, &Session::compileInputChanged, page, &views::SpecPage::setInput);
    return page;
}

/// RunsTabs fills it.
QWidget *Pages::createRuns()
{
    return new RunsArea;
}

QWidget *Pages::createCompare()
{
    auto *page = new views::ComparePage(m_session.results(), m_session.selection(), m_theme);
    connect(page, &views::ComparePage::compileRequested, &m_requests, &Requests::specWanted);
    connect(page, &views::ComparePage::graphsRequested, &m_requests, &Requests::graphsRequested);
    return page;
}

QWidget *Pages::createReport()
{
    auto *page = new views::ReportPage(m_theme);
    connect(page, &views::ReportPage::saveRequested, &m_requests, &Requests::saveReportRequested);
    connect(page, &views::ReportPage::openModelRequested, &m_requests, &Requests::openRequested);
    return page;
}

void Pages::showInModel(QWidget *other)
{
    page(Mode::Model);
    m_modelStack->addWidget(other); // nothing, if it is there
    m_modelStack->setCurrentWidget(other);
    Q_EMIT inModelChanged();
}

QWidget *Pages::inModel() const
{
    auto *shown = m_modelStack ? m_modelStack->currentWidget() : nullptr;
    return shown == m_graph ? nullptr : shown;
}

/// Or the file that is none.
void Pages::showGraph()
{
    auto &model = m_session.model();
    const bool isFile = model.description() && !model.network() && !model.program();
    if (isFile && !m_file) {
        m_file = new views::FilePage(model, m_theme, m_modelStack);
        connect(m_file, &views::FilePage::openRequested, &m_requests, &Requests::openRequested);
        m_modelStack->addWidget(m_file);
    }
    m_modelStack->setCurrentWidget(isFile ? static_cast<QWidget *>(m_file) : m_graph);
    Q_EMIT inModelChanged();
}

views::HomePage &Pages::home()
{
    return *static_cast<views::HomePage *>(page(Mode::Home));
}

views::GraphPage &Pages::graph()
{
    page(Mode::Model);
    return *m_graph;
}

views::SpecPage &Pages::spec()
{
    return *static_cast<views::SpecPage *>(page(Mode::Spec));
}

views::ReportPage &Pages::report()
{
    return *static_cast<views::ReportPage *>(page(Mode::Report));
}

/// What of a mode's page is seen.
QWidget *Pages::front(Mode mode)
{
    auto *whole = page(mode);
    if (mode == Mode::Model)
        return m_modelStack->currentWidget();
    if (mode == Mode::Runs)
        return static_cast<RunsArea *>(whole)->currentPage();
    return whole;
}

/// What of a mode's page can be zoomed: itself, the picture that has the focus, or the first one in
/// sight; null: nothing.
views::Navigable *Pages::navigable(Mode mode)
{
    auto *page = front(mode);
    auto *whole = dynamic_cast<views::Navigable *>(page);
    return whole ? whole : visibleOn<views::Canvas>(*page);
}

bool Pages::find(Mode mode, QWidget *focused)
{
    auto *page = front(mode);
    if (focused && !focused->isVisible()) // it only waits for the focus
        focused = nullptr;
    for (auto *at = focused; at && at != page && !at->isWindow(); at = at->parentWidget()) {
        const bool isPanel = qobject_cast<QDockWidget *>(at);
        if (openFind(*at, isPanel))
            return true;
    }
    if (openFind(*page, true))
        return true;
    auto *table = qobject_cast<views::DataTable *>(focused);
    if (!table)
        table = visibleOn<views::DataTable>(*page);
    if (table)
        table->find();
    return table;
}

bool Pages::fit(Mode mode)
{
    auto *view = navigable(mode);
    if (view)
        view->fit();
    return view;
}

bool Pages::zoom(Mode mode, bool in)
{
    auto *view = navigable(mode);
    if (view && in)
        view->zoomIn();
    else if (view)
        view->zoomOut();
    return view;
}

/// Where what takes it is hidden, the state that stands in its place.
void Pages::giveFocus(Mode mode)
{
    const auto *page = front(mode);
    auto *taker = page ? page->focusProxy() : nullptr;
    while (taker && taker != page && !taker->isVisibleTo(page))
        taker = taker->parentWidget();
    if (taker && (taker == page->focusProxy() || taker->focusProxy()))
        taker->setFocus(Qt::OtherFocusReason);
}

} // namespace tosaic::shell
