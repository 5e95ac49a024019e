// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/curves.h"
#include "core/npusim/narrow.h"
#include "core/npusim/setup.h"
#include "core/npusim/weights.h"

#include <vector>

/// From accumulators to what is written: scale, zero point, clip, look-up table.
namespace tosaic::npusim {

class OutputStage
{
public:
    enum class Scaling
    {
        None,
        Global, ///< OFM_SCALE
        PerChannel ///< records; their bias is added first
    };

    /// What the registers say, with the scaling that the operation wants.
    static Result<OutputStage> open(Setup &setup, const Memory &memory, const OutputSetup &output,
        Scaling scaling, AccessNotes &notes);

    /// The second operand of a 32-bit MUL takes the place of the multiplier.
    void useShiftOnly() { m_scale.multiplier = 1; }

    /// `row` has `columns` times the OFM's depth of accumulators, and has values afterwards.
    /// FormatDamaged if one lies outside the look-up table.
    Result<void> finish(qint64 *row, qint64 columns) const;

    /// What finish() does where sums are at most `largestSum`; absent where that takes more than 32
    /// bits.
    std::optional<NarrowScales> narrowScales(qint64 largestSum) const;
    Result<void> finish(const NarrowScales &scales, qint32 *row, qint64 columns) const;

private:
    enum class Lookup
    {
        None,
        Table, ///< an entry for each value
        Interpolated16, ///< 16 bit to 16 bit
        Interpolated32, ///< 16 bit to 32 bit
        Tanh,
        Sigmoid
    };

    Result<void> readActivation(
        Setup &setup, const Memory &memory, const OutputSetup &output, AccessNotes &notes);
    Result<void> readTableOfU55(Setup &setup, const Memory &memory, const MapSetup &map,
        quint32 number, AccessNotes &notes);
    Result<void> readTableOfU85(
        Setup &setup, const Memory &memory, quint32 function, AccessNotes &notes);
    Result<void> readCurve(const Memory &memory, quint64 address, AccessNotes &notes);
    template <typename Entry>
    Result<void> readTable(const Memory &memory, quint64 address, qint64 first, AccessNotes &notes);
    void scale(qint64 *row, qint64 columns) const;
    Result<void> lookUp(qint64 *row, qint64 count) const;
    template <typename Number>
    Result<void> lookUpTable(Number *row, qint64 count) const;

    Scaling m_scaling = Scaling::None;
    Rounding m_rounding = Rounding::Double;
    ScaleSetup m_scale;
    ChannelScales m_channels;
    qint64 m_depth = 1;
    qint64 m_zeroPoint = 0;
    bool m_clips = false;
    qint64 m_smallest = 0;
    qint64 m_largest = 0;
    Lookup m_lookup = Lookup::None;
    qint64 m_tableFirst = 0; ///< value that has the first entry
    std::vector<qint32> m_table;
    Curve m_curve;
};

} // namespace tosaic::npusim
