// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <QByteArrayView>
#include <QStringView>

namespace tosaic::profile {

/// Collects "Output[0][12]: (float) 0.5" lines and the headed form of some ports ("Output[0]:
/// dtype=6, numel=10" with "[3]=17" below), and tensors as ExecuTorch's host runner prints them.
class OutputCollector
{
public:
    /// Returns whether the message was an output line.
    bool take(const QString &message, bool isCut);
    /// The same for the bytes of a line of the usual form: plain numbers, nothing cut. Other forms
    /// are refused; take() may know them.
    bool takePlain(QByteArrayView line);
    /// Whether take() could accept a message that begins like this, now or later.
    static bool mayTake(QStringView message);
    std::vector<LogOutput> finish();
    bool wasLimited() const { return m_wasLimited; }
    bool isEmpty() const { return m_items.empty(); }
    /// Whether the next lines may be elements of a tensor.
    bool isOpen() const { return m_row.has_value(); }

private:
    struct Item
    {
        quint64 index = 0;
        std::optional<quint64> stated; ///< elements, if the log says how many
        quint64 printed = 0; ///< lines
        quint64 highest = 0; ///< highest element index + 1
        bool isPlain = true; ///< all in order and plain numbers so far
        std::vector<double> values;
    };

    /// A tensor whose elements come line by line.
    struct Row
    {
        size_t item = 0;
        quint64 next = 0; ///< element
        bool isAbridged = false; ///< "..." stood among the elements
    };

    bool takeTensor(const QString &text, bool isCut);
    bool takeRow(QStringView text, bool isCut);
    Item *item(quint64 index);
    /// The value is absent if it is no plain number.
    void addValue(Item &item, quint64 element, std::optional<double> value);

    std::vector<Item> m_items;
    std::optional<size_t> m_headed; ///< item whose "[j]=" lines follow
    std::optional<Row> m_row;
    size_t m_values = 0;
    bool m_wasLimited = false;
};

} // namespace tosaic::profile
