// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/exported/etrecord.h"

#include <memory>

namespace tosaic::formats {

/// Reads an ETRecord: programs and maps are JSON in a ZIP; what torch.save pickled is named and
/// sized, never unpickled. A program that cannot be read is a diagnostic as long as another can.
/// FormatDamaged without a directory or without any program, LimitExceeded naming the limit.
Result<EtRecord> readEtRecord(std::shared_ptr<const ByteSource> source);

} // namespace tosaic::formats
