// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/liverun.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

namespace tosaic::test {

inline constexpr int Patience = 60000; // ms, for a machine under load

inline QString standInTarget()
{
    return programPath(QStringLiteral("tosaic-standintarget"));
}

inline QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A console of ExecuTorch's runner with one complete inference.
inline QByteArray completeConsole()
{
    return "I [executorch:arm_executor_runner.cpp:412 main()] Model buffer loaded, has 1 "
           "methods\r\n"
           "I [executorch:arm_executor_runner.cpp:420 main()] Running method forward\r\n"
           "I [executorch:arm_perf_monitor.cpp:180 StopMeasurements()] NPU Inferences : 1\r\n"
           "I [executorch:arm_perf_monitor.cpp:200 StopMeasurements()] ethosu_pmu_cycle_cntr : "
           "4711\r\n"
           "I [executorch:arm_perf_monitor.cpp:210 StopMeasurements()] ethosu_pmu_cntr0 : 1234\r\n"
           "I [executorch:arm_perf_monitor.cpp:220 StopMeasurements()] Ethos-U PMU "
           "Events:[ETHOSU_PMU_NPU_IDLE]\r\n"
           "I [executorch:arm_executor_runner.cpp:500 main()] 1 inferences finished\r\n"
           "I [executorch:arm_executor_runner.cpp:600 main()] Program complete, exiting.\r\n"
           "\x04\r\n";
}

/// A live run and all it says.
struct RunWatch
{
    using State = profile::LiveRun::State;

    explicit RunWatch(const profile::RunRequest &request) : run(request)
    {
        QObject::connect(&run, &profile::LiveRun::consoleAdded, &run,
            [this](const QByteArray &bytes) { heard += bytes; });
        QObject::connect(&run, &profile::LiveRun::stateChanged, &run,
            [this](State state) { states.push_back(state); });
        QObject::connect(&run, &profile::LiveRun::runChanged, &run, [this] { ++changes; });
    }
    bool finish()
    {
        if (run.state() == State::Idle)
            run.start();
        return finished.count() > 0 || finished.wait(Patience);
    }
    bool reach(State state)
    {
        return QTest::qWaitFor([&] { return run.state() == state; }, Patience);
    }
    bool hear(const QByteArray &text)
    {
        return QTest::qWaitFor([&] { return heard.contains(text); }, Patience);
    }
    QString problemId() const { return run.problem() ? run.problem()->id : QString(); }
    bool hasDiagnostic(const QString &id) const
    {
        const auto all = run.diagnostics();
        for (const auto &diagnostic : all) {
            if (diagnostic.id == id)
                return true;
        }
        return false;
    }

    profile::LiveRun run;
    QSignalSpy finished{ &run, &profile::LiveRun::finished };
    QByteArray heard;
    std::vector<State> states;
    int changes = 0;
};

inline profile::RunRequest commandRequest(const QString &mode, const QString &file = {})
{
    profile::CommandTarget target{ .program = standInTarget(), .arguments = { mode } };
    if (!file.isEmpty())
        target.arguments += file;
    return { .target = target };
}

} // namespace tosaic::test
