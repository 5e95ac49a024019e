// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <memory>

namespace tosaic::formats {

/// Reads a .pt2 (torch.export.save): graphs, source places and the ranges of weights. Only the ZIP
/// directory and JSON are read; what is pickled is named and sized, never unpickled. Both layouts:
/// one root folder with models/*.json, and serialized_exported_program.json of PyTorch 2.1 to 2.7.
/// Network::version is the JSON's schema version ("8.20"); each program is a subgraph that no
/// operator refers to. FormatUnsupported for an archive without an exported program (compiled by
/// AOTInductor), LimitExceeded naming the limit.
Result<model::Network> readPt2(std::shared_ptr<const ByteSource> source);

} // namespace tosaic::formats
