// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/themeicon.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QPixmap drawn(QByteArray svg, const QColor &colour, int size)
{
    QSvgRenderer renderer(svg.replace("currentColor", colour.name().toLatin1()));
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon themeIcon(const QString &name, const ThemeColors &colors)
{
    QFile file(u":/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto svg = file.readAll();
    QIcon icon;
    for (const int size : { 22, 44 }) {
        icon.addPixmap(drawn(svg, colors.mutedText, size), QIcon::Normal, QIcon::Off);
        icon.addPixmap(drawn(svg, colors.accent, size), QIcon::Normal, QIcon::On);
        icon.addPixmap(drawn(svg, colors.accent, size), QIcon::Active, QIcon::On);
        auto faded = colors.mutedText;
        icon.addPixmap(drawn(svg, faded.lighter(colors.isDark() ? 60 : 150), size), QIcon::Disabled,
            QIcon::Off);
    }
    return icon;
}

} // namespace tosaic::views
