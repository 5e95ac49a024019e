// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/models/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/analysis/entityplace.h"
#include "core/analysis/programcheck.h"
#include "core/base/jobslot.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>

#include <QObject>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class RuntimeController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::RuntimeController)
public:
    explicit RuntimeController(const ShellContext &context, QObject *parent = nullptr);

    /// Id of the chosen runtime; empty: kernels and delegates are not checked.
    QString runtime() const;
    void choose(const QString &runtime);

private:
    void fillMenu(QMenu *menu);
    void check();
    void answer(qsizetype missing);

    ShellContext m_context;
    JobSlot m_slot;
    QActionGroup *m_choices;
    bool m_isAsked = false; ///< the user chose, and waits for an answer
};

} // namespace

namespace {

const auto RuntimeNotice = u"model.runtime"_s;

struct RuntimeFindings
{
    std::vector<views::Problem> problems;
    qsizetype missing = 0; ///< of them: kernels and delegates that the runtime lacks
};

} // namespace

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
    m_isAsked = true;
    check();
}

void RuntimeController::check()
{
    m_context.notices.dismiss(RuntimeNotice);
    const auto program = m_context.session.model().program();
    if (!program) {
        m_slot.cancel();
        m_context.session.problems().clear(u"runtime"_s);
        if (std::exchange(m_isAsked, false))
            answer(0);
        return;
    }
    m_slot.start(
        tr("Checking the program"),
        [program, id = runtime()](const JobControl &) -> Result<RuntimeFindings> {
            RuntimeFindings findings;
            auto found = analysis::checkMemory(*program);
            if (const auto *target = analysis::findRuntime(id)) {
                const auto missing = analysis::checkRuntime(*program, *target);
                findings.missing = static_cast<qsizetype>(missing.size());
                found.insert(found.end(), missing.begin(), missing.end());
            }
            for (auto &diagnostic : found) {
                const auto entity = analysis::entityAt(*program, diagnostic.location);
                findings.problems.push_back({ std::move(diagnostic), entity });
            }
            return findings;
        },
        [this](Result<RuntimeFindings> findings) {
            const bool isAsked = std::exchange(m_isAsked, false);
            if (findings) {
                m_context.session.problems().set(u"runtime"_s, std::move(findings->problems));
                if (isAsked)
                    answer(findings->missing);
            }
        });
}

void RuntimeController::answer(qsizetype missing)
{
    const auto *target = analysis::findRuntime(runtime());
    if (!target)
        return; // nothing is checked any more, and that is all
    const auto name = QCoreApplication::translate("Runtime", target->title);
    const NoticeBar::Button close{ tr("Close"), {} };
    if (!m_context.session.model().program()) {
        m_context.notices.show({ RuntimeNotice, u"dialog-information"_s,
            tr("Programs will be checked against %1 when they are opened. None is open.").arg(name),
            { close } });
        return;
    }
    const auto file = QFileInfo(m_context.session.model().path()).fileName();
    if (missing == 0) {
        m_context.notices.show({ RuntimeNotice, u"dialog-ok-apply"_s,
            tr("%1 has every kernel and delegate that %2 calls.").arg(name, file), { close } });
        return;
    }
    m_context.notices.show({ RuntimeNotice, u"dialog-warning"_s,
        tr("%1 would refuse %2: %n problem(s).", nullptr, static_cast<int>(missing))
            .arg(name, file),
        { { tr("Show the problems"),
              [this] { Q_EMIT m_context.requests.panelRequested(u"problems"_s); }, true },
            close } });
}

void addRuntimeCheck(const ShellContext &context)
{
    new RuntimeController(context, &context.window);
}

} // namespace tosaic::shell
