// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/parts.h"

#include "app/shell/actionregistry.h"
#include "app/shell/herecontroller.h"
#include "app/shell/requests.h"
#include "app/shell/runstabs.h"
#include "app/shell/session.h"
#include "views/debugger/debuggerpage.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using Step = views::DebuggerPage::Step;

struct StepAction
{
    Step step;
    const char *id;
    const char *text;
    const char *key;
    const char *tip;
};

constexpr std::array<StepAction, 8> Steps{ {
    { Step::Operation, "debug.over", QT_TRANSLATE_NOOP("Debugger", "Step &over an operation"),
        "F10", QT_TRANSLATE_NOOP("Debugger", "Execute up to the operation behind the next") },
    { Step::Command, "debug.into", QT_TRANSLATE_NOOP("Debugger", "Step one &command"), "F9",
        QT_TRANSLATE_NOOP("Debugger", "Execute the next command of the stream") },
    { Step::BackOperation, "debug.back", QT_TRANSLATE_NOOP("Debugger", "&Back over an operation"),
        "Shift+F11", QT_TRANSLATE_NOOP("Debugger", "Stand before the last operation again") },
    { Step::BackCommand, "debug.backCommand", QT_TRANSLATE_NOOP("Debugger", "Back one co&mmand"),
        "Shift+F9", QT_TRANSLATE_NOOP("Debugger", "Stand before the last command again") },
    { Step::ToSelected, "debug.toSelected", QT_TRANSLATE_NOOP("Debugger", "Run to &selected"),
        "Ctrl+F10",
        QT_TRANSLATE_NOOP("Debugger", "Stand before the selected operation or command") },
    { Step::ToEnd, "debug.end", QT_TRANSLATE_NOOP("Debugger", "Run to the &end"), "Ctrl+F5",
        QT_TRANSLATE_NOOP("Debugger", "Execute the rest of the stream") },
    { Step::Restart, "debug.restart", QT_TRANSLATE_NOOP("Debugger", "&Restart"), "Ctrl+Shift+F5",
        QT_TRANSLATE_NOOP("Debugger", "Stand before the first command again") },
    { Step::Stop, "debug.stop", QT_TRANSLATE_NOOP("Debugger", "S&top what runs"), "Ctrl+Shift+F10",
        QT_TRANSLATE_NOOP("Debugger", "Stop between two commands") },
} };

/// The keys of the debugger, and what a run of the whole program hands to it.
class DebugController : public QObject
{
public:
    DebugController(const ShellContext &context, RunsTabs &tabs, HereController &here);

private:
    void take(views::DebuggerPage &page);
    void takeRun(const views::HereOutcome &outcome);
    void updateActions();

    ShellContext m_context;
    QPointer<views::DebuggerPage> m_page; ///< null until it is first shown
    std::map<int, std::vector<QByteArray>> m_inputs; ///< of the last run of what is open
};

DebugController::DebugController(const ShellContext &context, RunsTabs &tabs, HereController &here)
    : QObject(&context.window), m_context(context)
{
    const auto translated
        = [](const char *text) { return QCoreApplication::translate("Debugger", text); };
    auto *menu = m_context.actions.addMenu(
        u"run.debug"_s, translated(QT_TRANSLATE_NOOP("Debugger", "&Debug")));
    for (const auto &one : Steps) {
        menu->addAction(
            m_context.actions.add({ .id = QString::fromLatin1(one.id),
                                      .text = translated(one.text),
                                      .shortcut = QKeySequence(QString::fromLatin1(one.key)),
                                      .tip = translated(one.tip) },
                [this, step = one.step] {
                    // The first step shows the page; the stream is opened by that.
                    if (m_page && m_page->isVisible())
                        m_page->step(step);
                    else
                        m_context.actions.action(u"runs.debugger"_s)->trigger();
                }));
    }
    connect(
        &tabs, &RunsTabs::debuggerBuilt, this, [this](views::DebuggerPage *page) { take(*page); });
    connect(&here, &HereController::finished, this, &DebugController::takeRun);
    connect(
        &m_context.session.model(), &ModelDocument::changed, this, [this] { m_inputs.clear(); });
    connect(&m_context.session.model(), &ModelDocument::streamsChanged, this,
        &DebugController::updateActions);
    updateActions();
}

void DebugController::take(views::DebuggerPage &page)
{
    m_page = &page;
    page.setInputs(m_inputs);
    connect(&page, &views::DebuggerPage::stepsChanged, this, &DebugController::updateActions);
    updateActions();
}

void DebugController::takeRun(const views::HereOutcome &outcome)
{
    if (QFileInfo(outcome.program) != QFileInfo(m_context.session.model().path()))
        return;
    m_inputs = outcome.result.delegateInputs;
    if (m_page)
        m_page->setInputs(m_inputs);
}

void DebugController::updateActions()
{
    const bool hasStreams = !m_context.session.model().streams().empty();
    for (const auto &one : Steps) {
        auto *action = m_context.actions.action(QString::fromLatin1(one.id));
        const bool isStart
            = one.step == Step::Operation && hasStreams && (!m_page || !m_page->isVisible());
        action->setEnabled(isStart || (m_page && m_page->canStep(one.step)));
    }
}

} // namespace

void addDebugger(const ShellContext &context, RunsTabs &tabs, HereController &here)
{
    new DebugController(context, tabs, here);
}

} // namespace tosaic::shell
