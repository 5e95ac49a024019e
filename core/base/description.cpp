// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/description.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

/// Breaks at blanks.
QStringList wrapped(const QString &text, qsizetype width)
{
    QStringList lines;
    auto rest = text;
    while (rest.size() > width) {
        auto end = rest.lastIndexOf(u' ', width);
        if (end <= 0)
            end = rest.indexOf(u' ');
        if (end < 0)
            break; // paths stay whole
        lines << rest.left(end);
        rest = rest.sliced(end + 1);
    }
    return lines << rest;
}

QString textOf(const DescriptionTable &described, TextWidth width)
{
    Table table{ .columns = {}, .rows = {}, .omitted = described.omitted };
    for (const auto &column : described.columns)
        table.columns.push_back({ {}, column.title, {}, column.isNumber });
    for (const auto &row : described.rows) {
        auto &cells = table.rows.emplace_back();
        for (size_t i = 0; i < table.columns.size(); ++i)
            cells.push_back({ {}, row.value(qsizetype(i)) });
    }
    return tableText(table, width, {});
}

} // namespace

QString wrappedText(const QString &text, TextWidth width, const QString &indent)
{
    if (width.columns <= 0)
        return text + u'\n';
    return wrapped(text, width.columns - indent.size()).join(u'\n' + indent) + u'\n';
}

QString factsText(const std::vector<DescriptionFact> &facts, TextWidth width, const QString &indent)
{
    constexpr qsizetype Narrowest = 20;
    qsizetype labels = 0;
    for (const auto &fact : facts)
        labels = std::max(labels, fact.label.size());
    const auto before = indent.size() + labels + 2;
    const auto room = width.columns > 0 ? std::max(Narrowest, width.columns - before)
                                        : std::numeric_limits<qsizetype>::max();
    QString text;
    for (const auto &fact : facts)
        text += indent + fact.label + QString(labels + 2 - fact.label.size(), u' ')
            + wrapped(fact.value, room).join(u'\n' + QString(before, u' ')) + u'\n';
    return text;
}

QString descriptionText(
    const QString &title, const std::vector<DescriptionSection> &sections, TextWidth width)
{
    auto text = wrappedText(title, width);
    for (const auto &section : sections) {
        text += u'\n';
        if (!section.title.isEmpty())
            text += section.title + u'\n';
        text += factsText(section.facts, width);
        text += textOf(section.table, width);
    }
    return text;
}

} // namespace tosaic
