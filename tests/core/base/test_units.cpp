// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cycletext.h"
#include "core/base/numbertext.h"
#include "core/base/settings.h"
#include "core/base/units.h"

#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

using namespace Qt::StringLiterals;

namespace tosaic::unitstests {

TEST(Units, BytesInBinaryUnitsWithThreeDigits)
{
    const auto c = QLocale::c();
    EXPECT_EQ(formatBytes(0, c), u"0 bytes"_s);
    EXPECT_EQ(formatBytes(1, c), u"1 byte"_s);
    EXPECT_EQ(formatBytes(1023, c), u"1023 bytes"_s);
    EXPECT_EQ(formatBytes(770048, c), u"752 KiB"_s);
    EXPECT_EQ(formatBytes(1536, c), u"1.50 KiB"_s);
    EXPECT_EQ(formatBytes(1048576, c), u"1.00 MiB"_s);
    EXPECT_EQ(formatBytes(1048575, c), u"1.00 MiB"_s);
    EXPECT_EQ(formatBytes(3381408, c), u"3.22 MiB"_s);
    EXPECT_EQ(formatBytes(quint64(1) << 30, c), u"1.00 GiB"_s);
}

TEST(Units, DurationsAndShares)
{
    const auto c = QLocale::c();
    EXPECT_EQ(formatDuration(0.0015, c), u"1.50 ms"_s);
    EXPECT_EQ(formatDuration(30e-6, c), u"30.0 µs"_s);
    EXPECT_EQ(formatDuration(2, c), u"2.00 s"_s);
    EXPECT_EQ(formatDuration(0, c), u"0 ns"_s);
    EXPECT_EQ(formatShare(0.1234, c), u"12.3 %"_s);
    EXPECT_EQ(formatShare(0, c), u"0.0 %"_s);
    EXPECT_EQ(formatShare(0.0004, c), u"< 0.1 %"_s) << "not nothing";
    EXPECT_EQ(formatShare(0.99996, c), u"> 99.9 %"_s) << "not everything";
    EXPECT_EQ(formatShare(1 - 1e-12, c), u"100.0 %"_s) << "a sum of shares";
    EXPECT_EQ(formatPercent(0.0004, c), u"0.0 %"_s) << "a change is no part of a whole";
    EXPECT_EQ(formatCount(1234567, QLocale(QLocale::English)), u"1,234,567"_s);
}

TEST(Units, NumbersHaveNoExponent)
{
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    EXPECT_EQ(formatNumber(1'011'264.7, 6, english), u"1,011,265"_s) << "not 1.01126e+06";
    EXPECT_EQ(formatNumber(12'345.0, 3, english), u"12,345"_s) << "a count is never rounded";
    EXPECT_EQ(formatNumber(0.5, 6, english), u"0.5"_s);
    EXPECT_EQ(formatNumber(3.14159, 3, english), u"3.14"_s);
    EXPECT_EQ(formatNumber(-12.25, 6, english), u"-12.25"_s);
    EXPECT_EQ(formatNumber(0.00012345, 3, english), u"0.000123"_s);
    EXPECT_EQ(formatNumber(999.9999, 4, english), u"1,000"_s);
    EXPECT_EQ(formatNumber(0, 6, english), u"0"_s);
    EXPECT_EQ(formatNumber(1'011'264.7, 6, QLocale::c()), u"1011265"_s) << "for scripts";
}

TEST(Units, FractionsOfCyclesAreShown)
{
    const QLocale english(QLocale::English);
    EXPECT_EQ(formatCycles(84604.5, english), u"84,604.5"_s);
    EXPECT_EQ(formatCycles(16.25, english), u"16.25"_s);
    EXPECT_EQ(formatCycles(1.0 / 3, english), u"0.33"_s);
    EXPECT_EQ(formatCycles(1234567, english), u"1,234,567"_s);
    EXPECT_EQ(formatCycles(-1, english), u"0"_s);
}

TEST(Units, OriginsHaveTheirTags)
{
    EXPECT_EQ(originTag(Origin::Estimate), u"est"_s);
    EXPECT_EQ(originTag(Origin::Fvp), u"FVP"_s);
}

TEST(Settings, RememberWhatWasSet)
{
    static const Setting<int> Count{ "view/count", 3 };
    const auto path = test::temporaryDir() + u"/settings.ini"_s;
    {
        SettingsStore store(path);
        EXPECT_EQ(store.value(Count), 3);
        QSignalSpy changed(&store, &SettingsStore::changed);
        store.set(Count, 7);
        store.set(Count, 7);
        EXPECT_EQ(changed.size(), 1);
    }
    EXPECT_EQ(SettingsStore(path).value(Count), 7);
}

} // namespace tosaic::unitstests
