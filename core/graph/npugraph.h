// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/npu/dataflow.h"
#include "core/npu/work.h"

namespace tosaic::graph {

/// The operations of a command stream and the bytes that flow between them: kernels (Npu), DMA
/// (Boundary), inputs and outputs (Io). Each node's entity is EntityRef::npuOperation, each edge's
/// the buffer that carries it (EntityRef::npuBuffer; empty for chains and tables). Chains of the
/// U85 and kicks that write one feature map in stripes are groups. Constants are not drawn: nodes
/// name them in their details. Commands that neither compute nor copy are left out; branches are
/// control nodes. `work` has one entry for each operation, or none if it is not wanted. Linear.
Graph buildNpuGraph(const npu::Stream &stream, const npu::StreamPlace &place,
    const npu::Dataflow &dataflow, const std::vector<npu::Work> &work = {});

} // namespace tosaic::graph
