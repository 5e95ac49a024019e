// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/npuanalysis.h"
#include "profiler/session/profiledocument.h"
#include "profiler/timeline/tracetimeline.h"

#include <vector>

namespace tosaic {

/// How much of the arena and of the fast scratch is in use while the operations of the subject's
/// table run: what the command streams in the open file touch, as npu::usesOf() says. Transfers
/// count for the operation that comes after them. Of streams that are not in the file, what Vela
/// wrote of its staging memory into the debug database, which leaves transfers out.
std::vector<profile::MemoryCourse> memoryCourses(
    const ProfileSubject &subject, const NpuAnalyses &streams);

} // namespace tosaic
