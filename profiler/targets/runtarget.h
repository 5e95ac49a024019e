// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/workspace/records.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <variant>
#include <vector>

/// Where a program can run and be listened to. Values only.
namespace tosaic::profile {

/// Arm's Fixed Virtual Platform. Facts: ExecuTorch's backends/arm/scripts/run_fvp.sh.
struct FvpTarget
{
    enum class Platform
    {
        Corstone300U55,
        Corstone300U65,
        Corstone320U85
    };
    Platform platform = Platform::Corstone300U55;
    quint32 macs = 128; ///< MACs per cycle of the simulated NPU
    QString program; ///< the FVP; empty: by its name on PATH
    QString elf; ///< runner that is loaded
    QString pte; ///< program beside it; empty: it is in the ELF
    quint64 address = 0x38000000; ///< where the .pte is loaded; not used with semihosting
    bool usesSemihosting = false; ///< the runner reads the .pte from the host
    bool isFast = false; ///< fast mode: no valid timing
    bool writesPmuTrace = false; ///< --pmu-trace; read when the run has ended
    QStringList extraArguments;
    /// Semihosting: little-endian data, a file for each tensor input; none: all ones, which is what
    /// a runner without semihosting takes.
    QStringList inputFiles;
};

struct SerialTarget
{
    QString port; ///< "/dev/ttyUSB0"
    qint32 baudRate = 115200; ///< 8N1
    bool reconnects = true; ///< waits for the port to come back after an unplug
};

struct TcpTarget
{
    QString host = QStringLiteral("localhost");
    quint16 port = 5000; ///< first telnet terminal of an FVP
    bool reconnects = true;
};

/// Any program that prints a console.
struct CommandTarget
{
    QString program;
    QStringList arguments;
    QString workingFolder; ///< empty: ours
};

/// ExecuTorch's runtime on this computer, in a process of its own.
struct HostTarget
{
    QString interpreter; ///< Python with executorch; empty: that of the tool environment
    QString pte;
    QStringList dataFiles; ///< .ptd
    QString method = QStringLiteral("forward");
    QStringList inputFiles; ///< .npy, one for each tensor input; none: random with the seed
    int seed = 0;
    int warmups = 1;
    int repeats = 10;
    bool recordsEtdump = true;
    bool recordsOutputs = false; ///< intermediate outputs go into the debug buffer
};

using RunTarget = std::variant<FvpTarget, SerialTarget, TcpTarget, CommandTarget, HostTarget>;

/// One thing to run and listen to.
struct RunRequest
{
    QString name; ///< of the run; empty: made from the target
    RunTarget target;
    int timeLimitSeconds = 0; ///< 0: none
    /// Serial and TCP: the run ends when nothing came for so long after a complete inference;
    /// 0: only by stop().
    int quietSeconds = 0;
    std::optional<Origin> origin; ///< of the counters; absent: as the target says
    QString modelSha256; ///< of the program that runs; empty: not known
    workspace::RunConditions conditions; ///< what the user states beside
    /// Where the raw console ("console.txt") and the target's files are left; empty: a temporary
    /// folder that goes with the run's object.
    QString folder;
};

} // namespace tosaic::profile
