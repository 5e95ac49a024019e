// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/consolereader.h"
#include "core/formats/vela/debugdb.h"
#include "core/formats/vela/perlayercsv.h"
#include "core/formats/vela/summarycsv.h"
#include "core/workspace/records.h"

#include <vector>

/// What Vela's reports estimate, as numbers of a run. The same number has the same name and unit
/// whichever report it is read from, so that reports of two compilers can be compared.
namespace tosaic::profile {

/// Totals; several rows of one network are repeats.
std::vector<workspace::RunValue> velaValues(const formats::vela::SummaryFile &file);
/// op_cycles of each operator, named by its output tensor; several networks are groups.
std::vector<workspace::RunValue> velaValues(const formats::vela::PerLayerFile &file);
/// Totals as far as they were printed. Memory is printed in KiB with two decimals: the bytes are
/// rounded.
std::vector<workspace::RunValue> velaValues(const formats::vela::ConsoleText &text);
/// op_cycles of each scheduled operation, named by its output tensor; their sums (that of
/// op_cycles is Vela's cycles_total), and the peak of each memory. None of the Python core, which
/// estimates nothing there.
std::vector<workspace::RunValue> velaValues(const formats::vela::VelaDebugDb &database);

/// "Ethos_U55_128" as the command line spells it: "ethos-u55-128".
QString commandLineTarget(const QString &accelerator);

} // namespace tosaic::profile
