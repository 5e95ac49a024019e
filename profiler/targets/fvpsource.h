// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/processsource.h"

namespace tosaic::profile {

/// An FVP that runs an ELF in `folder`. As in run_fvp.sh its exit code does not decide: the console
/// does. Problems: those of ProcessSource, "run.timeout" (its own time limit), "run.semihosting".
class FvpSource : public ProcessSource
{
    Q_OBJECT
public:
    FvpSource(const FvpTarget &target, int timeLimitSeconds, const QString &folder);

    std::vector<workspace::RunFile> files() const override;
    void describe(workspace::RunConditions &conditions) const override;

protected:
    bool prepare() override;
    void takeExitCode(int code) override;

private:
    void watch(const QByteArray &bytes);

    FvpTarget m_target;
    QString m_folder;
    QString m_version; ///< "11.27.42"; empty until its banner was read
    QByteArray m_head; ///< start of the console, where the banner is
    QByteArray m_tail; ///< of the console, for texts that come in pieces
};

} // namespace tosaic::profile
