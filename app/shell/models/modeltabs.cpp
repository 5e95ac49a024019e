// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/models/modeltabs.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/models/keptmodels.h"
#include "core/documents/keptentity.h"
#include "profiler/session/openedfile.h"
#include "views/graph/graphpage.h"
#include "views/widgets/iconbutton.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QScopedValueRollback>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// The file is another view of what is open in this session, or a step of its work.
bool takesIn(const ModelSession &session, const OpenedFile &file)
{
    using Kind = OpenedFile::Kind;
    if (session.isBlank() || file.addsExternalData || file.kind == Kind::ConsoleLog
        || file.kind == Kind::CompileSpec)
        return true;
    if (file.path == session.model.path || file.path == session.toOpen
        || file.path == session.compileInput)
        return true;
    if (file.model.result)
        return file.source.isEmpty() || session.compileInput.isEmpty()
            ? isResultOf(session, *file.model.result)
            : file.source == session.compileInput;
    if (file.kind == Kind::CompileInput || file.isCompileInput) // what its compile says it is from
        return session.compileInput.isEmpty() && !session.results.results.empty()
            && session.results.results.back()->sourceName == QFileInfo(file.path).fileName();
    return file.isVelaReport && (session.model.program || session.model.network);
}

} // namespace

ModelTabs::ModelTabs(const ShellContext &context, QTabBar &bar, QObject *parent)
    : QObject(parent), m_context(context), m_bar(bar)
{
    m_bar.setObjectName(u"modelTabs"_s);
    m_bar.setAccessibleName(tr("Open models"));
    m_bar.setDrawBase(false);
    m_bar.setExpanding(false);
    m_bar.setElideMode(Qt::ElideMiddle);
    m_bar.setUsesScrollButtons(true);
    addBlank();
    m_context.session.setModelId(m_models.front().id);
    m_context.notices.setModel(m_models.front().id);
    showNames();
    connect(&m_bar, &QTabBar::currentChanged, this, [this](int index) {
        if (!m_isFilling && index >= 0)
            show(index);
    });
    auto &session = m_context.session;
    connect(&session.model(), &ModelDocument::changed, this, &ModelTabs::showNames);
    connect(&session, &Session::compileInputChanged, this, &ModelTabs::showNames);
    // After the graph has heard of it, too.
    connect(&session.model(), &ModelDocument::changed, this, &ModelTabs::showView,
        Qt::QueuedConnection);
    connect(&m_context.pages, &Pages::built, this, &ModelTabs::showView, Qt::QueuedConnection);
    registerActions();
}

void ModelTabs::registerActions()
{
    const auto add
        = [this](const QString &id, const QString &text, const QKeySequence &keys, int step) {
              auto *action = m_context.actions.add(
                  { .id = id,
                      .text = text,
                      .shortcut = keys,
                      .tip = tr("Another open model, with its spec, results and place") },
                  [this, step] { show((m_current + step + count()) % count()); });
              const auto enable = [this, action] { action->setEnabled(count() > 1); };
              connect(&m_context.session.model(), &ModelDocument::changed, action, enable);
              enable();
          };
    add(u"view.nextModel"_s, tr("&Next model"), QKeySequence(u"Ctrl+PgDown"_s), 1);
    add(u"view.previousModel"_s, tr("Pre&vious model"), QKeySequence(u"Ctrl+PgUp"_s), -1);
}

void ModelTabs::addBlank()
{
    m_models.push_back({ .id = ++m_lastId });
}

void ModelTabs::makePlaceFor(const OpenedFile &file)
{
    if (file.kind == OpenedFile::Kind::Workspace)
        return restore({}, 0);
    if (takesIn(m_context.session.aside(), file))
        return;
    putAside();
    const auto home = std::ranges::find_if(
        m_models, [&](const ModelSession &model) { return takesIn(model, file); });
    if (home == m_models.end()) {
        addBlank();
        return enter(count() - 1);
    }
    home->toOpen.clear(); // it is being opened
    enter(static_cast<int>(home - m_models.begin()));
}

void ModelTabs::addResult(const Result &result, int model)
{
    const auto home = std::ranges::find(m_models, model, &ModelSession::id);
    if (home == m_models.end()) {
        m_closedResults.push_back(result);
        return;
    }
    auto &results = home->results;
    results.results.push_back(result);
    home->problems[u"compile"_s].clear();
    for (const auto &problem : result->problems)
        home->problems[u"compile"_s].push_back({ problem, views::entityOf(problem) });
    if (result->status == compiled::Status::Succeeded)
        results.oldSide = std::exchange(results.newSide, result);
}

/// The current one as it is now.
ModelSession ModelTabs::shownNow() const
{
    const auto &kept = m_models[static_cast<size_t>(m_current)];
    m_context.session.spec().takeTyping();
    auto now = m_context.session.aside();
    now.id = kept.id;
    now.toOpen = kept.toOpen;
    now.mode = modeId(m_context.modes.current());
    if (m_isViewWaiting) { // nobody has looked at it yet
        now.view = kept.view;
        now.wanted = kept.wanted;
    } else if (m_context.pages.isBuilt(Mode::Model)) {
        now.view = m_context.pages.graph().viewState();
    }
    return now;
}

void ModelTabs::putAside()
{
    auto &kept = m_models[static_cast<size_t>(m_current)];
    kept = shownNow();
    kept.toOpen.clear();
}

void ModelTabs::show(int index)
{
    if (index == m_current || index < 0 || index >= count())
        return;
    putAside();
    enter(index);
}

void ModelTabs::enter(int index)
{
    m_current = index;
    const auto model = m_models[static_cast<size_t>(index)];
    m_context.session.setModelId(model.id);
    m_context.notices.setModel(model.id);
    m_context.session.show(model);
    showNames();
    m_isViewWaiting = !model.view.isEmpty() || !model.wanted.isEmpty();
    if (!model.mode.isEmpty())
        m_context.modes.show(modeOf(model.mode));
    if (!model.toOpen.isEmpty())
        Q_EMIT openWanted(std::exchange(m_models[static_cast<size_t>(index)].toOpen, {}));
}

/// The model is there, and so is the page of its graph: as it was left.
void ModelTabs::showView()
{
    auto &session = m_context.session;
    if (!m_isViewWaiting || session.model().isEmpty() || !m_context.pages.isBuilt(Mode::Model))
        return;
    m_isViewWaiting = false;
    auto &kept = m_models[static_cast<size_t>(m_current)];
    m_context.pages.graph().restoreView(kept.view);
    const auto wanted = std::exchange(kept.wanted, {});
    if (session.selection().current().isEmpty() && isPartOf(session.model(), wanted))
        session.selection().select(wanted);
}

void ModelTabs::close(int index)
{
    if (index < 0 || index >= count() || count() == 1)
        return;
    if (index == m_current)
        putAside();
    const auto gone = m_models.begin() + index;
    std::ranges::copy(gone->results.results, std::back_inserter(m_closedResults));
    m_context.notices.forgetModel(gone->id);
    m_models.erase(gone);
    if (index == m_current)
        return enter(std::min(index, count() - 1));
    if (index < m_current)
        --m_current;
    showNames();
}

std::vector<ModelSession> ModelTabs::models() const
{
    auto models = m_models;
    models[static_cast<size_t>(m_current)] = shownNow();
    return models;
}

void ModelTabs::restore(std::vector<ModelSession> models, int current)
{
    m_models = std::move(models);
    m_closedResults.clear();
    for (auto &model : m_models)
        model.id = ++m_lastId;
    if (m_models.empty())
        addBlank();
    enter(std::clamp(current, 0, count() - 1));
}

void ModelTabs::addTab()
{
    const auto index = m_bar.addTab(QString());
    auto *button = views::iconButton(
        &m_bar, u"closeModel"_s, u"window-close"_s, tr("Close this model; runs stay"));
    button->setIconSize({ 12, 12 });
    button->setFocusPolicy(Qt::NoFocus); // Ctrl+W does it
    connect(button, &QToolButton::clicked, this, [this, button] {
        for (int tab = 0; tab < m_bar.count(); ++tab) {
            if (m_bar.tabButton(tab, QTabBar::RightSide) == button)
                return close(tab);
        }
    });
    m_bar.setTabButton(index, QTabBar::RightSide, button);
}

/// The file's; with its folder where another tab has the same. None takes the room of all others.
QString ModelTabs::tabName(const QString &path) const
{
    constexpr int Widest = 220; // px
    if (path.isEmpty())
        return tr("No model");
    const QFileInfo info(path);
    int alike = 0;
    for (int index = 0; index < count(); ++index) {
        const auto other = index == m_current ? m_context.session.aside().file()
                                              : m_models[static_cast<size_t>(index)].file();
        alike += QFileInfo(other).fileName() == info.fileName() && other != path;
    }
    const auto name = alike > 0
        ? tr("%1 (%2)", "file, folder").arg(info.fileName(), info.dir().dirName())
        : info.fileName();
    return m_bar.fontMetrics().elidedText(name, Qt::ElideMiddle, Widest);
}

void ModelTabs::showNames()
{
    const QScopedValueRollback filling(m_isFilling, true);
    while (m_bar.count() > count())
        m_bar.removeTab(m_bar.count() - 1);
    while (m_bar.count() < count())
        addTab();
    for (int index = 0; index < count(); ++index) {
        const auto &kept = m_models[static_cast<size_t>(index)];
        const auto path = index == m_current ? m_context.session.aside().file() : kept.file();
        const auto name = tabName(path);
        if (m_bar.tabText(index) != name) // each change arranges all tabs anew
            m_bar.setTabText(index, name);
        m_bar.setTabToolTip(index, QDir::toNativeSeparators(path));
    }
    m_bar.setCurrentIndex(m_current);
    m_bar.setVisible(count() > 1);
}

} // namespace tosaic::shell
