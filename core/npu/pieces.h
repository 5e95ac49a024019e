// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/dataflow.h"

#include <vector>

namespace tosaic::npu {

/// What each write left behind, joined to buffers by those who read several pieces as one map.
class Pieces
{
public:
    /// `writer` is -1 for what was there before the stream began.
    quint32 add(int region, qint32 writer, Buffer::Kind kind);
    void extend(quint32 piece, quint64 begin, quint64 end);
    void markRead(quint32 piece, quint32 reader, Port port);
    void markOutput(quint32 piece);
    void join(quint32 a, quint32 b);
    bool areJoined(quint32 a, quint32 b) { return root(a) == root(b); }

    qint32 writer(quint32 piece) const { return m_pieces[piece].writer; }
    /// What nobody reads is an output, if the file does not name any: these pieces.
    std::vector<quint32> makeUnreadOutputs();
    RegionRange range(quint32 piece) const;
    /// In the order of firstOperation. `heldUntil` tells for each operation of the stream until
    /// when it may be running.
    std::vector<Buffer> buffers(const std::vector<qint32> &heldUntil);

private:
    struct Piece
    {
        int region = 0;
        qint32 writer = -1;
        Buffer::Kind kind = Buffer::Kind::FeatureMap;
        quint64 begin = ~quint64(0);
        quint64 end = 0;
        quint32 parent = 0;
        std::vector<quint32> readers;
    };

    quint32 root(quint32 piece);

    std::vector<Piece> m_pieces;
};

/// One peak for each of `regions`, from buffers alone: reserved and reservation stay unknown.
std::vector<Peak> peaksOf(const std::vector<Buffer> &buffers, const std::vector<int> &regions);

} // namespace tosaic::npu
