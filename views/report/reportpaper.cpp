// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportpaper.h"

#include "core/report/htmlwriter.h"
#include "views/report/tablecolumns.h"

#include <QGuiApplication>
#include <QSvgRenderer>
#include <QTextLayout>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

// In points.
constexpr double TitleSize = 20;
constexpr double SectionSize = 13;
constexpr double TextSize = 9;
constexpr double SmallSize = 7.5;
constexpr double TableSizes[] = { 8, 7.25, 6.5 }; // the largest in which nothing has to break
constexpr double Gap = 9; // between columns
constexpr double RowPadding = 2; // above and below
constexpr double LargestPicture = 1.25; // document pixels of 96 dpi at their own size, times

} // namespace

ReportPaper::ReportPaper(QPdfWriter &device, const ThemeColors &colors)
    : m_device(device), m_colors(colors), m_painter(&device),
      m_body(QPointF(), QSizeF(device.width(), device.height()))
{
    m_body.setBottom(m_body.bottom() - points(24)); // the footer
    m_y = m_body.top();
}

double ReportPaper::points(double count) const
{
    return count * m_device.logicalDpiY() / 72;
}

QFont ReportPaper::font(double points, bool isBold) const
{
    QFont font = QGuiApplication::font();
    font.setPointSizeF(points);
    font.setWeight(isBold ? QFont::DemiBold : QFont::Normal);
    // Any spacing keeps Qt from ligatures, with which "OffChipFlash" is not found in the file.
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.05);
    return { font, &m_device };
}

double ReportPaper::lineHeight(const QFont &font) const
{
    return QFontMetricsF(font, &m_device).lineSpacing();
}

QStringList ReportPaper::wrapped(const QString &text, const QFont &font, double width) const
{
    QStringList lines;
    for (const auto &paragraph : text.split(u'\n')) {
        QTextLayout layout(paragraph, font, &m_device);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
        }
        layout.endLayout();
    }
    return lines;
}

void ReportPaper::startPage()
{
    const auto footer = font(SmallSize);
    const QRectF line(m_body.left(), m_body.bottom() + points(10), m_body.width(), points(14));
    m_painter.setFont(footer);
    m_painter.setPen(m_colors.mutedText);
    const QFontMetricsF metrics(footer, &m_device);
    m_painter.drawText(line, Qt::AlignLeft | Qt::AlignBottom,
        metrics.elidedText(m_title, Qt::ElideMiddle, line.width() * 0.8));
    m_painter.drawText(line, Qt::AlignRight | Qt::AlignBottom, QString::number(m_page));
}

void ReportPaper::ensure(double height)
{
    if (m_y + height <= m_body.bottom() || m_y <= m_body.top())
        return;
    m_device.newPage();
    ++m_page;
    startPage();
    m_y = m_body.top();
}

void ReportPaper::paragraph(const QString &text, const QFont &font, const QColor &colour)
{
    const auto lines = wrapped(text, font, m_body.width());
    ensure(lineHeight(font) * static_cast<double>(lines.size()));
    drawRow({ { lines, m_body.left(), m_body.width(), false, colour } }, font, false);
}

double ReportPaper::rowHeight(const std::vector<Cell> &cells, const QFont &font) const
{
    qsizetype lines = 1;
    for (const auto &cell : cells)
        lines = std::max(lines, cell.lines.size());
    return static_cast<double>(lines) * lineHeight(font) + 2 * points(RowPadding);
}

/// Line by line, so that a row that no page can hold goes on on the next one.
void ReportPaper::drawRow(const std::vector<Cell> &cells, const QFont &font, bool hasRule)
{
    const auto height = lineHeight(font);
    qsizetype lines = 0;
    for (const auto &cell : cells)
        lines = std::max(lines, cell.lines.size());
    m_y += points(RowPadding);
    for (qsizetype i = 0; i < lines; ++i) {
        ensure(height);
        m_painter.setFont(font);
        for (const auto &cell : cells) {
            m_painter.setPen(cell.colour);
            const auto side = cell.isRight ? Qt::AlignRight : Qt::AlignLeft;
            m_painter.drawText(QRectF(cell.left, m_y, cell.width, height),
                int(side) | int(Qt::AlignVCenter) | int(Qt::TextDontClip), cell.lines.value(i));
        }
        m_y += height;
    }
    m_y += points(RowPadding);
    if (!hasRule)
        return;
    m_painter.setPen(QPen(m_colors.border, points(0.5)));
    m_painter.drawLine(QPointF(m_body.left(), m_y), QPointF(m_body.right(), m_y));
}

std::vector<ReportPaper::Cell> ReportPaper::cellsOf(const QStringList &texts,
    const std::vector<double> &widths, const report::Table &table, const QFont &font,
    const QColor &colour) const
{
    std::vector<Cell> cells;
    auto left = m_body.left();
    for (size_t i = 0; i < widths.size(); ++i) {
        const auto width = widths[i] - points(Gap);
        cells.push_back({ wrapped(readableCell(texts.value(static_cast<qsizetype>(i))), font,
                              width + points(0.5)), // what fits exactly must not wrap
            left, width, i < table.isNumeric.size() && table.isNumeric[i], colour });
        left += widths[i];
    }
    return cells;
}

void ReportPaper::write(const report::Report &report)
{
    m_title = report.title;
    startPage();
    paragraph(report.title, font(TitleSize, true), m_colors.text);
    if (!report.subtitle.isEmpty())
        paragraph(report.subtitle, font(TextSize), m_colors.mutedText);
    for (const auto &section : report.sections) {
        const auto title = font(SectionSize, true);
        m_y += points(14);
        ensure(lineHeight(title) + 6 * lineHeight(font(TextSize)));
        paragraph(section.title, title, m_colors.text);
        m_y += points(4);
        for (const auto &block : section.blocks) {
            std::visit(*this, block);
            m_y += points(6);
        }
    }
}

void ReportPaper::operator()(const report::Text &text)
{
    for (const auto &line : text.text.split(u'\n', Qt::SkipEmptyParts))
        paragraph(line, font(TextSize), m_colors.text);
}

void ReportPaper::operator()(const report::FactList &list)
{
    const auto text = font(TextSize);
    const QFontMetricsF metrics(text, &m_device);
    double widest = 0;
    for (const auto &fact : list.facts)
        widest = std::max(widest, metrics.horizontalAdvance(fact.name));
    const auto names = std::min(widest + points(0.5), m_body.width() * 0.4);
    const auto left = m_body.left() + names + points(3 * Gap);
    for (const auto &fact : list.facts) {
        const auto value
            = fact.origin.isEmpty() ? fact.value : u"%1  (%2)"_s.arg(fact.value, fact.origin);
        const std::vector<Cell> cells{ { wrapped(fact.name, text, names), m_body.left(), names,
                                           false, m_colors.mutedText },
            { wrapped(value, text, m_body.right() - left), left, m_body.right() - left, false,
                m_colors.text } };
        ensure(rowHeight(cells, text));
        m_y -= points(RowPadding); // closer than the rows of a table
        drawRow(cells, text, false);
    }
}

void ReportPaper::operator()(const report::Table &table)
{
    auto size = TableSizes[0];
    const auto metricsOf = [this](double of) {
        return TableMetrics{ QFontMetricsF(font(of), &m_device),
            QFontMetricsF(font(of, true), &m_device), points(Gap) };
    };
    for (const auto one : TableSizes) {
        size = one;
        const auto least = leastWidths(table, metricsOf(one));
        if (std::accumulate(least.begin(), least.end(), 0.0) <= m_body.width())
            break;
    }
    const auto widths = columnWidths(table, metricsOf(size), m_body.width());
    const auto body = font(size);
    const auto bold = font(size, true);
    const auto header = cellsOf(table.columns, widths, table, bold, m_colors.mutedText);
    const auto headerHeight = rowHeight(header, bold);
    const auto caption = font(TextSize);
    const auto captionHeight = table.caption.isEmpty() ? 0
                                                       : lineHeight(caption)
            * static_cast<double>(wrapped(table.caption, caption, m_body.width()).size());
    ensure(captionHeight + headerHeight + 3 * lineHeight(body));
    if (!table.caption.isEmpty())
        paragraph(table.caption, caption, m_colors.mutedText);
    drawRow(header, bold, true);
    for (const auto &row : table.rows) {
        const auto cells = cellsOf(row, widths, table, body, m_colors.text);
        const auto height = rowHeight(cells, body);
        const auto page = m_page;
        if (height <= m_body.height() - headerHeight)
            ensure(height);
        if (m_page != page)
            drawRow(header, bold, true);
        drawRow(cells, body, true);
    }
}

void ReportPaper::operator()(const report::Picture &picture)
{
    // Only what the HTML report would show as well.
    QSvgRenderer renderer(report::safeSvg(picture.svg));
    if (!renderer.isValid())
        return;
    const auto own = renderer.viewBoxF().isEmpty() ? QSizeF(renderer.defaultSize())
                                                   : renderer.viewBoxF().size();
    const auto caption = font(TextSize);
    const auto captionHeight = lineHeight(caption)
            * static_cast<double>(wrapped(picture.caption, caption, m_body.width()).size())
        + points(4);
    const auto pixel = points(72.0 / 96) * LargestPicture;
    const auto factor = std::min(
        { pixel, m_body.width() / own.width(), (m_body.height() - captionHeight) / own.height() });
    const auto size = own * factor;
    ensure(size.height() + captionHeight);
    m_painter.save();
    m_painter.setFont(caption); // or its texts would be as bold as the title before
    renderer.render(&m_painter, QRectF({ m_body.left(), m_y }, size));
    m_painter.restore();
    m_y += size.height() + points(2);
    if (!picture.caption.isEmpty())
        paragraph(picture.caption, caption, m_colors.mutedText);
}

} // namespace tosaic::views
