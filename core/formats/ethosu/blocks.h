// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/velastream.h"

namespace tosaic::formats::ethosu {

inline constexpr qsizetype NameSize = 16; ///< NUL-padded, at most 15 characters
inline constexpr qsizetype HeaderSize = 32;
inline constexpr quint64 BlockLimit = 4096; ///< real streams have 7 to 12

/// "block cmd_data" at its offset in the file.
Location blockPlace(const StreamContext &context, const QString &name, quint64 offset);
/// The block's bytes in the stream.
inline QByteArrayView blockBytes(QByteArrayView stream, const model::PayloadBlock &block)
{
    return stream.sliced(qsizetype(block.offset), qsizetype(block.size));
}

/// Splits the stream into payload.blocks; what is behind a contradiction is left out and reported.
/// Also decides payload.streamVersion as far as the framing tells (0: bare markers).
void splitBlocks(QByteArrayView stream, StreamContext &context, model::EthosUPayload &payload);

/// Reads inputs and outputs from their blocks.
void readDescriptors(QByteArrayView stream, StreamContext &context, model::EthosUPayload &payload);

} // namespace tosaic::formats::ethosu
