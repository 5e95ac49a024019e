// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// Drawings for reports as text, made without a window. Plain SVG that every reader, printer and
/// QtSvg draw alike; light, because reports are paper. Internal to this folder.
namespace tosaic::views::svg {

enum class Anchor
{
    Start,
    Middle,
    End
};

inline constexpr auto Ink = u"#18212C";
inline constexpr auto Muted = u"#55616F";
inline constexpr auto Border = u"#CBD3DD";

QString text(double x, double y, const QString &text, Anchor anchor = Anchor::Start,
    const QString &colour = QString::fromUtf16(Ink));
QString box(double x, double y, double width, double height, const QString &colour);
QString line(double x1, double y1, double x2, double y2, const QString &colour, double width = 1,
    bool isDashed = false);
QString circle(double x, double y, double radius, const QString &colour, double opacity = 1);
QByteArray document(double width, double height, const QString &body);

/// Cut in the middle if it is longer than `most` characters.
QString shortened(const QString &text, qsizetype most);
/// "413,814", "0.25": at most two decimals, in the locale's way.
QString count(double value);
QString signedCount(double value); ///< "+1,200", "−3.5", "0"

} // namespace tosaic::views::svg
