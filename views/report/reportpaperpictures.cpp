// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where pictures stand among what is written.
#include "views/report/reportpaper.h"

#include "core/report/htmlwriter.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double LargestPicture = 1.25; // document pixels of 96 dpi at their own size, times
constexpr double SmallestPicture = 0.65; // of what it could be, where that spares a page

/// Only what the HTML report would show as well.
PaperPicture paperPicture(const report::Picture &picture)
{
    return PaperPicture(report::safeSvg(picture.svg));
}

} // namespace

double ReportPaper::captionHeight(const QString &caption) const
{
    const auto text = font(TextSize);
    return lineHeight(text) * static_cast<double>(wrapped(caption, text, m_body.width()).size())
        + points(2 + 2 * RowPadding);
}

double ReportPaper::largestFactor(const QSizeF &own, const QString &caption) const
{
    const auto pixel = points(72.0 / 96) * LargestPicture;
    return std::min({ pixel, m_body.width() / own.width(),
        (m_body.height() - captionHeight(caption)) / own.height() });
}

double ReportPaper::leastHeight(const report::Picture &picture) const
{
    const auto own = paperPicture(picture).size();
    return own.isEmpty() ? 0
                         : SmallestPicture * largestFactor(own, picture.caption) * own.height()
            + captionHeight(picture.caption);
}

std::optional<double> ReportPaper::factorHere(const QSizeF &own, const QString &caption) const
{
    const auto largest = largestFactor(own, caption);
    if (m_y <= m_body.top())
        return largest;
    // Rather somewhat smaller than the rest of a page left empty.
    const auto here = (m_body.bottom() - m_y - captionHeight(caption)) / own.height();
    return here >= SmallestPicture * largest ? std::optional(std::min(here, largest))
                                             : std::nullopt;
}

void ReportPaper::draw(const PaperPicture &drawing, const QString &caption)
{
    auto factor = factorHere(drawing.size(), caption);
    for (; !factor; factor = factorHere(drawing.size(), caption))
        newPage();
    const auto size = drawing.size() * *factor;
    drawing.draw(m_painter, QRectF({ m_body.left(), m_y }, size));
    m_y += size.height() + points(2);
    if (!caption.isEmpty())
        paragraph(caption, font(TextSize), m_colors.mutedText);
}

/// At the top of a page, where the first fits whatever its size is. A picture that left its section
/// says whose it is.
void ReportPaper::drawWaiting()
{
    while (!m_waiting.empty()) {
        const auto &first = m_waiting.front();
        const auto caption = first.section == m_section || first.caption.isEmpty()
            ? first.caption
            : u"%1: %2"_s.arg(first.section, first.caption);
        if (!factorHere(first.drawing.size(), caption))
            return;
        const auto drawing = first.drawing;
        m_waiting.erase(m_waiting.begin());
        draw(drawing, caption);
        m_y += points(6);
    }
}

void ReportPaper::operator()(const report::Picture &picture)
{
    const auto drawing = paperPicture(picture);
    if (drawing.size().isEmpty())
        return;
    const bool isNext = m_waiting.empty() && factorHere(drawing.size(), picture.caption);
    if (!isNext && !m_isFirstBlock) { // a title is never left alone
        m_waiting.push_back({ drawing, picture.caption, m_section });
        return;
    }
    while (!m_waiting.empty())
        newPage();
    draw(drawing, picture.caption);
}

} // namespace tosaic::views
