// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"

#include <QCoreApplication>
#include <QStringList>

#include <optional>
#include <vector>

namespace tosaic::views {

/// Words about arenas; may be asked for on a pool thread, beside any widget.
struct ArenaText
{
    Q_DECLARE_TR_FUNCTIONS(Arena)
};

/// One rectangle of the picture: bytes of the arena that hold one thing for some steps.
struct ArenaBuffer
{
    enum class Kind
    {
        Input,
        Output,
        FeatureMap,
        Weights,
        Other
    };
    QString name;
    QString detail; ///< dtype and shape; empty if not known
    model::EntityRef entity;
    Kind kind = Kind::FeatureMap;
    qsizetype first = 0; ///< step
    qsizetype lastUse = 0; ///< step, inclusive
    qsizetype last = 0; ///< step until which its bytes cannot be reused; at least lastUse
    quint64 offset = 0; ///< bytes from the start of the arena
    std::optional<quint64> bytes; ///< absent if the size is not known
    std::vector<qsizetype> users; ///< steps that write or read it, ascending

    quint64 end() const { return offset + bytes.value_or(0); }
    bool isAliveAt(qsizetype step) const { return first <= step && step <= last; }
};

/// Memory that buffers share over time. A step is an instruction of a method or an operation of a
/// command stream.
struct Arena
{
    QString title;
    model::EntityRef owner; ///< method, or what owns the command stream
    bool isNpu = false; ///< steps are NPU operations, not instructions
    std::vector<QString> steps; ///< "12 CONV"
    std::vector<ArenaBuffer> buffers; ///< in the order of `first`
    std::vector<quint64> liveBytes; ///< at each step, overlaps counted once; empty: not counted
    quint64 peakBytes = 0;
    qsizetype peakStep = -1; ///< the first where the peak is reached; -1: not known
    quint64 highWater = 0; ///< highest end of a buffer, bytes
    quint64 quantum = 1; ///< buffers take up whole multiples of this, bytes
    std::optional<quint64> capacity; ///< bytes the file asks the runtime for, where it says so
    QString capacityNote; ///< why that is not the highest address; empty: it is, or is not known
    size_t unknownBuffers = 0; ///< without a known size: the peak is a lower bound
    QStringList gaps; ///< sentences: what could not be followed

    model::EntityRef step(qsizetype index) const
    {
        return isNpu ? model::EntityRef::npuOperation(owner, static_cast<int>(index))
                     : model::EntityRef::instruction(owner.method, static_cast<int>(index));
    }
    qsizetype stepCount() const { return static_cast<qsizetype>(steps.size()); }
    /// Indices of the buffers alive at a step, largest first; those of unknown size stand first.
    std::vector<size_t> aliveAt(qsizetype step) const;
};

/// Bytes covered by living buffers at each step, overlaps counted once, without the buffers whose
/// index is in `left out`. Empty if that would take too long (see MaxLiveCells).
std::vector<quint64> liveBytesOf(const Arena &arena, const std::vector<size_t> &leftOut = {});

/// Buffers times steps that are counted at most.
inline constexpr qsizetype MaxLiveCells = 100'000'000;

/// "Feature map", "Weights": what a buffer holds.
QString bufferKindWord(ArenaBuffer::Kind kind);

} // namespace tosaic::views
