// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace tosaic::npusim {

/// What part of its type's range a quantised tensor uses, over all samples.
class RangeUse
{
public:
    RangeUse() = default;
    /// Numbers at an end of the type that stands for 0 are zeros (of a ReLU), not cut off.
    RangeUse(int bits, bool isSigned, qint64 zeroPoint);
    void add(qint64 stored);

    /// Elements at either end of the type: cut off there, or just there. 0 to 1.
    std::optional<double> saturatedShare() const;
    /// Of these elements. Absent where the type has no ends that count (32 bits).
    std::optional<quint64> saturated() const;
    quint64 elements() const { return m_elements; }
    /// (largest - smallest) / (range of the type), 0 to 1.
    std::optional<double> usedShare() const;

private:
    qint64 m_least = 0;
    qint64 m_most = 0; ///< equal to the least: the type is not known
    qint64 m_zeroPoint = 0;
    quint64 m_elements = 0;
    quint64 m_saturated = 0;
    qint64 m_smallest = 0;
    qint64 m_largest = 0;
};

} // namespace tosaic::npusim
