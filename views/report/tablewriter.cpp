// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/tablewriter.h"

#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "views/models/runchangenames.h"
#include "views/report/reporttext.h"
#include "views/widgets/changewords.h"

#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void addToRead(report::Section &section, report::Table table)
{
    table.read = ReadRows;
    const auto more = table.hidden();
    section.blocks.emplace_back(std::move(table));
    if (more > 0)
        section.blocks.emplace_back(report::Text{ ReportText::tr(
            "%n more row(s) stand in the CSV and JSON forms of this report.", nullptr, more) });
}

void TableWriter::column(const QString &title, bool isNumeric, const QString &unit)
{
    m_table.data.columns.push_back(
        { .key = title, .title = title, .unit = unit, .isNumber = isNumeric });
}

void TableWriter::exactUnitColumn()
{
    columnForPrograms(ReportText::tr("Unit"));
}

void TableWriter::columnForPrograms(const QString &title)
{
    column(title);
    m_table.data.columns.back().isForPrograms = true;
}

void TableWriter::columns(std::initializer_list<QString> titles)
{
    for (const auto &title : titles)
        column(title);
}

void TableWriter::shareColumn(const QString &title)
{
    column(title, true, u"%"_s);
}

void TableWriter::text(const QString &text)
{
    const bool isKnown = text != notKnownText() && text != u"\u2014"_s;
    m_cells.push_back({ isKnown ? cellValue(text) : QVariant(), text });
}

void TableWriter::shortened(const QString &shown, const QString &whole)
{
    m_cells.push_back({ cellValue(whole), shown });
}

void TableWriter::texts(std::initializer_list<QString> texts)
{
    for (const auto &one : texts)
        text(one);
}

void TableWriter::number(const QString &text, std::optional<double> value)
{
    m_cells.push_back({ cellValue(value), text });
}

void TableWriter::count(std::optional<double> value)
{
    number(value ? valueText(*value) : notKnownText(), value);
}

void TableWriter::cycles(std::optional<double> value)
{
    number(value ? formatCycles(*value) : notKnownText(), value);
}

void TableWriter::whole(quint64 value)
{
    number(formatCount(value), static_cast<double>(value));
}

void TableWriter::bytesColumn(const QString &title)
{
    column(title, true, column_unit::Bytes);
}

void TableWriter::bytes(std::optional<quint64> value)
{
    number(value ? formatBytes(*value) : notKnownText(),
        value ? std::optional(static_cast<double>(*value)) : std::nullopt);
}

void TableWriter::share(std::optional<double> share)
{
    number(share ? formatShare(*share) : notKnownText(),
        share ? std::optional(*share * 100) : std::nullopt);
}

void TableWriter::difference(std::optional<double> difference)
{
    number(difference ? signedValueText(*difference) : u"\u2014"_s, difference);
}

void TableWriter::growth(std::optional<double> growth)
{
    if (!growth)
        return number(u"\u2014"_s, {});
    const auto percent = *growth * 100;
    const auto sign = percent > 0 ? u"+"_s : percent < 0 ? u"\u2212"_s : QString();
    number(u"%1%2 %"_s.arg(sign, QLocale().toString(std::abs(percent), 'f', 1)), percent);
}

void TableWriter::endRow()
{
    m_table.data.rows.push_back(std::exchange(m_cells, {}));
}

report::Table TableWriter::take(size_t most)
{
    m_table.read = most;
    return take();
}

} // namespace tosaic::views
