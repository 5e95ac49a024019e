// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/tools/toolkeeper.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/specpage.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>
#include <QObject>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class ToolMenu : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::ToolMenu)
public:
    ToolMenu(const ShellContext &context, ToolKeeper &tools, CompileController &compile,
        QObject *parent = nullptr);

private:
    void fill();
    void refresh();
    void connectPanel();

    ShellContext m_context;
    ToolKeeper &m_tools;
    CompileController &m_compile;
    QMenu *m_menu;
};

} // namespace

using toolchain::EnvironmentCatalogue;

ToolMenu::ToolMenu(
    const ShellContext &context, ToolKeeper &tools, CompileController &compile, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools), m_compile(compile),
      m_menu(context.actions.addMenu(u"compile.with"_s, tr("Compile &with")))
{
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        if (m_tools.catalogue().entries().empty() && !m_tools.catalogue().isBusy())
            refresh();
        fill();
    });
    connect(&m_tools.catalogue(), &EnvironmentCatalogue::changed, this, [this] {
        if (m_menu->isVisible())
            fill();
    });
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            connectPanel();
    });
}

void ToolMenu::refresh()
{
    const auto input = m_context.session.compileInput();
    m_tools.refreshCatalogue(
        input.isEmpty() ? QStringList() : QStringList{ QFileInfo(input).absolutePath() });
}

void ToolMenu::fill()
{
    m_menu->clear();
    for (const auto &environment : m_tools.catalogue().withVela()) {
        const auto vela = environment.version(u"ethos-u-vela"_s);
        const auto executorch = environment.version(u"executorch"_s);
        const auto text = executorch.isEmpty() ? tr("Vela %1, .tosa and .tflite only").arg(vela)
                                               : tr("Vela %1, ExecuTorch %2").arg(vela, executorch);
        auto *action = m_menu->addAction(environment.interpreter == m_tools.second()
                ? tr("%1 (for comparison)").arg(text)
                : text,
            this,
            [this, environment] { m_tools.with(environment, [this] { m_compile.compile(); }); });
        action->setObjectName(u"compileWith."_s + environment.interpreter);
        action->setToolTip(environment.interpreter);
        action->setStatusTip(environment.interpreter);
    }
    if (m_tools.catalogue().isBusy())
        m_menu->addAction(tr("Looking for more…"))->setEnabled(false);
    else if (m_menu->isEmpty())
        m_menu->addAction(tr("No environment has Vela"))->setEnabled(false);
    m_menu->setToolTipsVisible(true);
}

void ToolMenu::connectPanel()
{
    auto *panel = m_context.pages.spec().environment();
    if (!panel)
        return;
    panel->setCatalogue(m_tools.catalogue());
    const auto follow = [this, panel] {
        panel->setSecond(m_tools.second());
        if (panel->chosen() != m_tools.chosen())
            panel->setInterpreter(m_tools.chosen());
    };
    follow();
    connect(panel, &views::EnvironmentPanel::catalogueWanted, this, &ToolMenu::refresh);
    connect(panel, &views::EnvironmentPanel::secondChosen, &m_tools, &ToolKeeper::chooseSecond);
    connect(panel, &views::EnvironmentPanel::interpreterAdded, &m_tools, &ToolKeeper::add);
    // A workspace brings its own choice.
    connect(&m_tools, &ToolKeeper::changed, panel, follow);
}

void addToolMenu(const ShellContext &context, ToolKeeper &tools, CompileController &compile)
{
    new ToolMenu(context, tools, compile, &context.window);
}

} // namespace tosaic::shell
