// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/jobactions.h"

#include "views/widgets/building.h"

#include <QIcon>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace tosaic::views {

JobActions::JobActions(QWidget *owner) : QObject(owner), m_owner(owner)
{
    add(Kind::Cancel, u"jobCancelAction"_s, u"process-stop"_s, tr("Cancel"),
        tr("Stop the job with everything it started, or take it out of the line"));
    add(Kind::RunNext, u"jobRunNext"_s, u"go-up"_s, tr("Run next"),
        tr("Let it run before the others that wait"));
    add(Kind::RunAgain, u"jobRunAgain"_s, u"view-refresh"_s, tr("Run again"),
        tr("Run the same once more, into a new folder"), QKeySequence(u"Ctrl+Alt+R"_s));
    add(Kind::RunWithCurrentSpec, u"jobRunWithSpec"_s, u"run-build"_s,
        tr("Run again with the current spec"),
        tr("The same model with the spec as it is in the Spec mode now"));
    add(Kind::OpenResult, u"jobOpenResult"_s, u"document-open"_s, tr("Open result"),
        tr("Open what the job made"), QKeySequence(Qt::Key_Return));
    add(Kind::ShowFolder, u"jobShowFolder"_s, u"folder-open"_s, tr("Show folder"),
        tr("Show the folder of the results in the file manager"));
    add(Kind::SaveBundle, u"jobSaveBundle"_s, u"document-save-as"_s, tr("Save repro bundle..."),
        tr("Save what others need to run the same: inputs, spec, command, log, versions"));
    add(Kind::Remove, u"jobRemove"_s, u"edit-delete"_s, tr("Remove from the list"),
        tr("Forget the job; its files stay"), QKeySequence::Delete);
    update(nullptr);
}

void JobActions::add(Kind kind, const QString &name, const QString &icon, const QString &text,
    const QString &tip, const QKeySequence &shortcut)
{
    auto *action = named(new QAction(QIcon::fromTheme(icon), text, m_owner), name);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    connect(action, &QAction::triggered, this, [this, kind] { Q_EMIT triggered(kind); });
    m_actions.push_back(action);
}

void JobActions::update(const JobRecord *job)
{
    using Rerun = JobRecord::Rerun;
    using State = JobRecord::State;
    const bool canRerun
        = job && job->hasEnded() && (job->rerun == Rerun::Same || job->rerun == Rerun::Changed);
    action(Kind::Cancel)->setEnabled(job && !job->hasEnded() && job->cancel);
    action(Kind::RunNext)->setEnabled(job && job->state == State::Waiting);
    action(Kind::RunAgain)->setEnabled(canRerun);
    action(Kind::RunWithCurrentSpec)->setEnabled(canRerun);
    action(Kind::OpenResult)
        ->setEnabled(job && job->state == State::Succeeded && !job->folder.isEmpty());
    action(Kind::ShowFolder)->setEnabled(job && !job->folder.isEmpty() && job->started.isValid());
    action(Kind::SaveBundle)->setEnabled(job && job->hasEnded() && !job->folder.isEmpty());
    action(Kind::Remove)->setEnabled(job && job->hasEnded());
    auto *again = action(Kind::RunAgain);
    if (job && job->rerun == Rerun::Changed)
        again->setToolTip(tr("Run again. The model has changed since then."));
    else if (job && job->rerun == Rerun::Gone)
        again->setToolTip(tr("The model is not there any more, so it cannot be run again."));
    else
        again->setToolTip(tr("Run the same once more, into a new folder"));
}

} // namespace tosaic::views
