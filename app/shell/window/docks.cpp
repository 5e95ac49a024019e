// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/docks.h"

#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/frame/smallwindow.h"
#include "views/constants/constantspanel.h"
#include "views/disassembly/disassemblypanel.h"
#include "views/hex/hexpanel.h"
#include "views/inspector/inspectorpanel.h"
#include "views/jobs/jobspanel.h"
#include "views/outline/outlinepanel.h"
#include "views/problems/problemspanel.h"
#include "views/reference/referencepanel.h"
#include "views/runner/runnerpanel.h"
#include "views/source/sourcepanel.h"
#include "views/target/runpanel.h"
#include "views/widgets/scrolled.h"
#include "views/widgets/theme.h"
#include "views/workspace/workspacepanel.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTimer>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
const std::array BottomDocks{ u"problems"_s, u"jobs"_s, u"hex"_s, u"disassembly"_s, u"values"_s,
    u"source"_s, u"workspace"_s, u"runner"_s, u"reference"_s, u"run"_s };
/// Of whatever is in front, so that nothing jumps: rows of bytes and commands that are of use, and
/// the graph keeps most of the window.
constexpr int PanelHeight = 250; // px with the tabs
/// Less was not chosen: it is what a folded one left in a stored arrangement.
constexpr int LowPanel = 120; // px
}

Docks::Docks(Session &session, views::Theme &theme, Requests &requests, QMainWindow &window)
    : QObject(&window), m_session(session), m_window(window)
{
    auto *outline = new views::OutlinePanel(session.model(), session.selection(), theme);
    outline->setProfile(&session.profile());
    connect(outline, &views::OutlinePanel::openRequested, &requests, &Requests::openRequested);
    auto *inspector = new views::InspectorPanel(session.model(), session.selection(), theme);
    inspector->setProfile(&session.profile());
    connect(inspector, &views::InspectorPanel::keepOnCpuRequested, &requests,
        &Requests::keepOnCpuRequested);
    connect(inspector, &views::InspectorPanel::releaseRequested, &requests,
        &Requests::releaseRequested);
    const auto mark
        = [&session, inspector] { inspector->setKept(session.spec().spec().keepOnCpu); };
    connect(&session.spec(), &SpecDocument::changed, inspector, mark);
    mark();
    add(u"outline"_s, tr("Outline"), Qt::LeftDockWidgetArea, outline);
    add(u"inspector"_s, tr("Inspector"), Qt::RightDockWidgetArea, inspector);
    auto *problems = new views::ProblemsPanel(session.problems(), session.selection(), theme);
    connect(problems, &views::ProblemsPanel::problemChosen, this, &Docks::problemChosen);
    add(u"problems"_s, tr("Problems"), Qt::BottomDockWidgetArea, problems);
    m_jobsPanel = new views::JobsPanel(session.jobs(), theme);
    connect(m_jobsPanel, &views::JobsPanel::problemActivated, this,
        [this](JobId, const Diagnostic &problem) { Q_EMIT problemChosen(problem); });
    add(u"jobs"_s, tr("Jobs"), Qt::BottomDockWidgetArea, m_jobsPanel);
    add(u"hex"_s, tr("Hex"), Qt::BottomDockWidgetArea,
        new views::HexPanel(session.model(), session.selection(), theme));
    auto *disassembly = new views::DisassemblyPanel(session.model(), session.selection(), theme);
    disassembly->setProfile(&session.profile());
    add(u"disassembly"_s, tr("Disassembly"), Qt::BottomDockWidgetArea, disassembly);
    add(u"values"_s, tr("Values"), Qt::BottomDockWidgetArea,
        new views::ConstantsPanel(session.model(), session.selection(), session.jobs(), theme));
    auto *source = m_source = new views::SourcePanel(session.model(), session.selection(), theme);
    source->setProfile(&session.profile());
    const auto look = [source](const QString &input) {
        source->setFolder(input.isEmpty() ? QString() : QFileInfo(input).absolutePath());
    };
    look(session.compileInput());
    connect(&session, &Session::compileInputChanged, source, look);
    add(u"source"_s, tr("Source"), Qt::BottomDockWidgetArea, source);
    connect(
        problems, &views::ProblemsPanel::problemChosen, this, [this](const Diagnostic &problem) {
            const auto &place = problem.location;
            if (place.line && place.file.endsWith(".py"_L1))
                showSource(place.file, *place.line);
        });
    m_workspacePanel = new views::WorkspacePanel(theme);
    add(u"workspace"_s, tr("Workspace"), Qt::BottomDockWidgetArea, m_workspacePanel);
    m_runnerPanel = new views::RunnerPanel;
    add(u"runner"_s, tr("Runner"), Qt::BottomDockWidgetArea, views::scrolled(m_runnerPanel));
    m_referencePanel = new views::ReferencePanel;
    add(u"reference"_s, tr("Reference model"), Qt::BottomDockWidgetArea,
        views::scrolled(m_referencePanel));
    m_runPanel = new views::RunPanel(theme);
    add(u"run"_s, tr("Run"), Qt::BottomDockWidgetArea, views::scrolled(m_runPanel));
    SmallWindow::Panels panels{ m_docks[u"outline"_s], m_docks[u"inspector"_s], {} };
    for (const auto &id : BottomDocks)
        panels.below << m_docks[id];
    m_small = new SmallWindow(window, panels);
    connect(m_small, &SmallWindow::folded, this, [this] { m_opensItself = false; });
    arrange();
    for (const auto mode : AllModes)
        m_visible[mode] = defaultDocks(mode);
    const auto stored = session.settings().value(settings::ModeDocks);
    for (auto it = stored.cbegin(); it != stored.cend(); ++it)
        m_visible[modeOf(it.key())] = it.value().toStringList();
    connect(&session.problems(), &views::ProblemList::changed, this, &Docks::showProblemCount);
    connect(&session.selection(), &SelectionContext::activated, this, [this](const auto &entity) {
        using Kind = model::EntityRef::Kind;
        if (entity.kind == Kind::Bytes)
            raise(u"hex"_s);
        else if (entity.kind == Kind::NpuCommand || entity.kind == Kind::NpuOperation)
            raise(u"disassembly"_s);
        else if (entity.kind == Kind::NetworkTensor)
            raise(u"values"_s);
    });
}

void Docks::add(const QString &id, const QString &title, Qt::DockWidgetArea area, QWidget *widget)
{
    auto *dock = new QDockWidget(title, &m_window);
    dock->setObjectName(id);
    dock->setAccessibleName(title);
    dock->setWidget(widget);
    // Panels at the bottom are tabs; the tab is their title.
    if (area == Qt::BottomDockWidgetArea)
        dock->setTitleBarWidget(new QWidget(dock));
    m_window.addDockWidget(area, dock);
    m_docks.insert(id, dock);
    m_order << id;
    connect(dock->toggleViewAction(), &QAction::triggered, this, &Docks::rememberVisible);
}

void Docks::arrange()
{
    for (size_t i = 1; i < BottomDocks.size(); ++i)
        m_window.tabifyDockWidget(m_docks[BottomDocks[i - 1]], m_docks[BottomDocks[i]]);
    m_docks[u"problems"_s]->raise();
    m_window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    // Side panels reach down to the status bar; the middle keeps the bottom panels.
    m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_isSized = false;
    m_hasHeight = false;
    m_isKept = false;
}

void Docks::giveWidths()
{
    if (m_small->isStacked())
        m_small->giveWidth();
    else
        m_window.resizeDocks(
            { m_docks[u"outline"_s], m_docks[u"inspector"_s] }, { 310, 284 }, Qt::Horizontal);
}

void Docks::showSource(const QString &file, int line)
{
    m_source->showPlace(file, line);
    raise(u"source"_s);
}

void Docks::makeRoomFor(Mode mode)
{
    for (const auto &id : BottomDocks) {
        if (!m_docks[id]->visibleRegion().isEmpty())
            m_inFront[m_mode] = id;
    }
    const QScopedValueRollback guard(m_isSwitching, true);
    const auto visible = m_visible.value(mode);
    for (const auto &id : m_order) {
        if (!visible.contains(id))
            m_docks[id]->hide();
    }
}

void Docks::enter(Mode mode)
{
    const auto before = std::exchange(m_mode, mode);
    const QScopedValueRollback guard(m_isSwitching, true);
    const auto visible = m_visible.value(mode);
    for (const auto &id : m_order)
        m_docks[id]->setVisible(visible.contains(id));
    const auto inFront = m_inFront.value(mode, m_inFront.value(before));
    if (visible.contains(inFront))
        m_docks[inFront]->raise();
    else if (visible.contains(u"problems"_s))
        m_docks[u"problems"_s]->raise();
    // Sizes can be given only to panels that are shown.
    if (!m_isSized && visible.contains(u"outline"_s)) {
        m_isSized = true;
        QTimer::singleShot(0, this, &Docks::giveWidths);
    }
    if (!m_hasHeight && visible.contains(u"problems"_s)) {
        m_hasHeight = true;
        m_mayFold = m_session.problems().all().empty();
        QTimer::singleShot(0, this, &Docks::giveHeight);
    }
}

void Docks::giveHeight()
{
    // With nothing to say the panels leave the room to the model; their tabs stay.
    if (m_mayFold)
        m_small->setFolded(true);
    if (!m_isKept || m_small->height() < LowPanel)
        m_small->setHeight(std::min(PanelHeight, m_window.height() / 3));
}

void Docks::rememberVisible()
{
    if (m_isSwitching)
        return;
    QStringList visible;
    for (const auto &id : m_order) {
        // A tabbed dock in the background is not visible, but it is there.
        if (m_docks[id]->toggleViewAction()->isChecked())
            visible << id;
    }
    m_visible[m_mode] = visible;
}

void Docks::keepSizes()
{
    m_isSized = true;
    m_isKept = true;
    m_small->suit();
}

void Docks::raise(const QString &id)
{
    if (auto *dock = m_docks.value(id)) {
        if (m_window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea) {
            m_mayFold = false;
            m_opensItself = false;
            m_small->setFolded(false);
        }
        dock->show();
        dock->raise();
    }
}

void Docks::fillMenu(QMenu &menu)
{
    for (const auto &id : m_order)
        menu.addAction(m_docks[id]->toggleViewAction());
}

void Docks::reset()
{
    for (const auto mode : AllModes)
        m_visible[mode] = defaultDocks(mode);
    m_inFront.clear();
    for (const auto &id : m_order)
        m_docks[id]->setFloating(false);
    const auto back = [this](const QString &id, Qt::DockWidgetArea area) {
        m_window.addDockWidget(area, m_docks[id]);
    };
    back(u"outline"_s, Qt::LeftDockWidgetArea);
    back(u"inspector"_s, Qt::RightDockWidgetArea);
    for (const auto &id : BottomDocks)
        back(id, Qt::BottomDockWidgetArea);
    arrange();
    m_small->suit();
    enter(m_mode);
}

void Docks::save()
{
    m_small->undoStacking();
    QVariantMap stored;
    for (auto it = m_visible.cbegin(); it != m_visible.cend(); ++it)
        stored.insert(modeId(it.key()), it.value());
    m_session.settings().set(settings::ModeDocks, stored);
}

void Docks::showProblemCount()
{
    const auto count = m_session.problems().all().size();
    m_docks[u"problems"_s]->setWindowTitle(
        count == 0 ? tr("Problems") : tr("Problems (%n)", nullptr, static_cast<int>(count)));
    if (!m_visible[m_mode].contains(u"problems"_s))
        return;
    if (hasErrorToShow()) {
        const bool opens = m_opensItself || m_small->isFolded();
        raise(u"problems"_s);
        m_opensItself = opens;
    } else if (count == 0 && m_opensItself && !m_docks[u"problems"_s]->visibleRegion().isEmpty()) {
        m_small->setFolded(true);
    }
}

/// What is wrong with a spec stands at its fields, where those are in sight: whoever types there
/// keeps the room.
bool Docks::hasErrorToShow() const
{
    const auto isError
        = [](const views::Problem &p) { return p.diagnostic.severity == Severity::Error; };
    const auto ofSpec = m_session.problems().of(u"spec"_s);
    const auto atFields = m_mode == Mode::Spec ? std::ranges::count_if(ofSpec, isError) : 0;
    return m_session.problems().count(Severity::Error) > atFields;
}

} // namespace tosaic::shell
