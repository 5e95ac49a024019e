// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/formats/vela/consolereader.h"
#include "core/formats/vela/debugdb.h"
#include "core/formats/vela/perlayercsv.h"
#include "core/formats/vela/summarycsv.h"
#include "core/formats/vela/velaini.h"
#include "core/formats/vela/velanpz.h"

/// What `inspect` says about the files that Vela writes and reads; JSON in the contract's shape.
namespace tosaic::inspect {

/// {"rows": [{"network", "accelerator", ..., "sramBytes", ..., "arenaCacheBytes"}]}
Description describeVelaSummary(const formats::vela::SummaryFile &file);

/// {"rows": n, "networks": n, "family": "regor"|"python"}
Description describeVelaPerLayer(const formats::vela::PerLayerFile &file);

/// {"wellFormed", "tables": {name: rows}, "queue": {stream: {"rows", "firstOffset",
/// "lastOffset"}}, "livePeak"?: {memory: {"bytes", "firstAtTime", "tensors", "maxEndAddress"}},
/// "core": "regor"|"python"}
Description describeVelaDebugDb(const formats::vela::VelaDebugDb &db);

/// {"arrays": [{"name", "dtype", "shape", "bytes"?, "offset"?, "fortranOrder"?}], "ethosu"?,
/// "fastScratchBytes"?}
Description describeVelaNpz(const formats::vela::VelaNpz &npz);

/// {"vela"?, "summary": {as far as printed}, "problems": [{"severity", "text", "line"?,
/// "tensor"?}]}; further networks are in "furtherSummaries". Sizes come from
/// KiB with two decimals, which "rounded" in the summary says.
Description describeVelaConsole(const formats::vela::ConsoleText &console);

/// {"systemConfigs": [name], "memoryModes": [name]}
Description describeVelaIni(const formats::vela::VelaIni &ini);
/// The same and every setting: key: {"value"?, "from", "line"?, "core"?: {"value", "from"}}, and
/// "constMemory", "arenaMemory", "cacheMemory". "from" is a section or "default"; "core" is there
/// where the C++ core takes another value than Python.
Description describeVelaIni(
    const formats::vela::VelaIni &ini, const formats::vela::IniResolution &resolution);

} // namespace tosaic::inspect
