// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <cmath>
#include <optional>
#include <vector>

namespace tosaic::formats::vela {

/// Reads cells of one row by the names in the header line.
class CsvCells
{
public:
    CsvCells(const QHash<QString, size_t> &columns, const std::vector<QByteArray> &fields)
        : m_columns(columns), m_fields(fields)
    {
    }

    QString text(const QString &name) const
    {
        const auto column = m_columns.constFind(name);
        return column != m_columns.constEnd() && *column < m_fields.size()
            ? QString::fromUtf8(m_fields[*column]).trimmed()
            : QString();
    }
    /// Absent if empty, not a number, nan, infinite or negative.
    std::optional<double> number(const QString &name) const
    {
        bool isNumber = false;
        const auto value = text(name).toDouble(&isNumber);
        return isNumber && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
    }
    /// Rounded; absent also where 64 bits do not hold it.
    std::optional<quint64> count(const QString &name, double factor = 1.0) const
    {
        const auto value = number(name);
        return value && *value * factor < 9.0e18
            ? std::optional(static_cast<quint64>(std::llround(*value * factor)))
            : std::nullopt;
    }
    std::optional<quint64> kibibytes(const QString &name) const { return count(name, 1024.0); }

private:
    const QHash<QString, size_t> &m_columns;
    const std::vector<QByteArray> &m_fields;
};

} // namespace tosaic::formats::vela
