// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/pieces.h"

#include <algorithm>

namespace tosaic::npu {

namespace {

/// Which kind a buffer has whose pieces have different ones.
int rank(Buffer::Kind kind)
{
    switch (kind) {
    case Buffer::Kind::Output:
        return 4;
    case Buffer::Kind::Input:
        return 3;
    case Buffer::Kind::FeatureMap:
        return 2;
    case Buffer::Kind::Weights:
        return 1;
    case Buffer::Kind::Other:
        break;
    }
    return 0;
}

void makeUnique(std::vector<quint32> &values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

void finish(Buffer &buffer, const std::vector<qint32> &heldUntil)
{
    makeUnique(buffer.writers);
    makeUnique(buffer.readers);
    if (!buffer.readers.empty())
        buffer.lastOperation
            = std::max(buffer.lastOperation, static_cast<qint32>(buffer.readers.back()));
    if (buffer.kind == Buffer::Kind::Output && !heldUntil.empty())
        buffer.lastOperation = static_cast<qint32>(heldUntil.size()) - 1;
    const auto last = static_cast<size_t>(buffer.lastOperation);
    buffer.heldUntil = last < heldUntil.size() ? heldUntil[last] : buffer.lastOperation;
}

} // namespace

quint32 Pieces::add(int region, qint32 writer, Buffer::Kind kind)
{
    const auto index = static_cast<quint32>(m_pieces.size());
    m_pieces.push_back({ .region = region, .writer = writer, .kind = kind, .parent = index });
    return index;
}

void Pieces::extend(quint32 piece, quint64 begin, quint64 end)
{
    m_pieces[piece].begin = std::min(m_pieces[piece].begin, begin);
    m_pieces[piece].end = std::max(m_pieces[piece].end, end);
}

void Pieces::markRead(quint32 piece, quint32 reader, Port port)
{
    auto &read = m_pieces[piece];
    if (read.readers.empty() || read.readers.back() != reader)
        read.readers.push_back(reader);
    if (read.kind == Buffer::Kind::Other && (port == Port::Weights || port == Port::Scales))
        read.kind = Buffer::Kind::Weights;
}

void Pieces::markOutput(quint32 piece)
{
    m_pieces[piece].kind = Buffer::Kind::Output;
}

void Pieces::join(quint32 a, quint32 b)
{
    a = root(a);
    b = root(b);
    if (a != b)
        m_pieces[std::max(a, b)].parent = std::min(a, b);
}

quint32 Pieces::root(quint32 piece)
{
    while (m_pieces[piece].parent != piece) {
        m_pieces[piece].parent = m_pieces[m_pieces[piece].parent].parent;
        piece = m_pieces[piece].parent;
    }
    return piece;
}

std::vector<quint32> Pieces::makeUnreadOutputs()
{
    std::vector<quint32> outputs;
    for (quint32 i = 0; i < m_pieces.size(); ++i) {
        auto &piece = m_pieces[i];
        if (!piece.readers.empty() || piece.kind != Buffer::Kind::FeatureMap)
            continue;
        piece.kind = Buffer::Kind::Output;
        outputs.push_back(i);
    }
    return outputs;
}

RegionRange Pieces::range(quint32 piece) const
{
    const auto &known = m_pieces[piece];
    return { known.region, known.begin, known.end - known.begin };
}

std::vector<Buffer> Pieces::buffers(const std::vector<qint32> &heldUntil)
{
    constexpr auto NotYet = ~quint32(0);
    std::vector<quint32> place(m_pieces.size(), NotYet);
    std::vector<Buffer> buffers;
    for (quint32 i = 0; i < m_pieces.size(); ++i) {
        auto &piece = m_pieces[i];
        if (piece.begin >= piece.end)
            continue;
        auto &at = place[root(i)];
        const auto first = static_cast<qint32>(std::max(piece.writer, 0));
        if (at == NotYet) {
            at = static_cast<quint32>(buffers.size());
            buffers.push_back({ .range = { piece.region, piece.begin, 0 },
                .kind = piece.kind,
                .firstOperation = first,
                .lastOperation = first });
        }
        auto &buffer = buffers[at];
        const auto end = std::max(buffer.range.address + buffer.range.length, piece.end);
        buffer.range.address = std::min(buffer.range.address, piece.begin);
        buffer.range.length = end - buffer.range.address;
        buffer.kind = rank(piece.kind) > rank(buffer.kind) ? piece.kind : buffer.kind;
        buffer.firstOperation = std::min(buffer.firstOperation, first);
        buffer.lastOperation = std::max(buffer.lastOperation, first);
        if (piece.writer >= 0)
            buffer.writers.push_back(static_cast<quint32>(piece.writer));
        buffer.readers.insert(buffer.readers.end(), piece.readers.begin(), piece.readers.end());
    }
    for (auto &buffer : buffers)
        finish(buffer, heldUntil);
    std::stable_sort(buffers.begin(), buffers.end(),
        [](const Buffer &a, const Buffer &b) { return a.firstOperation < b.firstOperation; });
    return buffers;
}

} // namespace tosaic::npu
