// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/diagnostic.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return u"info"_s;
    case Severity::Warning:
        return u"warning"_s;
    case Severity::Error:
        return u"error"_s;
    }
    return u"error"_s;
}

QString Diagnostic::reason() const
{
    // "Validation error:" is only the head of what the next lines say, and so is that of a list.
    QString reason;
    for (const auto &line : text.split(u'\n')) {
        const auto words = line.trimmed();
        if (!reason.isEmpty() && !reason.endsWith(u':') && !words.startsWith(u'-'))
            break;
        reason += (reason.isEmpty() ? QString() : u" "_s) + words;
    }
    return reason;
}

QString Diagnostic::toText() const
{
    QStringList parts{ severityText(severity), id };
    if (const auto place = location.toText(); !place.isEmpty())
        parts << place;
    parts << reason();
    return parts.join(u": "_s);
}

Diagnostic diagnosticOf(const Error &error)
{
    return { codeText(error.code), Severity::Error, error.location, error.detail };
}

DiagnosticSink::DiagnosticSink(qsizetype perIdLimit) : m_perIdLimit(perIdLimit) { }

void DiagnosticSink::add(Diagnostic diagnostic)
{
    if (++m_counts[diagnostic.id] <= m_perIdLimit)
        m_kept.push_back(std::move(diagnostic));
}

void DiagnosticSink::add(QString id, Severity severity, QString text, Location location)
{
    add(Diagnostic{ std::move(id), severity, std::move(location), std::move(text) });
}

std::vector<Diagnostic> DiagnosticSink::take()
{
    QStringList ids = m_counts.keys();
    std::sort(ids.begin(), ids.end());
    for (const auto &id : ids) {
        const auto left = m_counts.value(id) - m_perIdLimit;
        if (left > 0)
            m_kept.push_back(
                { id, Severity::Info, {}, u"%1 more of this kind left out"_s.arg(left) });
    }
    m_counts.clear();
    return std::exchange(m_kept, {});
}

} // namespace tosaic
