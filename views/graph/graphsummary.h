// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"
#include "core/toolchain/compileresult.h"

#include <QString>

namespace tosaic::views {

/// The answer to "what runs on the NPU?" in one sentence: from the compile result if it is known,
/// else from the program alone. Either may be null.
QString placementSentence(
    const model::Program *program, const toolchain::CompileResult *result, int method = 0);

} // namespace tosaic::views
