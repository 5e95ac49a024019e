// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/formats/registry.h"
#include "core/model/network.h"

#include <memory>

namespace tosaic::formats {

/// Whether files of this kind hold a network: TOSA, TFLite, .pt2, ETRecord.
bool holdsNetwork(FileKind kind);

/// Reads a network of any format, recognised by content; it keeps the source alive and points into
/// it. Errors: those of the format's reader; FormatUnknown if the file holds no network (the detail
/// says what it is instead). Any thread.
Result<std::shared_ptr<const model::Network>> readNetwork(std::shared_ptr<const ByteSource> source);

} // namespace tosaic::formats
