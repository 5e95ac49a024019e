// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/machine.h"

#include "core/base/try.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

enum Upscale : quint32
{
    NoUpscale = 0,
    Nearest = 1,
    Zeros = 2
};

/// Each element becomes a square of four: itself, or itself and zeros.
template <typename Number>
void upscale(const std::vector<Number> &small, Shape smallShape, Shape readShape, bool fillsZeros,
    Padded<Number> &to, const WindowSetup &window)
{
    for (qint64 y = 0; y < readShape.height; ++y) {
        for (qint64 x = 0; x < readShape.width; ++x) {
            if (fillsZeros && (y % 2 != 0 || x % 2 != 0))
                continue;
            const auto *from = small.data() + (y / 2 * smallShape.width + x / 2) * smallShape.depth;
            std::copy_n(from, smallShape.depth,
                to.numbers.data()
                    + ((y + window.top) * to.shape.width + x + window.left) * to.shape.depth);
        }
    }
}

} // namespace

template <typename Number>
Result<Padded<Number>> readPadded(const MapSource &source, const MapSetup &map,
    const WindowSetup &window, Shape output, qint64 depth, quint32 upscaleMode, qint64 limit)
{
    Padded<Number> padded;
    padded.shape = { (output.height - 1) * window.strideY + window.dilatedHeight,
        (output.width - 1) * window.strideX + window.dilatedWidth, depth };
    const Shape read{ padded.shape.height - window.top - window.bottom,
        padded.shape.width - window.left - window.right, depth };
    if (read.height < 1 || read.width < 1)
        return fail(ErrorCode::FormatDamaged, u"the kernel reads nothing but padding"_s);
    if (Wide(padded.shape.height) * padded.shape.width * depth > limit)
        return fail(ErrorCode::LimitExceeded,
            u"the kernel reads a map of %1x%2x%3; at most %4 elements are simulated"_s
                .arg(padded.shape.height)
                .arg(padded.shape.width)
                .arg(depth)
                .arg(limit));
    padded.numbers.assign(size_t(padded.shape.elements()), 0);
    if (upscaleMode == NoUpscale) {
        const Destination<Number> inside{ padded.numbers.data()
                + (window.top * padded.shape.width + window.left) * depth,
            padded.shape.width * depth };
        TRY(readMap(source, map, read, inside));
        return padded;
    }
    if (upscaleMode > Zeros)
        return fail(ErrorCode::FormatUnsupported, u"there is no upscaling %1"_s.arg(upscaleMode));
    const Shape small{ (read.height + 1) / 2, (read.width + 1) / 2, depth };
    std::vector<Number> numbers(size_t(small.elements()));
    TRY(readMap(source, map, small, Destination<Number>{ numbers.data(), small.width * depth }));
    upscale(numbers, small, read, upscaleMode == Zeros, padded, window);
    return padded;
}

template Result<Padded<qint16>> readPadded(
    const MapSource &, const MapSetup &, const WindowSetup &, Shape, qint64, quint32, qint64);
template Result<Padded<qint64>> readPadded(
    const MapSource &, const MapSetup &, const WindowSetup &, Shape, qint64, quint32, qint64);

} // namespace tosaic::npusim
