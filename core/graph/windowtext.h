// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"
#include "core/npu/stream.h"

/// What a convolution or a pool looks at: "kernel 3x3, stride 2x2, padding 1, groups 16".
namespace tosaic::graph {

/// From its attributes and the shape of its weights; what the model does not say is left out, as is
/// a stride, a dilation or a number of groups of 1 and a padding of 0. Paddings that differ are
/// told in the order of the model, of TOSA top, bottom, left, right. Empty for every other
/// operator.
QString windowText(const model::Network &network, const model::Subgraph &subgraph,
    const model::NetworkOperator &op);

/// Of the NPU's own operation; paddings that differ in the order of TOSA.
QString windowText(const npu::Kernel &kernel);

/// Whether a convolution takes every channel by itself; torch tells that by the groups only.
bool isDepthwise(const model::Network &network, const model::Subgraph &subgraph,
    const model::NetworkOperator &op);

} // namespace tosaic::graph
