// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/environment.h"
#include "profiler/targets/consolesource.h"
#include "profiler/targets/hostrun.h"

namespace tosaic::profile {

/// ExecuTorch's runtime on this computer; without a named interpreter that of the first tool
/// environment that has it. Problems: "run.no-interpreter" and those of HostRun.
class HostSource : public ConsoleSource
{
    Q_OBJECT
public:
    HostSource(const HostTarget &target, const QString &folder);

    void start() override;
    void stop() override;
    bool hasRunnerConsole() const override { return false; }
    std::shared_ptr<const Run> run() const override;
    std::vector<workspace::RunFile> files() const override { return m_run.files(); }
    void describe(workspace::RunConditions &conditions) const override;

private:
    void find();
    void runWith(const QString &interpreter);
    void conclude();

    HostTarget m_target;
    QString m_folder;
    HostRun m_run;
    std::unique_ptr<toolchain::EnvironmentSearch> m_search;
};

} // namespace tosaic::profile
