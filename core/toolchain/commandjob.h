// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/toolchain/jobqueue.h"
#include "core/toolchain/toolprocess.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::toolchain {

/// Commands one after the other, as a person would type them: the scripts of an ExecuTorch
/// checkout. Ends at the first that fails. Ids of problem(): "tool.missing", "tool.failed",
/// "tool.crashed", "tool.timeout", "cancelled".
class CommandJob : public QueuedJob
{
    Q_OBJECT
public:
    struct Command
    {
        QString title; ///< stage
        QString program;
        QStringList arguments;
        QString workingFolder; ///< empty: ours
    };

    CommandJob(QString kind, std::vector<Command> commands, QObject *parent = nullptr);

    QString kind() const override { return m_kind; }
    void start() override;
    void cancel() override;
    qint64 processId() const override;

    /// Why it did not get to its end; absent while it runs and after success.
    const std::optional<Diagnostic> &problem() const { return m_problem; }

Q_SIGNALS:
    void logLine(const QString &line);
    /// `index` counts from 0.
    void stageChanged(const QString &title, int index, int count);

private:
    void next();
    void take();
    void end(std::optional<Diagnostic> problem);

    QString m_kind;
    std::vector<Command> m_commands;
    std::size_t m_current = 0;
    std::unique_ptr<ToolProcess> m_process;
    std::optional<Diagnostic> m_problem;
    QString m_lastLine; ///< what a failed program said at the end
    bool m_isCancelled = false;
};

} // namespace tosaic::toolchain
