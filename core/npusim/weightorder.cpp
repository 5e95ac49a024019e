// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/weightorder.h"

#include "core/base/try.h"
#include "core/npusim/weightstream.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

constexpr qint64 SubKernel = 8; ///< taps of an undilated sub-kernel in each direction
constexpr qint64 InputUnit = 8; ///< U55, U65: channels of the IFM microblock
constexpr qint32 Filler = -1;

qint64 roundedUp(qint64 value, qint64 step)
{
    return (value + step - 1) / step * step;
}

/// Positions as they are walked.
class Order
{
public:
    Order(const WeightGeometry &geometry, size_t limit) : m_geometry(geometry), m_limit(limit) { }

    void add(qint64 output, qint64 y, qint64 x, qint64 input)
    {
        const auto &window = m_geometry.window;
        if (output >= m_geometry.outputs || input >= m_geometry.inputs || y >= window.height)
            return fill(1);
        const auto tap = y * window.width + x;
        m_positions.push_back(qint32(m_geometry.isDepthwise
                ? tap * m_geometry.outputs + output
                : (output * window.height * window.width + tap) * m_geometry.inputs + input));
    }
    void fill(qint64 count)
    {
        m_isTooLong = m_isTooLong || m_positions.size() + size_t(count) > m_limit;
        if (!m_isTooLong)
            m_positions.insert(m_positions.end(), size_t(count), Filler);
    }
    bool isTooLong() const { return m_isTooLong || m_positions.size() > m_limit; }
    Result<std::vector<qint32>> take()
    {
        if (isTooLong())
            return fail(ErrorCode::FormatDamaged,
                u"the weight stream holds fewer weights than the layer needs"_s);
        return std::move(m_positions);
    }

private:
    const WeightGeometry &m_geometry;
    size_t m_limit;
    std::vector<qint32> m_positions;
    bool m_isTooLong = false;
};

/// A part of the kernel that is walked by itself.
struct SubKernelPart
{
    qint64 y = 0;
    qint64 x = 0;
    qint64 height = 0;
    qint64 width = 0;
};

/// U55, U65. Of U65-512 each core has every second output, and its own stream.
class OrderOfU55
{
public:
    OrderOfU55(const WeightGeometry &geometry, const Target &target, int stream, size_t limit)
        : m_geometry(geometry), m_streams(target.weightStreams), m_stream(stream),
          m_order(geometry, limit)
    {
        const bool is16 = geometry.ifmBits == 16;
        m_isPart = geometry.window.isPartKernelFirst && !geometry.isDepthwise;
        m_inputBlock = inputBlockDepth(geometry, target);
        m_rounding = geometry.isDepthwise ? 4 : !m_isPart ? 1 : is16 ? 2 : 4;
    }

    Result<std::vector<qint32>> walk()
    {
        const auto outputs = (m_geometry.outputs + m_streams - 1 - m_stream) / m_streams;
        const auto block
            = std::max<qint64>((m_geometry.blockDepth + m_streams - 1 - m_stream) / m_streams, 1);
        for (qint64 first = 0; first < outputs && !m_order.isTooLong(); first += block) {
            m_outputEnd = std::min(first + block, outputs);
            for (qint64 input = 0; input < m_geometry.inputs; input += m_inputBlock)
                walkInputBlock(first, input);
        }
        return m_order.take();
    }

private:
    void walkInputBlock(qint64 output, qint64 input)
    {
        const auto &window = m_geometry.window;
        const auto stepY = SubKernel / window.dilationY;
        const auto stepX = SubKernel / window.dilationX;
        for (qint64 y = 0; y < window.height; y += stepY) {
            for (qint64 x = 0; x < window.width; x += stepX)
                walkSubKernel(output, input,
                    { y, x, std::min(window.height - y, stepY),
                        std::min(window.width - x, stepX) });
        }
    }

    void walkSubKernel(qint64 output, qint64 input, const SubKernelPart &part)
    {
        const auto depth = std::min(m_inputBlock, m_geometry.inputs - input);
        const auto unit = m_geometry.microblockDepth;
        const auto outer = m_isPart ? depth : 1;
        for (qint64 i = 0; i < outer; i += InputUnit) {
            for (qint64 o = output; o < m_outputEnd && !m_order.isTooLong(); o += unit)
                walkElements(o, input + i, part);
        }
    }

    void walkElements(qint64 output, qint64 input, const SubKernelPart &part)
    {
        const auto elements = roundedUp(part.width * part.height, m_rounding);
        const auto inner = m_isPart || m_geometry.isDepthwise ? 1 : m_inputBlock;
        const auto channels = m_geometry.isDepthwise ? 1 : InputUnit;
        for (qint64 element = 0; element < elements; ++element) {
            const auto y = element / part.width;
            const auto x = element % part.width;
            for (qint64 i = 0; i < inner; i += InputUnit) {
                for (qint64 o = 0; o < m_geometry.microblockDepth; ++o) {
                    const bool isFiller = y >= part.height;
                    for (qint64 c = 0; c < channels; ++c)
                        isFiller ? m_order.fill(1)
                                 : m_order.add((output + o) * m_streams + m_stream, part.y + y,
                                     part.x + x, input + i + c);
                }
            }
        }
    }

    const WeightGeometry &m_geometry;
    qint64 m_streams;
    qint64 m_stream;
    bool m_isPart = false;
    qint64 m_inputBlock = 0;
    qint64 m_rounding = 1; ///< kernel elements come in multiples of it
    qint64 m_outputEnd = 0;
    Order m_order;
};

/// What U85 walks at a time; numbers from section "weight order" of its compiler.
struct StepsOfU85
{
    StepsOfU85(const WeightGeometry &geometry, const Target &target)
    {
        const bool is16 = geometry.ifmBits == 16;
        const bool isPart = geometry.window.isPartKernelFirst && !geometry.isDepthwise;
        inputBlock = inputBlockDepth(geometry, target);
        inputUnit = geometry.isDepthwise           ? 1
            : isPart && is16 && !geometry.isSparse ? 8
                                                   : inputBlock;
        step = geometry.isDepthwise ? 1 : geometry.isSparse ? 16 : 8;
        rounding = geometry.isDepthwise ? 10 : !isPart ? 1 : is16 || geometry.isSparse ? 10 : 5;
        padding = !geometry.isDepthwise   ? 0
            : !is16 && target.macs <= 256 ? 0
            : target.macs <= 512          ? 2
                                          : 6;
        isStrided = isPart || geometry.isDepthwise;
    }

    qint64 inputBlock = 0;
    qint64 inputUnit = 0;
    qint64 step = 0; ///< inputs that belong to one group of outputs
    qint64 rounding = 0; ///< taps come in multiples of it
    qint64 padding = 0; ///< DEPTHWISE: taps of zeros behind each multiple
    bool isStrided = false; ///< taps are sorted by what of the stride they fall on
};

class OrderOfU85
{
public:
    OrderOfU85(const WeightGeometry &geometry, const Target &target, int stream, size_t limit)
        : m_geometry(geometry), m_steps(geometry, target), m_streams(target.weightStreams),
          m_stream(stream), m_order(geometry, limit)
    {
    }

    Result<std::vector<qint32>> walk()
    {
        const auto blocks = (m_geometry.inputs + m_steps.inputBlock - 1) / m_steps.inputBlock;
        bool isAscending = true;
        for (qint64 output = 0; output < m_geometry.outputs && !m_order.isTooLong();
             output += m_geometry.blockDepth) {
            m_outputEnd = std::min(output + m_geometry.blockDepth, m_geometry.outputs);
            for (qint64 block = 0; block < blocks; ++block)
                walkInputBlock(
                    output, (isAscending ? block : blocks - 1 - block) * m_steps.inputBlock);
            isAscending = !isAscending;
        }
        return m_order.take();
    }

private:
    struct Tap
    {
        qint64 y;
        qint64 x;
    };

    void walkInputBlock(qint64 output, qint64 input)
    {
        const auto &window = m_geometry.window;
        const auto stepY = SubKernel / window.dilationY;
        const auto stepX = SubKernel / window.dilationX;
        const auto depth = std::min(m_steps.inputBlock, m_geometry.inputs - input);
        for (qint64 x = 0; x < window.width; x += stepX) {
            for (qint64 y = 0; y < window.height; y += stepY) {
                const SubKernelPart part{ y, x, std::min(window.height - y, stepY),
                    std::min(window.width - x, stepX) };
                const auto taps = tapsOf(part);
                for (qint64 i = 0; i < depth; i += m_steps.inputUnit) {
                    for (qint64 o = output; o < m_outputEnd && !m_order.isTooLong();
                         o += m_geometry.microblockDepth)
                        walkTaps(o, input + i, taps);
                }
            }
        }
    }

    /// Columns go back and forth.
    std::vector<Tap> tapsOf(const SubKernelPart &part) const
    {
        const auto strideY = m_steps.isStrided ? m_geometry.window.strideY : 1;
        const auto strideX = m_steps.isStrided ? m_geometry.window.strideX : 1;
        std::vector<Tap> taps;
        for (qint64 phaseY = 0; phaseY < strideY; ++phaseY) {
            const auto rows = (part.height + strideY - 1 - phaseY) / strideY;
            for (qint64 phaseX = 0; phaseX < strideX; ++phaseX) {
                const auto columns = (part.width + strideX - 1 - phaseX) / strideX;
                for (qint64 y = 0; y < rows; ++y) {
                    for (qint64 x = 0; x < columns; ++x)
                        taps.push_back({ part.y + phaseY + y * strideY,
                            part.x + phaseX + (y % 2 == 0 ? x : columns - 1 - x) * strideX });
                }
            }
        }
        return taps;
    }

    void walkTaps(qint64 output, qint64 input, const std::vector<Tap> &taps)
    {
        const auto perTap = m_steps.inputUnit * m_geometry.microblockDepth / m_streams;
        const auto paddingSize = m_steps.padding * m_geometry.microblockDepth / m_streams;
        auto left = roundedUp(qint64(taps.size()), m_steps.rounding);
        for (const auto &tap : taps) {
            --left;
            for (qint64 i = 0; i < m_steps.inputUnit; i += m_steps.step)
                addGroups(output, input + i, tap);
            if (m_geometry.isDepthwise && left % m_steps.rounding == 0)
                m_order.fill(paddingSize);
        }
        if (left > 0)
            m_order.fill((left + m_steps.padding) * perTap);
    }

    void addGroups(qint64 output, qint64 input, const Tap &tap)
    {
        constexpr qint64 Group = 4;
        for (auto group = m_stream * Group; group < m_geometry.microblockDepth;
             group += Group * m_streams) {
            for (qint64 o = 0; o < Group; ++o) {
                for (qint64 i = 0; i < m_steps.step; ++i)
                    m_order.add(output + group + o, tap.y, tap.x, input + i);
            }
        }
    }

    const WeightGeometry &m_geometry;
    StepsOfU85 m_steps;
    qint64 m_streams;
    qint64 m_stream;
    qint64 m_outputEnd = 0;
    Order m_order;
};

} // namespace

bool WeightGeometry::operator==(const WeightGeometry &other) const
{
    const auto key = [](const WeightGeometry &of) {
        const auto &shape = of.window;
        return std::array{ of.outputs, of.inputs, shape.height, shape.width, shape.strideY,
            shape.strideX, shape.dilationY, shape.dilationX, qint64(shape.isPartKernelFirst),
            qint64(of.isDepthwise), qint64(of.ifmBits), of.blockDepth, of.microblockDepth,
            qint64(of.isSparse), qint64(of.isFast) };
    };
    return key(*this) == key(other);
}

qint64 WeightGeometry::weights() const
{
    const auto count = Wide(outputs * inputs) * (window.height * window.width);
    return count > Wide(WeightLimit) ? qint64(WeightLimit) + 1 : qint64(count);
}

Result<std::vector<qint32>> weightOrder(
    const WeightGeometry &geometry, const Target &target, int stream, size_t limit)
{
    if (target.isU85)
        return OrderOfU85(geometry, target, stream, limit).walk();
    return OrderOfU55(geometry, target, stream, limit).walk();
}

qint64 inputBlockDepth(const WeightGeometry &geometry, const Target &target)
{
    const bool is16 = geometry.ifmBits == 16;
    if (geometry.window.isPartKernelFirst || (is16 && !target.isU85))
        return 16;
    if (geometry.ifmBits == 32)
        return target.isU85 ? 32 : 8;
    const bool isSmall = (target.macs == 128 || target.macs == 256)
        && geometry.microblockDepth == 16 && !geometry.isSparse;
    if (isSmall || !target.isU85)
        return 32;
    return geometry.isSparse && !is16 ? 128 : 64;
}

qint64 fastChunk(const WeightGeometry &geometry, const Target &target)
{
    const StepsOfU85 steps(geometry, target);
    const auto rounding = geometry.window.isPartKernelFirst ? steps.rounding : 1;
    return geometry.microblockDepth * steps.inputUnit * rounding / target.weightStreams;
}

} // namespace tosaic::npusim
