// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/kicks.h"

#include "core/base/try.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

enum ResizeMode : quint32
{
    Bilinear = 0,
    Replicate = 1,
    NearestOf = 2
};

constexpr int FractionBits = 16; ///< that OFM_SCALE shifts away

/// Where an element of the result lies between two of the source.
struct Place
{
    qint64 first = 0;
    qint64 second = 0;
    qint64 part = 0; ///< of `steps`
};

struct Axis
{
    qint64 steps = 1; ///< between neighbours of the source
    qint64 step = 0; ///< between neighbours of the result
    qint64 offset = 0;
    qint64 size = 1; ///< of the source

    Place at(qint64 index) const
    {
        const auto position = index * step + offset;
        auto first = position / steps;
        if (position % steps < 0)
            --first;
        return { std::clamp<qint64>(first, 0, size - 1), std::clamp<qint64>(first + 1, 0, size - 1),
            position - first * steps };
    }
};

Result<Axis> axisOf(Setup &setup, quint32 scale, quint32 offset, quint32 step, qint64 size)
{
    Axis axis{ .size = size };
    axis.steps = qint64(TRY(setup.needed(scale, "RESIZE_SCALE_N_M1")) & 0x7FF) + 1;
    const auto bits = setup.parameter(offset) & 0xFFF;
    axis.offset = qint64(bits) - ((bits & 0x800) != 0 ? 0x1000 : 0);
    const auto words = TRY(setup.neededWords(step, "RESIZE_STEP"));
    // one_step_int is in the parameter's lowest four bits, one_step_mod in the payload's 11.
    axis.step = qint64(words >> 32 & 15) * axis.steps + qint64(words & 0x7FF);
    return axis;
}

} // namespace

Result<void> ResizeKick::run(quint32 parameter)
{
    const auto mode = parameter & 3;
    if (mode > NearestOf)
        return fail(ErrorCode::FormatUnsupported, u"there is no resize mode %1"_s.arg(mode));
    const auto output = TRY(m_setup.output());
    auto ifm = TRY(m_setup.ifm());
    const Shape read{ qint64(TRY(m_setup.needed(npu::KernelHeightM1, "KERNEL_HEIGHT_M1"))) + 1,
        ifm.storage == MapSetup::Storage::Memory
            ? ifm.width0
            : qint64(m_setup.parameter(npu::IfmRegisters.width0M1)) + 1,
        output.shape.depth };
    const auto rows = TRY(
        axisOf(m_setup, npu::ResizeYScale, npu::ResizeYOffset, npu::ResizeYStep, read.height));
    const auto columns
        = TRY(axisOf(m_setup, npu::ResizeXScale, npu::ResizeXOffset, npu::ResizeXStep, read.width));
    const auto stage = TRY(OutputStage::open(m_setup, m_machine.memory, output,
        output.isScaleGlobal ? OutputStage::Scaling::Global : OutputStage::Scaling::PerChannel,
        m_notes));
    const auto all = TRY(values(ifm, read));
    TRY(charge(Wide(output.shape.elements()) * 4));
    const auto at = [&](qint64 y, qint64 x) {
        return all.numbers.data() + (y * read.width + x) * read.depth;
    };
    const auto nearest = [](const Place &place, qint64 steps) {
        return 2 * place.part >= steps ? place.second : place.first;
    };
    return produce(output, stage, [&](qint64 y, qint64 *accumulators) {
        const auto row = rows.at(y);
        for (qint64 x = 0; x < output.shape.width; ++x) {
            const auto column = columns.at(x);
            auto *to = accumulators + x * read.depth;
            if (mode != Bilinear) {
                const bool isNearest = mode == NearestOf;
                const auto *from = at(isNearest ? nearest(row, rows.steps) : row.first,
                    isNearest ? nearest(column, columns.steps) : column.first);
                for (qint64 c = 0; c < read.depth; ++c)
                    to[c] = from[c] << FractionBits;
                continue;
            }
            const auto *topLeft = at(row.first, column.first);
            const auto *topRight = at(row.first, column.second);
            const auto *bottomLeft = at(row.second, column.first);
            const auto *bottomRight = at(row.second, column.second);
            const auto down = row.part;
            const auto up = rows.steps - down;
            const auto right = column.part;
            const auto left = columns.steps - right;
            for (qint64 c = 0; c < read.depth; ++c)
                to[c] = (topLeft[c] * up * left + topRight[c] * up * right
                            + bottomLeft[c] * down * left + bottomRight[c] * down * right)
                    << FractionBits;
        }
    });
}

} // namespace tosaic::npusim
