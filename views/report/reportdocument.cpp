// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportdocument.h"

#include "core/base/visibletext.h"
#include "core/report/htmlwriter.h"
#include "core/report/seams.h"
#include "views/report/tablecolumns.h"

#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double PictureScale = 2; // image pixels a document pixel
constexpr int HighestPicture = 900; // document pixels

/// Tables take no margins in Qt's HTML; a thin empty line does.
const char *const Space = "<p style=\"font-size:4pt;margin:0\">&nbsp;</p>";

const char *const Style = R"(
body { color: $text; }
h1 { font-size: 22pt; font-weight: 600; margin: 0 0 4px 0; }
h2 { font-size: 14pt; font-weight: 600; margin: 24px 0 10px 0; }
p { margin: 0 0 8px 0; }
.muted { color: $muted; }
td, th { border-bottom: 1px solid $border; }
th { color: $muted; font-weight: 600; text-align: left; }
)";

QString sheet(const ThemeColors &colors)
{
    auto text = QString::fromLatin1(Style);
    text.replace("$text"_L1, colors.text.name());
    text.replace("$muted"_L1, colors.mutedText.name());
    text.replace("$border"_L1, colors.border.name());
    return text;
}

class DocumentWriter
{
public:
    DocumentWriter(QTextDocument &document, const ThemeColors &colors, int pictureWidth)
        : m_document(document), m_colors(colors), m_pictureWidth(pictureWidth)
    {
    }

    QString html(const report::Report &report)
    {
        if (m_colors.isDark())
            m_darkColours = report.darkColours;
        m_html = u"<h1>%1</h1>"_s.arg(escaped(report.title));
        if (!report.subtitle.isEmpty())
            m_html += u"<p class=\"muted\">%1</p>"_s.arg(escaped(report.subtitle));
        if (!report.author.isEmpty())
            m_html += u"<p class=\"muted\">%1</p>"_s.arg(escaped(report.author));
        (*this)(report::Text{ report.note });
        for (const auto &section : report.sections) {
            m_html += u"<h2>%1</h2>"_s.arg(escaped(section.title));
            for (const auto &block : section.blocks) {
                m_isFirst = &block == &section.blocks.front();
                std::visit(*this, block);
            }
        }
        return m_html;
    }

    void operator()(const report::Text &text)
    {
        for (const auto &line : text.text.split(u'\n', Qt::SkipEmptyParts))
            m_html += u"<p>%1</p>"_s.arg(escaped(line));
    }

    void operator()(const report::Statement &statement)
    {
        const auto sign = statement.severity == Severity::Info ? u"\u2022"_s : u"\u26A0"_s;
        m_html += u"<p style=\"margin-left:20px;text-indent:-16px\">%1&nbsp; %2</p>"_s.arg(
            sign, escaped(statement.text));
    }

    void operator()(const report::FactList &list)
    {
        if (!m_isFirst)
            addSpace();
        m_html
            += u"<table cellspacing=\"0\" cellpadding=\"3\" style=\"border-collapse:collapse\">"_s;
        for (const auto &fact : list.facts) {
            const auto tag = fact.origin.isEmpty()
                ? QString()
                : u" <span class=\"muted\"><small>%1</small></span>"_s.arg(escaped(fact.origin));
            m_html += u"<tr><td style=\"border-bottom:none;padding-right:24px\" class=\"muted\">%1"
                      "</td><td style=\"border-bottom:none\">%2%3</td></tr>"_s.arg(
                          escaped(fact.name), breakable(fact.value), tag);
        }
        m_html += u"</table>"_s;
        addSpace();
    }

    void operator()(const report::Table &whole)
    {
        const auto table = whole.toRead();
        if (!table.caption.isEmpty())
            m_html += u"<p class=\"muted\">%1</p>"_s.arg(escaped(table.caption));
        addSpace();
        m_html += u"<table width=\"100%\" cellspacing=\"0\" cellpadding=\"4\""
                  " style=\"border-collapse:collapse\"><thead><tr>"_s;
        const auto widths = columnWidths(table, metrics(), m_pictureWidth);
        const auto &columns = table.data.columns;
        for (size_t i = 0; i < columns.size(); ++i)
            m_html += cell(columns[i].isNumber, u"th"_s, columns[i].title,
                qRound(100 * widths[i] / m_pictureWidth));
        m_html += u"</tr></thead>"_s;
        for (const auto &row : table.data.rows) {
            m_html += u"<tr>"_s;
            for (size_t i = 0; i < row.size(); ++i)
                m_html += cell(columns[i].isNumber, u"td"_s, row[i].text);
            m_html += u"</tr>"_s;
        }
        m_html += u"</table>"_s;
        addSpace();
    }

    void operator()(const report::Picture &picture)
    {
        // Only what the HTML report would show as well.
        QSvgRenderer renderer(report::recoloured(report::safeSvg(picture.svg), m_darkColours));
        if (!renderer.isValid())
            return;
        QSizeF size = renderer.viewBoxF().size();
        if (size.isEmpty())
            size = renderer.defaultSize();
        const double factor
            = std::min({ 1.0, m_pictureWidth / size.width(), HighestPicture / size.height() });
        size *= factor;
        QImage image((size * PictureScale).toSize().expandedTo({ 1, 1 }),
            QImage::Format_ARGB32_Premultiplied);
        image.fill(m_colors.surface);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        const auto name = u"picture:%1"_s.arg(m_pictures++);
        m_document.addResource(QTextDocument::ImageResource, QUrl(name), image);
        m_html += u"<p><img src=\"%1\" width=\"%2\" height=\"%3\"></p>"_s.arg(name)
                      .arg(qRound(size.width()))
                      .arg(qRound(size.height()));
        if (!picture.caption.isEmpty())
            m_html += u"<p class=\"muted\">%1</p>"_s.arg(escaped(picture.caption));
    }

private:
    void addSpace()
    {
        const QLatin1StringView space(Space);
        if (!m_html.endsWith(space)) // one table behind another
            m_html += space;
    }

    /// No line ends between a number and its unit.
    static QString escaped(const QString &text) { return withUnitsAttached(text).toHtmlEscaped(); }

    /// Hashes and names may wrap anywhere; without this they push the table off the page.
    static QString breakable(const QString &whole)
    {
        const auto text = withUnitsAttached(whole);
        QString broken;
        int run = 0;
        for (qsizetype i = 0; i < text.size(); ++i) {
            broken += text[i];
            const bool isSeam = report::isSeam(text, i);
            run = text[i].isSpace() || isSeam ? 0 : run + 1;
            if (isSeam || (run > 0 && run % 16 == 0))
                broken += QChar(0x200B);
        }
        return broken.toHtmlEscaped();
    }

    TableMetrics metrics() const
    {
        auto bold = m_document.defaultFont();
        bold.setWeight(QFont::DemiBold);
        constexpr double Gap = 2 * 4 + 6; // px: the padding in the table's tag, and air
        return { QFontMetricsF(m_document.defaultFont()), QFontMetricsF(bold), Gap };
    }

    /// `percent`: of the page's width, in the first row; 0: not said.
    static QString cell(bool isNumeric, const QString &tag, const QString &text, int percent = 0)
    {
        const auto width = percent > 0 ? u" width=\"%1%\""_s.arg(percent) : QString();
        return u"<%1%2 align=\"%3\">%4</%1>"_s.arg(tag, width, isNumeric ? u"right"_s : u"left"_s,
            isNumeric || tag == "th"_L1 ? escaped(text) : breakable(readableCell(text)));
    }

    QTextDocument &m_document;
    const ThemeColors &m_colors;
    QHash<QString, QString> m_darkColours; ///< of pictures, on a dark page
    int m_pictureWidth;
    int m_pictures = 0;
    bool m_isFirst = true; ///< of the blocks of a section
    QString m_html;
};

} // namespace

void fillDocument(QTextDocument &document, const report::Report &report, const ThemeColors &colors,
    int pictureWidth)
{
    document.clear();
    document.setDefaultStyleSheet(sheet(colors));
    document.setHtml(DocumentWriter(document, colors, pictureWidth).html(report));
}

} // namespace tosaic::views
