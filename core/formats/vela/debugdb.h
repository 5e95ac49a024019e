// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/formats/vela/debugtable.h"

#include <map>
#include <memory>

namespace tosaic::formats::vela {

/// A row of the queue table: work that the command stream starts.
struct QueueEntry
{
    /// Byte offset, from the start of the register commands, of the NPU_OP_* word. Where an
    /// operation needs several of one kind it is the last one; DMA has no rows.
    quint64 offset = 0;
    qint64 stream = 0; ///< cmdstream_id
    qint64 optimised = 0; ///< id in table "optimised"; 0 (C++ core) or -1 (Python core): none
    std::optional<qint64> scheduled; ///< id in tables "perf" and "group"; C++ core only
    size_t row = 0; ///< in the table
};

/// An operator of the input file or of the optimised graph.
struct DebugOperator
{
    qint64 id = 0;
    std::optional<qint64> source; ///< optimised: id of the operator it comes from
    std::optional<qint64> key; ///< source: index in its block or subgraph of the input file
    QString kind; ///< "Conv2D"
    std::optional<qint64> kernelWidth;
    std::optional<qint64> kernelHeight;
    std::optional<qint64> ofmWidth;
    std::optional<qint64> ofmHeight;
    std::optional<qint64> ofmDepth;
};

/// A scheduled operation with the compiler's estimates (cycles of the NPU clock). What is fused
/// into another operation has 0 of everything: op_cycles add up to cycles_total, with Vela 4 too.
struct DebugPerformance
{
    qint64 id = 0; ///< scheduled operation
    std::optional<qint64> source;
    std::optional<qint64> optimised;
    std::optional<qint64> group; ///< the operation it is fused or chained into
    QString kind;
    QString name; ///< of the output tensor
    std::optional<qint64> stagingBytes;
    std::optional<qint64> opCycles;
    std::optional<qint64> npuCycles;
    std::optional<qint64> macs;
    std::map<QString, qint64> accessCycles; ///< by memory as the file names it: "Sram", "shram"

    bool staysOnCpu() const; ///< all its numbers are 0, of work that the NPU does not have
};

/// A buffer with its place and life (5.1 and later). Times are steps of the schedule, both ends
/// belong to it; in networks with control flow every region counts from 0.
struct DebugTensor
{
    qint64 id = 0;
    QString dtype; ///< "Int8"
    QString memory; ///< "Sram", "Dram"
    QString usage; ///< "OpLocal", "OpCascade", "OpBuffering"
    qint64 startTime = 0;
    qint64 endTime = 0;
    quint64 startAddress = 0; ///< bytes from the start of that memory's arena
    quint64 endAddress = 0; ///< first byte behind
    QString format; ///< "NHCWB16"
    QString name;
};

/// The most bytes of one memory in use at one step. In-place results share addresses: bytes are
/// counted once.
struct LivePeak
{
    quint64 bytes = 0;
    qint64 firstAtTime = 0; ///< the first step that needs so many
    quint64 largestEndAddress = 0;
    quint64 tensors = 0; ///< of that memory at any time
};

/// Vela's debug database (--enable-debug-db). Tables and columns are found by name: their order
/// changes from run to run. Facts: Vela 3.12 to 5.2.
class VelaDebugDb
{
public:
    QString source; ///< C++ core: base path of the output; Python core: the input file
    QString optimised; ///< Python core only: the file it wrote
    bool isWellFormed = true; ///< else read by a tolerant scan: names are not escaped
    std::vector<DebugTable> tables;
    TextPool texts;
    std::vector<Diagnostic> diagnostics;

    /// The Python core: ids count from 0, -1 is none.
    bool isPythonCore() const { return !optimised.isEmpty(); }
    /// The first table of that name; null if there is none.
    const DebugTable *table(QLatin1StringView name) const;
    QString text(const DebugTable &table, QLatin1StringView column, size_t row) const;

    /// Rows of the queue by command stream, in ascending offset. Made by prepareQueue.
    const std::map<qint64, std::vector<QueueEntry>> &queue() const { return m_queue; }
    /// The entry to which the operation at a byte offset of a command stream belongs: the row at
    /// that offset or, as Vela lists only the last of several kicks, the next one behind it. Null
    /// behind the last row and for streams without rows.
    const QueueEntry *queueEntryAt(qint64 stream, quint64 offset) const;

    std::vector<DebugOperator> sourceOperators() const;
    std::vector<DebugOperator> optimisedOperators() const;
    std::vector<DebugPerformance> performance() const;
    std::vector<DebugTensor> tensors() const;
    /// By memory; empty if there is no table "tensors" (before 5.1, Python core).
    std::map<QString, LivePeak> livePeaks() const;

    void prepareQueue();

private:
    std::vector<DebugOperator> operatorsOf(QLatin1StringView table) const;

    std::map<qint64, std::vector<QueueEntry>> m_queue;
};

/// What is refused to protect memory; an error names the limit.
struct DebugDbLimits
{
    quint64 fileBytes = quint64(1) << 31;
    size_t tables = 256;
    size_t columns = 4096; ///< of one table
    size_t lineBytes = 1 << 20;
    int depth = 16; ///< of nested elements
};

/// Reads in one pass; memory is a small multiple of the file. Errors: FormatDamaged if there is no
/// table at all; FormatUnsupported for a document type (entities); LimitExceeded.
Result<std::shared_ptr<const VelaDebugDb>> readDebugDb(
    const std::shared_ptr<const ByteSource> &source, const DebugDbLimits &limits = {});

} // namespace tosaic::formats::vela
