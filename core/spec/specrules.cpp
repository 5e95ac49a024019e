// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specrules.h"

#include "core/spec/ruletable.h"

#include <algorithm>

namespace tosaic::spec {

std::vector<Diagnostic> check(const CompileSpec &spec)
{
    std::vector<Diagnostic> found;
    for (auto &hit : checkRules(spec))
        found.push_back(std::move(hit.diagnostic));
    return found;
}

bool hasError(const std::vector<Diagnostic> &diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
        [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

} // namespace tosaic::spec
