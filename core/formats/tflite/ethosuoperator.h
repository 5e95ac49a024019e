// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/commandstream.h"
#include "core/formats/tflite/buffers.h"
#include "core/model/network.h"

namespace tosaic::formats::tflite {

/// The custom code under which Vela hides what it compiled.
bool isEthosU(const QString &operatorType);

/// What an `ethos-u` operator runs. Its inputs are, in this order: command stream, read-only data,
/// scratch, fast scratch, then those of the network. Null if there is no command stream.
std::shared_ptr<const model::EthosUPayload> readEthosU(ReadContext &context, const Buffers &buffers,
    const std::vector<model::NetworkTensor> &tensors, const model::NetworkOperator &from,
    ethosu::CommandBudget &budget, const QString &place);

} // namespace tosaic::formats::tflite
