// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/svgtext.h"

#include <QLocale>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views::svg {

namespace {

/// Not the user's decimal comma.
QString number(double value)
{
    return QString::number(std::round(value * 100) / 100, 'g', 10);
}

} // namespace

QString text(double x, double y, const QString &text, Anchor anchor, const QString &colour)
{
    const auto place = anchor == Anchor::Start ? u"start"_s
        : anchor == Anchor::Middle             ? u"middle"_s
                                               : u"end"_s;
    return u"<text x=\"%1\" y=\"%2\" font-family=\"sans-serif\" font-size=\"12\" fill=\"%3\" "
           u"text-anchor=\"%4\">%5</text>\n"_s.arg(
               number(x), number(y), colour, place, text.toHtmlEscaped());
}

QString box(double x, double y, double width, double height, const QString &colour)
{
    return u"<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" fill=\"%5\"/>\n"_s.arg(
        number(x), number(y), number(width), number(height), colour);
}

QString line(
    double x1, double y1, double x2, double y2, const QString &colour, double width, bool isDashed)
{
    return u"<line x1=\"%1\" y1=\"%2\" x2=\"%3\" y2=\"%4\" stroke=\"%5\" stroke-width=\"%6\"%7/>\n"_s
        .arg(number(x1), number(y1), number(x2), number(y2), colour, number(width),
            isDashed ? u" stroke-dasharray=\"5 4\""_s : QString());
}

QString circle(double x, double y, double radius, const QString &colour, double opacity)
{
    return u"<circle cx=\"%1\" cy=\"%2\" r=\"%3\" fill=\"%4\" fill-opacity=\"%5\"/>\n"_s.arg(
        number(x), number(y), number(radius), colour, number(opacity));
}

QByteArray document(double width, double height, const QString &body)
{
    return u"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1\" height=\"%2\" viewBox=\"0 0 %1 "
           u"%2\">\n<rect x=\"0\" y=\"0\" width=\"%1\" height=\"%2\" fill=\"#FFFFFF\"/>\n%3</svg>\n"_s
               .arg(number(width), number(height), body)
               .toUtf8();
}

QString shortened(const QString &text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    const auto half = (most - 1) / 2;
    return text.left(most - 1 - half) + u'\u2026' + text.right(half);
}

QString count(double value)
{
    const bool isWhole = value == std::round(value);
    return QLocale().toString(value, 'f', isWhole || std::abs(value) >= 1000 ? 0 : 2);
}

QString signedCount(double value)
{
    const auto sign = value > 0 ? u"+"_s : value < 0 ? u"\u2212"_s : QString();
    return sign + count(std::abs(value));
}

} // namespace tosaic::views::svg
