// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/colormap.h"
#include "views/widgets/elidedname.h"
#include "views/widgets/theme.h"
#include "views/widgets/wrappedlabel.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QPixmap>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views::themetests {

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

using Triple = std::array<double, 3>;

Triple times(const std::array<Triple, 3> &matrix, const Triple &v)
{
    Triple product{};
    for (size_t row = 0; row < 3; ++row)
        product[row] = matrix[row][0] * v[0] + matrix[row][1] * v[1] + matrix[row][2] * v[2];
    return product;
}

/// CIE L*a*b* of linear RGB.
Triple labOf(const Triple &linear)
{
    auto xyz = times({ { { 0.4124564, 0.3575761, 0.1804375 }, { 0.2126729, 0.7151522, 0.0721750 },
                         { 0.0193339, 0.1191920, 0.9503041 } } },
        linear);
    xyz[0] /= 0.95047;
    xyz[2] /= 1.08883;
    for (auto &value : xyz)
        value = value > 0.008856 ? std::cbrt(value) : 7.787 * value + 16.0 / 116;
    return { 116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2]) };
}

/// Everyone, then protanopia, deuteranopia and tritanopia (Machado, Oliveira, Fernandes 2009).
const std::array<std::array<Triple, 3>, 4> Visions{ {
    { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
    { { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 },
        { -0.003882, -0.048116, 1.051998 } } },
    { { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 },
        { -0.011820, 0.042940, 0.968881 } } },
    { { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 },
        { 0.004733, 0.691367, 0.303900 } } },
} };

/// Distance of two colours as seen (CIE 1976); 2.3 can just be told apart side by side.
double distance(const QColor &a, const QColor &b, const std::array<Triple, 3> &vision)
{
    const auto seen = [&](const QColor &color) {
        const auto linear = [](double c) {
            return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        };
        auto light = times(
            vision, { linear(color.redF()), linear(color.greenF()), linear(color.blueF()) });
        for (auto &part : light)
            part = std::clamp(part, 0.0, 1.0);
        return labOf(light);
    };
    const auto one = seen(a);
    const auto other = seen(b);
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
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

TEST_P(ThemeContrast, CategoriesAreToldApartByEveryone)
{
    for (int one = 0; one < 7; ++one) {
        EXPECT_GE(contrast(categoryColor(one, colors), colors.surface), 3) << one;
        for (int other = 0; other < one; ++other) {
            for (const auto &vision : Visions)
                EXPECT_GE(
                    distance(categoryColor(one, colors), categoryColor(other, colors), vision), 15)
                    << one << ' ' << other;
        }
    }
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

/// A label takes the colour of links when it reads its text, not when it paints it.
TEST(Theme, LinksInSentencesFollowASwitch)
{
    Theme theme;
    theme.apply(*qApp, ThemeMode::Light);
    WrappedLabel label;
    QFont font;
    font.setPixelSize(60); // pixels inside the strokes have the colour itself
    font.setBold(true);
    label.setFont(font);
    label.setTextFormat(Qt::RichText);
    label.setText(u"<a href=\"x\">Memory</a>"_s);
    label.resize(500, 100);
    const auto has = [&label](const QColor &colour) {
        const auto image = label.grab().toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == colour)
                    return true;
            }
        }
        return false;
    };
    const auto before = qApp->palette().color(QPalette::Link);
    EXPECT_TRUE(has(before));
    theme.apply(*qApp, ThemeMode::Dark);
    const auto now = qApp->palette().color(QPalette::Link);
    ASSERT_NE(before, now);
    EXPECT_TRUE(has(now));
    EXPECT_FALSE(has(before));
    EXPECT_EQ(label.text(), u"<a href=\"x\">Memory</a>"_s);
    theme.apply(*qApp, ThemeMode::Light);
}

TEST(Theme, ASwitchLeavesTheMarginsOfLabels)
{
    Theme theme;
    theme.apply(*qApp, ThemeMode::Light);
    QWidget window;
    auto *label = new QLabel(u"label"_s, &window);
    const QMargins margins(6, 0, 8, 0);
    label->setContentsMargins(margins);
    window.show();
    theme.apply(*qApp, ThemeMode::Dark);
    EXPECT_EQ(label->contentsMargins(), margins);
    theme.apply(*qApp, ThemeMode::Light);
    EXPECT_EQ(label->contentsMargins(), margins);
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

/// Where there is no room for a name, what all names share goes first.
TEST(ElidedName, KeepsWhatTellsOperatorsApart)
{
    const QFontMetrics metrics(qApp->font());
    const auto widthOf = [&](const QString &text) { return metrics.horizontalAdvance(text) + 1; };
    const QString name = u"12: tosa_conv2d_default_2"_s;
    EXPECT_EQ(elidedName(name, metrics, widthOf(name)), name) << "there is room";
    EXPECT_EQ(
        elidedName(name, metrics, widthOf(u"12: conv2d_default_2"_s)), u"12: conv2d_default_2"_s);
    EXPECT_EQ(elidedName(name, metrics, widthOf(u"12: conv2d_2"_s)), u"12: conv2d_2"_s);
    const auto cut = elidedName(name, metrics, widthOf(u"12: con_2"_s));
    EXPECT_TRUE(cut.startsWith(u"12:"_s) && cut.endsWith(u"2"_s) && !cut.contains(u"tosa"_s))
        << cut.toStdString();
    EXPECT_EQ(elidedName(u"aten_convolution_default"_s, metrics, widthOf(u"convolution"_s)),
        u"convolution"_s);
    const auto kernel = u"0: quantized_decomposed::quantize_per_tensor.out"_s;
    EXPECT_EQ(elidedName(kernel, metrics, widthOf(u"0: quantize_per_tensor.out"_s)),
        u"0: quantize_per_tensor.out"_s);
    // Tensors of TFLite: the number of the layer stays.
    const auto layer = u"MobilenetV1/MobilenetV1/Conv2d_%1_pointwise/weights/read"_s;
    const auto room = widthOf(u"\u2026/Conv2d_10_point\u2026eights/read"_s);
    for (int i = 1; i <= 13; ++i)
        EXPECT_TRUE(
            elidedName(layer.arg(i), metrics, room).startsWith(u"\u2026/Conv2d_%1_p"_s.arg(i)))
            << elidedName(layer.arg(i), metrics, room).toStdString();
    const QString folder = u"results/mobilenet_v2_quantised.pte"_s;
    EXPECT_TRUE(elidedName(folder, metrics, widthOf(folder) - 9).startsWith(u"results/"_s));
    const QString file = u"mobilenet_v2_quantised.pte"_s;
    EXPECT_TRUE(elidedName(file, metrics, widthOf(file) / 2).endsWith(u".pte"_s));
}

/// The entry that is chosen, and the last one: both can be read when the list opens.
TEST(Theme, ListsThatDropDownShowTheirCurrentEntryAndTheirLast)
{
    Theme theme;
    for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
        SCOPED_TRACE(mode == ThemeMode::Dark ? "dark" : "light");
        theme.apply(*qApp, mode);
        QComboBox box;
        box.addItems(
            { u"ethos-u55-128"_s, u"ethos-u65-256"_s, u"ethos-u85-256"_s, u"ethos-u85-1024"_s });
        box.setCurrentIndex(1);
        box.setFixedWidth(72); // panels are narrow, their lists need not be
        box.show();
        box.showPopup();
        auto *list = box.view();
        ASSERT_TRUE(QTest::qWaitFor([list] { return list->isVisible(); }));
        EXPECT_GE(list->viewport()->width(), list->sizeHintForColumn(0));
        const auto image = list->viewport()->grab().toImage();
        for (int row = 0; row < box.count(); ++row) {
            const auto place = list->visualRect(list->model()->index(row, 0));
            EXPECT_TRUE(list->viewport()->rect().contains(place)) << row;
            const auto ground = image.pixelColor(place.right() - 2, place.center().y());
            double best = 0;
            for (int y = place.top(); y <= place.bottom(); ++y) {
                for (int x = place.left(); x < place.right() - 2; ++x)
                    best = std::max(best, contrast(image.pixelColor(x, y), ground));
            }
            EXPECT_GE(best, 4.5) << row;
        }
        box.hidePopup();
    }
    theme.apply(*qApp, ThemeMode::Light);
}

} // namespace tosaic::views::themetests
