// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/compilecontroller.h"
#include "app/shell/shellcontext.h"
#include "core/base/jobslot.h"
#include "views/jobs/jobspanel.h"

#include <QObject>

namespace tosaic::shell {

/// What the jobs panel asks for: running again, opening, saving, the line of a problem; and the
/// rows of jobs that an opened workspace or result tells about.
class JobsController : public QObject
{
    Q_OBJECT
public:
    JobsController(const ShellContext &context, CompileController &compile, views::JobsPanel &panel,
        QObject *parent = nullptr);

Q_SIGNALS:
    void bundleSaved(const QString &path);

private:
    void act(views::JobRecordId id, views::JobActions::Kind kind);
    void runAgain(views::JobRecordId id, bool withCurrentSpec);
    void checkAndRun(const toolchain::CompileRequest &request, const QString &oldHash);
    void askBundle(views::JobRecordId id);
    void chooseBundle(views::JobRecordId id, bool withSource);
    void saveText(const QString &suggestion, const QString &text);
    void readSource(views::JobRecordId id, const Diagnostic &problem);
    void goTo(views::JobRecordId id, const Diagnostic &problem);
    void addEarlier();
    void lookForInput(views::JobRecordId id, const toolchain::CompileResult &result);
    void tell(const Error &error);
    std::shared_ptr<const toolchain::CompileResult> resultOf(const views::JobRecord &job) const;
    std::optional<toolchain::CompileRequest> requestOf(const views::JobRecord &job) const;

    ShellContext m_context;
    CompileController &m_compile;
    views::JobsPanel &m_panel;
    JobSlot m_slot; ///< what the user asked for last
    JobSlot m_sourceSlot;
};

} // namespace tosaic::shell
