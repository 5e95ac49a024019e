// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tflite/buffers.h"
#include "core/model/network.h"

namespace tosaic::tflite::fb {
struct SubGraph;
}

namespace tosaic::formats::tflite {

/// Tensors of one subgraph. `place` names it in complaints: "subgraph 0".
std::vector<model::NetworkTensor> readTensors(ReadContext &context,
    const tosaic::tflite::fb::Model &model, const tosaic::tflite::fb::SubGraph &subgraph,
    const Buffers &buffers, const QString &place);

} // namespace tosaic::formats::tflite
