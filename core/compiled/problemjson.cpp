// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/problemjson.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::compiled {

namespace {

constexpr qsizetype LongestText = 16 * 1024; // characters of one problem

Severity severityOf(const QString &text)
{
    if (text == u"error"_s)
        return Severity::Error;
    return text == u"info"_s ? Severity::Info : Severity::Warning;
}

Location locationOf(const QString &text)
{
    static const QRegularExpression fileAndLine(u"^(.+\\.[A-Za-z0-9]+):([0-9]{1,9})$"_s);
    const auto match = fileAndLine.match(text);
    if (match.hasMatch())
        return Location{ .file = match.captured(1), .line = match.captured(2).toInt() };
    return Location{ .entity = text };
}

QString locationText(const Location &location)
{
    if (location.line && !location.file.isEmpty() && location.entity.isEmpty())
        return location.file + u':' + QString::number(*location.line);
    if (location.file.isEmpty() && !location.offset && !location.line && location.section.isEmpty())
        return location.entity;
    return location.toText();
}

/// The driver's spelling of what has a code of its own here.
QString codeOf(const QString &code)
{
    if (code.isEmpty())
        return u"tool.problem"_s;
    if (code == u"disk.full"_s)
        return codeText(ErrorCode::IoDiskFull);
    if (code == u"output.unwritable"_s)
        return codeText(ErrorCode::IoWrite);
    if (code == u"job.cancelled"_s)
        return codeText(ErrorCode::Cancelled);
    return code;
}

} // namespace

Diagnostic problemFromJson(const QJsonObject &object)
{
    const auto code = codeOf(object.value(u"code"_s).toString());
    return { code, severityOf(object.value(u"severity"_s).toString()),
        locationOf(object.value(u"location"_s).toString().left(LongestText)),
        object.value(u"text"_s).toString().left(LongestText) };
}

QJsonObject problemToJson(const Diagnostic &problem)
{
    QJsonObject object{ { u"severity"_s, severityText(problem.severity) },
        { u"code"_s, problem.id }, { u"text"_s, problem.text } };
    const auto location = locationText(problem.location);
    if (!location.isEmpty())
        object.insert(u"location"_s, location);
    return object;
}

} // namespace tosaic::compiled
