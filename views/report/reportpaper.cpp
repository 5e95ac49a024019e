// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportpaper.h"

#include "core/base/visibletext.h"
#include "core/report/seams.h"
#include "views/report/tablecolumns.h"

#include <QGuiApplication>
#include <QTextLayout>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

// In points.
constexpr double TitleSize = 20;
constexpr double SectionSize = 13;
constexpr double SmallSize = 7.5;
constexpr double TableSizes[] = { 8, 7.25, 6.5 }; // the largest in which nothing has to break
constexpr double Gap = 9; // between columns
constexpr size_t FactsTogether = 9; // so many stand on one page
constexpr QChar Seam(0x200B); // a place to break a line at; never drawn

/// Names of operators and files break behind their parts.
QString withSeams(const QString &text)
{
    QString broken;
    for (qsizetype i = 0; i < text.size(); ++i) {
        broken += text[i];
        if (report::isSeam(text, i))
            broken += Seam;
    }
    return broken;
}

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
    for (const auto &line : text.split(u'\n')) {
        const auto paragraph = withSeams(withUnitsAttached(line));
        QTextLayout layout(paragraph, font, &m_device);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (auto piece = layout.createLine(); piece.isValid(); piece = layout.createLine()) {
            piece.setLineWidth(width);
            lines << paragraph.mid(piece.textStart(), piece.textLength()).remove(Seam).trimmed();
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
    const auto all = m_before.all > 0 ? QString::number(m_before.all) : QString();
    m_painter.drawText(line, Qt::AlignRight | Qt::AlignBottom, u"%1 / %2"_s.arg(m_page).arg(all));
}

void ReportPaper::newPage()
{
    m_device.newPage();
    ++m_page;
    startPage();
    m_y = m_body.top();
    drawWaiting();
}

void ReportPaper::ensure(double height)
{
    while (m_y + height > m_body.bottom() && m_y > m_body.top())
        newPage();
}

void ReportPaper::paragraph(const QString &text, const QFont &font, const QColor &colour)
{
    const std::vector<Cell> cells{ { wrapped(text, font, m_body.width()), m_body.left(),
        m_body.width(), false, colour } };
    ensure(rowHeight(cells, font));
    drawRow(cells, font, false);
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
        cells.push_back({ wrapped(readableCell(texts[static_cast<qsizetype>(i)]), font,
                              width + points(0.5)), // what fits exactly must not wrap
            left, width, table.data.columns[i].isNumber, colour });
        left += widths[i];
    }
    return cells;
}

/// In two columns, so that the first page has room for what matters.
void ReportPaper::writeContents(const report::Report &report)
{
    constexpr size_t Few = 4; // sections that nobody has to look for
    const auto count = report.sections.size();
    if (count <= Few)
        return;
    const auto text = font(TextSize);
    const QFontMetricsF metrics(text, &m_device);
    const auto width = (m_body.width() - points(4 * Gap)) / 2;
    const auto number = metrics.horizontalAdvance(u"0000"_s);
    const auto rows = (count + 1) / 2;
    m_y += points(6);
    for (size_t row = 0; row < rows; ++row) {
        std::vector<Cell> cells;
        for (const auto i : { row, row + rows }) {
            if (i >= count)
                continue;
            const auto left = i < rows ? m_body.left() : m_body.right() - width;
            const auto title = metrics.elidedText(
                report.sections[i].title, Qt::ElideRight, width - number - points(Gap));
            const auto page
                = i < m_before.sections.size() ? QString::number(m_before.sections[i]) : QString();
            cells.push_back({ { title }, left, width - number, false, m_colors.text });
            cells.push_back({ { page }, left + width - number, number, true, m_colors.mutedText });
        }
        ensure(rowHeight(cells, text));
        m_y -= points(RowPadding);
        drawRow(cells, text, false);
    }
}

void ReportPaper::write(const report::Report &report, const ReportPages &before)
{
    m_title = report.title;
    m_before = before;
    startPage();
    paragraph(report.title, font(TitleSize, true), m_colors.text);
    if (!report.subtitle.isEmpty())
        paragraph(report.subtitle, font(TextSize), m_colors.mutedText);
    if (!report.author.isEmpty())
        paragraph(report.author, font(TextSize), m_colors.mutedText);
    if (!report.note.isEmpty()) {
        m_y += points(6);
        paragraph(report.note, font(TextSize), m_colors.text);
    }
    writeContents(report);
    for (const auto &section : report.sections) {
        const auto title = font(SectionSize, true);
        m_y += points(14);
        const auto *picture = section.blocks.empty()
            ? nullptr
            : std::get_if<report::Picture>(&section.blocks.front());
        ensure(
            lineHeight(title) + (picture ? leastHeight(*picture) : 6 * lineHeight(font(TextSize))));
        m_section = section.title;
        m_isFirstBlock = true;
        m_pages.sections.push_back(m_page);
        paragraph(section.title, title, m_colors.text);
        m_y += points(4);
        for (const auto &block : section.blocks) {
            std::visit(*this, block);
            m_isFirstBlock = false;
            m_y += points(6);
        }
    }
    while (!m_waiting.empty())
        newPage();
    m_pages.all = m_page;
}

void ReportPaper::operator()(const report::Text &text)
{
    for (const auto &line : text.text.split(u'\n', Qt::SkipEmptyParts))
        paragraph(line, font(TextSize), m_colors.text);
}

void ReportPaper::operator()(const report::Statement &statement)
{
    const auto text = font(TextSize);
    const bool isPlain = statement.severity == Severity::Info;
    const auto indent = points(12);
    const std::vector<Cell> cells{ { { isPlain ? u"\u2022"_s : u"!"_s }, m_body.left(), indent,
                                       false, isPlain ? m_colors.mutedText : m_colors.worse },
        { wrapped(statement.text, text, m_body.width() - indent), m_body.left() + indent,
            m_body.width() - indent, false, m_colors.text } };
    ensure(rowHeight(cells, text));
    m_y -= 2 * points(RowPadding); // closer than paragraphs
    drawRow(cells, text, false);
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
    std::vector<std::vector<Cell>> rows;
    double whole = 0;
    for (const auto &fact : list.facts) {
        const auto value
            = fact.origin.isEmpty() ? fact.value : u"%1  (%2)"_s.arg(fact.value, fact.origin);
        rows.push_back(
            { { wrapped(fact.name, text, names), m_body.left(), names, false, m_colors.mutedText },
                { wrapped(value, text, m_body.right() - left), left, m_body.right() - left, false,
                    m_colors.text } });
        whole += rowHeight(rows.back(), text);
    }
    if (list.facts.size() <= FactsTogether)
        ensure(whole);
    for (const auto &cells : rows) {
        ensure(rowHeight(cells, text));
        m_y -= points(RowPadding); // closer than the rows of a table
        drawRow(cells, text, false);
    }
}

void ReportPaper::operator()(const report::Table &whole)
{
    const auto table = whole.toRead();
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
    QStringList titles;
    for (const auto &column : table.data.columns)
        titles << column.title;
    const auto header = cellsOf(titles, widths, table, bold, m_colors.mutedText);
    const auto headerHeight = rowHeight(header, bold);
    const auto caption = font(TextSize);
    const auto captionHeight = table.caption.isEmpty() ? 0
                                                       : lineHeight(caption)
            * static_cast<double>(wrapped(table.caption, caption, m_body.width()).size());
    ensure(captionHeight + headerHeight + 3 * lineHeight(body));
    if (!table.caption.isEmpty())
        paragraph(table.caption, caption, m_colors.mutedText);
    drawRow(header, bold, true);
    for (const auto &row : table.data.rows) {
        QStringList texts;
        for (const auto &cell : row)
            texts << cell.text;
        const auto cells = cellsOf(texts, widths, table, body, m_colors.text);
        const auto height = rowHeight(cells, body);
        const auto page = m_page;
        if (height <= m_body.height() - headerHeight)
            ensure(height);
        if (m_page != page)
            drawRow(header, bold, true);
        drawRow(cells, body, true);
    }
}

} // namespace tosaic::views
