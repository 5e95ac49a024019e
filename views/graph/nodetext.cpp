// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/nodetext.h"

#include "views/graph/graphmetrics.h"

#include <algorithm>
#include <cmath>

namespace tosaic::views::style {

namespace {

using graph::Placement;

constexpr double SubtitleScale = 0.72; ///< from here on the second line has its own size
constexpr double SmallSubtitleScale = 0.5; ///< from here on it is worth drawing, larger
constexpr double LargestSubtitle = 14; ///< px of a second line that grows while the picture shrinks
constexpr double SmallestSubtitle = 5.8; ///< px on the screen that can still be read
constexpr double SmallestBoundaryText = 5; ///< as above, of a word that the hatching has said
constexpr double LargestTitle = 15; ///< px of a title that grows while the picture shrinks
constexpr double LargestGroupTitle = 44; ///< as above; a closed group is a landmark

/// The size at which the title is readable and still fits.
double titlePixels(
    const QString &title, double wanted, double width, double height, TextCache &texts)
{
    const auto natural = std::max(1.0, texts.widthOf(title, titleStyle(20))) / 20;
    return std::min({ wanted, width / natural, height / 1.25 });
}

/// Its size where the picture is shrunk.
double grownTitle(const graph::Node &node, QSizeF room, double scale, TextCache &texts)
{
    const auto largest = node.collapsed ? LargestGroupTitle : LargestTitle;
    return titlePixels(
        node.title, std::clamp(11 / scale, 13.0, largest), room.width(), room.height(), texts);
}

void paintLargeTitle(
    QPainter &painter, const graph::Node &node, const QRectF &rect, double scale, TextCache &texts)
{
    const auto inner = rect.adjusted(6, 2, -6, -2);
    const auto pixels = grownTitle(node, inner.size(), scale, texts);
    if (pixels * scale >= 4)
        texts.draw(painter, inner, Qt::AlignCenter, node.title, titleStyle(std::floor(pixels)));
}

/// How large the second lines may be in a picture that is shrunk; 0 if they would not be legible.
double subtitlePixels(const QStringList &lines, const QRectF &inner, double scale, TextCache &texts)
{
    if (lines.isEmpty() || scale < SmallSubtitleScale)
        return 0;
    auto pixels = std::clamp(8 / scale, 11.0, LargestSubtitle);
    for (const auto &line : lines) { // one that is cut off at its own size is cut off here, too
        const auto fitting = 11 * inner.width() / std::max(1.0, texts.widthOf(line, {}));
        pixels = std::min(pixels, std::max(11.0, fitting));
    }
    pixels = std::floor(pixels);
    const auto block = 17 + (pixels + 3) * static_cast<double>(lines.size());
    return pixels * scale >= SmallestSubtitle && block <= inner.height() ? pixels : 0;
}

/// A plate keeps the letters off the hatching.
void paintBoundaryText(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double scale, TextCache &texts)
{
    if (node.title.isEmpty())
        return; // a sample in the legend
    const auto pixels
        = std::floor(titlePixels(node.title, std::clamp(6.5 / scale, 11.0, LargestSubtitle + 2),
            rect.width() - 8, rect.height(), texts));
    const TextCache::Style style{ .pixels = std::max(11, static_cast<int>(pixels)) };
    if (style.pixels * scale < SmallestBoundaryText)
        return;
    const auto width = std::min(texts.widthOf(node.title, style), rect.width() - 8);
    QRectF plate({}, QSizeF(width + 8, 4 + style.pixels));
    plate.moveCenter(rect.center());
    painter.fillRect(plate, colors.surface);
    painter.setPen(colors.mutedText);
    texts.draw(painter, rect.adjusted(4, 0, -4, 0), Qt::AlignCenter, node.title, style);
}

} // namespace

TextCache::Style titleStyle(double pixels)
{
    return { .pixels = std::max(1, qRound(pixels)), .isBold = true };
}

void paintNodeText(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double scale, TextCache &texts)
{
    if (node.placement == Placement::Boundary)
        return paintBoundaryText(painter, node, rect, colors, scale, texts);
    const bool isShrunk = scale < SubtitleScale;
    painter.setPen(colors.text);
    const auto lines = graph::linesOf(node);
    if (isShrunk && (lines.isEmpty() || scale < SmallSubtitleScale))
        return paintLargeTitle(painter, node, rect, scale, texts);
    TextCache::Style subtitle;
    if (isShrunk) {
        const auto pixels = subtitlePixels(lines, rect.adjusted(6, 1, -6, -1), scale, texts);
        if (pixels <= 0)
            return paintLargeTitle(painter, node, rect, scale, texts);
        subtitle.pixels = static_cast<int>(pixels);
    }
    const auto inner = rect.adjusted(GraphMetrics::Padding - 2, 0, -GraphMetrics::Padding + 2, 0);
    const auto lineHeight = 4.0 + subtitle.pixels;
    const auto below = lineHeight * static_cast<double>(lines.size());
    auto title = titleStyle();
    if (isShrunk)
        title = titleStyle(std::max(13.0,
            std::floor(
                grownTitle(node, { inner.width(), rect.height() - 2 - below }, scale, texts))));
    title.isItalic = node.isControl;
    const auto titleHeight = title.pixels + 4.0;
    auto y = rect.center().y() - (titleHeight + below) / 2;
    texts.draw(painter, { inner.left(), y, inner.width(), titleHeight }, Qt::AlignCenter,
        node.title, title);
    y += titleHeight;
    painter.setPen(colors.mutedText);
    for (const auto &line : lines) {
        texts.draw(painter, { rect.left() + 4, y, rect.width() - 8, lineHeight }, Qt::AlignCenter,
            line, subtitle);
        y += lineHeight;
    }
}

} // namespace tosaic::views::style
