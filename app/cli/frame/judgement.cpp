// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/judgement.h"

#include "core/base/visibletext.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>
#include <QXmlStreamWriter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace judgement {
namespace {

using Outcome = Check::Outcome;

int countOf(const Judgement &judged, bool (*matches)(const Check &))
{
    return static_cast<int>(std::ranges::count_if(judged.checks, matches));
}

/// As a URI relative to where the command runs, which is how the systems find the file.
QString uriOf(const QString &path)
{
    const auto relative
        = QDir::isAbsolutePath(path) ? QDir::current().relativeFilePath(path) : path;
    return QString::fromUtf8(QUrl::toPercentEncoding(QDir::fromNativeSeparators(relative), "/"));
}

QString nameOf(const Check &check)
{
    return check.place.entity.isEmpty() ? check.rule
                                        : check.rule + u" ("_s + check.place.entity + u')';
}

void writeCase(QXmlStreamWriter &xml, const Judgement &judged, const Check &check)
{
    xml.writeStartElement(u"testcase"_s);
    xml.writeAttribute(u"classname"_s, u"tosaic."_s + judged.command);
    xml.writeAttribute(u"name"_s, visibleText(nameOf(check)));
    xml.writeAttribute(u"time"_s, u"0"_s);
    if (fails(check)) {
        xml.writeStartElement(u"failure"_s);
        xml.writeAttribute(u"message"_s, visibleText(check.text));
        xml.writeAttribute(u"type"_s, check.rule);
        xml.writeCharacters(visibleText(check.place.toText()));
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

/// With what the strictest of the schemas in use asks for.
QByteArray junit(Judgement judged)
{
    if (judged.checks.empty())
        judged.checks.push_back({ Outcome::Passed, judged.command, {}, {} });
    QByteArray text;
    QXmlStreamWriter xml(&text);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    xml.writeStartElement(u"testsuite"_s);
    xml.writeAttribute(u"id"_s, u"0"_s);
    xml.writeAttribute(u"package"_s, u"tosaic"_s);
    xml.writeAttribute(u"name"_s, u"tosaic-cli "_s + judged.command);
    xml.writeAttribute(
        u"timestamp"_s, QDateTime::currentDateTimeUtc().toString(u"yyyy-MM-ddTHH:mm:ss"));
    xml.writeAttribute(u"hostname"_s, u"localhost"_s);
    xml.writeAttribute(u"tests"_s, QString::number(judged.checks.size()));
    xml.writeAttribute(u"failures"_s, QString::number(countOf(judged, fails)));
    xml.writeAttribute(u"errors"_s, u"0"_s);
    xml.writeAttribute(u"time"_s, u"0"_s);
    xml.writeStartElement(u"properties"_s);
    xml.writeEmptyElement(u"property"_s);
    xml.writeAttribute(u"name"_s, u"file"_s);
    xml.writeAttribute(u"value"_s, visibleText(judged.file));
    xml.writeEndElement();
    QString notes = judged.sentence + u'\n';
    for (const auto &check : judged.checks) {
        writeCase(xml, judged, check);
        if (check.outcome == Outcome::Noted || check.outcome == Outcome::Warned)
            notes += nameOf(check) + u": "_s + check.text + u'\n';
    }
    xml.writeTextElement(u"system-out"_s, visibleLines(notes));
    xml.writeTextElement(u"system-err"_s, {});
    xml.writeEndDocument();
    return text;
}

QJsonObject sarifResult(const Judgement &judged, const Check &check, const QStringList &rules)
{
    const auto file = check.place.file.isEmpty() ? judged.file : check.place.file;
    QJsonObject physical{ { u"artifactLocation"_s, QJsonObject{ { u"uri"_s, uriOf(file) } } } };
    if (check.place.line)
        physical.insert(
            u"region"_s, QJsonObject{ { u"startLine"_s, static_cast<int>(*check.place.line) } });
    QJsonObject location{ { u"physicalLocation"_s, physical } };
    if (!check.place.entity.isEmpty())
        location.insert(u"logicalLocations"_s,
            QJsonArray{ QJsonObject{ { u"fullyQualifiedName"_s, check.place.entity } } });
    return { { u"ruleId"_s, check.rule },
        { u"ruleIndex"_s, static_cast<int>(rules.indexOf(check.rule)) },
        { u"level"_s,
            fails(check)                           ? u"error"_s
                : check.outcome == Outcome::Warned ? u"warning"_s
                                                   : u"note"_s },
        { u"message"_s, QJsonObject{ { u"text"_s, check.text } } },
        { u"locations"_s, QJsonArray{ location } } };
}

QByteArray sarif(const Judgement &judged)
{
    QStringList names;
    QJsonArray rules;
    QJsonArray results;
    for (const auto &check : judged.checks) {
        if (check.outcome == Outcome::Passed)
            continue;
        if (!names.contains(check.rule)) {
            names << check.rule;
            rules.append(QJsonObject{ { u"id"_s, check.rule } });
        }
        results.append(sarifResult(judged, check, names));
    }
    QJsonObject driver{ { u"name"_s, u"tosaic-cli "_s + judged.command }, { u"rules"_s, rules } };
    if (const auto version = QCoreApplication::applicationVersion(); !version.isEmpty())
        driver.insert(u"version"_s, version);
    const QJsonObject run{ { u"tool"_s, QJsonObject{ { u"driver"_s, driver } } },
        { u"columnKind"_s, u"utf16CodeUnits"_s }, { u"results"_s, results },
        { u"properties"_s, QJsonObject{ { u"sentence"_s, judged.sentence } } } };
    return QJsonDocument(
        QJsonObject{ { u"$schema"_s, u"https://json.schemastore.org/sarif-2.1.0.json"_s },
            { u"version"_s, u"2.1.0"_s }, { u"runs"_s, QJsonArray{ run } } })
        .toJson();
}

/// Names of files and operators stay text, whatever they hold.
QString escaped(const QString &text)
{
    QString safe;
    for (const auto c : visibleText(text)) {
        if (u"\\`*_[]<>|#~&"_s.contains(c))
            safe += u'\\';
        safe += c;
    }
    return safe;
}

QString markdownRow(const QStringList &cells)
{
    return u"| "_s + cells.join(u" | "_s) + u" |\n"_s;
}

QByteArray markdown(const Judgement &judged)
{
    auto text = u"**"_s + escaped(judged.sentence) + u"**\n"_s;
    QString failed;
    for (const auto &check : judged.checks) {
        if (fails(check))
            failed += u"- "_s + escaped(nameOf(check)) + u": "_s + escaped(check.text) + u'\n';
    }
    if (!failed.isEmpty())
        text += u'\n' + failed;
    if (!judged.table.rows.empty()) {
        QStringList titles;
        QStringList rules;
        for (const auto &column : judged.table.columns) {
            titles << escaped(column.title);
            rules << (column.isNumber ? u"---:"_s : u"---"_s);
        }
        text += u'\n' + markdownRow(titles) + markdownRow(rules);
        for (const auto &row : judged.table.rows) {
            QStringList cells;
            for (const auto &cell : row)
                cells << (cell.text.isEmpty() ? u"-"_s : escaped(cell.text));
            text += markdownRow(cells);
        }
        text += u'\n'; // what is put behind it is no row
    }
    return text.toUtf8();
}

} // namespace
} // namespace judgement

bool fails(const Check &check)
{
    return check.outcome == Check::Outcome::Failed || check.outcome == Check::Outcome::Absent;
}

std::vector<Check> checksOf(const std::vector<Diagnostic> &diagnostics)
{
    const auto outcomeOf = [](Severity severity) {
        return severity == Severity::Error  ? Check::Outcome::Failed
            : severity == Severity::Warning ? Check::Outcome::Warned
                                            : Check::Outcome::Noted;
    };
    std::vector<Check> checks;
    for (const auto &one : diagnostics)
        checks.push_back({ outcomeOf(one.severity), one.id, one.text, one.location });
    return checks;
}

Table tableOf(const std::vector<Diagnostic> &diagnostics)
{
    const Columns<Diagnostic> columns{
        { { u"severity"_s, u"severity"_s },
            [](const Diagnostic &one) { return severityText(one.severity); } },
        { { u"code"_s, u"code"_s }, [](const Diagnostic &one) { return one.id; } },
        { { u"location"_s, u"place"_s },
            [](const Diagnostic &one) { return cellValue(one.location.toText()); } },
        { { u"text"_s, u"text"_s }, [](const Diagnostic &one) { return one.text; } },
    };
    return tosaic::tableOf(columns, diagnostics);
}

std::optional<JudgementFormat> judgementFormat(const QString &name)
{
    if (name == "junit"_L1)
        return JudgementFormat::Junit;
    if (name == "sarif"_L1)
        return JudgementFormat::Sarif;
    if (name == "markdown"_L1)
        return JudgementFormat::Markdown;
    return {};
}

QByteArray written(const Judgement &judgement, JudgementFormat format)
{
    switch (format) {
    case JudgementFormat::Junit:
        return judgement::junit(judgement);
    case JudgementFormat::Sarif:
        return judgement::sarif(judgement);
    case JudgementFormat::Markdown:
        break;
    }
    return judgement::markdown(judgement);
}

} // namespace tosaic::cli
