// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/tools/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "app/shell/tools/approvalsdialog.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/base/approvals.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QObject>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class TrustController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::TrustController)
public:
    TrustController(const ShellContext &context, ToolKeeper &tools, QObject *parent = nullptr);

private:
    void ask(const TrustSubject &subject);
    void showApprovals();

    ShellContext m_context;
    ToolKeeper &m_tools;
};

} // namespace

TrustController::TrustController(const ShellContext &context, ToolKeeper &tools, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools)
{
    m_context.actions.add(
        { .id = u"edit.approvals"_s,
            .text = tr("A&pproved programs..."),
            .tip = tr("Show what files of other people may start on this machine, "
                      "and withdraw it") },
        [this] { showApprovals(); });
    connect(&m_tools, &ToolKeeper::approvalWanted, this, &TrustController::ask);
}

/// A notice for each program, so that none hides another. Declining leaves everything as it is: the
/// own tools are used, and the workspace is not changed.
void TrustController::ask(const TrustSubject &subject)
{
    const auto id = u"tools.trust "_s + subject.what;
    if (subject.content.isEmpty()) {
        m_context.notices.show({ id, u"dialog-information"_s,
            QFileInfo::exists(subject.what)
                ? tr("This workspace names the tools of %1, which cannot be read. Your own tools "
                     "are used.")
                      .arg(shownText(subject))
                : tr("This workspace names the tools of %1, which are not on this machine. Your "
                     "own tools are used.")
                      .arg(shownText(subject)),
            { { tr("Close"), {} } } });
        return;
    }
    m_context.notices.show({ id, u"dialog-warning"_s,
        tr("What you have opened brings its own tools: %1. Using them runs that program on this "
           "machine. It is not started before you approve it; do so only if you know who made it.")
            .arg(shownText(subject)),
        { { tr("Approve and use it"),
              [this, subject] {
                  if (const auto kept = m_context.session.approvals().approve(subject); !kept)
                      m_context.session.problems().set(
                          u"trust"_s, std::vector{ diagnosticOf(kept.error()) });
                  m_tools.askApprovals();
              } },
            { tr("Use my own tools"), {}, true } } });
}

void TrustController::showApprovals()
{
    auto *dialog = new ApprovalsDialog(m_context.session.approvals(), &m_context.window);
    connect(dialog, &ApprovalsDialog::withdrawn, &m_tools, &ToolKeeper::askApprovals);
    dialog->open();
}

void addTrustQuestions(const ShellContext &context, ToolKeeper &tools)
{
    new TrustController(context, tools, &context.window);
}

} // namespace tosaic::shell
