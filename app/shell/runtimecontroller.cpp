// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runtimecontroller.h"

#include "app/shell/actionregistry.h"
#include "app/shell/session.h"
#include "app/shell/shellsettings.h"
#include "core/analysis/entityplace.h"
#include "core/analysis/programcheck.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

RuntimeController::RuntimeController(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context), m_choices(new QActionGroup(this))
{
    fillMenu(m_context.actions.addMenu(u"model.runtime"_s, tr("Check against &runtime")));
    connect(&m_context.session.model(), &ModelDocument::changed, this, &RuntimeController::check);
}

QString RuntimeController::runtime() const
{
    return m_context.session.settings().value(settings::TargetRuntime);
}

void RuntimeController::fillMenu(QMenu *menu)
{
    const auto add = [&](const QString &id, const QString &title) {
        auto *action = new QAction(title, m_choices); // joins the group
        menu->addAction(action);
        connect(action, &QAction::triggered, this, [this, id] { choose(id); });
        action->setObjectName(u"model.runtime."_s + id);
        action->setCheckable(true);
        action->setChecked(runtime() == id);
        action->setData(id);
    };
    for (const auto &known : analysis::knownRuntimes())
        add(known.id, QCoreApplication::translate("Runtime", known.title));
    menu->addSeparator();
    add({}, tr("Do not check kernels and delegates"));
}

void RuntimeController::choose(const QString &runtime)
{
    m_context.session.settings().set(settings::TargetRuntime, runtime);
    for (auto *action : m_choices->actions())
        action->setChecked(action->data().toString() == runtime);
    check();
}

void RuntimeController::check()
{
    const auto program = m_context.session.model().program();
    if (!program) {
        m_slot.cancel();
        m_context.session.problems().clear(u"runtime"_s);
        return;
    }
    m_slot.start(
        tr("Checking the program"),
        [program, id = runtime()](const JobControl &) -> Result<std::vector<views::Problem>> {
            auto found = analysis::checkMemory(*program);
            if (const auto *target = analysis::findRuntime(id)) {
                const auto missing = analysis::checkRuntime(*program, *target);
                found.insert(found.end(), missing.begin(), missing.end());
            }
            std::vector<views::Problem> problems;
            for (auto &diagnostic : found) {
                const auto entity = analysis::entityAt(*program, diagnostic.location);
                problems.push_back({ std::move(diagnostic), entity });
            }
            return problems;
        },
        [this](Result<std::vector<views::Problem>> problems) {
            if (problems)
                m_context.session.problems().set(u"runtime"_s, std::move(*problems));
            Q_EMIT checked();
        });
}

} // namespace tosaic::shell
