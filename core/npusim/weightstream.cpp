// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/weightstream.h"

#include "core/base/try.h"

#include <QtEndian>

#include <algorithm>
#include <bit>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

/// Bits of a stream, the lowest of the first byte first.
class BitReader
{
public:
    explicit BitReader(QByteArrayView bytes)
        : m_bytes(reinterpret_cast<const quint8 *>(bytes.data())), m_size(quint64(bytes.size()) * 8)
    {
    }

    /// At most 24 bits; zeros, and isOver(), behind the end.
    quint32 take(int count)
    {
        quint32 value = 0;
        const auto byte = m_position >> 3;
        if (byte + 4 <= m_size >> 3) {
            value = qFromLittleEndian<quint32>(m_bytes + byte);
        } else {
            for (quint64 i = 0; i < 4 && byte + i < m_size >> 3; ++i)
                value |= quint32(m_bytes[byte + i]) << (8 * i);
        }
        value = value >> (m_position & 7) & ((1U << count) - 1);
        m_position += quint64(count);
        return value;
    }
    bool isOver() const { return m_position > m_size; }
    quint64 left() const { return isOver() ? 0 : m_size - m_position; }
    void alignToByte() { m_position = (m_position + 7) & ~quint64(7); }

private:
    const quint8 *m_bytes;
    quint64 m_size;
    quint64 m_position = 0;
};

int signedWeight(quint32 coded)
{
    const auto magnitude = int(coded >> 1);
    return (coded & 1) != 0 ? -magnitude : magnitude;
}

/// Quotients of Golomb-Rice codes whose remainders follow one chunk later.
struct Symbols
{
    std::vector<quint32> values;
    std::vector<quint32> pending; ///< quotients of the chunk before
    std::vector<quint32> fresh;
    quint32 running = 0; ///< quotient that the next chunk goes on with
    size_t begun = 0;

    void takeRemainders(BitReader &bits, int divisor)
    {
        for (const auto quotient : pending)
            values.push_back((quotient << divisor) + bits.take(divisor));
        pending.swap(fresh);
        fresh.clear();
    }
    void reset()
    {
        values.clear();
        pending.clear();
        fresh.clear();
        running = 0;
        begun = 0;
    }
};

class StandardDecoder
{
public:
    explicit StandardDecoder(QByteArrayView stream) : m_bits(stream) { }

    Result<std::vector<qint16>> decode();

private:
    bool beginSlice();
    void readSlice();
    void readChunk(bool takesWeights, bool takesRuns);
    void readWeightQuotients(quint32 unary, size_t count);
    bool emit();

    BitReader m_bits;
    std::vector<qint16> m_out;
    // The palette stays for the slices that bring none.
    std::vector<quint32> m_palette;
    quint32 m_directOffset = 0;
    int m_paletteBits = 0;
    // Of the slice
    size_t m_count = 0;
    size_t m_runCount = 0;
    int m_weightDivisor = 0;
    int m_runDivisor = 0;
    bool m_hasRuns = false;
    bool m_isTruncated = false;
    bool m_isUncompressed = false;
    bool m_hasNewPalette = false;
    Symbols m_weights;
    Symbols m_runs;
};

constexpr quint32 EndOfStream = 7;
constexpr quint32 NoRuns = 6;
constexpr quint32 Uncompressed = 7;

/// The header; false at the end.
bool StandardDecoder::beginSlice()
{
    quint32 runs = EndOfStream;
    while (runs == EndOfStream) {
        if (m_bits.left() < 3)
            return false;
        runs = m_bits.take(3);
        if (runs == EndOfStream)
            m_bits.alignToByte();
    }
    m_hasRuns = runs != NoRuns;
    m_runDivisor = m_hasRuns ? int(runs) : 0;
    m_count = m_bits.take(15) + 1;
    const auto divisor = m_bits.take(3);
    m_isTruncated = m_bits.take(1) != 0;
    m_hasNewPalette = m_bits.take(1) != 0;
    if (m_hasNewPalette) {
        m_directOffset = m_bits.take(5);
        auto size = m_bits.take(5);
        if (size > 0)
            ++size;
        m_paletteBits = int(m_bits.take(3)) + 2;
        m_palette.clear();
        for (quint32 i = 0; i < size; ++i)
            m_palette.push_back(m_bits.take(m_paletteBits));
    }
    m_isUncompressed = divisor == Uncompressed;
    m_weightDivisor = int(divisor);
    if (m_isUncompressed)
        m_weightDivisor
            = m_palette.empty() ? m_paletteBits : int(std::bit_width(m_palette.size() - 1));
    m_runCount = m_hasRuns ? m_count + (m_hasNewPalette ? 1 : 0) : 0;
    return true;
}

void StandardDecoder::readWeightQuotients(quint32 unary, size_t count)
{
    const auto window = m_isUncompressed && m_weightDivisor > 5 ? 8 : 12;
    auto second = m_bits.take(std::popcount(unary & ((1U << unsigned(window)) - 1)));
    for (int i = 0; i < window && m_weights.fresh.size() < count; ++i) {
        quint32 code = 0;
        if ((unary >> i & 1) != 0) {
            code = 1 + (second & 1);
            second >>= 1;
        }
        m_weights.running += code;
        if (code < 2 || m_isTruncated)
            m_weights.fresh.push_back(std::exchange(m_weights.running, 0));
    }
}

void StandardDecoder::readChunk(bool takesWeights, bool takesRuns)
{
    const auto weightUnary = takesWeights && !m_isUncompressed ? m_bits.take(12) : 0;
    if (takesRuns) {
        const auto length = m_runDivisor == 3 ? 8 : 12;
        const auto unary = m_bits.take(length);
        for (int i = 0; i < length; ++i) {
            if ((unary >> i & 1) != 0)
                ++m_runs.running;
            else
                m_runs.fresh.push_back(std::exchange(m_runs.running, 0));
        }
        m_runs.begun += m_runs.fresh.size();
    }
    if (takesWeights) {
        readWeightQuotients(weightUnary, m_count - m_weights.begun);
        m_weights.begun += m_weights.fresh.size();
    }
    m_weights.takeRemainders(m_bits, m_weightDivisor);
    // Runs beyond the last are what fills the chunk up: they have no remainder.
    const auto wanted = m_runCount - m_runs.values.size();
    if (m_runs.pending.size() > wanted)
        m_runs.pending.resize(wanted);
    m_runs.takeRemainders(m_bits, m_runDivisor);
}

void StandardDecoder::readSlice()
{
    m_weights.reset();
    m_runs.reset();
    bool goesOn = true;
    while (goesOn && !m_bits.isOver()) {
        const auto balance = m_hasRuns ? qint64(m_weights.begun) - qint64(m_runs.begun) : 0;
        const bool takesWeights = m_weights.begun < m_count && (!m_hasRuns || balance < 8);
        const bool takesRuns = m_hasRuns && balance >= 0 && m_runs.begun < m_runCount;
        readChunk(takesWeights, takesRuns);
        goesOn = takesWeights || takesRuns;
    }
}

/// False if there are more weights than allowed.
bool StandardDecoder::emit()
{
    const auto zeros = [this](size_t run) {
        const auto count = m_runs.values[run];
        if (m_out.size() + count > WeightLimit)
            return false;
        m_out.insert(m_out.end(), count, 0);
        return true;
    };
    size_t run = 0;
    if (m_hasRuns && m_hasNewPalette && !zeros(run++))
        return false;
    for (const auto index : m_weights.values) {
        const auto coded = index < m_palette.size()
            ? m_palette[index]
            : index - quint32(m_palette.size()) + m_directOffset;
        m_out.push_back(qint16(signedWeight(coded & 0x1FF)));
        if (m_hasRuns && !zeros(run++))
            return false;
    }
    return m_out.size() <= WeightLimit;
}

Result<std::vector<qint16>> StandardDecoder::decode()
{
    while (beginSlice()) {
        readSlice();
        if (m_bits.isOver() || m_weights.values.size() != m_count
            || m_runs.values.size() != m_runCount)
            return fail(ErrorCode::FormatDamaged, u"the weight stream ends inside a slice"_s);
        if (!emit())
            return fail(ErrorCode::LimitExceeded,
                u"the weight stream has more than %1 weights"_s.arg(WeightLimit));
    }
    return std::move(m_out);
}

} // namespace

Result<std::vector<qint16>> decodeStandardWeights(QByteArrayView stream)
{
    return StandardDecoder(stream).decode();
}

Result<std::vector<qint16>> decodeFastWeights(QByteArrayView stream)
{
    constexpr qsizetype HeaderBytes = 32;
    if (stream.size() < HeaderBytes)
        return fail(ErrorCode::FormatDamaged, u"the weight stream is shorter than its header"_s);
    BitReader header(stream.first(HeaderBytes));
    const bool isRaw = header.take(1) != 0;
    const bool isSmall = header.take(1) != 0;
    for (int skipped = 2; skipped < 104; skipped += 17)
        header.take(17);
    const auto adjust = qint8(header.take(8));
    std::array<qint16, 16> table{};
    for (auto &entry : table)
        entry = qint16(signedWeight(header.take(9)));
    const auto body = stream.sliced(HeaderBytes);
    const auto perByte = isRaw ? 1 : isSmall ? 4 : 2;
    if (quint64(body.size()) * quint64(perByte) > WeightLimit)
        return fail(ErrorCode::LimitExceeded,
            u"the weight stream has more than %1 weights"_s.arg(WeightLimit));
    std::vector<qint16> out;
    out.reserve(size_t(body.size()) * size_t(perByte));
    const auto bits = 8 / perByte;
    for (const auto byte : body) {
        if (isRaw)
            out.push_back(qint16(qint8(byte) - adjust));
        for (int i = 0; !isRaw && i < perByte; ++i)
            out.push_back(table.at(quint8(byte) >> (bits * i) & ((1U << bits) - 1)));
    }
    return out;
}

} // namespace tosaic::npusim
