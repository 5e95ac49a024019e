// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/model/network.h"

#include <memory>

namespace tosaic::formats {

/// Reads a TOSA graph (.tosa): 0.80, 1.0, 1.1 and the drafts under the same identifier, told apart
/// by their structure. Every block is a Subgraph, the main one first; shapes (1.0) follow the
/// block's tensors as tensors of ElementType::Shape with the role "shape". Weights are not touched.
///
/// Network::metadata: "draft" if the file says so, "layout" (what the tables follow),
/// "software_version" of the producer, "variable <tensor>" with the variable's own name.
///
/// FormatUnknown without the identifier, FormatDamaged with the place if the FlatBuffer contradicts
/// itself, FormatUnsupported before 0.80, LimitExceeded naming the limit.
Result<std::shared_ptr<const model::Network>> readTosa(std::shared_ptr<const ByteSource> source);

} // namespace tosaic::formats
