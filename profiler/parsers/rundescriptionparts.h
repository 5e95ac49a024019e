// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"

#include <QLocale>

#include <optional>

/// How the description of a run writes its numbers. English whatever the machine's language:
/// output for scripts and people alike must not depend on it.
namespace tosaic::profile::runtext {

inline constexpr size_t MaxRows = 500; ///< of a table, and measurements
inline constexpr size_t MaxShown = 12; ///< values in one line

const QLocale &locale();
QString label(const char *text);
QString number(quint64 value);
/// "1 inference", "12 inferences".
QString counted(quint64 count, const QString &one, const QString &many);
QString inferences(quint64 count);
QString bytes(quint64 count); ///< "4,096 bytes (4 KiB)"
QString cycles(quint64 count);
/// As exact as it was printed: 68870000 -> "68.87 ms".
QString duration(quint64 nanoseconds);
void addRow(DescriptionTable &table, const QStringList &cells);

/// Collects facts; absent ones leave no line.
class Facts
{
public:
    explicit Facts(DescriptionSection &section) : m_section(section) { }

    void add(const char *name, const QString &value)
    {
        if (!value.isEmpty())
            m_section.facts.push_back({ label(name), value });
    }

    template <typename Number>
    void add(const char *name, const std::optional<Number> &value, QString (*format)(quint64))
    {
        if (value)
            add(name, format(*value));
    }

private:
    DescriptionSection &m_section;
};

/// "a, b, c, ... (4 more)".
template <typename Values, typename Format>
QString listed(const Values &values, Format format)
{
    QStringList shown;
    for (size_t i = 0; i < values.size() && i < MaxShown; ++i)
        shown << format(values[i]);
    if (values.size() > MaxShown)
        shown << QStringLiteral("... (%1 more)").arg(number(values.size() - MaxShown));
    return shown.join(QStringLiteral(", "));
}

} // namespace tosaic::profile::runtext
