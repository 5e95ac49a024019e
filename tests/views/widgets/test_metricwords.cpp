// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbertext.h"
#include "views/models/metricwords.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::views::metricwordstests {
namespace {

using profile::MetricUnit;

TEST(MetricWords, AreExactForCyclesAndNeverHideWhatIsThere)
{
    const auto text = [](MetricUnit unit, double value) {
        return metricValueText({ .unit = unit, .value = value });
    };
    EXPECT_EQ(text(MetricUnit::Cycles, 5'920'305), formatCount(5'920'305) + u" cycles"_s);
    EXPECT_EQ(text(MetricUnit::Share, 0.0001), u"< "_s + formatShare(0.001));
    EXPECT_EQ(text(MetricUnit::Share, 0), formatShare(0));
    EXPECT_EQ(text(MetricUnit::BytesPerSecond, 1.06e9), u"1.06 GB/s"_s) << "as the roofs";
    EXPECT_EQ(text(MetricUnit::BytesPerSecond, 32e9), u"32.0 GB/s"_s);
    EXPECT_EQ(text(MetricUnit::BytesPerSecond, 1.5e6), u"1.50 MB/s"_s);
    EXPECT_EQ(metricValueText({}), u"Not known"_s);
}

} // namespace
} // namespace tosaic::views::metricwordstests
