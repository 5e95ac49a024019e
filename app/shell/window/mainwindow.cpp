// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/mainwindow.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/compile/parts.h"
#include "app/shell/frame/menus.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellcontext.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/frame/smallwindow.h"
#include "app/shell/graph/parts.h"
#include "app/shell/models/modeltabs.h"
#include "app/shell/models/opencontroller.h"
#include "app/shell/models/parts.h"
#include "app/shell/report/reportcontroller.h"
#include "app/shell/runs/parts.h"
#include "app/shell/runs/runstabs.h"
#include "app/shell/spec/estimatecontroller.h"
#include "app/shell/spec/keepcontroller.h"
#include "app/shell/spec/memorycontroller.h"
#include "app/shell/spec/parts.h"
#include "app/shell/spec/speccontroller.h"
#include "app/shell/tools/parts.h"
#include "app/shell/whatif/parts.h"
#include "app/shell/window/docks.h"
#include "app/shell/window/parts.h"
#include "app/shell/window/statusline.h"
#include "app/shell/window/summarybar.h"
#include "app/shell/window/viewcontroller.h"
#include "app/shell/workspace/layoutkeeper.h"
#include "app/shell/workspace/parts.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "views/graph/graphpage.h"
#include "views/home/homepage.h"
#include "views/widgets/modebar.h"
#include "views/widgets/pagestack.h"
#include "views/widgets/statestack.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
constexpr int LayoutVersion = 2; // raised when a stored arrangement no longer fits
constexpr QSize FrameRoom(8, 40); // px: what a window manager puts around the window
constexpr int SaidFor = 4000; // ms
constexpr int LongestWait = 2000; // ms; a compile needs the tools
constexpr int LookAgain = 50; // ms

/// Probing starts programs, which take the processor from what the window was started for: that is
/// read and drawn first.
void lookWhenIdle(ToolKeeper &tools, const JobList &jobs, int wait)
{
    if (jobs.isIdle() || wait <= 0)
        return tools.search();
    QTimer::singleShot(
        LookAgain, &tools, [&tools, &jobs, wait] { lookWhenIdle(tools, jobs, wait - LookAgain); });
}

/// The panel that a widget is in; null: none.
const QDockWidget *panelOf(const QWidget *widget)
{
    while (widget && !qobject_cast<const QDockWidget *>(widget))
        widget = widget->parentWidget();
    return static_cast<const QDockWidget *>(widget);
}

/// What a sample shows, by the folder it lies in.
QString sampleText(const QString &path)
{
    const auto name = QFileInfo(path).dir().dirName();
    if (name == "mobilenet_v2"_L1)
        return MainWindow::tr("An image network, all of it on an Ethos-U55-128");
    if (name == "add"_L1)
        return MainWindow::tr("AddModule: the smallest program with a delegate, for Ethos-U55-128");
    if (name == "softmax"_L1)
        return MainWindow::tr("SoftmaxModule: one line that becomes several operators, for "
                              "Ethos-U85-256");
    return MainWindow::tr("With its model source and the compiler's own reports");
}

} // namespace

MainWindow::MainWindow(Session &session, views::Theme &theme, QWidget *parent)
    : QMainWindow(parent), m_session(session), m_theme(theme), m_pages(session, theme, m_requests)
{
    setObjectName(u"mainWindow"_s);
    setAccessibleName(tr("Tosaic"));
    setWindowIcon(QIcon(u":/icons/tosaic.svg"_s));
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setMinimumSize(900, 560);
    const auto room = screen()->availableSize() - FrameRoom;
    const bool fits = room.width() >= minimumWidth() && room.height() >= minimumHeight();
    resize(fits ? QSize(1280, 800).boundedTo(room) : QSize(1280, 800));
    createCentre();
    m_docks = new Docks(session, theme, m_requests, *this);
    createRooms();
    createBars();
    connectControllers();
    restoreLayout();
    showTitle();
    enter(m_modes.current());
    QTimer::singleShot(
        0, this, [this] { lookWhenIdle(m_compile->tools(), m_session.jobs(), LongestWait); });
}

void MainWindow::createCentre()
{
    auto *centre = new QWidget(this);
    centre->setObjectName(u"centre"_s);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_tabBar = new QTabBar(centre);
    m_notices = new NoticeBar(centre);
    m_stack = new views::PageStack(centre);
    m_stack->setObjectName(u"pages"_s);
    m_states = new views::StateStack(m_stack, centre);
    m_states->setObjectName(u"centreStates"_s);
    layout->addWidget(m_tabBar);
    layout->addWidget(m_notices);
    layout->addWidget(m_states, 1);
    setCentralWidget(centre);
    connect(
        m_states, &views::StateStack::actionTriggered, m_states, &views::StateStack::showContent);
}

/// What stands in a room is built before what stands on it (see the README).
void MainWindow::createRooms()
{
    const ShellContext context{ m_session, m_theme, m_actions, m_modes, *m_notices, m_pages,
        m_requests, *this };
    const auto models = addModels(context, *m_tabBar);
    m_open = &models.opener;
    m_compile = &addCompile(context, *m_docks->jobsPanel());
    auto &tools = m_compile->tools();
    connect(
        &m_compile->runner(), &CompileRunner::finishedAside, &models.tabs, &ModelTabs::addResult);
    m_workspace
        = &addWorkspace(context, *m_compile, models.tabs, *m_open, m_docks->workspacePanel());
    auto &store = m_workspace->store();
    auto &cells = m_workspace->cells();
    const auto spec = addSpec(context, *m_compile, *m_workspace);
    m_keep = &spec.keep;
    connect(m_docks, &Docks::problemChosen, &spec.spec, &SpecController::leadTo);
    addWhatIf(context, spec.estimate, spec.memory, *m_compile, cells, store, models.tabs);
    m_report = new ReportController(context, store, spec.estimate, cells, this);
    addAdvice(context, spec.estimate, *m_compile, cells,
        [this](const auto &result) { m_report->setAdvice(result); });
    addGraph(context, store);
    auto &runs = addRuns(context, *m_open, store, tools,
        { m_docks->runPanel(), m_docks->runnerPanel(), m_docks->referencePanel() });
    connect(&runs, &RunsTabs::comparedRunsChanged, m_report, &ReportController::compareRuns);
    connect(&runs, &RunsTabs::mergedRunsChanged, m_report, &ReportController::mergeRuns);
    m_layout = new LayoutKeeper(context, store, *this, this);
    // Which panels stand there is a matter of the mode.
    connect(m_layout, &LayoutKeeper::arranged, m_docks, [this] {
        m_docks->keepSizes();
        m_docks->enter(m_modes.current());
    });
    auto *view = new ViewController(context, this);
    connect(view, &ViewController::said, this,
        [this](const QString &text) { statusBar()->showMessage(text, SaidFor); });
    m_modeActions = view->modeActions();
    addPaneKeys(context, *this);
    addFindings(context);
    addNavigation(context);
    addHelp(context, tools);
    registerActions();
}

void MainWindow::registerActions()
{
    m_docks->fillMenu(*m_actions.addMenu(u"view.docks"_s, tr("&Panels")));
    m_actions.add({ .id = u"view.resetLayout"_s,
                      .text = tr("&Reset the layout"),
                      .tip = tr("Put all panels back to where they were at first") },
        [this] { m_docks->reset(); });
    auto *small = &m_docks->smallWindow();
    auto *fold = m_actions.add({ .id = u"view.foldPanels"_s,
                                   .text = tr("F&old the panels below"),
                                   .shortcut = QKeySequence(u"Ctrl+J"_s),
                                   .tip = tr("Leave only the tabs of the panels below"),
                                   .isCheckable = true },
        [small] { small->setFolded(!small->isFolded()); });
    connect(small, &SmallWindow::folded, fold, &QAction::setChecked);
    m_actions.add({ .id = u"run.import"_s,
                      .text = tr("&Import console log..."),
                      .iconName = u"document-import"_s,
                      .shortcut = QKeySequence(u"Ctrl+I"_s),
                      .tip = tr("Read PMU counters from a console log of a run") },
        [this] { m_open->showDialog(); });
    m_actions.add({ .id = u"file.quit"_s,
                      .text = tr("&Quit"),
                      .iconName = u"application-exit"_s,
                      .shortcut = QKeySequence(u"Ctrl+Q"_s) },
        [this] { close(); });
}

void MainWindow::createBars()
{
    fillMenuBar(*menuBar(), m_actions);
    auto *toolBar = addToolBar(tr("Toolbar"));
    toolBar->setObjectName(u"mainToolBar"_s);
    toolBar->setMovable(false);
    toolBar->setIconSize({ 16, 16 });
    toolBar->toggleViewAction()->setEnabled(false);
    new SummaryBar(m_session, m_actions, *toolBar);
    auto *modes = new QToolBar(tr("Modes"), this);
    modes->setObjectName(u"modeToolBar"_s);
    modes->setMovable(false);
    modes->toggleViewAction()->setEnabled(false);
    modes->layout()->setContentsMargins(0, 0, 0, 0);
    modes->addWidget(new views::ModeBar(m_modeActions, modes));
    addToolBar(Qt::LeftToolBarArea, modes);
    auto *status = new StatusLine(m_session, m_compile->tools(), *statusBar());
    connect(status, &StatusLine::jobsWanted, this, [this] { m_docks->raise(u"jobs"_s); });
    connect(status, &StatusLine::toolsWanted, m_compile, &CompileController::showTools);
    // Shortcuts work wherever the focus is, also for actions of menus that were never opened.
    for (const auto &id : m_actions.ids())
        addAction(m_actions.action(id));
}

void MainWindow::connectRequests()
{
    const auto answer
        = [this](auto request, auto *who, auto how) { connect(&m_requests, request, who, how); };
    answer(&Requests::panelRequested, m_docks, &Docks::raise);
    answer(&Requests::sourceRequested, m_docks, &Docks::showSource);
    answer(&Requests::openRequested, m_open, &OpenController::showDialog);
    answer(&Requests::openFileRequested, m_open, [this](const QString &path) { open({ path }); });
    answer(&Requests::inputFileRequested, m_open, &OpenController::openHere);
    answer(&Requests::compileRequested, m_compile, qOverload<>(&CompileController::compile));
    answer(&Requests::inputChosen, &m_session, &Session::setCompileInput);
    answer(&Requests::compareRequested, this, [this] { show(Mode::Compare); });
    answer(&Requests::specWanted, this, [this] { show(Mode::Spec); });
    answer(&Requests::createEnvironmentRequested, m_compile, &CompileController::showTools);
    answer(&Requests::chooseEnvironmentRequested, m_compile, &CompileController::chooseTools);
    answer(&Requests::keepOnCpuRequested, m_keep, &KeepController::keepOnCpu);
    answer(&Requests::specProposed, m_keep, &KeepController::propose);
    answer(&Requests::releaseRequested, m_keep, &KeepController::release);
    answer(&Requests::previewRequested, m_keep, &KeepController::showPreview);
    answer(&Requests::saveReportRequested, m_report, &ReportController::saveAs);
    answer(&Requests::bytesRequested, this, [this](const model::EntityRef &entity) {
        m_session.selection().select(entity);
        m_docks->raise(u"hex"_s);
    });
}

void MainWindow::connectControllers()
{
    connectRequests();
    connect(&m_modes, &ModeSwitch::changed, this, &MainWindow::enter);
    connect(&m_session.model(), &ModelDocument::changed, this, &MainWindow::showTitle);
    connect(&m_workspace->store(), &WorkspaceStore::pathChanged, this, &MainWindow::showTitle);
    connect(m_open, &OpenController::trustNeeded, m_compile,
        [this](const QString &path) { m_compile->askTrust(path); });
    connect(m_open, &OpenController::opened, m_states, &views::StateStack::showContent);
    connect(m_open, &OpenController::failed, this, [this](const views::ErrorText &error) {
        m_states->showError(error, tr("Close"), Qt::Key_Escape);
        m_pages.graph().setOpenFailure(error);
    });
    connect(m_open, &OpenController::opened, this, [this] { m_pages.graph().setOpenFailure({}); });
    connect(&m_pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Home)
            fillHome();
    });
    const auto refreshHome = [this] {
        if (m_pages.isBuilt(Mode::Home))
            fillHome();
    };
    connect(&m_session, &Session::recentChanged, this, refreshHome);
    connect(&m_compile->tools(), &ToolKeeper::changed, this, refreshHome);
}

void MainWindow::open(const QStringList &paths)
{
    m_open->open(paths);
}

void MainWindow::enter(Mode mode)
{
    auto *page = m_pages.page(mode);
    if (m_stack->indexOf(page) < 0)
        m_stack->addWidget(page);
    m_docks->makeRoomFor(mode);
    m_notices->settle();
    m_stack->setCurrentWidget(page);
    m_states->showContent();
    // What the page before needed would do that to those that come back.
    m_states->layout()->activate();
    centralWidget()->layout()->activate();
    m_docks->enter(mode);
    const auto *panel = panelOf(focusWidget());
    if (!panel || panel->visibleRegion().isEmpty()) // who types in a panel goes on there
        m_pages.giveFocus(mode);
}

void MainWindow::fillHome()
{
    auto &home = m_pages.home();
    const auto fileOf = [](const QString &path) {
        const QFileInfo info(path);
        return views::HomeFile{ info.fileName(), QDir::toNativeSeparators(info.absolutePath()),
            path };
    };
    std::vector<views::HomeFile> recent;
    for (const auto &path : m_session.recentFiles())
        recent.push_back(fileOf(path));
    home.setRecent(recent);
    std::vector<views::HomeFile> samples;
    for (const auto &path : OpenController::sampleFiles())
        samples.push_back({ QFileInfo(path).fileName(), sampleText(path), path });
    home.setSamples(samples);

    using State = views::HomeTools::State;
    const auto &tools = m_compile->tools();
    home.setTools({ .state = tools.isSearching() ? State::Looking
            : tools.environment()                ? State::Ready
                                                 : State::Missing,
        .sentence = tools.sentence(),
        .versions = tools.versions() });
}

void MainWindow::restoreLayout()
{
    auto &settings = m_session.settings();
    restoreGeometry(settings.value(settings::WindowGeometry));
    if (restoreState(settings.value(settings::WindowState), LayoutVersion))
        m_docks->keepSizes();
}

void MainWindow::showTitle()
{
    QStringList parts;
    for (const auto &path : { m_session.model().path(), m_workspace->path() }) {
        if (!path.isEmpty())
            parts << QFileInfo(path).fileName();
    }
    parts << tr("Tosaic");
    setWindowTitle(parts.join(u" - "_s));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const auto running = int(std::ranges::count(
        m_session.jobs().records(), JobRecord::State::Running, &JobRecord::state));
    if ((m_session.hasUnsaved() || running > 0) && !m_mayClose) {
        event->ignore();
        askBeforeClosing(running);
        return;
    }
    m_docks->save();
    m_layout->save();
    m_workspace->saveModels();
    m_session.settings().set(settings::WindowGeometry, saveGeometry());
    m_session.settings().set(settings::WindowState, saveState(LayoutVersion));
    m_session.settings().sync();
    QMainWindow::closeEvent(event);
}

/// `running`: jobs that end with the window.
void MainWindow::askBeforeClosing(int running)
{
    const auto stopped = tr("%n job(s) that run now will be stopped.", nullptr, running);
    const auto unsaved
        = tr("Compiles and runs of this session are in no workspace. Compile results "
             "stay in their folders.");
    const bool isUnsaved = m_session.hasUnsaved();
    auto *box = new QMessageBox(QMessageBox::Question,
        isUnsaved ? tr("Keep this session?") : tr("Stop what runs?"),
        !isUnsaved        ? stopped
            : running > 0 ? unsaved + u' ' + stopped
                          : unsaved,
        QMessageBox::Discard | QMessageBox::Cancel, this);
    if (isUnsaved)
        box->addButton(QMessageBox::Save);
    else
        box->button(QMessageBox::Discard)->setText(tr("Stop and quit"));
    box->setObjectName(u"closeQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, box](QAbstractButton *button) {
        const auto quit = [this] {
            m_mayClose = true;
            close();
        };
        switch (box->standardButton(button)) {
        case QMessageBox::Save:
            m_workspace->saveThen(quit);
            break;
        case QMessageBox::Discard:
            quit();
            break;
        default:
            break;
        }
    });
    box->open();
}

/// Panels behind the tab of another, and folded ones, are there for Qt; nobody would see the focus.
bool MainWindow::focusNextPrevChild(bool next)
{
    const auto isBehind = [](const QWidget *widget) {
        const auto *panel = panelOf(widget);
        return panel && panel->visibleRegion().isEmpty();
    };
    const auto *start = focusWidget();
    bool hasMoved = false;
    do {
        hasMoved = QMainWindow::focusNextPrevChild(next);
    } while (hasMoved && focusWidget() != start && isBehind(focusWidget()));
    return hasMoved;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    QStringList paths;
    for (const auto &url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    event->acceptProposedAction();
    open(paths);
}

} // namespace tosaic::shell
