// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/samples.h"

#include <QByteArrayView>

#include <bit>
#include <cstring>

/// How chunks of samples lie in the tables; for the files of this folder.
namespace tosaic::workspace {

static_assert(std::endian::native == std::endian::little, "samples lie in the file as in memory");

inline constexpr quint64 LastChunk = (quint64{ 1 } << ChunkBits) - 1;

inline quint64 firstChunkId(SeriesId id)
{
    return static_cast<quint64>(id.value) << ChunkBits;
}

/// Copies, because a column's bytes may lie anywhere.
template <typename T>
std::vector<T> valuesOf(QByteArrayView bytes)
{
    std::vector<T> values(static_cast<size_t>(bytes.size()) / sizeof(T));
    if (!values.empty())
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

} // namespace tosaic::workspace
