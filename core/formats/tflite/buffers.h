// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tflite/verify.h"
#include "core/model/network.h"

namespace tosaic::formats::tflite {

/// Where the bytes of constants, metadata and large custom options lie: inside the FlatBuffer, or
/// appended behind it (models above 2 GiB). Ranges only; the bytes are not touched.
class Buffers
{
public:
    Buffers(ReadContext &context, const tosaic::tflite::fb::Model &model);

    bool contains(quint64 index) const { return index < m_ranges.size(); }
    quint64 count() const { return m_ranges.size(); }
    /// The bytes of a buffer; absent if there is no such buffer, it is empty or lies outside the
    /// file (which was reported).
    std::optional<model::ByteRange> range(quint64 index) const;
    /// Bytes of the file; empty if the range is not inside.
    QByteArrayView bytes(const model::ByteRange &range) const;

private:
    ReadContext &m_context;
    std::vector<model::ByteRange> m_ranges; ///< size 0: none
};

} // namespace tosaic::formats::tflite
