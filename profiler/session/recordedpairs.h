// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graphdiff.h"
#include "profiler/session/profiledocument.h"

namespace tosaic {

/// What became what, between any two levels of what the subject is of: nodes of the model,
/// operators of the TOSA files, operations of the command streams. Each pair in both directions.
/// From the debug information of the compile; empty if it left none.
graph::RecordedPairs recordedPairs(const ProfileSubject &subject);

} // namespace tosaic
