// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "profiler/parsers/etdump.h"

#include <QByteArrayView>

#include <vector>

namespace tosaic::profile {

namespace fb {
struct ETDump;
}

/// Copies the runs out of a verified buffer. Tables and texts of a FlatBuffer can be shared, so
/// that the size of the file bounds nothing: LimitExceeded names the limit that was met. Ranges
/// count from the start of `file`.
Result<std::vector<EtDumpRun>> readEtDumpRuns(const fb::ETDump &dump, QByteArrayView file);

} // namespace tosaic::profile
