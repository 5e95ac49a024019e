// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/kicks.h"

#include "core/base/try.h"

#include <algorithm>
#include <bit>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

enum PoolMode : quint32
{
    Max = 0,
    Average = 1,
    ReduceSum = 2,
    Sum = 3,
    None = 4,
    Min = 5,
    ArgMaxX = 6,
    ArgMaxY = 7
};

/// Taps of a window that lie inside the map: [firstY, endY) and [firstX, endX).
struct ValidTaps
{
    qint64 firstY = 0;
    qint64 endY = 0;
    qint64 firstX = 0;
    qint64 endX = 0;

    qint64 count() const { return (endY - firstY) * (endX - firstX); }
};

/// Taps at `begin + tap * dilation` that lie in [low, high).
std::pair<qint64, qint64> inside(
    qint64 begin, qint64 taps, qint64 dilation, qint64 low, qint64 high)
{
    qint64 first = 0;
    while (first < taps && begin + first * dilation < low)
        ++first;
    auto end = taps;
    while (end > first && begin + (end - 1) * dilation >= high)
        --end;
    return { first, end };
}

ValidTaps validTaps(const WindowSetup &window, Shape padded, qint64 y, qint64 x)
{
    const auto [firstY, endY] = inside(y * window.strideY, window.height, window.dilationY,
        window.top, padded.height - window.bottom);
    const auto [firstX, endX] = inside(x * window.strideX, window.width, window.dilationX,
        window.left, padded.width - window.right);
    return { firstY, endY, firstX, endX };
}

/// Calls `function` with the channels of each valid tap, and its number.
template <typename Function>
void forTaps(const Padded<qint64> &map, const WindowSetup &window, const ValidTaps &taps, qint64 y,
    qint64 x, Function &&function)
{
    for (auto tapY = taps.firstY; tapY < taps.endY; ++tapY) {
        for (auto tapX = taps.firstX; tapX < taps.endX; ++tapX)
            function(map.at(y * window.strideY + tapY * window.dilationY,
                         x * window.strideX + tapX * window.dilationX),
                tapY * window.width + tapX);
    }
}

/// The NPU divides by multiplying with a reciprocal of 30 bits and more, rounded once.
void divide(qint64 *sums, qint64 depth, qint64 count, Rounding rounding)
{
    if (count < 1)
        return;
    const auto extra = int(std::bit_width(quint64(count - 1)));
    const auto reciprocal = ((qint64(1) << (30 + extra)) + (qint64(1) << extra)) / count;
    const auto mode = rounding == Rounding::Double ? Rounding::Natural : rounding;
    withRounding(mode, [&]<Rounding Mode>() {
        for (qint64 c = 0; c < depth; ++c)
            sums[c] = rescaled<Mode>(sums[c], reciprocal, 30 + extra);
    });
}

/// Index of the first maximum, above the 16 bits that OFM_SCALE shifts away.
void argMax(const Padded<qint64> &map, const WindowSetup &window, const ValidTaps &taps, qint64 y,
    qint64 x, qint64 *to, std::vector<qint64> &largest)
{
    const auto depth = map.shape.depth;
    std::fill(largest.begin(), largest.end(), std::numeric_limits<qint64>::min());
    forTaps(map, window, taps, y, x, [&](const qint64 *from, qint64 tap) {
        for (qint64 c = 0; c < depth; ++c) {
            if (from[c] <= largest[size_t(c)])
                continue;
            largest[size_t(c)] = from[c];
            to[c] = tap << 16;
        }
    });
}

} // namespace

Result<void> PoolingKick::run(quint32 parameter)
{
    const auto mode = parameter & 7;
    const auto output = TRY(m_setup.output());
    const bool isU85 = m_setup.target().isU85;
    if (!isU85 && mode > ReduceSum)
        return fail(ErrorCode::FormatUnsupported, u"there is no pooling mode %1"_s.arg(mode));
    const bool isExtreme = mode == Max || mode == Min;
    bool divides = mode == Average && isU85;
    if (mode == Average && !isU85)
        divides = TRY(m_setup.window()).isPadded();
    // Without one scale for all, a maximum is not scaled, and a padded average of U55 and U65 only
    // divides: there are no records then.
    auto scaling = OutputStage::Scaling::Global;
    if (!output.isScaleGlobal)
        scaling = isExtreme || (divides && !isU85) ? OutputStage::Scaling::None
                                                   : OutputStage::Scaling::PerChannel;
    const auto stage = TRY(OutputStage::open(m_setup, m_machine.memory, output, scaling, m_notes));
    if (mode == ReduceSum)
        return sumChannels(output, stage);
    if (mode != None)
        return poolWindows(output, stage, mode, divides);
    const auto ifm2 = TRY(m_setup.ifm2());
    const auto all = TRY(values(ifm2, output.shape));
    const auto rowSize = output.shape.width * output.shape.depth;
    return produce(output, stage, [&](qint64 y, qint64 *accumulators) {
        std::copy_n(all.numbers.data() + y * rowSize, rowSize, accumulators);
    });
}

Result<void> PoolingKick::sumChannels(const OutputSetup &output, const OutputStage &stage)
{
    const auto ifm = TRY(m_setup.ifm());
    const auto window = TRY(m_setup.window());
    const auto depth = TRY(m_setup.ifmDepth());
    if (output.shape.depth != 1)
        return fail(ErrorCode::FormatDamaged,
            u"REDUCE_SUM has one channel, not %1"_s.arg(output.shape.depth));
    if (window.height != 1 || window.width != 1)
        return fail(ErrorCode::FormatUnsupported,
            u"REDUCE_SUM with a kernel of more than one tap is not known"_s);
    TRY(charge(Wide(output.shape.elements()) * depth));
    const auto map = TRY(readPadded<qint64>(
        source(), ifm, window, output.shape, depth, 0, m_machine.limits.mapElements));
    return produce(output, stage, [&](qint64 y, qint64 *accumulators) {
        for (qint64 x = 0; x < output.shape.width; ++x) {
            const auto *from = map.at(y * window.strideY, x * window.strideX);
            qint64 sum = 0;
            for (qint64 c = 0; c < depth; ++c)
                sum += from[c];
            accumulators[x] = sum;
        }
    });
}

Result<void> PoolingKick::poolWindows(
    const OutputSetup &output, const OutputStage &stage, quint32 mode, bool divides)
{
    const auto ifm = TRY(m_setup.ifm());
    const auto window = TRY(m_setup.window());
    const auto depth = output.shape.depth;
    TRY(charge(Wide(output.shape.elements()) * window.height * window.width));
    const auto upscale = m_setup.parameter(npu::IfmUpscale) & 3;
    const bool isArgMax = mode == ArgMaxX || mode == ArgMaxY;
    // Copies and rescales of whole maps are pooling, too.
    const bool isOneTap
        = window.height == 1 && window.width == 1 && window.strideX == 1 && !isArgMax && !divides;
    if (isOneTap) {
        const auto copy = [&]<typename Number>(const Padded<Number> &map) {
            return [&](qint64 y, auto *accumulators) {
                std::copy_n(
                    map.at(y * window.strideY, 0), output.shape.width * depth, accumulators);
            };
        };
        constexpr qint64 LargestByte = 511; // with any zero point of the registers
        const bool isByte = ifm.bytes == 1 && std::abs(ifm.zeroPoint) < 256 && isPlain(output);
        if (const auto scales = isByte ? stage.narrowScales(LargestByte) : std::nullopt) {
            const auto map = TRY(readPadded<qint16>(
                source(), ifm, window, output.shape, depth, upscale, m_machine.limits.mapElements));
            return produceNarrow(output, stage, *scales, copy(map));
        }
        const auto map = TRY(readPadded<qint64>(
            source(), ifm, window, output.shape, depth, upscale, m_machine.limits.mapElements));
        return produce(output, stage, copy(map));
    }
    const auto map = TRY(readPadded<qint64>(
        source(), ifm, window, output.shape, depth, upscale, m_machine.limits.mapElements));
    std::vector<qint64> largest(isArgMax ? size_t(depth) : 0);
    const auto poolPixel = [&](qint64 y, qint64 x, const ValidTaps &taps, qint64 *to) {
        bool isFirst = true;
        forTaps(map, window, taps, y, x, [&](const qint64 *from, qint64) {
            if (std::exchange(isFirst, false))
                std::copy_n(from, depth, to);
            else if (mode == Max)
                std::transform(
                    from, from + depth, to, to, [](qint64 a, qint64 b) { return std::max(a, b); });
            else if (mode == Min)
                std::transform(
                    from, from + depth, to, to, [](qint64 a, qint64 b) { return std::min(a, b); });
            else
                std::transform(from, from + depth, to, to, std::plus<>());
        });
        if (divides)
            divide(to, depth, taps.count(), output.rounding);
    };
    return produce(output, stage, [&](qint64 y, qint64 *accumulators) {
        std::fill_n(accumulators, output.shape.width * depth, 0);
        for (qint64 x = 0; x < output.shape.width; ++x) {
            const auto taps = validTaps(window, map.shape, y, x);
            auto *to = accumulators + x * depth;
            if (isArgMax)
                argMax(map, window, taps, y, x, to, largest);
            else
                poolPixel(y, x, taps, to);
        }
    });
}

} // namespace tosaic::npusim
