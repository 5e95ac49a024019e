// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/pte/segments.h"

namespace tosaic::formats::pte {

/// Finds the initial bytes of tensors: in the constant segment, in a segment of mutable data, or in
/// the inline buffers of programs written before September 2024.
class TensorData
{
public:
    TensorData(
        ReadContext &context, const tosaic::pte::fb::Program &root, const Segments &segments);

    /// Fills constant and isMutable from dataBufferIndex; what cannot be found is reported at
    /// `place`. `mutableIndex` is the tensor's mutable_data_segments_idx.
    void locate(model::Tensor &tensor, quint64 mutableIndex, const Location &place) const;

private:
    struct Part
    {
        quint32 segment = 0;
        std::vector<quint64> offsets;
    };
    Part readPart(const void *subsegment);
    void checkPart(const Part &part, const QString &name) const;
    void locateInPart(
        model::Tensor &tensor, const Part &part, const QString &name, const Location &place) const;
    void locateInline(model::Tensor &tensor, const Location &place) const;
    void complain(const QString &text, const Location &place) const;

    ReadContext &m_context;
    const Segments &m_segments;
    Part m_constants;
    std::vector<Part> m_mutable;
    std::vector<model::ByteRange> m_inline;
};

} // namespace tosaic::formats::pte
