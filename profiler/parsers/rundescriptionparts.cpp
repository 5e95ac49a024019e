// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/rundescriptionparts.h"

#include "core/base/units.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile::runtext {

const QLocale &locale()
{
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english;
}

QString label(const char *text)
{
    return QString::fromLatin1(text);
}

QString number(quint64 value)
{
    return formatCount(value, locale());
}

QString counted(quint64 count, const QString &one, const QString &many)
{
    return u"%1 %2"_s.arg(number(count), count == 1 ? one : many);
}

QString inferences(quint64 count)
{
    return counted(count, u"inference"_s, u"inferences"_s);
}

QString bytes(quint64 count)
{
    const auto exact = counted(count, u"byte"_s, u"bytes"_s);
    return count < 1024 ? exact : u"%1 (%2)"_s.arg(exact, formatBytes(count, locale()));
}

QString cycles(quint64 count)
{
    return counted(count, u"cycle"_s, u"cycles"_s);
}

QString duration(quint64 nanoseconds)
{
    struct Unit
    {
        quint64 size;
        int digits;
        const char16_t *name;
    };
    static constexpr std::array<Unit, 3> units{ { { 1'000'000'000, 9, u"s" },
        { 1'000'000, 6, u"ms" }, { 1'000, 3, u"µs" } } };
    for (const auto &unit : units) {
        if (nanoseconds < unit.size)
            continue;
        auto decimals = QString::number(nanoseconds % unit.size).rightJustified(unit.digits, u'0');
        while (decimals.endsWith(u'0'))
            decimals.chop(1);
        const auto whole = number(nanoseconds / unit.size);
        return u"%1 %2"_s.arg(
            decimals.isEmpty() ? whole : whole + u'.' + decimals, QString::fromUtf16(unit.name));
    }
    return u"%1 ns"_s.arg(nanoseconds);
}

void addRow(DescriptionTable &table, const QStringList &cells)
{
    if (table.rows.size() < MaxRows)
        table.rows.push_back(cells);
    else
        ++table.omitted;
}

} // namespace tosaic::profile::runtext
