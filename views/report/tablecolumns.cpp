// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/tablecolumns.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qsizetype ShortWord = 16; // characters; longer ones may break
constexpr double WidestWish = 75; // average characters; longer texts wrap in any case

double longestWord(const QString &text, const QFontMetricsF &metrics)
{
    double longest = 0;
    for (const auto &word : text.split(u' ', Qt::SkipEmptyParts))
        longest = std::max(longest, metrics.horizontalAdvance(word.left(ShortWord)));
    return longest;
}

double widestCell(const report::Table &table, size_t column,
    const std::function<double(const QString &)> &widthOf)
{
    double widest = 0;
    for (const auto &row : table.data.rows)
        widest = std::max(widest, widthOf(row[column].text));
    return widest;
}

} // namespace

std::vector<double> leastWidths(const report::Table &table, const TableMetrics &metrics)
{
    std::vector<double> widths;
    for (size_t i = 0; i < table.data.columns.size(); ++i) {
        const bool isNumber = table.data.columns[i].isNumber;
        const auto cells = widestCell(table, i, [&](const QString &text) {
            return isNumber ? metrics.cell.horizontalAdvance(text)
                            : longestWord(text, metrics.cell);
        });
        widths.push_back(std::max(cells, longestWord(table.data.columns[i].title, metrics.header))
            + metrics.gap);
    }
    return widths;
}

std::vector<double> columnWidths(
    const report::Table &table, const TableMetrics &metrics, double total)
{
    auto widths = leastWidths(table, metrics);
    const auto least = std::accumulate(widths.begin(), widths.end(), 0.0);
    if (least <= 0)
        return widths;
    if (least >= total) {
        for (auto &width : widths)
            width *= total / least;
        return widths;
    }
    const auto most = WidestWish * metrics.cell.averageCharWidth();
    std::vector<double> wishes;
    for (size_t i = 0; i < table.data.columns.size(); ++i) {
        if (table.data.columns[i].isNumber) { // its title may wrap
            wishes.push_back(0);
            continue;
        }
        const auto cells = widestCell(table, i, [&](const QString &text) {
            return metrics.cell.horizontalAdvance(readableCell(text));
        });
        const auto title = metrics.header.horizontalAdvance(table.data.columns[i].title);
        const auto wish = std::min(std::max(cells, title), most) + metrics.gap;
        wishes.push_back(std::max(0.0, wish - widths[i]));
    }
    const auto wished = std::accumulate(wishes.begin(), wishes.end(), 0.0);
    const auto share = wished > 0 ? std::min(1.0, (total - least) / wished) : 0;
    for (size_t i = 0; i < widths.size(); ++i)
        widths[i] += share * wishes[i];
    const auto used = std::accumulate(widths.begin(), widths.end(), 0.0);
    for (auto &width : widths)
        width *= total / used;
    return widths;
}

QString readableCell(const QString &text)
{
    constexpr qsizetype LongestName = 80; // longer than a hash
    if (text.size() <= LongestName || text.contains(u' '))
        return text;
    return text.left(LongestName / 2) + u'\u2026' + text.right(LongestName / 2 - 1);
}

} // namespace tosaic::views
