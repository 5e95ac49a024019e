// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/documents/npuanalysis.h"
#include "core/model/network.h"
#include "core/model/program.h"

#include <QString>

namespace tosaic::views {

/// The answer to "what runs on the NPU?" in one sentence: from the compile result if it is known,
/// else from the program alone. Either may be null.
QString placementSentence(
    const model::Program *program, const compiled::CompileResult *result, int method = 0);

/// What a network is made of: "TOSA 1.0.0: 112 operators of 9 kinds, most of them CONV2D (36)".
/// Null: empty.
QString networkSentence(const model::Network *network, int subgraph);

/// What a command stream does: "83 NPU operations on Ethos-U55-128: 36 CONV, 17 DEPTHWISE;
/// 300,774,272 MACs". Null or unreadable: empty.
QString npuSentence(const NpuAnalysis *analysis);

} // namespace tosaic::views
