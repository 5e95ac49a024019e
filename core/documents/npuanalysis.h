// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/dataflow.h"
#include "core/npu/externalstreams.h"
#include "core/npu/work.h"

#include <memory>
#include <vector>

namespace tosaic {

struct OpenedModel;

/// One command stream of the open file, and what follows from it. Immutable.
struct NpuAnalysis
{
    npu::PlacedStream placed; ///< `stream` is null if it cannot be read; `error` says why
    npu::Dataflow dataflow; ///< empty without a stream
    std::vector<npu::Work> work; ///< one entry for each operation

    const npu::Stream *stream() const { return placed.stream.get(); }
    const model::EntityRef &owner() const { return placed.place.owner; }
};

using NpuAnalyses = std::vector<std::shared_ptr<const NpuAnalysis>>;

/// Where the command streams of what is open are; empty if it has none. Weights may lie in .ptd
/// files: `opened.external` must outlive their use.
std::vector<npu::StreamPlace> streamPlaces(const OpenedModel &opened);

/// The streams in these places, each taken apart and followed. Blocks, linear in their size: for a
/// pool thread or a command line.
NpuAnalyses analyseStreams(const ByteSource &source, const std::vector<npu::StreamPlace> &places);

/// The analysis of a stream whose commands and weights lie in .ptd files. Offsets count from the
/// start of the commands there: in the program's own file there is nothing at them. The one given
/// where the program has the commands itself. Blocks. Errors: of reading them;
/// FormatUnsupported where they are not at hand.
Result<std::shared_ptr<const NpuAnalysis>> withExternal(
    std::shared_ptr<const NpuAnalysis> analysis, const npu::ExternalBytes &external);

/// The operation of a part of the stream that owns it; null if it is not there.
const npu::Operation *operationOf(const NpuAnalysis &analysis, const model::EntityRef &entity);

} // namespace tosaic
