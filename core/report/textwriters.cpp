// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/textwriters.h"

#include "core/base/table.h"
#include "core/base/visibletext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::report {

namespace {

/// So that names of models and operators stay what they are: no emphasis, no links, no HTML.
/// `startsLine`: where a leading #, + or - would mean a title or a list.
QString markdownText(const QString &raw, bool startsLine = false)
{
    const auto text = visibleLines(raw);
    QString escaped;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto c = text[i];
        const bool isInsideWord = i > 0 && i + 1 < text.size() && text[i - 1].isLetterOrNumber()
            && text[i + 1].isLetterOrNumber();
        if (c == u'\n' || c == u'\r') {
            escaped += u' ';
            continue;
        }
        if (QStringView(u"\\`*[]<>|&~").contains(c) || (c == u'_' && !isInsideWord)
            || (startsLine && i == 0 && QStringView(u"#+-").contains(c)))
            escaped += u'\\';
        escaped += c;
    }
    return escaped;
}

QString markdownRow(const QStringList &cells, qsizetype columns)
{
    QString row = u"|"_s;
    for (qsizetype i = 0; i < columns; ++i)
        row += u" %1 |"_s.arg(i < cells.size() ? markdownText(cells[i]) : QString());
    return row + u'\n';
}

struct MarkdownBlock
{
    QString operator()(const Text &text) const
    {
        QString paragraphs;
        for (const auto &line : text.text.split(u'\n', Qt::SkipEmptyParts))
            paragraphs += markdownText(line, true) + u"\n\n"_s;
        return paragraphs;
    }

    QString operator()(const FactList &list) const
    {
        QString lines;
        for (const auto &fact : list.facts) {
            lines += u"- **%1:** %2"_s.arg(markdownText(fact.name), markdownText(fact.value));
            lines += fact.origin.isEmpty() ? u"\n"_s : u" (%1)\n"_s.arg(markdownText(fact.origin));
        }
        return lines + u'\n';
    }

    QString operator()(const Table &table) const
    {
        QString lines;
        if (!table.caption.isEmpty())
            lines += markdownText(table.caption) + u"\n\n"_s;
        lines += markdownRow(table.columns, table.columns.size()) + u'|';
        for (size_t i = 0; i < static_cast<size_t>(table.columns.size()); ++i)
            lines += i < table.isNumeric.size() && table.isNumeric[i] ? u"---:|"_s : u"---|"_s;
        lines += u'\n';
        for (const auto &row : table.rows)
            lines += markdownRow(row, table.columns.size());
        return lines + u'\n';
    }

    QString operator()(const Picture &picture) const
    {
        return picture.caption.isEmpty() ? QString()
                                         : u"*%1*\n\n"_s.arg(markdownText(picture.caption));
    }
};

struct JsonBlock
{
    QJsonObject operator()(const Text &text) const
    {
        return { { u"kind"_s, u"text"_s }, { u"text"_s, text.text } };
    }

    QJsonObject operator()(const FactList &list) const
    {
        QJsonArray facts;
        for (const auto &fact : list.facts) {
            QJsonObject entry{ { u"name"_s, fact.name }, { u"value"_s, fact.value } };
            if (!fact.origin.isEmpty())
                entry.insert(u"origin"_s, fact.origin);
            facts.append(entry);
        }
        return { { u"kind"_s, u"facts"_s }, { u"facts"_s, facts } };
    }

    QJsonObject operator()(const Table &table) const
    {
        QJsonArray rows;
        for (const auto *part : { &table.rows, &table.more }) {
            for (const auto &row : *part)
                rows.append(QJsonArray::fromStringList(row));
        }
        QJsonObject object{ { u"kind"_s, u"table"_s },
            { u"columns"_s, QJsonArray::fromStringList(table.columns) }, { u"rows"_s, rows } };
        if (!table.caption.isEmpty())
            object.insert(u"caption"_s, table.caption);
        if (!table.numbers.empty())
            object.insert(u"numbers"_s, numbers(table));
        return object;
    }

    static QJsonArray numbers(const Table &table)
    {
        QJsonArray rows;
        for (const auto &row : table.numbers) {
            QJsonArray cells;
            for (const auto &number : row)
                cells.append(number ? QJsonValue(*number) : QJsonValue());
            rows.append(cells);
        }
        return rows;
    }

    QJsonObject operator()(const Picture &picture) const
    {
        return { { u"kind"_s, u"picture"_s }, { u"caption"_s, picture.caption } };
    }
};

QString csvRow(const QStringList &cells)
{
    QStringList quoted;
    for (const auto &cell : cells)
        quoted += csvCell(cell);
    return quoted.join(u',') + u"\r\n"_s;
}

struct CsvBlock
{
    QString section;

    QString operator()(const Text &text) const { return csvRow({ section, u"text"_s, text.text }); }

    QString operator()(const FactList &list) const
    {
        QString rows;
        for (const auto &fact : list.facts)
            rows += csvRow({ section, u"fact"_s, fact.name, fact.value, fact.origin });
        return rows;
    }

    QString operator()(const Table &table) const
    {
        auto rows = csvRow(QStringList{ section, u"columns"_s } + table.columns);
        for (const auto *part : { &table.rows, &table.more }) {
            for (const auto &row : *part)
                rows += csvRow(QStringList{ section, u"row"_s } + row);
        }
        return rows;
    }

    QString operator()(const Picture &) const { return {}; }
};

} // namespace

QByteArray toMarkdown(const Report &report)
{
    auto text = u"# %1\n\n"_s.arg(markdownText(report.title));
    if (!report.subtitle.isEmpty())
        text += markdownText(report.subtitle) + u"\n\n"_s;
    for (const auto &section : report.sections) {
        text += u"## %1\n\n"_s.arg(markdownText(section.title));
        for (const auto &block : section.blocks)
            text += std::visit(MarkdownBlock{}, block);
    }
    while (text.endsWith("\n\n"_L1))
        text.chop(1);
    return text.toUtf8();
}

QByteArray toJson(const Report &report)
{
    QJsonArray sections;
    for (const auto &section : report.sections) {
        QJsonArray blocks;
        for (const auto &block : section.blocks)
            blocks.append(std::visit(JsonBlock{}, block));
        sections.append(QJsonObject{ { u"title"_s, section.title }, { u"blocks"_s, blocks } });
    }
    auto root = report.values;
    root.insert(u"title"_s, report.title);
    root.insert(u"subtitle"_s, report.subtitle);
    root.insert(u"sections"_s, sections);
    return QJsonDocument(root).toJson();
}

QByteArray toCsv(const Report &report)
{
    auto text = csvRow({ u"section"_s, u"kind"_s, u"values"_s });
    for (const auto &section : report.sections) {
        for (const auto &block : section.blocks)
            text += std::visit(CsvBlock{ section.title }, block);
    }
    return text.toUtf8();
}

} // namespace tosaic::report
