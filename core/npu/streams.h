// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/registry.h"
#include "core/model/entityref.h"
#include "core/model/network.h"
#include "core/model/program.h"
#include "core/npu/stream.h"

#include <QByteArrayView>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::npu {

/// A command stream in a file, and what belongs to it there.
struct StreamPlace
{
    /// .pte: the delegate; .tflite: the `ethos-u` operator; else the file.
    model::EntityRef owner;
    model::ByteRange driverPayload; ///< absolute in the file; empty if it is elsewhere
    QByteArrayView external; ///< the driver payload where it lies in a .ptd; else empty
    std::shared_ptr<const model::EthosUPayload>
        payload; ///< inputs, outputs, arena; null if not known
    QByteArrayView weights; ///< region 0; empty if it is elsewhere
    std::optional<quint64> weightsOffset; ///< absolute in the file; absent if they are elsewhere
    std::shared_ptr<const void> keeps; ///< alive what lies elsewhere; null: nothing does

    /// Bytes of the driver payload as bytes of the file; absent where it lies elsewhere.
    std::optional<model::ByteRange> inFile(quint64 offset, quint64 size) const;
};

/// The Ethos-U streams of a program, in the order of methods and delegates.
std::vector<StreamPlace> streamsOf(const model::Program &program);
/// Those of a TFLite model, in the order of operators.
std::vector<StreamPlace> streamsOf(const model::Network &network);

/// The stream of a file that is nothing else: a driver payload or a Vela stream (kinds
/// CommandStream and VelaStream). Its owner is the file.
Result<std::vector<StreamPlace>> streamsOfFile(
    const std::shared_ptr<const ByteSource> &source, formats::FileKind kind);

/// A stream taken apart, with its place. Errors of one stream are in `error`; the others stay.
struct PlacedStream
{
    StreamPlace place;
    std::shared_ptr<const Stream> stream; ///< null if it cannot be read
    std::optional<Error> error;
};
std::vector<PlacedStream> disassembleAll(
    const ByteSource &source, const std::vector<StreamPlace> &places);

} // namespace tosaic::npu
