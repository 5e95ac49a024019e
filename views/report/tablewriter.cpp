// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/tablewriter.h"

#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "views/models/runchangenames.h"
#include "views/widgets/changewords.h"

#include <cmath>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void TableWriter::column(const QString &title, bool isNumeric)
{
    m_table.columns << title;
    m_table.isNumeric.push_back(isNumeric);
}

void TableWriter::text(const QString &text)
{
    m_cells << text;
    m_numbers.push_back({});
}

void TableWriter::number(const QString &text, std::optional<double> value)
{
    m_cells << text;
    m_numbers.push_back(value);
}

void TableWriter::count(std::optional<double> value)
{
    number(value ? valueText(*value) : notKnownText(), value);
}

void TableWriter::cycles(std::optional<double> value)
{
    number(value ? formatCycles(*value) : notKnownText(), value);
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
    m_table.rows.push_back(std::exchange(m_cells, {}));
    m_table.numbers.push_back(std::exchange(m_numbers, {}));
}

report::Table TableWriter::take(size_t most)
{
    auto &rows = m_table.rows;
    if (rows.size() > most) {
        const auto from = rows.begin() + static_cast<qsizetype>(most);
        m_table.more.assign(std::make_move_iterator(from), std::make_move_iterator(rows.end()));
        rows.erase(from, rows.end());
    }
    return std::move(m_table);
}

} // namespace tosaic::views
