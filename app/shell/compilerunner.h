// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/toolchain/compilejob.h"
#include "views/models/jobhistory.h"

#include <QObject>

#include <memory>

namespace tosaic::shell {

class Session;

/// One compile at a time, told to the documents: log and stages to the job history, progress to the
/// job list, problems to the problems, and at the end the result is opened. Lives on the GUI
/// thread; the compile is a child process.
class CompileRunner : public QObject
{
    Q_OBJECT
public:
    explicit CompileRunner(Session &session, QObject *parent = nullptr);
    ~CompileRunner() override;

    /// The output folder is made by the runner: below the settings' folder, or the user's data
    /// folder, named after input, target and time.
    void start(toolchain::CompileRequest request);
    void cancel();
    bool isRunning() const { return m_job != nullptr; }
    /// Log of the compile that wrote this folder; empty if it was not in this session.
    QString logOf(const QString &folder) const { return m_logs.value(folder); }

Q_SIGNALS:
    void runningChanged(bool running);
    /// After documents have taken the result in.
    void finished(const std::shared_ptr<const tosaic::toolchain::CompileResult> &result);

private:
    void connectJob();
    void take(const std::shared_ptr<const toolchain::CompileResult> &result);
    void endRecord(const toolchain::CompileResult &result);
    void show(const std::shared_ptr<const toolchain::CompileResult> &result);
    QString newFolder(const toolchain::CompileRequest &request) const;

    Session &m_session;
    std::unique_ptr<toolchain::CompileJob> m_job;
    JobSlot m_readSlot;
    JobId m_listed;
    views::JobRecordId m_record;
    QString m_stage;
    double m_fraction = 0;
    QHash<QString, QString> m_logs;
};

} // namespace tosaic::shell
