// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/externalbytes.h"
#include "core/npu/streams.h"

namespace tosaic::npu {

/// Commands and weights of the place that lie in .ptd files, if they are at hand; else it stays as
/// it is. They are looked at, not copied; the place keeps `external`, and what that keeps.
void findExternal(StreamPlace &place, const formats::ExternalBytes &external);

} // namespace tosaic::npu
