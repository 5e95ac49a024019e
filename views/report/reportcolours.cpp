// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportcolours.h"

#include "views/widgets/theme.h"

#include <QRegularExpression>

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

QString turned(const QString &name)
{
    constexpr float Darkest = 0.1F; // of the theme's dark surface
    constexpr float Lightest = 0.95F;
    const auto colour = QColor(name).toHsl();
    const auto lightness = Lightest - (Lightest - Darkest) * colour.lightnessF();
    return QColor::fromHslF(std::max(colour.hslHueF(), 0.0F), colour.hslSaturationF(), lightness)
        .name();
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
