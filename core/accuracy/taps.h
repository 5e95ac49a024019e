// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/debugdb.h"
#include "core/npusim/simulator.h"

#include <array>
#include <map>
#include <memory>
#include <vector>

namespace tosaic::accuracy {

/// The result of one operator of the compiler, as the NPU left it in memory.
struct Tap
{
    QString name; ///< of its tensor in Vela's debug database; "operation 12" without one
    quint32 first = 0; ///< operation of the stream that wrote its first piece
    quint32 last = 0; ///< and the last
    quint32 offset = 0; ///< of the last, bytes from the start of the stream
    npu::OperationKind kind = npu::OperationKind::Stop;
    std::array<qint64, 4> shape{}; ///< batch, height, width, depth, as Vela sees the tensor
    std::vector<qint64>
        stored; ///< as they lie in memory, zero point included; rows, innermost last
    qint64 zeroPoint = 0;
    int bits = 8;
    bool isSigned = true;
    std::optional<npu::Scale> scale; ///< OFM_SCALE; absent where each channel has its own
    npusim::ChannelScales records; ///< one for each channel; empty without
};

/// Collects what each operator of a command stream computes while it runs in the simulator. Pieces
/// (stripes, slices of the depth) are put together in the order in which Vela writes them: depth
/// first, then rows.
class TapCollector
{
public:
    /// Numbers that are kept at most; operators beyond have none, and isCut() says so.
    static constexpr quint64 Limit = quint64(1) << 26;

    /// `database` belongs to the stream (formats::vela::readDebugDb of the same compile); null: an
    /// operation of the stream is an operator.
    explicit TapCollector(std::shared_ptr<const formats::vela::VelaDebugDb> database);

    /// Behind every step of the simulator.
    void stepped(npusim::Simulator &simulator);

    bool isCut() const { return m_isCut; }
    /// In the order in which they were finished. What cannot be put together is left out.
    std::vector<Tap> take();

private:
    struct Row
    {
        Tap tap;
        std::vector<npusim::Values> pieces;
    };
    Row &rowOf(const npu::Operation &operation);
    static bool assemble(Row &row);

    std::shared_ptr<const formats::vela::VelaDebugDb> m_database;
    std::map<qint64, Tap> m_described; ///< what the database tells, by scheduled operation
    std::vector<Row> m_rows;
    std::map<qint64, size_t> m_rowOf; ///< into m_rows
    quint64 m_kept = 0; ///< numbers
    bool m_isCut = false;
};

} // namespace tosaic::accuracy
