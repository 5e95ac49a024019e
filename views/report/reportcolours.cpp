// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportcolours.h"

#include "views/widgets/theme.h"

#include <QRegularExpression>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QHash<QString, QString> themeColours()
{
    const auto light = Theme::lightColors();
    const auto dark = Theme::darkColors();
    QHash<QString, QString> colours;
    for (const auto colour :
        { &ThemeColors::window, &ThemeColors::surface, &ThemeColors::sunken, &ThemeColors::border,
            &ThemeColors::text, &ThemeColors::mutedText, &ThemeColors::accent, &ThemeColors::npu,
            &ThemeColors::cpu, &ThemeColors::otherDelegate, &ThemeColors::boundary,
            &ThemeColors::worse, &ThemeColors::better })
        colours.insert((light.*colour).name(), (dark.*colour).name());
    return colours;
}

/// As bright as the eye sees it: CIE L*, 0 to 100.
double brightness(const QColor &colour)
{
    const auto linear = [](float part) {
        return part <= 0.04045F ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const auto light = 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
    return light <= 0.008856 ? 903.3 * light : 116 * std::cbrt(light) - 16;
}

/// The same hue, as dark as it was bright: what stood out from its ground does so again.
QString turned(const QString &name)
{
    constexpr double Brightest = 95;
    constexpr double Range = 0.87; // white becomes as dark as the theme's surface
    const auto colour = QColor(name).toHsl();
    const auto wanted = Brightest - Range * brightness(colour);
    auto found = colour;
    float low = 0;
    float high = 1;
    for (int step = 0; step < 10; ++step) { // finer than a byte
        const auto middle = (low + high) / 2;
        found.setHslF(std::max(colour.hslHueF(), 0.0F), colour.hslSaturationF(), middle);
        (brightness(found) < wanted ? low : high) = middle;
    }
    return found.name();
}

} // namespace

QHash<QString, QString> darkColoursOf(const report::Report &report)
{
    static const QRegularExpression colour(u"\"(#[0-9a-fA-F]{6})\""_s);
    const auto known = themeColours();
    QHash<QString, QString> colours;
    for (const auto &section : report.sections) {
        for (const auto &block : section.blocks) {
            const auto *picture = std::get_if<report::Picture>(&block);
            if (!picture)
                continue;
            const auto svg = QString::fromUtf8(picture->svg);
            for (auto all = colour.globalMatch(svg); all.hasNext();) {
                const auto name = all.next().captured(1).toLower();
                if (!colours.contains(name))
                    colours.insert(name, known.value(name, turned(name)));
            }
        }
    }
    return colours;
}

} // namespace tosaic::views
