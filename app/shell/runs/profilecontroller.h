// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/base/jobslot.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/profilematerial.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace tosaic::shell {

/// Keeps the profile of the session up to date: what is open is put together anew, on a pool
/// thread, when the model, its compile, its command streams or the run that is looked at change.
/// What could not be joined becomes problems.
class ProfileController : public QObject
{
    Q_OBJECT
public:
    explicit ProfileController(const ShellContext &context, QObject *parent = nullptr);

    /// A debug database or per-layer table beside what is open.
    void addReport(const QString &path);

private:
    void showDialog();
    void askForColumn();
    void forgetReports();
    void update();
    void take(const Result<std::shared_ptr<const ProfileSubject>> &subject);
    ProfileMaterial material() const;
    const profile::MeasuredRun *boardRun() const;

    ShellContext m_context;
    JobSlot m_slot;
    QTimer m_soon; ///< several changes at once are one
    QStringList m_reports;
    QString m_boardColumn; ///< stated for the rows of a board's layers
    QString m_path; ///< of the model that m_reports and m_boardColumn were stated for
    ProfileMaterial m_shown; ///< of the last update
    bool m_isShown = false;
};

} // namespace tosaic::shell
