// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layout/layout.h"

#include <functional>

namespace tosaic::layout {

/// Tosaic's own layered drawing: linear in nodes and edges, the same for the same request, fit for
/// any thread. Hulls are drawn from the inside out, each as a node of what is around it: opening
/// one leaves the inside of all others as it was. Edges over many layers, and those of one node to
/// many others far away, are left out (their spline is empty). Errors: Cancelled, at once after
/// `isCancelled` says so.
Result<Layout> layeredLayout(
    const Request &request, const std::function<bool()> &isCancelled = [] { return false; });

} // namespace tosaic::layout
