// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/description.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

void appendFacts(QString &text, const std::vector<DescriptionFact> &facts)
{
    qsizetype width = 0;
    for (const auto &fact : facts)
        width = std::max(width, fact.label.size());
    for (const auto &fact : facts)
        text += u"  "_s + fact.label.leftJustified(width) + u"  "_s + fact.value + u'\n';
}

QString line(
    const DescriptionTable &table, const QStringList &cells, const std::vector<qsizetype> &widths)
{
    QString text;
    for (size_t column = 0; column < table.columns.size(); ++column) {
        const auto cell = cells.value(qsizetype(column));
        text += u"  "_s;
        text += table.columns[column].isNumber ? cell.rightJustified(widths[column])
                                               : cell.leftJustified(widths[column]);
    }
    while (text.endsWith(u' '))
        text.chop(1);
    return text + u'\n';
}

void appendTable(QString &text, const DescriptionTable &table)
{
    if (table.columns.empty())
        return;
    QStringList titles;
    std::vector<qsizetype> widths;
    for (size_t column = 0; column < table.columns.size(); ++column) {
        titles << table.columns[column].title;
        auto width = titles.back().size();
        for (const auto &row : table.rows)
            width = std::max(width, row.value(qsizetype(column)).size());
        widths.push_back(width);
    }
    text += line(table, titles, widths);
    for (const auto &row : table.rows)
        text += line(table, row, widths);
    if (table.omitted > 0)
        text += u"  ... and %1 more\n"_s.arg(table.omitted);
}

} // namespace

QString descriptionText(const QString &title, const std::vector<DescriptionSection> &sections)
{
    auto text = title + u'\n';
    for (const auto &section : sections) {
        text += u'\n';
        if (!section.title.isEmpty())
            text += section.title + u'\n';
        appendFacts(text, section.facts);
        appendTable(text, section.table);
    }
    return text;
}

} // namespace tosaic
