// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/outputstage.h"

#include "core/base/try.h"

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

constexpr quint64 SlotBytes = 256; ///< U55, U65: look-up memory is numbered in these
constexpr quint32 FirstTable = 16; ///< U55, U65: TABLE_0
constexpr quint64 TableEntries = 256;

enum ActivationOfU55 : quint32
{
    HardwareTanh = 3,
    HardwareSigmoid = 4
};

enum ActivationOfU85 : quint32
{
    LutU8 = 1,
    LutS8 = 4,
    LutS8S16 = 5,
    LutS8S32 = 7,
    LutS16 = 8,
    LutS16S32 = 9,
    LutTanh = 10,
    LutSigmoid = 11
};

/// Bytes of a table in the NPU's own memory.
Result<const quint8 *> tableAt(
    const Memory &memory, quint64 address, quint64 size, AccessNotes &notes)
{
    const auto view = TRY(memory.readable(Memory::Internal));
    if (!view.holds(qint64(address), size)) {
        notes.isOutside = true;
        return fail(ErrorCode::FormatDamaged, u"the look-up table is outside the NPU's memory"_s);
    }
    if (const auto *found = std::memchr(view.written + address, 0, size); found && !notes.unwritten)
        notes.unwritten
            = { int(Memory::Internal), quint64(static_cast<const quint8 *>(found) - view.written) };
    return view.bytes + address;
}

/// TFLite's int16 logistic and tanh: piece, part of it, and how far the result is shifted.
struct CurveSteps
{
    int pieceShift;
    int resultShift;
    qint64 offset;
};

constexpr CurveSteps TanhSteps{ 8, 8, 0 };
constexpr CurveSteps SigmoidSteps{ 9, 10, qint64(1) << 24 };

qint64 onCurve(const Curve &curve, const CurveSteps &steps, qint64 value)
{
    const auto step = qint64(1) << steps.pieceShift;
    auto piece = value >> steps.pieceShift;
    auto part = value & (step - 1);
    if (piece > 255) {
        piece = 255;
        part = step - 1;
    } else if (piece < -256) {
        piece = -256;
        part = 0;
    }
    const auto &at = curve.at(size_t(piece + 256));
    const auto fine = (qint64(at.base) << steps.pieceShift) + at.slope * part;
    const auto half = qint64(1) << (steps.resultShift - 1);
    return (fine + steps.offset + half - (value < 0 ? 1 : 0)) >> steps.resultShift;
}

} // namespace

Result<OutputStage> OutputStage::open(Setup &setup, const Memory &memory, const OutputSetup &output,
    Scaling scaling, AccessNotes &notes)
{
    OutputStage stage;
    stage.m_scaling = scaling;
    stage.m_rounding = output.rounding;
    stage.m_depth = output.shape.depth;
    stage.m_scale = setup.outputScale();
    if (scaling == Scaling::PerChannel)
        stage.m_channels = TRY(readScales(setup, memory, output.shape.depth, notes));
    TRY(stage.readActivation(setup, memory, output, notes));
    return stage;
}

Result<void> OutputStage::readActivation(
    Setup &setup, const Memory &memory, const OutputSetup &output, AccessNotes &notes)
{
    const auto &map = output.map;
    const auto activation = setup.parameter(npu::ActivationFunction);
    const auto function = activation & 31;
    const bool isU85 = setup.target().isU85;
    const bool hasTable = isU85 ? function != 0 : function >= FirstTable;
    m_zeroPoint = map.bytes >= 4 && !hasTable ? 0 : map.zeroPoint;
    constexpr quint32 ForceInt8 = 3;
    constexpr quint32 ForceInt16 = 5;
    const auto range = activation >> 12 & 7;
    const bool isSigned = map.isSigned || (!isU85 && (range == ForceInt8 || range == ForceInt16));
    // U55 and U65 do not clip 32 bits, unless they are told to treat them as narrower ones.
    m_clips = isU85 ? (range & 1) == 0 : map.bytes < 4 || range != 0;
    if (m_clips) {
        const auto smallest = TRY(setup.needed(npu::ActivationMin, "ACTIVATION_MIN"));
        const auto largest = TRY(setup.needed(npu::ActivationMax, "ACTIVATION_MAX"));
        m_smallest = isSigned ? qint64(qint16(smallest)) : qint64(smallest);
        m_largest = isSigned ? qint64(qint16(largest)) : qint64(largest);
    }
    if (isU85)
        return function == 0 ? Result<void>() : readTableOfU85(setup, memory, function, notes);
    if (function >= FirstTable && function < FirstTable + 8)
        return readTableOfU55(setup, memory, map, function - FirstTable, notes);
    if (function == HardwareTanh || function == HardwareSigmoid) {
        m_lookup = function == HardwareTanh ? Lookup::Tanh : Lookup::Sigmoid;
        m_curve = hardwareCurve(function == HardwareSigmoid);
        return {};
    }
    if (function != 0)
        return fail(
            ErrorCode::FormatUnsupported, u"there is no activation function %1"_s.arg(function));
    return {};
}

template <typename Entry>
Result<void> OutputStage::readTable(
    const Memory &memory, quint64 address, qint64 first, AccessNotes &notes)
{
    const auto *bytes = TRY(tableAt(memory, address, TableEntries * sizeof(Entry), notes));
    m_lookup = Lookup::Table;
    m_tableFirst = first;
    m_table.resize(TableEntries);
    for (size_t i = 0; i < TableEntries; ++i) {
        Entry entry;
        std::memcpy(&entry, bytes + i * sizeof entry, sizeof entry);
        m_table[i] = qint32(entry);
    }
    return {};
}

Result<void> OutputStage::readCurve(const Memory &memory, quint64 address, AccessNotes &notes)
{
    const auto *bytes = TRY(tableAt(memory, address, sizeof m_curve, notes));
    std::memcpy(m_curve.data(), bytes, sizeof m_curve);
    return {};
}

Result<void> OutputStage::readTableOfU55(
    Setup &setup, const Memory &memory, const MapSetup &map, quint32 number, AccessNotes &notes)
{
    const auto address = setup.target().tableMemory + SlotBytes * number;
    if (map.bytes == 1)
        return map.isSigned ? readTable<qint8>(memory, address, -128, notes)
                            : readTable<quint8>(memory, address, 0, notes);
    if (map.bytes == 4)
        return readTable<qint32>(memory, address, -128, notes);
    m_lookup = Lookup::Interpolated16;
    return readCurve(memory, address, notes);
}

Result<void> OutputStage::readTableOfU85(
    Setup &setup, const Memory &memory, quint32 function, AccessNotes &notes)
{
    const auto number = quint64(setup.parameter(npu::ActivationFunction) >> 5 & 7);
    switch (function) {
    case LutU8:
        return readTable<quint8>(memory, number * TableEntries, 0, notes);
    case LutS8:
        return readTable<qint8>(memory, number * TableEntries, -128, notes);
    case LutS8S16:
        return readTable<qint16>(memory, number * TableEntries * 2, -128, notes);
    case LutS8S32:
        return readTable<qint32>(memory, number * TableEntries * 4, -128, notes);
    case LutS16:
        m_lookup = Lookup::Interpolated16;
        break;
    case LutS16S32:
        m_lookup = Lookup::Interpolated32;
        break;
    case LutTanh:
        m_lookup = Lookup::Tanh;
        break;
    case LutSigmoid:
        m_lookup = Lookup::Sigmoid;
        break;
    default:
        return fail(
            ErrorCode::FormatUnsupported, u"there is no activation function %1"_s.arg(function));
    }
    return readCurve(memory, 0, notes);
}

void OutputStage::scale(qint64 *row, qint64 columns) const
{
    if (m_scaling == Scaling::None)
        return;
    withRounding(m_rounding, [&]<Rounding Mode>() {
        if (m_scaling == Scaling::Global) {
            if (m_scale.multiplier == 1 && m_scale.shift == 0)
                return;
            for (qint64 i = 0; i < columns * m_depth; ++i)
                row[i] = rescaled<Mode>(row[i], m_scale.multiplier, m_scale.shift);
            return;
        }
        const auto *bias = m_channels.bias.data();
        const auto *multiplier = m_channels.scale.data();
        const auto *shift = m_channels.shift.data();
        for (qint64 x = 0; x < columns; ++x) {
            auto *pixel = row + x * m_depth;
            for (qint64 c = 0; c < m_depth; ++c)
                pixel[c] = rescaled<Mode>(pixel[c] + bias[c], qint64(multiplier[c]), shift[c]);
        }
    });
}

Result<void> OutputStage::finish(qint64 *row, qint64 columns) const
{
    scale(row, columns);
    const auto count = columns * m_depth;
    if (m_zeroPoint != 0) {
        for (qint64 i = 0; i < count; ++i)
            row[i] += m_zeroPoint;
    }
    // The curves have their own ends and are clipped behind them.
    const bool isCurve = m_lookup == Lookup::Tanh || m_lookup == Lookup::Sigmoid;
    if (isCurve)
        TRY(lookUp(row, count));
    if (m_clips) {
        // Limits in the wrong order would be undefined for std::clamp.
        for (qint64 i = 0; i < count; ++i)
            row[i] = std::min(std::max(row[i], m_smallest), m_largest);
    }
    if (!isCurve && m_lookup != Lookup::None)
        TRY(lookUp(row, count));
    return {};
}

std::optional<NarrowScales> OutputStage::narrowScales(qint64 largestSum) const
{
    const bool isSimple = m_clips && (m_lookup == Lookup::None || m_lookup == Lookup::Table);
    if (!isSimple || m_scaling == Scaling::None)
        return std::nullopt;
    const NarrowScales::Limits limits{ m_zeroPoint, m_smallest, m_largest };
    if (m_scaling == Scaling::PerChannel)
        return NarrowScales::of(m_rounding, m_channels, largestSum, limits);
    const auto depth = size_t(m_depth);
    return NarrowScales::of(m_rounding,
        { std::vector<qint64>(depth, 0), std::vector<quint32>(depth, quint32(m_scale.multiplier)),
            std::vector<quint8>(depth, quint8(m_scale.shift)) },
        largestSum, limits);
}

Result<void> OutputStage::finish(const NarrowScales &scales, qint32 *row, qint64 columns) const
{
    const auto count = columns * m_depth;
    scales.apply(row, count);
    return m_lookup == Lookup::None ? Result<void>() : lookUpTable(row, count);
}

template <typename Number>
Result<void> OutputStage::lookUpTable(Number *row, qint64 count) const
{
    bool isOutside = false;
    for (qint64 i = 0; i < count; ++i) {
        const auto index = quint64(row[i] - m_tableFirst);
        isOutside = isOutside || index >= TableEntries;
        row[i] = Number(m_table[index < TableEntries ? index : 0]);
    }
    if (isOutside)
        return fail(ErrorCode::FormatDamaged, u"a value lies outside the look-up table"_s);
    return {};
}

Result<void> OutputStage::lookUp(qint64 *row, qint64 count) const
{
    bool isOutside = false;
    const auto forAll = [&](auto &&function) {
        for (qint64 i = 0; i < count; ++i)
            row[i] = function(row[i]);
    };
    const auto pieceOf = [&](qint64 value) {
        const auto piece = (value >> 7) + 256;
        const bool isInside = piece >= 0 && piece < qint64(m_curve.size());
        isOutside = isOutside || !isInside;
        return m_curve[isInside ? size_t(piece) : 0];
    };
    switch (m_lookup) {
    case Lookup::None:
        break;
    case Lookup::Table:
        return lookUpTable(row, count);
    case Lookup::Interpolated16:
        forAll([&](qint64 value) {
            const auto piece = pieceOf(value);
            return piece.base + ((piece.slope * (value & 127) + 64) >> 7);
        });
        break;
    case Lookup::Interpolated32:
        forAll([&](qint64 value) {
            const auto piece = pieceOf(value);
            return (qint64(piece.base) << 7) + piece.slope * (value & 127);
        });
        break;
    case Lookup::Tanh:
        forAll([&](qint64 value) { return onCurve(m_curve, TanhSteps, value); });
        break;
    case Lookup::Sigmoid:
        forAll([&](qint64 value) { return onCurve(m_curve, SigmoidSteps, value); });
        break;
    }
    if (isOutside)
        return fail(ErrorCode::FormatDamaged, u"a value lies outside the look-up table"_s);
    return {};
}

} // namespace tosaic::npusim
