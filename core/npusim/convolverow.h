// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/machine.h"
#include "core/npusim/narrow.h"

#include <algorithm>
#include <type_traits>

/// One row of a convolution, as a product of matrices.
namespace tosaic::npusim {

inline constexpr int DotPixels = NarrowPixels;
inline constexpr int DotOutputs = 2;

/// Products of four pixels with two rows of weights, `length` numbers each (a multiple of 16).
/// Sums of 16-bit numbers are kept in 32 bits for `chunk` numbers at a time: the caller knows how
/// many fit. Written so that compilers make one multiply-add of eight numbers of it.
template <typename Pixel, typename Weight>
inline void dotProducts(const Pixel *const (&pixels)[DotPixels],
    const Weight *const (&weights)[DotOutputs], qint64 length, qint64 chunk,
    qint64 (&sums)[DotOutputs][DotPixels])
{
    constexpr bool IsNarrow = std::is_same_v<Pixel, qint16> && std::is_same_v<Weight, qint16>;
    using Sum = std::conditional_t<IsNarrow, qint32, qint64>;
    for (auto &row : sums)
        std::fill(std::begin(row), std::end(row), 0);
    const auto *__restrict w0 = weights[0];
    const auto *__restrict w1 = weights[1];
    const auto *__restrict p0 = pixels[0];
    const auto *__restrict p1 = pixels[1];
    const auto *__restrict p2 = pixels[2];
    const auto *__restrict p3 = pixels[3];
    for (qint64 from = 0; from < length; from += chunk) {
        const auto end = std::min(length, from + chunk);
        Sum a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0;
        for (qint64 i = from; i < end; ++i) {
            a0 += Sum(p0[i]) * Sum(w0[i]);
            a1 += Sum(p1[i]) * Sum(w0[i]);
            a2 += Sum(p2[i]) * Sum(w0[i]);
            a3 += Sum(p3[i]) * Sum(w0[i]);
            b0 += Sum(p0[i]) * Sum(w1[i]);
            b1 += Sum(p1[i]) * Sum(w1[i]);
            b2 += Sum(p2[i]) * Sum(w1[i]);
            b3 += Sum(p3[i]) * Sum(w1[i]);
        }
        const Sum all[DotOutputs][DotPixels]{ { a0, a1, a2, a3 }, { b0, b1, b2, b3 } };
        for (int output = 0; output < DotOutputs; ++output) {
            for (int pixel = 0; pixel < DotPixels; ++pixel)
                sums[output][pixel] += all[output][pixel];
        }
    }
}

/// The numbers that one pixel of the OFM is made of, in the order of a row of weights.
template <typename Number>
class Patches
{
public:
    Patches(const Padded<Number> &map, const WindowSetup &window, qint64 rowLength)
        : m_map(map), m_window(window), m_rowLength(rowLength),
          // A 1x1 kernel reads what lies there; nothing must be put together.
          m_isDirect(window.height == 1 && window.width == 1 && map.shape.depth == rowLength),
          m_numbers(m_isDirect ? 0 : size_t(DotPixels * rowLength), 0)
    {
    }

    const Number *patch(int slot, qint64 y, qint64 x)
    {
        const auto top = y * m_window.strideY;
        const auto left = x * m_window.strideX;
        if (m_isDirect)
            return m_map.at(top, left);
        auto *const first = m_numbers.data() + slot * m_rowLength;
        auto *to = first;
        const auto depth = m_map.shape.depth;
        const auto pieces = m_window.dilationX == 1 ? 1 : m_window.width;
        const auto length = m_window.dilationX == 1 ? m_window.width * depth : depth;
        for (qint64 tapY = 0; tapY < m_window.height; ++tapY) {
            for (qint64 tapX = 0; tapX < pieces; ++tapX, to += length)
                std::copy_n(
                    m_map.at(top + tapY * m_window.dilationY, left + tapX * m_window.dilationX),
                    length, to);
        }
        return first;
    }

private:
    const Padded<Number> &m_map;
    const WindowSetup &m_window;
    qint64 m_rowLength;
    bool m_isDirect;
    std::vector<Number> m_numbers;
};

/// One row of the OFM, every pixel with every output, where sums fit 32 bits.
inline void convolveNarrow(Patches<qint16> &patches, qint64 y, Shape output, const qint16 *weights,
    qint64 rowLength, qint32 *accumulators)
{
    // What the last pixels of a row compute beside them goes nowhere.
    std::vector<qint32> unused(size_t(output.width % DotPixels != 0 ? output.depth : 0));
    for (qint64 x = 0; x < output.width; x += DotPixels) {
        const auto columns = std::min<qint64>(DotPixels, output.width - x);
        const qint16 *pixels[DotPixels];
        qint32 *sums[DotPixels];
        for (int slot = 0; slot < DotPixels; ++slot) {
            const bool isInside = slot < columns;
            pixels[slot] = isInside ? patches.patch(slot, y, x + slot) : pixels[0];
            sums[slot] = isInside ? accumulators + (x + slot) * output.depth : unused.data();
        }
        multiplyNarrow(pixels, weights, rowLength, output.depth, sums);
    }
}

/// One row of the OFM: every pixel with every output.
template <typename Number, typename Weight, typename RowOf>
void convolveRow(Patches<Number> &patches, qint64 y, Shape output, RowOf &&rowOf, qint64 rowLength,
    qint64 chunk, qint64 *accumulators)
{
    for (qint64 x = 0; x < output.width; x += DotPixels) {
        const auto columns = std::min<qint64>(DotPixels, output.width - x);
        const Number *pixels[DotPixels];
        for (int slot = 0; slot < DotPixels; ++slot)
            pixels[slot] = slot < columns ? patches.patch(slot, y, x + slot) : pixels[0];
        for (qint64 o = 0; o < output.depth; o += DotOutputs) {
            const bool hasSecond = o + 1 < output.depth;
            const Weight *weights[DotOutputs]{ rowOf(o), rowOf(hasSecond ? o + 1 : o) };
            qint64 sums[DotOutputs][DotPixels];
            dotProducts(pixels, weights, rowLength, chunk, sums);
            for (qint64 slot = 0; slot < columns; ++slot) {
                auto *to = accumulators + (x + slot) * output.depth + o;
                to[0] = sums[0][slot];
                if (hasSecond)
                    to[1] = sums[1][slot];
            }
        }
    }
}

} // namespace tosaic::npusim
