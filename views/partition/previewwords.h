// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

namespace tosaic::views {

/// What a preview changes against the compile that is shown (null: nothing was compiled yet):
/// partitions, operators on the NPU, and what crosses between NPU and CPU, each with what it is
/// now, and what was said of the pins; or why there is no preview.
QString previewSentence(
    const compiled::CompileResult *shown, const compiled::CompileResult &preview);

} // namespace tosaic::views
