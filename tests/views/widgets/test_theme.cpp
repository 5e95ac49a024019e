// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QImage>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace tosaic::views {

namespace {

// Relative luminance and contrast ratio as WCAG 2.1 defines them.
double luminance(const QColor &color)
{
    const auto linear
        = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

class ThemeContrast : public testing::TestWithParam<bool>
{
protected:
    const ThemeColors colors = GetParam() ? Theme::darkColors() : Theme::lightColors();
};

} // namespace

TEST_P(ThemeContrast, TextIsReadableOnEverySurface)
{
    for (const auto &surface : { colors.window, colors.surface, colors.sunken }) {
        EXPECT_GE(contrast(colors.text, surface), 4.5);
        EXPECT_GE(contrast(colors.mutedText, surface), 4.5);
    }
    EXPECT_GE(contrast(colors.accent, colors.surface), 4.5);
}

TEST_P(ThemeContrast, GraphicsStandOutFromTheSurface)
{
    for (const auto &color : { colors.npu, colors.cpu, colors.otherDelegate, colors.boundary,
             colors.worse, colors.better })
        EXPECT_GE(contrast(color, colors.surface), 3.0) << color.name().toStdString();
}

INSTANTIATE_TEST_SUITE_P(LightAndDark, ThemeContrast, testing::Bool());

TEST(Theme, SwitchesThePaletteOfTheApplication)
{
    Theme theme;
    theme.apply(*qApp, ThemeMode::Dark);
    EXPECT_TRUE(theme.isDark());
    EXPECT_EQ(QApplication::palette().color(QPalette::Window), Theme::darkColors().window);
    theme.apply(*qApp, ThemeMode::Light);
    EXPECT_FALSE(theme.isDark());
    EXPECT_EQ(QApplication::palette().color(QPalette::Text), Theme::lightColors().text);
}

TEST(Theme, AnEmptyCheckBoxIsSeen)
{
    Theme theme;
    for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        QCheckBox box;
        box.resize(box.sizeHint());
        const auto image = box.grab().toImage();
        const auto surface = qApp->palette().color(QPalette::Window);
        double best = 0;
        for (int x = 0; x < image.width(); ++x) // through the middle: its left and right border
            best = std::max(best, contrast(image.pixelColor(x, image.height() / 2), surface));
        EXPECT_GE(best, 3.0) << (mode == ThemeMode::Dark ? "dark" : "light");
    }
    theme.apply(*qApp, ThemeMode::Light);
}

} // namespace tosaic::views
