// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/whatif/gridengine.h"

#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/workspace/settingkeys.h"
#include "views/whatif/enginedialog.h"

using namespace Qt::StringLiterals;

namespace tosaic::shell {

GridEngine::GridEngine(const ShellContext &context, WorkspaceStore &store)
    : m_context(context), m_store(store)
{
}

/// A choice of the workspace while one is open.
QString GridEngine::engine() const
{
    return m_store.path().isEmpty() ? m_context.session.settings().value(settings::SweepEngine)
                                    : m_store.setting(workspace::EngineKey);
}

void GridEngine::ask()
{
    auto *dialog = new views::EngineDialog(engine(), &m_context.window);
    connect(dialog, &views::EngineDialog::engineChosen, this, &GridEngine::choose);
    dialog->open();
}

/// What is chosen here is this user's own.
void GridEngine::choose(const QString &engine)
{
    if (m_store.path().isEmpty()) {
        m_context.session.settings().set(settings::SweepEngine, engine);
    } else {
        m_store.setSetting(workspace::EngineKey, engine);
        const auto kept
            = m_context.session.approvals().keepOwn(m_store.path(), workspace::EngineKey, engine);
        if (!kept)
            qWarning("%s", qPrintable(kept.error().toText())); // it is asked again
    }
    Q_EMIT changed();
}

/// A workspace of somebody else connects to nothing before that is approved.
void GridEngine::whenApproved(const std::function<void(const QString &engine)> &next)
{
    const auto engine = this->engine();
    auto &approvals = m_context.session.approvals();
    const auto subject = connectionSubject(engine);
    if (engine.isEmpty() || m_store.path().isEmpty()
        || approvals.isOwn(m_store.path(), workspace::EngineKey, engine)
        || approvals.allows(subject))
        return next(engine);
    m_context.notices.show({ u"spec.whatIfEngine"_s, u"dialog-warning"_s,
        tr("This workspace runs sweeps on %1. Your TOSA goes there; approve it only if you know "
           "whose that is.")
            .arg(shownText(subject)),
        { { tr("Approve and run there"),
              [this, subject, engine, next] {
                  const auto kept = m_context.session.approvals().approve(subject);
                  if (!kept)
                      qWarning("%s", qPrintable(kept.error().toText()));
                  next(engine);
              } },
            { tr("Run on this machine"), [next] { next(QString()); }, true },
            { tr("Not now"), {} } } });
}

} // namespace tosaic::shell
