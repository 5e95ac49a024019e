// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/kicks.h"

#include "core/base/try.h"
#include "core/npusim/convolverow.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

constexpr qint64 RowStep = 16;

/// How many products of weights (9 bits) with elements fit 32 bits.
qint64 chunkOf(const MapSetup &ifm)
{
    return ifm.bytes == 1 ? 32768 : 256;
}

bool fits16(const MapSetup &ifm)
{
    const auto smallest = ifm.isSigned ? -128 : 0;
    const bool isOfType = ifm.zeroPoint >= smallest && ifm.zeroPoint <= smallest + 255;
    return ifm.bytes == 1 ? isOfType : ifm.bytes == 2 && ifm.isSigned && ifm.zeroPoint == 0;
}

/// Of `products` of weights with elements; absent where 32 bits might not hold it.
std::optional<qint64> largestSum(const MapSetup &ifm, qint64 products)
{
    constexpr qint64 Largest = 255; // of a weight, and of an element without its zero point
    if (ifm.bytes != 1 || !fits16(ifm) || products > chunkOf(ifm))
        return std::nullopt;
    return products * Largest * Largest;
}

} // namespace

Result<void> WeightedKick::checkAccumulator() const
{
    const auto format = m_setup.parameter(npu::AccFormat);
    if (!m_setup.target().isU85) {
        if ((format & 3) > 1)
            return fail(ErrorCode::FormatUnsupported,
                u"how accumulators of format F16 round is not known"_s);
        return {};
    }
    if ((format >> 4 & 3) == 1)
        return fail(
            ErrorCode::FormatUnsupported, u"accumulators that are kept (KEEP) are not known"_s);
    if ((format >> 6 & 1) != 0)
        return fail(ErrorCode::FormatUnsupported,
            u"accumulators that are not put out (DISABLE) are not known"_s);
    return {};
}

Result<Values> WeightedKick::startValues(const OutputSetup &output)
{
    constexpr quint32 FromIfm2 = 2;
    if (!m_setup.target().isU85 || (m_setup.parameter(npu::AccFormat) >> 4 & 3) != FromIfm2)
        return Values();
    auto ifm2 = TRY(m_setup.ifm2());
    ifm2.zeroPoint = 0;
    return values(ifm2, output.shape);
}

Result<OutputStage> WeightedKick::convolutionStage(const OutputSetup &output)
{
    return OutputStage::open(m_setup, m_machine.memory, output,
        output.isScaleGlobal ? OutputStage::Scaling::Global : OutputStage::Scaling::PerChannel,
        m_notes);
}

std::optional<NarrowScales> WeightedKick::narrowScales(
    const OutputSetup &output, const OutputStage &stage, const MapSetup &ifm, qint64 products)
{
    const auto largest = largestSum(ifm, products);
    return largest && isPlain(output) ? stage.narrowScales(*largest) : std::nullopt;
}

Result<void> ConvolutionKick::run(quint32 parameter)
{
    TRY(checkAccumulator());
    const auto output = TRY(m_setup.output());
    const auto ifm = TRY(m_setup.ifm());
    const bool takesWeightsFromIfm2 = m_setup.target().isU85 && (parameter & 1) != 0;
    if (takesWeightsFromIfm2)
        return multiplyMaps(output, ifm);
    const auto window = TRY(m_setup.window());
    const auto depth = TRY(m_setup.ifmDepth());
    const auto geometry = TRY(weightGeometry(m_setup, false, output, depth, window, 8 * ifm.bytes));
    const auto streams = TRY(weightStreams(m_setup, m_machine.memory, geometry.isFast, m_notes));
    const auto weights = TRY(m_machine.weights->weights(geometry, m_setup.target(), streams));
    return fits16(ifm) ? convolveWith<qint16>(output, ifm, window, depth, *weights)
                       : convolveWith<qint64>(output, ifm, window, depth, *weights);
}

template <typename Number>
Result<void> ConvolutionKick::convolveWith(const OutputSetup &output, const MapSetup &ifm,
    const WindowSetup &window, qint64 depth, const LayerWeights &weights)
{
    TRY(charge(Wide(output.shape.elements()) * weights.rowLength));
    const auto map = TRY(readPadded<Number>(source(), ifm, window, output.shape, depth,
        m_setup.parameter(npu::IfmUpscale) & 3, m_machine.limits.mapElements));
    const auto start = TRY(startValues(output));
    auto stage = TRY(convolutionStage(output));
    Patches<Number> patches(map, window, weights.rowLength);
    if constexpr (std::is_same_v<Number, qint16>) {
        if (const auto scales = narrowScales(output, stage, ifm, weights.rowLength);
            scales && start.numbers.empty())
            return produceNarrow(output, stage, *scales, [&](qint64 y, qint32 *accumulators) {
                convolveNarrow(
                    patches, y, output.shape, weights.row(0), weights.rowLength, accumulators);
            });
    }
    const auto rowSize = output.shape.width * output.shape.depth;
    return produce(output, stage, [&](qint64 y, qint64 *accumulators) {
        convolveRow<Number, qint16>(
            patches, y, output.shape, [&](qint64 o) { return weights.row(o); }, weights.rowLength,
            chunkOf(ifm), accumulators);
        for (qint64 i = 0; !start.numbers.empty() && i < rowSize; ++i)
            accumulators[i] += start.numbers[size_t(y * rowSize + i)];
    });
}

/// U85: the weights of output n are row n of IFM2.
Result<void> ConvolutionKick::multiplyMaps(const OutputSetup &output, const MapSetup &ifm)
{
    const auto depth = TRY(m_setup.ifmDepth());
    const auto ifm2 = TRY(m_setup.ifm2());
    const auto window = TRY(m_setup.window());
    if (window.height != 1 || window.width != 1)
        return fail(ErrorCode::FormatUnsupported,
            u"weights from IFM2 with a kernel of more than one tap are not known"_s);
    const auto rowLength = (depth + RowStep - 1) / RowStep * RowStep;
    TRY(charge(Wide(output.shape.elements()) * rowLength));
    const auto stage = TRY(OutputStage::open(
        m_setup, m_machine.memory, output, OutputStage::Scaling::Global, m_notes));
    const auto multiply = [&]<typename Number>(Number) -> Result<void> {
        const auto map = TRY(readPadded<Number>(
            source(), ifm, window, output.shape, depth, 0, m_machine.limits.mapElements));
        const Shape rows{ 1, output.shape.depth, depth };
        TRY(checkSize({ 1, rows.width, rowLength }));
        std::vector<Number> read(size_t(rows.elements()));
        TRY(readMap(source(), ifm2, rows, Destination<Number>{ read.data(), 0 }));
        std::vector<Number> weights(size_t(rows.width * rowLength), 0);
        for (qint64 n = 0; n < rows.width; ++n)
            std::copy_n(read.data() + n * depth, depth, weights.data() + n * rowLength);
        Patches<Number> patches(map, window, rowLength);
        return produce(output, stage, [&](qint64 y, qint64 *accumulators) {
            convolveRow<Number, Number>(
                patches, y, output.shape, [&](qint64 n) { return weights.data() + n * rowLength; },
                rowLength, chunkOf(ifm), accumulators);
        });
    };
    const bool areBytes = ifm.bytes == 1 && ifm2.bytes == 1 && fits16(ifm) && fits16(ifm2);
    return areBytes ? multiply(qint16()) : multiply(qint64());
}

Result<void> DepthwiseKick::run(quint32 /*parameter*/)
{
    TRY(checkAccumulator());
    const auto output = TRY(m_setup.output());
    const auto ifm = TRY(m_setup.ifm());
    const auto window = TRY(m_setup.window());
    const auto depth = output.shape.depth;
    const auto geometry = TRY(weightGeometry(m_setup, true, output, depth, window, 8 * ifm.bytes));
    const auto streams = TRY(weightStreams(m_setup, m_machine.memory, geometry.isFast, m_notes));
    const auto weights = TRY(m_machine.weights->weights(geometry, m_setup.target(), streams));
    const auto taps = window.height * window.width;
    TRY(charge(Wide(output.shape.elements()) * taps));
    const auto stage = TRY(convolutionStage(output));
    const auto start = TRY(startValues(output));
    const auto run = [&]<typename Number, typename Sum>(Number, Sum) -> Result<void> {
        const auto map = TRY(readPadded<Number>(source(), ifm, window, output.shape, depth,
            m_setup.parameter(npu::IfmUpscale) & 3, m_machine.limits.mapElements));
        std::vector<const Number *> tapAt; // of the first pixel
        for (qint64 tap = 0; tap < taps; ++tap)
            tapAt.push_back(map.at(
                tap / window.width * window.dilationY, tap % window.width * window.dilationX));
        const auto offsetOf = [&](qint64 y, qint64 x) {
            return (y * window.strideY * map.shape.width + x * window.strideX) * depth;
        };
        if constexpr (std::is_same_v<Number, qint16>) {
            if (const auto scales = narrowScales(output, stage, ifm, taps);
                scales && start.numbers.empty())
                return produceNarrow(output, stage, *scales, [&](qint64 y, qint32 *accumulators) {
                    std::fill_n(accumulators, output.shape.width * depth, 0);
                    for (qint64 x = 0; x < output.shape.width; ++x)
                        addProducts(tapAt.data(), taps, offsetOf(y, x), weights->row(0),
                            weights->rowLength, depth, accumulators + x * depth);
                });
        }
        std::vector<Sum> sums(size_t(depth), 0);
        const auto rowSize = output.shape.width * depth;
        return produce(output, stage, [&](qint64 y, qint64 *accumulators) {
            for (qint64 x = 0; x < output.shape.width; ++x) {
                std::fill(sums.begin(), sums.end(), 0);
                for (qint64 tap = 0; tap < taps; ++tap) {
                    const auto *__restrict from = tapAt[size_t(tap)] + offsetOf(y, x);
                    const auto *__restrict weight = weights->row(tap);
                    auto *__restrict sum = sums.data();
                    for (qint64 c = 0; c < depth; ++c)
                        sum[c] += Sum(from[c]) * Sum(weight[c]);
                }
                std::copy(sums.begin(), sums.end(), accumulators + x * depth);
            }
            for (qint64 i = 0; !start.numbers.empty() && i < rowSize; ++i)
                accumulators[i] += start.numbers[size_t(y * rowSize + i)];
        });
    };
    if (fits16(ifm) && taps <= chunkOf(ifm))
        return run(qint16(), qint32());
    return run(qint64(), qint64());
}

} // namespace tosaic::npusim
