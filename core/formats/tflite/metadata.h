// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tflite/buffers.h"
#include "core/model/network.h"

namespace tosaic::formats::tflite {

/// Metadata and signatures of the network whose subgraphs have their tensors already. The entry
/// OfflineMemoryAllocation (TensorFlow Lite Micro's memory plan, written by Vela) is also spread
/// over NetworkTensor::arenaOffset.
void readMetadata(ReadContext &context, const tosaic::tflite::fb::Model &model,
    const Buffers &buffers, model::Network &network);

} // namespace tosaic::formats::tflite
