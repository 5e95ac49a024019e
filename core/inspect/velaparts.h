// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/base/units.h"
#include "core/inspect/descriptionparts.h"

#include <QLocale>

#include <cmath>
#include <optional>

/// Small parts of which the descriptions of Vela's files are made.
namespace tosaic::inspect {

inline constexpr size_t LargestVelaTable = 2'000; ///< rows that a description shows

inline DescriptionTable::Column velaColumn(const char *title, bool isNumber = false)
{
    return { QString::fromLatin1(title), isNumber };
}
inline DescriptionSection velaSection(const char *title)
{
    return { QString::fromLatin1(title), {}, {} };
}

/// Adds a fact unless its value is not known.
inline void addFact(DescriptionSection &section, const char *label, const QString &value)
{
    if (!value.isEmpty())
        section.facts.push_back({ QString::fromLatin1(label), value });
}
inline QString countText(std::optional<quint64> count)
{
    return count ? formatCount(*count, outputLocale()) : QString();
}
inline QString bytesText(std::optional<quint64> bytes)
{
    return bytes ? formatBytes(*bytes, outputLocale()) : QString();
}
/// "84,604.5": no zeros behind the last digit that counts.
inline QString realText(std::optional<double> value, int decimals = 2)
{
    if (!value)
        return {};
    const auto printed = outputLocale().toString(*value, 'f', decimals);
    auto text = printed;
    while (decimals > 0 && text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text == QLatin1StringView("0") && *value != 0 ? printed : text; // "0.00": rounded
}

/// What stands where nothing runs on the NPU and Vela therefore prints a time of 0.
inline QString noNpuText()
{
    return QStringLiteral("Not known (nothing runs on the NPU)");
}

} // namespace tosaic::inspect
