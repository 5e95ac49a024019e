// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <QStringView>

#include <vector>

namespace tosaic::profile {

/// Collects the blocks of measurements of a console in order. A block ends where one of its lines
/// would come a second time, or where a rule says that a new one begins.
class ProfileBuilder
{
public:
    /// The block being printed; a new one if none is open.
    Profile &open();
    /// A new block. The label is a copy: it may come from a block that moves.
    Profile &begin(QString label = {});
    /// What comes next belongs to another block.
    void close() { m_isOpen = false; }
    bool isOpen() const { return m_isOpen; }
    /// Label for blocks that have none of their own (the job that runs).
    void setDefaultLabel(const QString &label) { m_defaultLabel = label; }
    /// Label for blocks that have neither: the model that is measured.
    void setModel(const QString &name) { m_model = name; }

    void setInferences(std::optional<quint64> count);
    void setDelegations(std::optional<quint64> count);
    void addOperatorCycles(const QString &tag, std::optional<quint64> cycles);
    void setCpuCycles(std::optional<quint64> CpuCycles::*field, std::optional<quint64> cycles);
    /// The cycle counter of the NPU. Absent values (the log printed no number) open the block only.
    void setCycleCounter(std::optional<quint64> cycles);
    /// Counter 'slot' (absent: by order of appearance), named later by setEventNames.
    void setSlot(std::optional<quint64> slot, std::optional<quint64> value);
    /// A counter that is printed under its name.
    void addNamed(const QString &name, std::optional<quint64> value, bool isDerived = false);
    /// Names of the slots, in order; empty where not readable. For the block before, if that still
    /// waits for names, else for those that follow.
    void setEventNames(std::vector<QString> names);
    void setTime(std::optional<quint64> nanoseconds);
    /// A whole block that was collected elsewhere.
    void append(Profile profile);
    /// Times of single inferences and their mean. They belong to the open block if it has none,
    /// is no section of its own, and at most `blocksBefore` blocks had ended when the first of them
    /// was read; else they make a block.
    void addTimes(Profile profile, size_t blocksBefore);
    /// Blocks that no further line goes into.
    size_t endedCount() const { return m_profiles.size() - (m_isOpen ? 1 : 0); }

    /// "Ethos-U delegate <i> ...": a block for each delegate.
    Profile &delegateBlock(quint64 index);
    void setDelegateSlot(quint64 index, quint64 slot, std::optional<quint64> value);

    /// Rows of layers belong to the block whose lines come next: the open one if it goes on, else
    /// the one that begins.
    void addLayers(LayerTable layers);

    bool isEmpty() const { return m_blocks.empty(); }
    const std::vector<Profile> &profiles() const { return m_profiles; }
    bool wasLimited() const { return m_wasLimited; } ///< counters of a measurement were dropped
    quint64 dropped() const { return m_dropped; } ///< measurements beyond the limit
    std::vector<Profile> take();

private:
    using Slot = std::pair<quint64, size_t>; ///< slot -> index of its counter

    /// What a block needs beside the profile while it is being read.
    struct Block
    {
        std::vector<Slot> slots;
        quint64 nextSlot = 0;
        quint64 highestSlot = 0;
        bool isNamed = false;
        bool isSection = false; ///< begun under a label of its own
        std::optional<quint64> delegate;
    };

    Profile &next(bool hasLine, const QString &label = {});
    void takeLayers();
    void settleLayers();
    void add(Profile &profile, Counter counter);
    bool hasSlot(quint64 slot) const;
    static void nameSlot(Profile &profile, const Slot &slot, const std::vector<QString> &names);
    Block &block() { return m_blocks.back(); }

    std::vector<Profile> m_profiles;
    std::vector<Block> m_blocks; ///< parallel to m_profiles
    std::vector<QString> m_names; ///< for blocks to come
    std::optional<LayerTable> m_layers; ///< for the block of the next line
    QString m_defaultLabel;
    QString m_model;
    bool m_isOpen = false;
    bool m_wasLimited = false;
    quint64 m_dropped = 0;
};

} // namespace tosaic::profile
