// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

/// Writes consoles for tests: the facts of the formats (line shapes, order, units) with values
/// chosen by the test. Their first line says that they are generated; none is ever shown as
/// measured.
namespace tosaic::test {

enum class RunnerAge
{
    Printf2024, ///< "============ NPU Inferences : n ============", no tags
    Tagged2024, ///< "I [executorch:file:line] ", totals only
    Current ///< tags with function names, "(x per inference)", delegations
};

enum class NamesPlace
{
    After, ///< as the runner prints them
    Before,
    Absent
};

struct GeneratedProfile
{
    quint64 inferences = 1;
    quint64 delegations = 1;
    quint64 cpuDelegate = 0; ///< CPU cycles in the delegate
    quint64 cpuInference = 0; ///< CPU cycles of execute()
    quint64 cpuWait = 0; ///< CPU cycles between begin and end of the NPU
    quint64 npuCycles = 0;
    std::vector<std::pair<QString, quint64>> counters; ///< canonical event name, value
};

struct GeneratedConsole
{
    RunnerAge age = RunnerAge::Current;
    NamesPlace names = NamesPlace::After;
    quint64 pteBytes = 4096;
    std::vector<quint64> plannedBuffers;
    quint64 methodPool = 62914560;
    quint64 methodUsed = 1024;
    std::vector<GeneratedProfile> profiles;
    std::vector<std::vector<double>> outputs;
    QByteArray etdump; ///< printed as the runner does; empty: none
    bool failsToExecute = false;
    QByteArray lineEnd = "\n";
};

/// Counters as the runner of that NPU has them ("U55" or "U85").
std::vector<QString> runnerEvents(const QString &product);
/// The text of an ExecuTorch Arm runner's console.
QByteArray generateConsole(const GeneratedConsole &console);

} // namespace tosaic::test
