// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"
#include "profiler/session/streamfacts.h"

namespace tosaic {

/// Operators of the networks and nodes of the model that have no operation of their own, with the
/// operation that does their work. Of nodes only in partitions whose compile recorded what it made
/// of them (CompileResult::origins): what is missing there was melted, elsewhere it is not known.
/// A node whose TOSA operators were folded goes where they went. One without TOSA operators was
/// melted into what it takes its input from (an activation into its convolution), else into what
/// takes its output; a dequantise step the other way round.
std::vector<ProfileSubject::Carried> carriedOf(const profile::OperationTable &table,
    const StreamMaterial &material, const compiled::CompileResult *result);

} // namespace tosaic
