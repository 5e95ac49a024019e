// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/toolprocess.h"
#include "profiler/targets/consolesource.h"

namespace tosaic::profile {

/// A program that prints a console; it ends with everything it started. Problems:
/// "run.not-started", "run.crashed", "run.exit-code".
class ProcessSource : public ConsoleSource
{
    Q_OBJECT
public:
    explicit ProcessSource(toolchain::ToolProcess::Command command, QObject *parent = nullptr);

    void start() override;
    void stop() override;
    void send(const QByteArray &bytes) override;

protected:
    /// Before it starts; false: setProblem() was called and nothing starts.
    virtual bool prepare() { return true; }
    /// What an exit code other than 0 means; by default a problem.
    virtual void takeExitCode(int code);

    const toolchain::ToolProcess::Command &command() const { return m_command; }

private:
    void conclude();

    toolchain::ToolProcess::Command m_command;
    toolchain::ToolProcess m_process;
};

/// Absolute path of a program that is named by its path or, without a slash, by its name on PATH;
/// empty if there is none that can be executed.
QString findProgram(const QString &name);

} // namespace tosaic::profile
