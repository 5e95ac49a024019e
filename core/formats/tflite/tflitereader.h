// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/model/network.h"

#include <memory>

namespace tosaic::formats {

/// Reads a TensorFlow Lite model (schema version 3 with its additions up to 3d), also one that Vela
/// compiled: its `ethos-u` operators get NetworkOperator::ethosu. The network keeps the source
/// alive and points into it; buffers are never touched, except for the command streams and short
/// metadata, so the time does not depend on the size of the weights. What is odd but readable ends
/// in Network::diagnostics. Errors: FormatUnknown (not a TFLite model), FormatDamaged (with
/// offset), LimitExceeded (the detail names the limit). Any thread.
/// Facts: the schema of TensorFlow Lite and LiteRT, Vela's TFLite writer; see tflite.fbs.
Result<std::shared_ptr<const model::Network>> readTfLite(std::shared_ptr<const ByteSource> source);

/// An operator of it is a command stream: Vela made the file. False for what is damaged.
bool isCompiledByVela(const ByteSource &source);

} // namespace tosaic::formats
