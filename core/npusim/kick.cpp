// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/machine.h"

#include "core/base/try.h"

#include <algorithm>

using namespace Qt::StringLiterals;

/// What all operations have in common: reading maps, the work allowed, the way to the OFM.
namespace tosaic::npusim {

namespace {

Error cancelledError()
{
    return { ErrorCode::Cancelled, u"the simulation was cancelled"_s };
}

/// Which axis of the computed map each axis of the written one is: the code's name in this order.
std::array<int, 3> axesOf(int transpose)
{
    switch (transpose) {
    case 1: // WHC
        return { 1, 0, 2 };
    case 2: // HCW
        return { 0, 2, 1 };
    case 3: // WCH
        return { 1, 2, 0 };
    case 6: // CHW
        return { 2, 0, 1 };
    case 7: // CWH
        return { 2, 1, 0 };
    default:
        return { 0, 1, 2 };
    }
}

Values turned(const Values &from, int transpose, int reverse)
{
    const std::array sizes{ from.shape.height, from.shape.width, from.shape.depth };
    std::array<qint64, 3> steps{ from.shape.width * from.shape.depth, from.shape.depth, 1 };
    qint64 origin = 0;
    if (reverse != 0) { // 1 H, 2 W, 3 C
        const auto axis = size_t(reverse - 1);
        origin = (sizes.at(axis) - 1) * steps.at(axis);
        steps.at(axis) = -steps.at(axis);
    }
    const auto axes = axesOf(transpose);
    const auto size = [&](size_t axis) { return sizes.at(size_t(axes.at(axis))); };
    const auto step = [&](size_t axis) { return steps.at(size_t(axes.at(axis))); };
    Values to{ { size(0), size(1), size(2) }, {} };
    to.numbers.reserve(from.numbers.size());
    for (qint64 y = 0; y < size(0); ++y) {
        for (qint64 x = 0; x < size(1); ++x) {
            const auto *element = from.numbers.data() + origin + y * step(0) + x * step(1);
            for (qint64 c = 0; c < size(2); ++c)
                to.numbers.push_back(element[c * step(2)]);
        }
    }
    return to;
}

} // namespace

Result<void> Kick::charge(Wide amount)
{
    const auto left = m_machine.limits.work - m_machine.work;
    if (amount > Wide(left))
        return fail(ErrorCode::LimitExceeded,
            u"the stream wants more than %1 multiplications"_s.arg(m_machine.limits.work));
    m_machine.work += quint64(amount);
    return {};
}

Result<void> Kick::checkSize(Shape shape) const
{
    if (shape.elements() <= m_machine.limits.mapElements)
        return {};
    return fail(ErrorCode::LimitExceeded,
        u"a map of %1x%2x%3 elements; at most %4 are simulated"_s.arg(shape.height)
            .arg(shape.width)
            .arg(shape.depth)
            .arg(m_machine.limits.mapElements));
}

Result<Values> Kick::values(const MapSetup &map, Shape shape)
{
    TRY(checkSize(shape));
    TRY(charge(shape.elements()));
    Values values{ shape, std::vector<qint64>(size_t(shape.elements())) };
    TRY(readMap(source(), map, shape,
        Destination<qint64>{ values.numbers.data(), shape.width * shape.depth }));
    return values;
}

bool Kick::isPlain(const OutputSetup &output)
{
    return output.map.storage == MapSetup::Storage::Memory && output.transpose == 0
        && output.reverse == 0;
}

Result<void> Kick::begin(const OutputSetup &output)
{
    TRY(checkSize(output.shape));
    TRY(charge(output.shape.elements()));
    m_output = output;
    m_machine.isResultNonZero = false;
    return {};
}

template <typename Number>
void Kick::noteNonZero(const Number *from, qint64 count)
{
    m_machine.isResultNonZero = m_machine.isResultNonZero
        || std::any_of(from, from + count, [](Number value) { return value != 0; });
}

template <typename Number, typename Fill, typename Finish>
Result<void> Kick::writePlain(const OutputSetup &output, const Fill &fill, const Finish &finish)
{
    const auto &shape = output.shape;
    const auto writer = TRY(MapWriter::open(m_machine.memory, output.map, m_notes));
    std::vector<Number> numbers(size_t(shape.width * shape.depth), 0);
    for (qint64 y = 0; y < shape.height; ++y) {
        if (m_machine.isCancelled())
            return fail(cancelledError());
        fill(y, numbers.data());
        TRY(finish(numbers.data()));
        noteNonZero(numbers.data(), qint64(numbers.size()));
        TRY(writer.writeRow(y, shape, numbers.data()));
    }
    return {};
}

Result<void> Kick::produce(const OutputSetup &output, const OutputStage &stage, const Row &row)
{
    TRY(begin(output));
    const auto &shape = output.shape;
    const auto finish = [&](qint64 *numbers) { return stage.finish(numbers, shape.width); };
    if (isPlain(output))
        return writePlain<qint64>(output, row, finish);
    const auto rowSize = shape.width * shape.depth;
    Values all{ shape, std::vector<qint64>(size_t(shape.elements())) };
    for (qint64 y = 0; y < shape.height; ++y) {
        if (m_machine.isCancelled())
            return fail(cancelledError());
        auto *numbers = all.numbers.data() + y * rowSize;
        row(y, numbers);
        TRY(finish(numbers));
        noteNonZero(numbers, rowSize);
    }
    return writeTurned(output, std::move(all));
}

Result<void> Kick::produceNarrow(const OutputSetup &output, const OutputStage &stage,
    const NarrowScales &scales, const NarrowRow &row)
{
    TRY(begin(output));
    return writePlain<qint32>(output, row,
        [&](qint32 *numbers) { return stage.finish(scales, numbers, output.shape.width); });
}

Result<void> Kick::writeTurned(const OutputSetup &output, Values all)
{
    if (output.transpose != 0 || output.reverse != 0)
        all = turned(all, output.transpose, output.reverse);
    if (output.map.storage == MapSetup::Storage::Chained)
        m_machine.chains[output.map.region] = std::move(all);
    if (output.map.storage != MapSetup::Storage::Memory)
        return {};
    const auto writer = TRY(MapWriter::open(m_machine.memory, output.map, m_notes));
    for (qint64 y = 0; y < all.shape.height; ++y)
        TRY(writer.writeRow(
            y, all.shape, all.numbers.data() + y * all.shape.width * all.shape.depth));
    return {};
}

} // namespace tosaic::npusim
