// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"
#include "profiler/analysis/programmatch.h"
#include "profiler/measuredrun.h"

/// What is known of a run for its formulas, and who says it: told once for window, report and
/// command line.
namespace tosaic::profile {

/// What a system configuration lets the NPU move over a way to memory.
struct PortLimit
{
    QString name; ///< as counters name it: "AXI0", "SRAM"
    QString memory; ///< behind it: "OffChipFlash"
    double bytesPerCycle = 0; ///< of the NPU's clock, both directions together
    bool isReadOnly = false;
};

/// What a program, and the compile that made it, say of the runs that belong to it.
struct ProgramFacts
{
    QString sha256; ///< of the file
    QString name; ///< "kws.pte"
    QString product; ///< "U55"; empty: it has no part for an NPU
    std::optional<quint32> npuMacs; ///< per cycle
    std::optional<quint64> modelMacs; ///< of one inference
    bool areMacsOfCompile = false; ///< the compile tells them; else the command streams count them
    std::vector<PortLimit> ports; ///< of the system configuration it was compiled for
    ProgramMarks marks = {}; ///< what consoles of its runs print of it
};

/// Who says something about a run.
enum class FactSource
{
    Nobody,
    Log, ///< its console
    User, ///< stated
    Target, ///< the name of the target that was stated
    Program, ///< ProgramFacts
    Merged ///< the runs that were merged
};

/// Context of the formulas, and where its parts come from.
struct KnownFacts
{
    MetricContext values;
    FactSource product = FactSource::Nobody;
    FactSource npuMacs = FactSource::Nobody;
    FactSource modelMacs = FactSource::Nobody;
    FactSource clock = FactSource::Nobody;
};

/// The log comes first, then what the user states (MACs, target), then the program. `program`: that
/// the run is attached to; null: not known. Of one that the console refutes nothing is taken, nor
/// the MACs that an import took from it once.
KnownFacts knownFactsOf(const MeasuredRun &run, const ProgramFacts *program = nullptr);

/// SHA-256 of the program: of the model that the run is attached to, else of the file that its
/// target ran; empty: not known.
QString programHashOf(const MeasuredRun &run);
QString programHashOf(const QString &modelSha256, const workspace::RunConditions &conditions);

/// The program that a run is attached to, by its hash; null: it is none of these.
const ProgramFacts *statedProgramOf(
    const MeasuredRun &run, const std::vector<ProgramFacts> &programs);

/// The run's console says that it ran another program, whoever attached it: nothing that is known
/// of this one holds for it.
bool isRefuted(const MeasuredRun &run, const ProgramFacts &program);

/// The program that a run is attached to, unless its console refutes that; null: none of these.
const ProgramFacts *programOf(const MeasuredRun &run, const std::vector<ProgramFacts> &programs);

} // namespace tosaic::profile
