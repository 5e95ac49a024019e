// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "app/cli/program/graphdifference.h"

namespace tosaic::cli {

/// Two or more graphs operator by operator, each compared with the first: a table of what is not
/// the same in all, or with --json one document. `quantisation`: see openGraphSide(). Blocks.
Answer tableOfGraphs(const std::vector<GraphSideChoice> &sides, bool quantisation, const Input &in);

} // namespace tosaic::cli
