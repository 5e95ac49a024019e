// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/debugtable.h"

#include <QHashFunctions>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

/// Stands for "nothing" in each width.
template <typename T>
constexpr T Nothing = std::numeric_limits<T>::min();

template <typename T>
bool fits(qint64 value)
{
    return value > std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

template <typename From, typename To>
void move(std::vector<From> &from, std::vector<To> &to)
{
    to.reserve(from.size() + 1);
    for (const auto value : from)
        to.push_back(value == Nothing<From> ? Nothing<To> : static_cast<To>(value));
    from = {};
}

template <typename T>
std::optional<qint64> cell(const std::vector<T> &cells, size_t row)
{
    return row < cells.size() && cells[row] != Nothing<T> ? std::optional<qint64>(cells[row])
                                                          : std::nullopt;
}

// Numbers and numbers of texts share 64 bits with one bit that tells them apart.
constexpr qint64 LargestMixed = std::numeric_limits<qint64>::max() / 2;

} // namespace

quint32 TextPool::add(QByteArrayView bytes)
{
    if (m_slots.size() < m_starts.size() * 2)
        grow();
    const auto mask = m_slots.size() - 1;
    for (auto slot = qHashBits(bytes.data(), size_t(bytes.size())) & mask;;
         slot = (slot + 1) & mask) {
        if (m_slots[slot] == 0) {
            m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
            m_starts.push_back(m_bytes.size());
            m_slots[slot] = quint32(size());
            return m_slots[slot] - 1;
        }
        if (this->bytes(m_slots[slot] - 1) == bytes)
            return m_slots[slot] - 1;
    }
}

void TextPool::grow()
{
    m_slots.assign(std::max<size_t>(64, m_slots.size() * 2), 0);
    const auto mask = m_slots.size() - 1;
    for (quint32 number = 0; number < size(); ++number) {
        const auto text = bytes(number);
        auto slot = qHashBits(text.data(), size_t(text.size())) & mask;
        while (m_slots[slot] != 0)
            slot = (slot + 1) & mask;
        m_slots[slot] = number + 1;
    }
}

QByteArrayView TextPool::bytes(quint32 number) const
{
    const auto start = m_starts[number];
    return { m_bytes.data() + start, qsizetype(m_starts[number + 1] - start) };
}

void PackedIntegers::append(std::optional<qint64> value)
{
    if (value)
        widen(*value);
    switch (m_width) {
    case 1:
        return m_1.push_back(value ? qint8(*value) : Nothing<qint8>);
    case 2:
        return m_2.push_back(value ? qint16(*value) : Nothing<qint16>);
    case 4:
        return m_4.push_back(value ? qint32(*value) : Nothing<qint32>);
    default:
        return m_8.push_back(value ? *value : Nothing<qint64>);
    }
}

void PackedIntegers::widen(qint64 value)
{
    if (m_width == 1 && !fits<qint8>(value)) {
        move(m_1, m_2);
        m_width = 2;
    }
    if (m_width == 2 && !fits<qint16>(value)) {
        move(m_2, m_4);
        m_width = 4;
    }
    if (m_width == 4 && !fits<qint32>(value)) {
        move(m_4, m_8);
        m_width = 8;
    }
}

std::optional<qint64> PackedIntegers::at(size_t row) const
{
    switch (m_width) {
    case 1:
        return cell(m_1, row);
    case 2:
        return cell(m_2, row);
    case 4:
        return cell(m_4, row);
    default:
        return cell(m_8, row);
    }
}

size_t PackedIntegers::size() const
{
    return m_1.size() + m_2.size() + m_4.size() + m_8.size(); // three of them are empty
}

std::optional<qint64> DebugColumn::integer(size_t row) const
{
    const auto value = m_cells.at(row);
    if (!value || !m_hasText)
        return value;
    return (*value & 1) != 0 ? std::nullopt : std::optional(*value / 2);
}

QString DebugColumn::text(size_t row, const TextPool &pool) const
{
    const auto value = m_cells.at(row);
    if (!value)
        return {};
    if (m_hasText && (*value & 1) != 0)
        return QString::fromUtf8(pool.bytes(quint32(*value / 2)));
    const auto number = m_hasText ? *value / 2 : *value;
    return m_isHex && number >= 0 ? u"0x"_s + QString::number(number, 16) : QString::number(number);
}

void DebugColumn::appendInteger(qint64 value, bool isHex, TextPool &pool)
{
    if (value > LargestMixed || value < -LargestMixed)
        return appendText(QByteArray::number(value), pool);
    m_isHex = m_isHex || isHex;
    m_cells.append(m_hasText ? value * 2 : value);
}

void DebugColumn::appendText(QByteArrayView bytes, TextPool &pool)
{
    if (!m_hasText) {
        m_cells.transform([](qint64 value) { return value * 2; });
        m_hasText = true;
    }
    if (!m_lastText || pool.bytes(*m_lastText) != bytes)
        m_lastText = pool.add(bytes);
    m_cells.append(qint64(*m_lastText) * 2 + 1);
}

const DebugColumn *DebugTable::column(QLatin1StringView wanted) const
{
    const auto found = std::find_if(columns.begin(), columns.end(),
        [&](const DebugColumn &column) { return column.name() == wanted; });
    return found == columns.end() ? nullptr : &*found;
}

std::optional<qint64> DebugTable::integer(QLatin1StringView wanted, size_t row) const
{
    const auto *found = column(wanted);
    return found ? found->integer(row) : std::nullopt;
}

} // namespace tosaic::formats::vela
