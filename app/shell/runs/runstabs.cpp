// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/runstabs.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/runsarea.h"
#include "app/shell/frame/session.h"
#include "app/shell/workspace/workspacestore.h"
#include "views/accuracy/accuracypage.h"
#include "views/debugger/debuggerpage.h"
#include "views/kernels/kernelspage.h"
#include "views/operations/operationspage.h"
#include "views/plots/plotspage.h"
#include "views/roofline/rooflinepage.h"
#include "views/runcompare/runcomparepage.h"
#include "views/runs/runlistpanel.h"
#include "views/runs/runspage.h"
#include "views/timeline/timelinepage.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

struct TabText
{
    const char *id;
    const char *title;
    const char *tip;
};

/// In the order of the bar; Alt+1 is the first.
constexpr std::array<TabText, 9> Tabs{ {
    { "counters", QT_TRANSLATE_NOOP("RunsTabs", "Counters"),
        QT_TRANSLATE_NOOP("RunsTabs", "What the console of a run says") },
    { "timeline", QT_TRANSLATE_NOOP("RunsTabs", "Timeline"),
        QT_TRANSLATE_NOOP("RunsTabs", "What happened when") },
    { "operators", QT_TRANSLATE_NOOP("RunsTabs", "Operators"),
        QT_TRANSLATE_NOOP("RunsTabs", "Where the time goes, operator by operator") },
    { "roofline", QT_TRANSLATE_NOOP("RunsTabs", "Roofline"),
        QT_TRANSLATE_NOOP("RunsTabs", "What limits each operator: computation or a memory") },
    { "time", QT_TRANSLATE_NOOP("RunsTabs", "Over time"),
        QT_TRANSLATE_NOOP("RunsTabs", "Counters from one inference to the next, also live") },
    { "kernels", QT_TRANSLATE_NOOP("RunsTabs", "Kernels"),
        QT_TRANSLATE_NOOP("RunsTabs", "What ExecuTorch's runtime recorded (ETDump)") },
    { "compare", QT_TRANSLATE_NOOP("RunsTabs", "Compare runs"),
        QT_TRANSLATE_NOOP("RunsTabs", "Two sets of runs side by side") },
    { "debugger", QT_TRANSLATE_NOOP("RunsTabs", "Debugger"),
        QT_TRANSLATE_NOOP("RunsTabs", "A command stream, step by step, the NPU simulated") },
    { "accuracy", QT_TRANSLATE_NOOP("RunsTabs", "Accuracy"),
        QT_TRANSLATE_NOOP("RunsTabs", "Every operator beside what it should compute") },
} };

QString translated(const char *text)
{
    return QCoreApplication::translate("RunsTabs", text);
}

/// What is open, and the compiles of this session, the newest first.
TracedPrograms tracedPrograms(Session &session)
{
    TracedPrograms programs{ .open = profileMaterial(session.model()), .files = {} };
    const auto &results = session.results().results();
    for (auto result = results.rbegin(); result != results.rend(); ++result) {
        if ((*result)->status == compiled::Status::Succeeded)
            programs.files << (*result)->folder;
    }
    return programs;
}

} // namespace

RunsTabs::RunsTabs(const ShellContext &context, const WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_store(store)
{
    registerActions();
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode, QWidget *page) {
        if (mode == Mode::Runs)
            fill(*static_cast<RunsArea *>(page));
    });
}

void RunsTabs::registerActions()
{
    auto *menu = m_context.actions.addMenu(u"run.views"_s, tr("S&how"));
    int number = 0;
    for (const auto &tab : Tabs) {
        const auto id = QString::fromLatin1(tab.id);
        auto *action
            = m_context.actions.add({ .id = u"runs."_s + id,
                                        .text = translated(tab.title),
                                        .shortcut = QKeySequence(u"Alt+%1"_s.arg(++number)),
                                        .tip = translated(tab.tip) },
                [this, id] { show(id); });
        menu->addAction(action);
    }
}

void RunsTabs::show(const QString &tab)
{
    m_context.modes.show(Mode::Runs);
    m_context.pages.page(Mode::Runs);
    m_area->showTab(tab);
    m_context.pages.giveFocus(Mode::Runs);
}

void RunsTabs::fill(RunsArea &area)
{
    m_area = &area;
    auto &runs = m_context.session.runs();
    m_list = new views::RunListPanel(runs, m_context.theme);
    connectList(*m_list);
    area.setList(m_list);
    addTabs(area);
    connect(&runs, &RunsDocument::currentChanged, this, &RunsTabs::showSuitable);
    showSuitable();
}

void RunsTabs::addTabs(RunsArea &area)
{
    using Make = QWidget *(RunsTabs::*)();
    static constexpr std::array<Make, Tabs.size()> makers{ &RunsTabs::makeCounters,
        &RunsTabs::makeTimeline, &RunsTabs::makeOperators, &RunsTabs::makeRoofline,
        &RunsTabs::makeTime, &RunsTabs::makeKernels, &RunsTabs::makeCompare,
        &RunsTabs::makeDebugger, &RunsTabs::makeAccuracy };
    for (size_t i = 0; i < Tabs.size(); ++i) {
        area.addTab(QString::fromLatin1(Tabs[i].id), translated(Tabs[i].title),
            translated(Tabs[i].tip), [this, make = makers[i]] { return (this->*make)(); });
    }
}

void RunsTabs::connectList(views::RunListPanel &list)
{
    connect(
        &list, &views::RunListPanel::openRequested, &m_context.requests, &Requests::openRequested);
    connect(&list, &views::RunListPanel::compareRequested, this,
        [this](const QList<int> &oldRuns, const QList<int> &newRuns) {
            show(u"compare"_s);
            static_cast<views::RunComparePage *>(m_area->page(u"compare"_s))
                ->compare(oldRuns, newRuns);
        });
    connect(&list, &views::RunListPanel::mergeRequested, this, [this](const QList<int> &runs) {
        show(u"counters"_s);
        static_cast<views::RunsPage *>(m_area->page(u"counters"_s))->showMerged(runs);
        Q_EMIT mergedRunsChanged(runs);
    });
}

QWidget *RunsTabs::makeCounters()
{
    auto &session = m_context.session;
    auto *page = new views::RunsPage(session.runs(), session.selection(), m_context.theme);
    page->setModel(&session.model());
    page->setResults(&session.results());
    connect(page, &views::RunsPage::openRequested, &m_context.requests, &Requests::openRequested);
    connect(
        page, &views::RunsPage::modelRequested, &m_context.requests, &Requests::openFileRequested);
    connect(page, &views::RunsPage::tabRequested, this, &RunsTabs::show);
    Q_EMIT countersBuilt(page);
    return page;
}

QWidget *RunsTabs::makeTimeline()
{
    auto &session = m_context.session;
    auto *page = new views::TimelinePage(session.profile(), session.selection(), m_context.theme);
    page->setRuns(&session.runs(), [&session] { return tracedPrograms(session); });
    connect(
        page, &views::TimelinePage::openRequested, &m_context.requests, &Requests::openRequested);
    return page;
}

QWidget *RunsTabs::makeOperators()
{
    auto &session = m_context.session;
    auto *page = new views::OperationsPage(session.profile(), session.selection(), m_context.theme);
    connect(
        page, &views::OperationsPage::openRequested, &m_context.requests, &Requests::openRequested);
    connect(page, &views::OperationsPage::compileRequested, &m_context.requests,
        &Requests::compileRequested);
    return page;
}

QWidget *RunsTabs::makeRoofline()
{
    auto &session = m_context.session;
    auto *page = new views::RooflinePage(
        session.profile(), session.runs(), session.selection(), m_context.theme);
    connect(
        page, &views::RooflinePage::openRequested, &m_context.requests, &Requests::openRequested);
    return page;
}

QWidget *RunsTabs::makeTime()
{
    auto &session = m_context.session;
    auto *page = new views::PlotsPage(session.runs(), session.selection(), m_context.theme);
    page->setProfile(&session.profile());
    page->setWorkspace(m_store.path());
    connect(&m_store, &WorkspaceStore::pathChanged, page, &views::PlotsPage::setWorkspace);
    connect(page, &views::PlotsPage::runRequested, this,
        [this] { m_context.actions.action(u"run.panel"_s)->trigger(); });
    return page;
}

QWidget *RunsTabs::makeKernels()
{
    auto &session = m_context.session;
    auto *page = new views::KernelsPage(session.runs(), session.selection(), m_context.theme);
    page->setModel(&session.model());
    connect(page, &views::KernelsPage::runRequested, this,
        [this] { m_context.actions.action(u"run.panel"_s)->trigger(); });
    return page;
}

QWidget *RunsTabs::makeCompare()
{
    auto &session = m_context.session;
    auto *page = new views::RunComparePage(session.runs(), session.selection(), m_context.theme);
    page->setProfile(&session.profile());
    page->setPrograms([&session] { return tracedPrograms(session); });
    connect(page, &views::RunComparePage::importRequested, &m_context.requests,
        &Requests::openRequested);
    connect(page, &views::RunComparePage::sidesChanged, this, &RunsTabs::comparedRunsChanged);
    return page;
}

QWidget *RunsTabs::makeDebugger()
{
    auto &session = m_context.session;
    auto *page = new views::DebuggerPage(session.model(), session.selection(), m_context.theme);
    connect(
        page, &views::DebuggerPage::openRequested, &m_context.requests, &Requests::openRequested);
    Q_EMIT debuggerBuilt(page);
    return page;
}

QWidget *RunsTabs::makeAccuracy()
{
    auto *page = new views::AccuracyPage(m_context.session.selection(), m_context.theme);
    Q_EMIT accuracyBuilt(page);
    return page;
}

/// A trace and a dump have a view of their own; a console has the counters.
void RunsTabs::showSuitable()
{
    const auto *run = m_context.session.runs().current();
    const auto current = m_area->currentTab();
    if (!run || (current != u"counters"_s && current != m_suitable))
        return; // somebody chose it
    m_suitable = run->kind == u"pmu-trace"_s ? u"timeline"_s
        : run->kind == u"etdump"_s           ? u"kernels"_s
                                             : u"counters"_s;
    if (m_suitable == current)
        return;
    m_area->showTab(m_suitable);
    const auto *focused = m_context.window.focusWidget();
    const bool isInList = focused && m_list->isAncestorOf(focused); // somebody walks the runs
    if (m_context.modes.current() == Mode::Runs && !isInList)
        m_context.pages.giveFocus(Mode::Runs);
}

} // namespace tosaic::shell
