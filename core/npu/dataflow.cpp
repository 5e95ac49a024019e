// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/dataflow.h"

#include "core/npu/access.h"
#include "core/npu/pieces.h"
#include "core/npu/registers.h"
#include "core/npu/stripes.h"
#include "core/npu/writermap.h"

#include <algorithm>
#include <map>
#include <set>

namespace tosaic::npu {

namespace {

/// Pieces looked at before a hostile stream is given up; real streams need some ten thousand.
constexpr quint64 StepLimit = 1 << 21;
constexpr qint32 Outside = -1; ///< in DataEdge: not an operation
/// Bytes of an input or output; absent if the descriptor makes no sense.
std::optional<RegionRange> rangeOf(const model::IoDescriptor &io)
{
    if (io.region < 0 || io.region > 7 || io.offset < 0 || io.elementSize <= 0)
        return std::nullopt;
    auto bytes = static_cast<quint64>(io.elementSize);
    for (const auto size : io.shape) {
        if (size <= 0 || bytes > AddressEnd / static_cast<quint64>(size))
            return std::nullopt;
        bytes *= static_cast<quint64>(size);
    }
    return RegionRange{ io.region, static_cast<quint64>(io.offset), bytes };
}

bool arePlaced(const std::vector<model::IoDescriptor> &list)
{
    return !list.empty()
        && std::all_of(list.begin(), list.end(),
            [](const model::IoDescriptor &io) { return rangeOf(io).has_value(); });
}

/// Until when each operation may be running: a kernel until the last DMA that starts before the
/// next kernel, unless that DMA waits for it (KERNEL_WAIT 0).
std::vector<qint32> heldUntil(const std::vector<Operation> &operations)
{
    std::vector<qint32> held(operations.size());
    std::optional<size_t> running;
    for (size_t i = 0; i < operations.size(); ++i) {
        held[i] = static_cast<qint32>(i);
        const auto &operation = operations[i];
        if (operation.kernelWait == 0u)
            running.reset();
        if (isKernel(operation.kind))
            running = i;
        else if (operation.kind != OperationKind::Dma)
            running.reset();
        else if (running)
            held[*running] = static_cast<qint32>(i);
    }
    return held;
}

class Follower
{
public:
    Follower(const Stream &stream, const StreamPlace &place) : m_stream(stream), m_place(place) { }

    Dataflow follow()
    {
        findWritableRegions();
        placeInputs();
        for (const auto &operation : m_stream.operations) {
            if (steps() > StepLimit) {
                m_flow.gaps.isCut = true;
                break;
            }
            step(operation);
        }
        placeOutputs();
        finish();
        return std::move(m_flow);
    }

private:
    quint64 steps() const
    {
        quint64 sum = 0;
        for (const auto &[region, map] : m_maps)
            sum += map.steps();
        return sum;
    }

    void findWritableRegions()
    {
        const auto isMemory = [](const Dma &dma) { return !dma.isInternal && dma.destination; };
        for (const auto &operation : m_stream.operations) {
            if (operation.dma && isMemory(*operation.dma))
                m_writable.insert(operation.dma->destination->region);
            if (operation.ofm && operation.ofm->storage == FeatureMap::Storage::Memory
                && operation.ofm->region)
                m_writable.insert(*operation.ofm->region);
        }
        if (!m_place.payload)
            return;
        for (const auto *list : { &m_place.payload->inputs, &m_place.payload->outputs }) {
            for (const auto &io : *list) {
                if (const auto range = rangeOf(io))
                    m_writable.insert(range->region);
            }
        }
    }

    void placeInputs()
    {
        if (!m_place.payload)
            return;
        for (const auto &io : m_place.payload->inputs) {
            if (const auto range = rangeOf(io))
                write(Outside, Buffer::Kind::Input, { *range });
        }
    }

    void step(const Operation &operation)
    {
        const auto index = static_cast<qint32>(operation.index);
        if (operation.kind == OperationKind::Branch || !operation.isStateKnown)
            m_flow.gaps.hasBranches = true;
        const auto accesses = accessesOf(operation);
        m_flow.gaps.hasUnknownAddresses |= accesses.hasUnknownAddress;
        m_flow.gaps.hasCoarseMaps |= accesses.isCoarse;
        for (const auto &access : accesses.reads)
            read(access, index);
        readInside(operation, index);
        const auto owner = m_stripes.operatorOf(operation, m_writable);
        const auto earlier = m_stripes.earlier(owner, accesses.writes);
        const auto piece = write(index, kindOfWrite(operation), accesses.writes);
        m_stripes.add(owner, earlier, piece, accesses.writes);
        writeInside(operation, index);
    }

    /// A copy from memory that nobody writes is a copy of constants.
    Buffer::Kind kindOfWrite(const Operation &operation) const
    {
        const bool isConstant = operation.dma && operation.dma->source
            && !m_writable.contains(operation.dma->source->region);
        return isConstant ? Buffer::Kind::Other : Buffer::Kind::FeatureMap;
    }

    /// The new piece; Nobody without bytes.
    quint32 write(qint32 writer, Buffer::Kind kind, const std::vector<RegionRange> &ranges)
    {
        if (ranges.empty())
            return WriterMap::Nobody;
        const auto piece = m_pieces.add(ranges.front().region, writer, kind);
        for (const auto &range : ranges) {
            auto &map = m_maps[range.region];
            map.write(range.address, endOf(range), piece);
            m_pieces.extend(piece, range.address, endOf(range));
        }
        return piece;
    }

    /// Bytes that one reader gets from one writer.
    using Sources = std::map<qint32, RegionRange>;

    static void add(Sources &sources, qint32 from, const RegionRange &range)
    {
        const auto [at, isNew] = sources.try_emplace(from, range);
        if (isNew)
            return;
        auto &known = at->second;
        const auto end = std::max(endOf(known), endOf(range));
        known.address = std::min(known.address, range.address);
        known.length = end - known.address;
    }

    void read(const Access &access, qint32 reader)
    {
        Sources sources;
        if (!m_writable.contains(access.ranges.front().region)) {
            for (const auto &range : access.ranges)
                add(sources, Outside, range);
        } else if (!readPieces(access, reader, sources)) {
            // What was there before: an input, or state that lasts from run to run.
            const bool areInputsKnown = m_place.payload && arePlaced(m_place.payload->inputs);
            write(
                Outside, areInputsKnown ? Buffer::Kind::Other : Buffer::Kind::Input, access.ranges);
            readPieces(access, reader, sources);
        }
        addEdges(sources, reader, access.port);
    }

    /// False if nothing that was read has been written.
    bool readPieces(const Access &access, qint32 reader, Sources &sources)
    {
        auto first = WriterMap::Nobody;
        for (const auto &range : access.ranges) {
            auto &map = m_maps[range.region];
            map.read(range.address, endOf(range), [&](quint64 begin, quint64 end, quint32 piece) {
                if (piece == WriterMap::Nobody)
                    return;
                add(sources, m_pieces.writer(piece), { range.region, begin, end - begin });
                if (reader == Outside)
                    m_pieces.markOutput(piece);
                else
                    m_pieces.markRead(piece, static_cast<quint32>(reader), access.port);
                if (first == WriterMap::Nobody)
                    first = piece;
                m_pieces.join(first, piece);
            });
        }
        return first != WriterMap::Nobody;
    }

    void addEdges(const Sources &sources, qint32 to, Port port)
    {
        for (const auto &[from, range] : sources)
            m_flow.edges.push_back({ .from = from, .to = to, .port = port, .range = range });
    }

    /// Chains and look-up tables: bytes that never reach memory.
    void readInside(const Operation &operation, qint32 index)
    {
        for (const auto *map : { &operation.ifm, &operation.ifm2 }) {
            if (!*map || (*map)->storage != FeatureMap::Storage::Chained)
                continue;
            if (const auto writer = m_chains.find((*map)->chainBuffer); writer != m_chains.end())
                m_flow.edges.push_back(
                    { .from = writer->second, .to = index, .port = Port::Chain, .range = {} });
        }
        if (!isKernel(operation.kind))
            return;
        if (const auto address = tableAddress(operation)) {
            m_tables.read(*address, *address + 1, [&](quint64, quint64, quint32 writer) {
                if (writer != WriterMap::Nobody)
                    m_flow.edges.push_back({ .from = static_cast<qint32>(writer),
                        .to = index,
                        .port = Port::Table,
                        .range = {} });
            });
        }
    }

    void writeInside(const Operation &operation, qint32 index)
    {
        if (operation.ofm && operation.ofm->storage == FeatureMap::Storage::Chained)
            m_chains[operation.ofm->chainBuffer] = index;
        if (operation.dma && operation.dma->isInternal && operation.dma->destination) {
            const auto begin = operation.dma->destination->address % TableMemory;
            m_tables.write(begin, begin + std::min(operation.dma->destination->length, TableMemory),
                static_cast<quint32>(index));
        }
    }

    void placeOutputs()
    {
        if (!m_place.payload || !arePlaced(m_place.payload->outputs)) {
            for (const auto piece : m_pieces.makeUnreadOutputs())
                addEdges({ { m_pieces.writer(piece), m_pieces.range(piece) } }, Outside, Port::Ifm);
            return;
        }
        for (const auto &io : m_place.payload->outputs) {
            const auto range = rangeOf(io);
            if (!range)
                continue;
            Sources sources;
            readPieces({ Port::Ifm, { *range } }, Outside, sources);
            addEdges(sources, Outside, Port::Ifm);
        }
    }

    void finish()
    {
        m_flow.buffers = m_pieces.buffers(heldUntil(m_stream.operations));
        m_flow.peaks = peaksOf(m_flow.buffers, { m_writable.begin(), m_writable.end() });
        for (auto &peak : m_flow.peaks)
            compareReserved(peak);
        const auto &gaps = m_flow.gaps;
        m_flow.isComplete
            = !gaps.hasUnknownAddresses && !gaps.hasBranches && !gaps.hasCoarseMaps && !gaps.isCut;
    }

    void compareReserved(Peak &peak) const
    {
        constexpr int Arena = 1;
        constexpr int Staging = 2;
        if (peak.region == Arena && m_place.payload)
            peak.reserved = m_place.payload->arenaBytes;
        else if (peak.region == Staging && m_stream.driverFormat == QLatin1StringView("COP2"))
            peak.reserved = m_stream.stagingBytes;
        if (!peak.reserved)
            return;
        if (*peak.reserved == peak.highWater)
            peak.reservation = Reservation::Exact;
        else if (*peak.reserved < peak.highWater)
            peak.reservation = Reservation::TooSmall;
        else if (m_place.owner.kind == model::EntityRef::Kind::Operator)
            peak.reservation = Reservation::Shared;
        else if (m_flow.gaps.hasBranches)
            peak.reservation = Reservation::Branches;
        else
            peak.reservation = Reservation::Unexplained;
    }

    const Stream &m_stream;
    const StreamPlace &m_place;
    Dataflow m_flow;
    Pieces m_pieces;
    std::set<int> m_writable; ///< regions
    std::map<int, WriterMap> m_maps; ///< by region; pieces
    StripeJoiner m_stripes{ m_maps, m_pieces };
    std::map<int, qint32> m_chains; ///< chaining buffer -> operation that wrote it
    WriterMap m_tables; ///< the NPU's look-up tables; operations
};

} // namespace

Dataflow dataflow(const Stream &stream, const StreamPlace &place)
{
    return Follower(stream, place).follow();
}

} // namespace tosaic::npu
