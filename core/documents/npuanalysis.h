// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inspect/openstreams.h"
#include "core/npu/dataflow.h"
#include "core/npu/work.h"

#include <memory>
#include <vector>

namespace tosaic {

struct ExternalData;
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

/// Where the command streams of what is open are; empty if it has none. Commands and weights may
/// lie in .ptd files, which the places keep.
std::vector<npu::StreamPlace> streamPlaces(const OpenedModel &opened);
/// What Vela wrote by itself, a TFLite model or its raw result (.npz), where that is what is open
/// and no compile is known of it; else null.
std::shared_ptr<const ByteSource> velaFileOf(const OpenedModel &opened);

/// Lets the places of a program find what it keeps in .ptd files (see findExternalData()); null if
/// it keeps nothing there. Blocks.
std::shared_ptr<const ExternalData> findExternal(
    inspect::FileStreams &streams, const QString &folder, const QStringList &given);

/// The streams in these places, each taken apart and followed. Blocks, linear in their size: for a
/// pool thread or a command line.
NpuAnalyses analyseStreams(const ByteSource &source, const std::vector<npu::StreamPlace> &places);

/// The stream that an entity owns (delegate, `ethos-u` operator, file) or is a part of; null if
/// there is none.
std::shared_ptr<const NpuAnalysis> streamOf(
    const NpuAnalyses &streams, const model::EntityRef &entity);

/// The operation of a part of the stream that owns it; null if it is not there.
const npu::Operation *operationOf(const NpuAnalysis &analysis, const model::EntityRef &entity);

} // namespace tosaic
