// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/textwriters.h"

#include "core/base/table.h"
#include "core/base/visibletext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

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

/// As in JSON of problems elsewhere.
QString severityName(Severity severity)
{
    return severity == Severity::Error  ? u"error"_s
        : severity == Severity::Warning ? u"warning"_s
                                        : u"info"_s;
}

QStringList textsOf(const std::vector<TableCell> &row)
{
    QStringList texts;
    for (const auto &cell : row)
        texts << cell.text;
    return texts;
}

QString markdownRow(const QStringList &cells)
{
    QString row = u"|"_s;
    for (const auto &cell : cells)
        row += u" %1 |"_s.arg(markdownText(cell));
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

    QString operator()(const Table &whole) const
    {
        const auto table = whole.toRead();
        QString lines;
        if (!table.caption.isEmpty())
            lines += markdownText(table.caption) + u"\n\n"_s;
        QStringList titles;
        QString rule;
        for (const auto &column : table.data.columns) {
            titles << column.title;
            rule += column.isNumber ? u"---:|"_s : u"---|"_s;
        }
        lines += markdownRow(titles) + u'|' + rule + u'\n';
        for (const auto &row : table.data.rows)
            lines += markdownRow(textsOf(row));
        return lines + u'\n';
    }

    QString operator()(const Statement &statement) const
    {
        const auto text = markdownText(statement.text);
        return statement.severity == Severity::Info ? u"- %1\n\n"_s.arg(text)
                                                    : u"- **!** %1\n\n"_s.arg(text);
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
        QJsonArray columns;
        QJsonArray units;
        for (const auto &column : table.data.columns) {
            columns << column.title;
            units << column.unit;
        }
        QJsonArray rows;
        QJsonArray numbers;
        for (const auto &row : table.data.rows) {
            rows << QJsonArray::fromStringList(textsOf(row));
            QJsonArray cells;
            for (const auto &cell : row)
                cells << (cell.value.isValid() && cell.value.typeId() != QMetaType::QString
                        ? QJsonValue(cell.value.toDouble())
                        : QJsonValue());
            numbers << cells;
        }
        QJsonObject object{ { u"kind"_s, u"table"_s }, { u"columns"_s, columns },
            { u"units"_s, units }, { u"rows"_s, rows }, { u"numbers"_s, numbers } };
        if (!table.caption.isEmpty())
            object.insert(u"caption"_s, table.caption);
        return object;
    }

    QJsonObject operator()(const Statement &statement) const
    {
        return { { u"kind"_s, u"finding"_s }, { u"severity"_s, severityName(statement.severity) },
            { u"text"_s, statement.text } };
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

/// "Operators by cycles" is "operators-by-cycles".
QString fileWord(const QString &text)
{
    constexpr qsizetype Longest = 40;
    static const QRegularExpression others(u"[^a-z0-9]+"_s);
    auto word = text.toLower().replace(others, u"-"_s).left(Longest);
    while (word.endsWith(u'-'))
        word.chop(1);
    return word.startsWith(u'-') ? word.mid(1) : word;
}

/// Fills the list of files; the rows are those of the first.
struct CsvBlock
{
    std::vector<CsvFile> &files;
    const QString &section;

    QString operator()(const Text &text) const
    {
        return csvRow({ section, u"text"_s, {}, text.text, {} });
    }

    QString operator()(const Statement &statement) const
    {
        return csvRow(
            { section, u"finding"_s, severityName(statement.severity), statement.text, {} });
    }

    QString operator()(const FactList &list) const
    {
        QString rows;
        for (const auto &fact : list.facts)
            rows += csvRow({ section, u"fact"_s, fact.name, fact.value, fact.origin });
        return rows;
    }

    QString operator()(const Table &table) const
    {
        const auto title = table.caption.isEmpty() ? section : table.caption;
        const auto number = u"%1"_s.arg(qulonglong(files.size()), 2, 10, QChar(u'0'));
        files.push_back({ u"-%1-%2"_s.arg(number, fileWord(title)), tableCsv(table.data) });
        return csvRow({ section, u"table"_s, title, files.back().suffix.mid(1), {} });
    }

    QString operator()(const Picture &) const { return {}; }
};

} // namespace

QByteArray toMarkdown(const Report &report)
{
    auto text = u"# %1\n\n"_s.arg(markdownText(report.title));
    if (!report.subtitle.isEmpty())
        text += markdownText(report.subtitle) + u"\n\n"_s;
    if (!report.author.isEmpty())
        text += markdownText(report.author) + u"\n\n"_s;
    text += MarkdownBlock{}(Text{ report.note });
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
    for (const auto &[name, value] :
        { std::pair(u"author"_s, report.author), std::pair(u"note"_s, report.note) }) {
        if (!value.isEmpty())
            root.insert(name, value);
    }
    root.insert(u"sections"_s, sections);
    return QJsonDocument(root).toJson();
}

std::vector<CsvFile> toCsv(const Report &report)
{
    auto text = csvRow({ u"section"_s, u"kind"_s, u"name"_s, u"value"_s, u"origin"_s });
    for (const auto &[name, value] :
        { std::pair(u"title"_s, report.title), std::pair(u"subtitle"_s, report.subtitle),
            std::pair(u"author"_s, report.author), std::pair(u"note"_s, report.note) }) {
        if (!value.isEmpty())
            text += csvRow({ {}, name, {}, value, {} });
    }
    std::vector<CsvFile> files(1);
    for (const auto &section : report.sections) {
        for (const auto &block : section.blocks)
            text += std::visit(CsvBlock{ files, section.title }, block);
    }
    files.front().bytes = text.toUtf8();
    return files;
}

} // namespace tosaic::report
