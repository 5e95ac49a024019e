// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QLatin1StringView>
#include <QString>

#include <optional>
#include <vector>

namespace tosaic::formats::vela {

/// Every text of a debug database once. Names repeat in many tables and rows.
class TextPool
{
public:
    /// Number of the text; the same bytes have the same number.
    quint32 add(QByteArrayView bytes);
    QByteArrayView bytes(quint32 number) const;
    size_t size() const { return m_starts.size() - 1; }

private:
    void grow();

    std::vector<char> m_bytes;
    std::vector<quint64> m_starts = { 0 }; ///< of each text, then the end of the last
    std::vector<quint32> m_slots; ///< hash table of number + 1; 0: free
};

/// Whole numbers, each column as wide as its widest number needs.
class PackedIntegers
{
public:
    void append(std::optional<qint64> value);
    /// The same without the detour; numbers only.
    void appendNumber(qint64 value)
    {
        if (m_width == 1 && value > -128 && value < 128)
            m_1.push_back(qint8(value));
        else if (m_width == 2 && value > -32768 && value < 32768)
            m_2.push_back(qint16(value));
        else
            append(value);
    }
    std::optional<qint64> at(size_t row) const;
    size_t size() const;
    /// Replaces every number by what `change` makes of it.
    template <typename Change>
    void transform(Change change)
    {
        PackedIntegers changed;
        for (size_t row = 0; row < size(); ++row) {
            const auto value = at(row);
            changed.append(value ? std::optional<qint64>(change(*value)) : std::nullopt);
        }
        *this = std::move(changed);
    }

private:
    void widen(qint64 value);

    int m_width = 1; ///< bytes
    std::vector<qint8> m_1;
    std::vector<qint16> m_2;
    std::vector<qint32> m_4;
    std::vector<qint64> m_8;
};

/// One column of a table. A cell is a whole number, a text or nothing ("").
class DebugColumn
{
public:
    explicit DebugColumn(QString name) : m_name(std::move(name)) { }

    QString name() const { return m_name; }
    size_t size() const { return m_cells.size(); }
    /// Some cells are neither empty nor whole numbers.
    bool hasText() const { return m_hasText; }
    /// Some numbers are written as 0x...: addresses.
    bool isHex() const { return m_isHex; }

    /// The number in a row; absent if the cell is empty, text, or the row does not exist.
    std::optional<qint64> integer(size_t row) const;
    /// The cell as text (hexadecimal columns as 0x...); empty if the cell is.
    QString text(size_t row, const TextPool &pool) const;

    /// A decimal number of at most 18 digits.
    void appendNumber(qint64 value) { m_cells.appendNumber(m_hasText ? value * 2 : value); }
    void appendNothing() { m_cells.append(std::nullopt); }
    void appendInteger(qint64 value, bool isHex, TextPool &pool);
    void appendText(QByteArrayView bytes, TextPool &pool);

private:
    QString m_name;
    PackedIntegers m_cells; ///< with text: number * 2, or number of the text * 2 + 1
    bool m_hasText = false;
    bool m_isHex = false;
    std::optional<quint32> m_lastText; ///< columns often repeat one text
};

struct DebugTable
{
    QString name;
    std::vector<DebugColumn> columns;

    size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
    /// Null if the schema has no such column.
    const DebugColumn *column(QLatin1StringView column) const;
    std::optional<qint64> integer(QLatin1StringView column, size_t row) const;
};

} // namespace tosaic::formats::vela
