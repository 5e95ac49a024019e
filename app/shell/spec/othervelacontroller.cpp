// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/spec/estimatecontroller.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/specpage.h"

#include <QAction>
#include <QCoreApplication>
#include <QCursor>
#include <QFileInfo>
#include <QHash>
#include <QMenu>
#include <QObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using toolchain::ToolEnvironment;
using Item = std::shared_ptr<const compiled::CompileResult>;

const auto VelaPackage = u"ethos-u-vela"_s;

/// What is offered to be made where there is no other: releases whose reports are read.
const QStringList ReleasesOfVela{ u"5.2.0"_s, u"5.1.0"_s, u"5.0.0"_s };

class OtherVelaController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::OtherVelaController)
public:
    OtherVelaController(const ShellContext &context, const EstimateController &estimate,
        CompileController &compile, QObject *parent = nullptr);

private:
    /// A compile that was asked for, and what it will be held against.
    struct Asked
    {
        toolchain::CompileRequest request;
        Item before;
    };

    void ask();
    void fill();
    void start(const ToolEnvironment &environment);
    void make(const QString &version);
    void follow(const toolchain::CompileRequest &request);
    void compare(const Item &result);
    void look();
    Item compiled() const;
    std::vector<ToolEnvironment> others() const;

    ShellContext m_context;
    const EstimateController &m_estimate;
    CompileController &m_compile;
    QMenu *m_menu;
    QAction *m_action;
    std::vector<Asked> m_asked; ///< that wait
    QHash<QString, Item> m_running; ///< by output folder
    bool m_isToAsk = false; ///< once the environments are known
};

} // namespace

OtherVelaController::OtherVelaController(const ShellContext &context,
    const EstimateController &estimate, CompileController &compile, QObject *parent)
    : QObject(parent), m_context(context), m_estimate(estimate), m_compile(compile),
      m_menu(new QMenu(&context.window))
{
    m_menu->setObjectName(u"otherVelaMenu"_s);
    m_menu->setAccessibleName(tr("Other versions of Vela"));
    m_menu->setToolTipsVisible(true);
    m_action = m_context.actions.add({ .id = u"compile.otherVela"_s,
                                         .text = tr("What would another &Vela give?"),
                                         .iconName = u"mode-compare"_s,
                                         .tip = tr("Another version of Vela on the TOSA of this "
                                                   "compile, and what it changes, operator by "
                                                   "operator") },
        [this] { ask(); });
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        look();
        fill();
    });
    auto &catalogue = m_compile.tools().catalogue();
    connect(&catalogue, &toolchain::EnvironmentCatalogue::changed, this, [this] {
        if (m_menu->isVisible())
            fill();
    });
    connect(&catalogue, &toolchain::EnvironmentCatalogue::finished, this, [this] {
        if (std::exchange(m_isToAsk, false))
            ask();
    });
    const auto update = [this] { m_action->setEnabled(compiled() != nullptr); };
    connect(&m_estimate, &EstimateController::sourceChanged, this, update);
    connect(&m_context.session.model(), &ModelDocument::changed, this, update);
    update();
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            m_context.pages.spec().setVersions(m_menu);
    });
    connect(&m_compile.runner(), &CompileRunner::started, this, &OtherVelaController::follow);
    connect(&m_compile.runner(), &CompileRunner::finished, this, &OtherVelaController::compare);
}

/// What is open, if Vela can be run on its TOSA; else null.
Item OtherVelaController::compiled() const
{
    const auto result = m_context.session.model().compileResult();
    const bool isCompiled = result && result->status == compiled::Status::Succeeded;
    return isCompiled && !m_estimate.source().isEmpty() ? result : nullptr;
}

/// One of each version that the compile was not made with, newest first.
std::vector<ToolEnvironment> OtherVelaController::others() const
{
    const auto result = compiled();
    if (!result)
        return {};
    const auto used = result->tools.find(u"vela"_s);
    QStringList seen{ used == result->tools.end() ? QString() : used->second };
    std::vector<ToolEnvironment> found;
    for (const auto &environment : m_compile.tools().catalogue().withVela()) {
        const auto version = environment.version(VelaPackage);
        if (seen.contains(version))
            continue;
        seen.append(version);
        found.push_back(environment);
    }
    return found;
}

void OtherVelaController::look()
{
    auto &tools = m_compile.tools();
    if (!tools.catalogue().entries().empty() || tools.catalogue().isBusy())
        return;
    const auto input = m_context.session.compileInput();
    tools.refreshCatalogue(
        input.isEmpty() ? QStringList() : QStringList{ QFileInfo(input).absolutePath() });
}

/// The one for comparison, else the only other one; where there is a choice, it is asked.
void OtherVelaController::ask()
{
    look();
    if (m_compile.tools().catalogue().isBusy()) {
        m_isToAsk = true;
        return;
    }
    const auto others = this->others();
    const auto second
        = std::ranges::find(others, m_compile.tools().second(), &ToolEnvironment::interpreter);
    if (second != others.end())
        return start(*second);
    if (others.size() == 1)
        return start(others.front());
    m_menu->popup(QCursor::pos());
}

void OtherVelaController::fill()
{
    m_menu->clear();
    const auto others = this->others();
    for (const auto &environment : others) {
        auto *action = m_menu->addAction(tr("Vela %1").arg(environment.version(VelaPackage)), this,
            [this, environment] { start(environment); });
        action->setObjectName(u"otherVela."_s + environment.version(VelaPackage));
        action->setToolTip(environment.interpreter);
    }
    if (m_compile.tools().catalogue().isBusy())
        m_menu->addAction(tr("Looking for more…"))->setEnabled(false);
    m_menu->addSeparator();
    const auto known = m_compile.tools().catalogue().withVela();
    for (const auto &version : ReleasesOfVela) {
        if (std::ranges::any_of(known, [&](const auto &environment) {
                return environment.version(VelaPackage) == version;
            }))
            continue;
        auto *action = m_menu->addAction(
            tr("Get Vela %1…").arg(version), this, [this, version] { make(version); });
        action->setObjectName(u"getVela."_s + version);
        action->setToolTip(
            tr("An environment of its own; nothing is downloaded before you begin it"));
    }
}

void OtherVelaController::make(const QString &version)
{
    m_compile.showTools();
    if (auto *panel = m_context.pages.spec().environment())
        panel->proposeVela(version);
}

void OtherVelaController::start(const ToolEnvironment &environment)
{
    const auto result = compiled();
    if (!result)
        return;
    const auto &usual = m_compile.tools().environment();
    // Its own spec, not the edited one: nothing but the version is to differ.
    const auto request = otherVelaRequest(m_estimate.source(), result->spec,
        usual ? usual->interpreter : QString(), environment.interpreter);
    if (!request) {
        m_context.notices.show({ u"compile.otherVela"_s, u"dialog-information"_s,
            tr("Another Vela cannot be asked about this compile: %1").arg(request.error().toText()),
            { { tr("Close"), {} } } });
        return;
    }
    m_asked.push_back({ *request, result });
    m_compile.compile(*request);
}

void OtherVelaController::follow(const toolchain::CompileRequest &request)
{
    const auto asked = std::ranges::find_if(m_asked, [&](const Asked &one) {
        return one.request.velaInterpreter == request.velaInterpreter
            && one.request.interpreter == request.interpreter && one.request.input == request.input
            && one.request.spec == request.spec;
    });
    if (asked == m_asked.end())
        return;
    m_running.insert(request.outputFolder, asked->before);
    m_asked.erase(asked);
}

/// Whatever else was compiled meanwhile, and whatever the settings say about a usual compile.
void OtherVelaController::compare(const Item &result)
{
    const auto before = m_running.take(result->folder);
    if (!before || result->status != compiled::Status::Succeeded)
        return;
    m_context.session.results().compare(before, result);
    m_context.modes.show(Mode::Compare);
}

void addOtherVersions(
    const ShellContext &context, const EstimateController &estimate, CompileController &compile)
{
    new OtherVelaController(context, estimate, compile, &context.window);
}

} // namespace tosaic::shell
