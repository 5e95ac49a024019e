// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::formats::vela {

/// Which of Vela's two compiler cores wrote the table.
enum class PerLayerFamily
{
    Core, ///< C++ core (Regor): U85 since 4.0, everything since 5.0; 16 columns, nothing is quoted
    Python ///< Python core: 15 columns, quoted, "Network%" occurs twice
};

/// One operator as the compiler scheduled it. All numbers are estimates; cycles are NPU clocks, and
/// what the file leaves empty or gives as NaN is absent. A percentage is the file's own, 0 to 100;
/// Vela prints 100 where the denominator is 0.
struct LayerRow
{
    QString
        originalOperator; ///< "Conv2D", "CONV_2D" (Python core), "None" if Vela does not know it
    QString npuOperator; ///< what became of it; "Passthrough": stays on the CPU
    QString target; ///< "NPU" or "CPU"; empty with the Python core, which lists NPU operators only
    std::optional<quint64> memoryBytes; ///< SRAM in use (Python core), staging memory (C++ core)
    std::optional<double> peakPercent; ///< of that memory's peak
    std::optional<double> opCycles;
    std::optional<double> networkCyclesPercent;
    std::optional<double> npuCycles;
    std::optional<double> sramAccessCycles;
    std::optional<double> dramAccessCycles;
    std::optional<double> onChipFlashAccessCycles;
    std::optional<double> offChipFlashAccessCycles;
    std::optional<quint64> macs;
    std::optional<double> networkMacsPercent;
    std::optional<double> utilisationPercent;
    QString name; ///< of the output tensor
    int network = 0; ///< counts from 0: which of the file's networks
    int line = 0; ///< counts from 1
    /// Its numbers repeat what the operator before it has (activations, with Vela 4). Only where
    /// the table adds up to Vela's total without such rows.
    bool isFused = false;

    /// A member of a fused group: its work is counted with the group's first operator.
    bool isPartOfGroup() const;
    bool staysOnCpu() const; ///< all its numbers are 0, of work that the NPU does not have
    LayerRow ownCosts() const; ///< without what it repeats: 0 of everything where isFused
};

struct PerLayerFile
{
    PerLayerFamily family = PerLayerFamily::Core;
    int networks = 0; ///< header lines; one per NPU subgraph with the Python core
    std::vector<LayerRow> rows;
    std::vector<Diagnostic> diagnostics;
};

/// An empty file is a table without rows: the Python core writes that when nothing runs on the NPU.
/// Errors: FormatDamaged if the first line is not one of the two header lines; LimitExceeded.
Result<PerLayerFile> readPerLayerCsv(const std::shared_ptr<const ByteSource> &source);

} // namespace tosaic::formats::vela
