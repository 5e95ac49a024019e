// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/xlsxwriter.h"

#include "core/base/exactvalue.h"
#include "core/base/try.h"
#include "core/base/visibletext.h"
#include "core/base/workfolder.h"

#include <xlsxwriter.h>

#include <QFile>
#include <QSet>

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::report {

namespace {

const auto FileName = u"report.xlsx"_s;

// Limits of the format.
constexpr qsizetype LongestName = 31; // characters of a sheet's name
constexpr qsizetype LongestText = 32'767; // characters of a cell
constexpr size_t MostRows = 1'048'576; // with the line of titles

constexpr double LeastWidth = 8; // characters
constexpr double MostWidth = 60;
constexpr size_t MeasuredRows = 200; // that a column's width goes by

QByteArray cellText(const QString &text)
{
    auto shown = visibleLines(text);
    if (shown.size() > LongestText)
        shown = shown.left(LongestText - 1) + QChar(0x2026);
    return shown.toUtf8();
}

/// Unique, and what every reader of the format takes.
QString sheetName(const QString &wanted, QSet<QString> &taken)
{
    QString name;
    for (const auto c : visibleLines(wanted))
        name += QStringView(u"[]:*?/\\'").contains(c) || c.isNonCharacter() ? QChar(u' ') : c;
    name = name.simplified().left(LongestName).trimmed();
    if (name.isEmpty() || name.compare("history"_L1, Qt::CaseInsensitive) == 0) // a reserved name
        name = u"Table"_s;
    auto free = name;
    for (int i = 2; taken.contains(free.toLower()); ++i) {
        const auto number = u" %1"_s.arg(i);
        free = name.left(LongestName - number.size()) + number;
    }
    taken.insert(free.toLower());
    return free;
}

class Workbook
{
public:
    explicit Workbook(const WorkFolder &folder)
    {
        const auto path = QFile::encodeName(folder.filePath(FileName));
        auto temporary = QFile::encodeName(folder.path());
        lxw_workbook_options options{}; // copied
        options.tmpdir = temporary.data();
        m_book = workbook_new_opt(path.constData(), &options);
        m_title = workbook_add_format(m_book);
        format_set_bold(m_title);
        format_set_text_wrap(m_title);
        format_set_bottom(m_title, LXW_BORDER_THIN);
    }
    ~Workbook()
    {
        if (m_book)
            static_cast<void>(close());
    }
    Workbook(const Workbook &) = delete;
    Workbook &operator=(const Workbook &) = delete;

    lxw_error close() { return workbook_close(std::exchange(m_book, nullptr)); }

    void addOverview(const Report &report)
    {
        m_overview = addSheet(u"Report"_s);
        for (lxw_col_t column = 0; column < 5; ++column) {
            static constexpr std::array Widths{ 24, 10, 32, 60, 14 };
            worksheet_set_column(m_overview, column, column, Widths.at(column), nullptr);
        }
        line({ u"section"_s, u"kind"_s, u"name"_s, u"value"_s, u"origin"_s }, m_title);
        worksheet_freeze_panes(m_overview, 1, 0);
        for (const auto &[name, value] :
            { std::pair(u"title"_s, report.title), std::pair(u"subtitle"_s, report.subtitle),
                std::pair(u"author"_s, report.author), std::pair(u"note"_s, report.note) }) {
            if (!value.isEmpty())
                line({ {}, name, {}, value, {} });
        }
        for (const auto &section : report.sections) {
            m_section = section.title;
            for (const auto &block : section.blocks)
                std::visit(*this, block);
        }
    }

    void operator()(const Text &text) { line({ m_section, u"text"_s, {}, text.text, {} }); }
    void operator()(const Statement &statement)
    {
        line({ m_section, u"finding"_s, {}, statement.text, {} });
    }
    void operator()(const FactList &list)
    {
        for (const auto &fact : list.facts)
            line({ m_section, u"fact"_s, fact.name, fact.value, fact.origin });
    }
    void operator()(const Picture &) { }
    void operator()(const Table &table)
    {
        const auto title = table.caption.isEmpty() ? m_section : table.caption;
        auto *sheet = addSheet(title);
        line({ m_section, u"table"_s, title, QString::fromUtf8(sheet->name), {} });
        fill(sheet, table.data);
    }

private:
    lxw_worksheet *addSheet(const QString &title)
    {
        return workbook_add_worksheet(m_book, sheetName(title, m_taken).toUtf8().constData());
    }

    void line(const QStringList &cells, lxw_format *format = nullptr)
    {
        for (qsizetype i = 0; i < cells.size(); ++i) {
            if (!cells[i].isEmpty())
                worksheet_write_string(m_overview, m_line, static_cast<lxw_col_t>(i),
                    cellText(cells[i]).constData(), format);
        }
        ++m_line;
    }

    void fill(lxw_worksheet *sheet, const tosaic::Table &table)
    {
        for (size_t c = 0; c < table.columns.size(); ++c) {
            const auto column = static_cast<lxw_col_t>(c);
            worksheet_write_string(
                sheet, 0, column, cellText(exactTitle(table.columns[c])).constData(), m_title);
            double width = LeastWidth;
            for (const auto &row : table.rows | std::views::take(MeasuredRows))
                width = std::max(width, static_cast<double>(row[c].text.size()) + 1);
            worksheet_set_column(sheet, column, column, std::min(width, MostWidth), nullptr);
        }
        const auto rows = std::min(table.rows.size(), MostRows - 1);
        for (size_t r = 0; r < rows; ++r) {
            for (size_t c = 0; c < table.rows[r].size(); ++c)
                write(sheet, static_cast<lxw_row_t>(r + 1), static_cast<lxw_col_t>(c),
                    exactValue(table.columns[c], table.rows[r][c].value));
        }
        worksheet_freeze_panes(sheet, 1, 0);
        if (rows > 0 && !table.columns.empty())
            worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(rows),
                static_cast<lxw_col_t>(table.columns.size() - 1));
    }

    static void write(lxw_worksheet *sheet, lxw_row_t row, lxw_col_t column, const QVariant &value)
    {
        if (!value.isValid())
            return;
        if (value.typeId() == QMetaType::QString) {
            worksheet_write_string(
                sheet, row, column, cellText(value.toString()).constData(), nullptr);
            return;
        }
        if (const auto number = value.toDouble(); std::isfinite(number)) // the others do not exist
            worksheet_write_number(sheet, row, column, number, nullptr);
    }

    lxw_workbook *m_book = nullptr;
    lxw_format *m_title = nullptr;
    lxw_worksheet *m_overview = nullptr;
    lxw_row_t m_line = 0;
    QString m_section;
    QSet<QString> m_taken;
};

} // namespace

Result<QByteArray> toXlsx(const Report &report)
{
    const WorkFolder folder;
    TRY(folder.usable());
    const auto path = folder.filePath(FileName);
    Workbook book(folder);
    book.addOverview(report);
    if (const auto error = book.close(); error != LXW_NO_ERROR)
        return fail(ErrorCode::IoWrite, QString::fromUtf8(lxw_strerror(error)), { .file = path });
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::IoWrite, file.errorString(), { .file = path });
    return file.readAll();
}

} // namespace tosaic::report
