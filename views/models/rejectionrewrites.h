// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <QString>

namespace tosaic::views {

/// Another way to write something in the model that the NPU takes, with equal values. Each is held
/// to ExecuTorch's partitioner and to torch by tests/fixtures/test_preview.py.
struct Rewrite
{
    QString key; ///< "average-pool-stride": stable, for scripts
    QString before; ///< Python, an example of what is refused
    QString after;
    QString source; ///< of the rule, below executorch/backends/arm, read in 1.5.1
};

/// Null: none is known to help against this check. `check` and `reason` as in compiled::Rejection;
/// `result` is the compile that says it.
const Rewrite *rewriteFor(
    const QString &check, const QString &reason, const compiled::CompileResult &result);

/// To be pasted: what was, as a comment, and what takes its place.
QString pythonOf(const Rewrite &rewrite);

} // namespace tosaic::views
