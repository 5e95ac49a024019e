// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/units.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

/// A measured run as read from a console. Field meanings are those of "import, runs, compare" in
/// the command-line contract; nothing is filled in or guessed, absent stays absent.
namespace tosaic::profile {

enum class LogFamily
{
    ExecutorchRunner,
    Mlek,
    CoreSoftware,
    Zephyr,
    Other
};
QString familyName(LogFamily family); ///< "executorch-runner"

enum class RunStatus
{
    Complete,
    Failed,
    Truncated,
    NoInference
};
QString statusName(RunStatus status); ///< "complete"

/// Values of one hardware counter, in the order the log printed them.
struct Counter
{
    QString name; ///< canonical event name without vendor prefix, or the log's own label ("cntr0")
    quint64 value = 0;
    QString unit; ///< "cycles", "beats", "transactions", "events"; empty if the event is not known
    bool isDerived = false; ///< computed by software, not the hardware event of that name
    QString label = {}; ///< the log's own where the user gave it its name: "cntr0"; else empty
};

struct CpuCycles
{
    std::optional<quint64> inference;
    std::optional<quint64> operators;
    std::optional<quint64> waitForNpu;
    std::optional<quint64> active;
    std::map<QString, quint64> byOperator;
};

struct LayerTable
{
    std::vector<QString> columns;
    std::vector<std::vector<qint64>> rows;
};

struct Profile
{
    QString label;
    std::optional<quint64> inferences;
    std::optional<quint64> delegations;
    std::vector<Counter> counters;
    CpuCycles cpuCycles;
    std::optional<quint64> timeNs;
    std::vector<quint64> runNs;
    std::optional<LayerTable> layers;

    const Counter *counter(const QString &name) const;
};

struct LogNpu
{
    QString product; ///< "U55"; empty if the log does not tell
    std::optional<quint32> macs;
    QString archVersion;
    QString driverVersion;
    std::optional<quint32> commandStreamVersion;
    bool operator==(const LogNpu &) const = default;
};

struct LogTensor
{
    QString dtype;
    std::vector<qint64> shape;
    std::optional<quint64> bytes;
};

struct LogModel
{
    QString name;
    std::optional<quint64> pteBytes;
    std::optional<quint64> bytes;
    std::optional<quint64> methodCount;
    std::vector<QString> operators;
    std::vector<LogTensor> inputs;
    std::vector<LogTensor> outputs;
    std::optional<quint64> commandStreamWords;
    std::optional<LogNpu> compiledFor;
};

struct Allocator
{
    std::optional<quint64> used;
    std::optional<quint64> total;
    std::optional<quint64> loaded;
    std::optional<quint64> input;
    std::optional<quint64> executor;
};

struct LogMemory
{
    std::optional<quint64> plannedBytes;
    std::optional<Allocator> methodAllocator;
    std::optional<Allocator> tempAllocator;
    std::optional<quint64> arenaBytes;
    std::optional<quint64> arenaTotalBytes;
};

struct LogOutput
{
    std::optional<quint64> index;
    std::optional<quint64> count;
    std::optional<quint64> shown;
    std::optional<std::vector<double>> values;
};

struct LogError
{
    quint64 line = 0; ///< counts from 1
    QString code; ///< "0x12"; empty if none
    QString text;
};

struct LogJob
{
    QString name;
    std::optional<qint64> status;
};

struct Run
{
    LogFamily family = LogFamily::Other;
    RunStatus status = RunStatus::NoInference;
    bool isAbridged = false;
    std::optional<LogNpu> npu;
    std::optional<quint64> cpuClockHz;
    std::optional<quint64> npuClockHz;
    std::optional<LogModel> model;
    std::optional<quint64> inferences;
    std::vector<LogJob> jobs;
    std::vector<Profile> profiles;
    LogMemory memory;
    std::vector<LogOutput> outputs;
    std::vector<LogError> errors;
    std::optional<QByteArray> etdump; ///< the decoded base64 block
    std::vector<Diagnostic> diagnostics;
};

/// ExecuTorch's runner prints counters and CPU cycles as sums over all inferences; others those of
/// one.
bool printsSums(LogFamily family);
/// Of how many inferences counters and CPU cycles of a profile are the sum: 1 where they are of
/// one; absent if the log does not say.
std::optional<quint64> summedInferences(const Profile &profile, bool areSums);

} // namespace tosaic::profile
