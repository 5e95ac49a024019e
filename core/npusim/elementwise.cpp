// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/kicks.h"

#include "core/base/try.h"

#include <algorithm>
#include <bit>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

enum ElementwiseMode : quint32
{
    Mul = 0,
    Add = 1,
    Sub = 2,
    MinOf = 3,
    MaxOf = 4,
    LeakyRelu = 5,
    Abs = 6,
    Clz = 7,
    Shr = 8,
    Shl = 9,
    Lsr = 10,
    Div = 11,
    CompareEqual = 16,
    CompareNotEqual = 17,
    CompareGreaterEqual = 18,
    CompareGreater = 19,
    And = 33,
    Or = 34,
    Xor = 35,
    Not = 36,
    AndNot = 42
};

bool isUnary(quint32 mode)
{
    return mode == LeakyRelu || mode == Abs || mode == Clz || mode == Not;
}

bool isOfU55(quint32 mode)
{
    return mode <= Shl;
}

/// One operation on two numbers; `isOdd` is set where the result is not known.
struct Combiner
{
    quint32 mode;
    int bits; ///< of the first operand
    bool roundsShift;
    bool isOdd = false;

    int shiftOf(qint64 by)
    {
        const bool isPossible = by >= 0 && by < 64;
        isOdd = isOdd || !isPossible;
        return isPossible ? int(by) : 0;
    }
    qint64 divided(qint64 a, qint64 b)
    {
        isOdd = isOdd || b == 0;
        return b == 0 ? 0 : b == -1 ? -a : a / b;
    }
    template <quint32 Mode>
    qint64 of(qint64 a, qint64 b)
    {
        if constexpr (Mode == Mul)
            return a * b;
        if constexpr (Mode == Add)
            return a + b;
        if constexpr (Mode == Sub)
            return a - b;
        if constexpr (Mode == MinOf)
            return std::min(a, b);
        if constexpr (Mode == MaxOf)
            return std::max(a, b);
        if constexpr (Mode == LeakyRelu)
            return a;
        if constexpr (Mode == Abs)
            return a < 0 ? -a : a;
        if constexpr (Mode == Clz)
            return std::countl_zero(quint32(a));
        if constexpr (Mode == Shr) {
            const auto by = shiftOf(b);
            return (a + (roundsShift && by > 0 ? qint64(1) << (by - 1) : 0)) >> by;
        }
        if constexpr (Mode == Shl)
            return qint32(quint64(a) << shiftOf(b));
        if constexpr (Mode == Lsr)
            return qint64((quint64(a) & (~quint64(0) >> (64 - bits))) >> shiftOf(b));
        if constexpr (Mode == Div)
            return divided(a, b);
        if constexpr (Mode == CompareEqual)
            return -qint64(a == b);
        if constexpr (Mode == CompareNotEqual)
            return -qint64(a != b);
        if constexpr (Mode == CompareGreaterEqual)
            return -qint64(a >= b);
        if constexpr (Mode == CompareGreater)
            return -qint64(a > b);
        if constexpr (Mode == And)
            return a & b;
        if constexpr (Mode == Or)
            return a | b;
        if constexpr (Mode == Xor)
            return a ^ b;
        if constexpr (Mode == Not)
            return ~a;
        if constexpr (Mode == AndNot)
            return a & ~b;
    }
};

/// Calls `function` with the mode as a constant; false if there is no such mode.
template <typename Function, quint32... Modes>
bool withModeOf(
    quint32 mode, Function &&function, std::integer_sequence<quint32, Modes...> /*modes*/)
{
    return ((mode == Modes ? (function.template operator()<Modes>(), true) : false) || ...);
}

template <typename Function>
bool withMode(quint32 mode, Function &&function)
{
    return withModeOf(mode, function,
        std::integer_sequence<quint32, Mul, Add, Sub, MinOf, MaxOf, LeakyRelu, Abs, Clz, Shr, Shl,
            Lsr, Div, CompareEqual, CompareNotEqual, CompareGreaterEqual, CompareGreater, And, Or,
            Xor, Not, AndNot>());
}

void rescaleAll(std::vector<qint64> &numbers, const ScaleSetup &scale)
{
    if (scale.multiplier == 1 && scale.shift == 0 && scale.preShift == 0)
        return;
    // Before rounding in two steps, the value moves up, and down with the rest again.
    const auto pre = scale.rounding == Rounding::Double ? scale.preShift : 0;
    withRounding(scale.rounding, [&]<Rounding Mode>() {
        for (auto &number : numbers)
            number = rescaled<Mode>(number << pre, scale.multiplier, scale.shift + pre);
    });
}

} // namespace

/// Values with the distance to the next one in each direction; 0 where it is broadcast.
struct ElementwiseKick::Operand
{
    std::vector<qint64> numbers;
    qint64 stepY = 0;
    qint64 stepX = 0;
    qint64 stepC = 0;
};

Result<ElementwiseKick::Operand> ElementwiseKick::operand(
    const MapSetup &map, quint32 broadcast, Shape shape)
{
    constexpr quint32 OverH = 1;
    constexpr quint32 OverW = 2;
    constexpr quint32 OverC = 4;
    Shape read{ (broadcast & OverH) != 0 ? 1 : shape.height,
        (broadcast & OverW) != 0 ? 1 : shape.width, (broadcast & OverC) != 0 ? 1 : shape.depth };
    auto all = TRY(values(map, read));
    return Operand{ std::move(all.numbers), read.height == 1 ? 0 : read.width * read.depth,
        read.width == 1 ? 0 : read.depth, read.depth == 1 ? 0 : 1 };
}

Result<ElementwiseKick::Operand> ElementwiseKick::scalarOperand(const MapSetup &map, qint64 stored)
{
    const auto unused = 64 - 8 * map.bytes;
    const auto cut = quint64(stored) << unused;
    const auto value = map.isSigned ? qint64(cut) >> unused : qint64(cut >> unused);
    return Operand{ { value - map.zeroPoint } };
}

Result<ElementwiseKick::Operand> ElementwiseKick::firstOperand(Shape shape)
{
    const auto ifm = TRY(m_setup.ifm());
    if (!m_setup.target().isU85)
        return operand(ifm, 0, shape);
    const auto broadcast = m_setup.parameter(npu::IfmBroadcast) & 15;
    if ((broadcast & 8) != 0)
        return scalarOperand(ifm, qint64(m_setup.payload(npu::OpScalar)));
    return operand(ifm, broadcast, shape);
}

Result<ElementwiseKick::Operand> ElementwiseKick::secondOperand(Shape shape)
{
    const auto bits = m_setup.parameter(npu::Ifm2Broadcast);
    const auto scalarBit = m_setup.target().isU85 ? 8U : 0x80U;
    if ((bits & scalarBit) == 0)
        return operand(TRY(m_setup.ifm2()), bits & 7, shape);
    // The places of a map that is a number may never have been written.
    const auto precision = TRY(m_setup.needed(npu::Ifm2Registers.precision, "IFM2_PRECISION"));
    MapSetup map{ .name = u"IFM2"_s };
    map.bytes = 1 << (precision >> npu::Ifm2Registers.widthBits & 3);
    map.isSigned = (precision & 1) != 0;
    map.zeroPoint = map.isSigned ? m_setup.signedParameter(npu::Ifm2Registers.zeroPoint)
                                 : qint64(m_setup.parameter(npu::Ifm2Registers.zeroPoint));
    if (m_setup.target().isU85)
        return scalarOperand(map, qint64(m_setup.payload(npu::OpScalar)));
    const auto stored = TRY(m_setup.needed(npu::Ifm2Scalar, "IFM2_SCALAR"));
    const auto value = map.isSigned ? qint64(qint16(stored)) : qint64(stored);
    return Operand{ { value - map.zeroPoint } };
}

Result<void> ElementwiseKick::scaleOperands(
    quint32 mode, const MapSetup &ifm, Operand &a, Operand &b)
{
    if (m_setup.target().isU85) {
        if (mode == LeakyRelu) {
            const auto positive = m_setup.inputScale(npu::IfmScale);
            const auto negative = m_setup.inputScale(npu::Ifm2Scale);
            auto below = a.numbers;
            rescaleAll(below, negative);
            auto above = a.numbers;
            rescaleAll(above, positive);
            for (size_t i = 0; i < a.numbers.size(); ++i)
                a.numbers[i] = a.numbers[i] < 0 ? below[i] : above[i];
            return {};
        }
        rescaleAll(a.numbers, m_setup.inputScale(npu::IfmScale));
        rescaleAll(b.numbers, m_setup.inputScale(npu::Ifm2Scale));
        return {};
    }
    if (mode != Add && mode != Sub)
        return {};
    const auto precision = m_setup.parameter(npu::IfmPrecision);
    const auto which = precision >> 8 & 3;
    const auto opA = m_setup.inputScale(npu::IfmScale); // shift only: U85 cuts the multiplier
    const auto multiplierA = qint64(m_setup.payload(npu::IfmScale, 1));
    const auto multiplierB = qint64(m_setup.payload(npu::Ifm2Scale, 1) & 0xFFFF);
    if (which == 0) {
        for (auto &number : a.numbers)
            number *= multiplierA;
        for (auto &number : b.numbers)
            number *= multiplierB;
        return {};
    }
    if (which == 3)
        return fail(ErrorCode::FormatUnsupported, u"there is no scale mode 3"_s);
    // One operand has a scale of 32 bits, the other moves up to where that one ends.
    const auto up = ifm.bytes == 1 ? 19 : 14;
    constexpr std::array Modes{ Rounding::Double, Rounding::Truncate, Rounding::Natural };
    const auto rounding = precision >> 14 & 3;
    if (rounding >= Modes.size())
        return fail(ErrorCode::FormatUnsupported, u"there is no rounding %1"_s.arg(rounding));
    auto &scaled = which == 1 ? a : b;
    auto &moved = which == 1 ? b : a;
    // OPA_SCALE brings its operand there by itself; rounding in two steps happens above it.
    const auto pre = Modes.at(rounding) == Rounding::Double ? up + 1 : 0;
    withRounding(Modes.at(rounding), [&]<Rounding Mode>() {
        for (auto &number : scaled.numbers)
            number = rescaled<Mode>(number << pre, multiplierA, opA.shift + pre);
    });
    for (auto &number : moved.numbers)
        number <<= up;
    return {};
}

Result<void> ElementwiseKick::run(quint32 parameter)
{
    const auto mode = parameter & 0x3F;
    const bool isU85 = m_setup.target().isU85;
    const auto output = TRY(m_setup.output());
    // Checked before anything is read: other modes have other operands.
    if ((!isU85 && !isOfU55(mode)) || !withMode(mode, []<quint32 Mode>() {}))
        return fail(ErrorCode::FormatUnsupported, u"there is no elementwise mode %1"_s.arg(mode));
    TRY(charge(output.shape.elements()));
    auto a = TRY(firstOperand(output.shape));
    auto b = isUnary(mode) ? Operand{ { 0 } } : TRY(secondOperand(output.shape));
    constexpr quint32 IsFirst = 0x40; ///< of IFM2_BROADCAST, U55 and U65
    if (!isU85 && !isUnary(mode) && (m_setup.parameter(npu::Ifm2Broadcast) & IsFirst) != 0)
        std::swap(a, b);
    const auto ifmPrecision = m_setup.parameter(npu::IfmPrecision);
    MapSetup ifm;
    ifm.bytes = 1 << (ifmPrecision >> 2 & 3);
    TRY(scaleOperands(mode, ifm, a, b));
    const bool scalesNegative = mode == LeakyRelu && !isU85;
    const auto isScaled = (isU85 || output.isScaleGlobal) && !scalesNegative;
    auto stage = TRY(OutputStage::open(m_setup, m_machine.memory, output,
        isScaled ? OutputStage::Scaling::Global : OutputStage::Scaling::None, m_notes));
    if (mode == Mul && ifm.bytes == 4)
        stage.useShiftOnly();
    if (scalesNegative) {
        const auto scale = m_setup.outputScale();
        withRounding(output.rounding, [&]<Rounding Mode>() {
            for (auto &number : a.numbers)
                number
                    = number < 0 ? rescaled<Mode>(number, scale.multiplier, scale.shift) : number;
        });
    }
    Combiner combiner{ mode, 8 * ifm.bytes,
        output.rounding == Rounding::Natural || output.rounding == Rounding::Double };
    const auto made = produce(output, stage, [&](qint64 y, qint64 *accumulators) {
        withMode(mode, [&]<quint32 Mode>() {
            for (qint64 x = 0; x < output.shape.width; ++x) {
                const auto *left = a.numbers.data() + y * a.stepY + x * a.stepX;
                const auto *right = b.numbers.data() + y * b.stepY + x * b.stepX;
                auto *to = accumulators + x * output.shape.depth;
                for (qint64 c = 0; c < output.shape.depth; ++c)
                    to[c] = combiner.of<Mode>(left[c * a.stepC], right[c * b.stepC]);
            }
        });
    });
    if (made && combiner.isOdd)
        return fail(ErrorCode::FormatUnsupported,
            mode == Div
                ? u"what a division by 0 gives is not known"_s
                : u"what a shift by fewer than 0 or more than 63 bits gives is not known"_s);
    return made;
}

} // namespace tosaic::npusim
