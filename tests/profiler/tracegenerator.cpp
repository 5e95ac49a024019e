// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/tracegenerator.h"

#include <optional>
#include <random>

namespace tosaic::test {

namespace {

using formats::vela::QueueEntry;

class Generator
{
public:
    Generator(
        const std::vector<QueueEntry> &rows, const npu::Stream *stream, const TraceOptions &options)
        : m_rows(rows), m_stream(stream), m_options(options), m_random(options.seed),
          m_ts(options.startTs)
    {
    }

    void run(bool isFirst);
    void wait(quint64 cycles) { m_ts += cycles; }
    GeneratedTrace trace;

private:
    void goThroughRows();
    void goThroughStream();
    void read(quint64 offset) { trace.reads.push_back({ qint64(m_ts), offset / 4 }); }
    quint64 between(quint64 least, quint64 most)
    {
        return std::uniform_int_distribution<quint64>(least, most)(m_random);
    }
    void spend(quint64 cycles)
    {
        m_ts += cycles;
        if (!m_isFirst)
            return;
        if (m_current)
            trace.cycles[*m_current] += cycles;
        else
            trace.before += cycles;
    }
    static qint64 numberOf(const QueueEntry &row) { return row.scheduled.value_or(row.optimised); }

    const std::vector<QueueEntry> &m_rows;
    const npu::Stream *m_stream;
    TraceOptions m_options;
    std::mt19937 m_random;
    quint64 m_ts;
    bool m_isFirst = true;
    std::optional<qint64> m_current; ///< number of the row that runs
};

void Generator::goThroughRows()
{
    for (const auto &row : m_rows) {
        read(row.offset);
        m_current = numberOf(row);
        spend(between(10, 5000));
    }
    if (!m_rows.empty())
        read(m_rows.back().offset + 4);
}

void Generator::goThroughStream()
{
    size_t row = 0;
    size_t kernel = 0;
    quint64 transfers = 0; // under way
    const auto &operations = m_stream->operations;
    for (const auto &command : m_stream->commands) {
        while (kernel < operations.size() && operations[kernel].offset < command.offset)
            ++kernel;
        while (row < m_rows.size() && m_rows[row].offset < command.offset)
            ++row;
        const auto isRow = row < m_rows.size() && m_rows[row].offset == command.offset;
        const auto isBehind = row == m_rows.size() && !m_rows.empty()
            && trace.reads.back().word * 4 <= m_rows.back().offset;
        if (m_options.readsEveryCommand || isRow || isBehind)
            read(command.offset);
        const auto isOperation
            = kernel < operations.size() && operations[kernel].offset == command.offset;
        if (isOperation && operations[kernel].kind == npu::OperationKind::Stop)
            return;
        if (isOperation && npu::isKernel(operations[kernel].kind)) {
            if (row < m_rows.size())
                m_current = numberOf(m_rows[row]);
            spend(between(10, 5000));
            continue;
        }
        constexpr quint16 DmaWait = 0x011;
        if (isOperation && operations[kernel].kind == npu::OperationKind::Dma)
            ++transfers;
        const auto isWait
            = command.opcode == DmaWait && !command.hasPayload && transfers > command.parameter;
        if (isWait)
            transfers = command.parameter;
        if (isWait && m_options.standsAtDmaWaits) {
            const auto cycles = between(20, 200);
            m_ts += cycles;
            if (m_isFirst)
                trace.dmaWaits += cycles;
            continue;
        }
        spend(command.hasPayload ? 2 : 1);
    }
}

void Generator::run(bool isFirst)
{
    m_isFirst = isFirst;
    m_current.reset();
    if (m_stream)
        goThroughStream();
    else
        goThroughRows();
}

} // namespace

GeneratedTrace generateTrace(
    const std::vector<QueueEntry> &rows, const npu::Stream *stream, const TraceOptions &options)
{
    Generator generator(rows, stream, options);
    for (int i = 0; i < options.inferences; ++i) {
        generator.run(i == 0);
        generator.wait(options.gap);
    }
    return std::move(generator.trace);
}

QByteArray traceJson(const std::vector<profile::PointerRead> &reads)
{
    QByteArray json = "{\"traceEvents\": [\n";
    for (size_t i = 0; i < reads.size(); ++i) {
        const auto ts = QByteArray::number(reads[i].ts);
        if (i % 7 == 3)
            json += "{\"name\": \"axi_enabled_cycles\", \"ph\": \"X\", \"ts\": \"" + ts
                + "\", \"pid\": \"DMA\", \"tid\": \"axi0\", \"dur\": \"14\"},\n";
        json += "{\"name\": \"qread\", \"ph\": \"X\", \"ts\": \"" + ts
            + "\", \"pid\": \"CC\", \"tid\": \"qread\", \"dur\": \"1\", \"args\": {\"qread\": \""
            + QByteArray::number(reads[i].word) + "\"}}";
        json += i + 1 < reads.size() ? ",\n" : "\n";
    }
    return json + "]}\n";
}

} // namespace tosaic::test
