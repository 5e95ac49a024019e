// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linedamage.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

Overrun overrunOf(const QString &text)
{
    static const auto mlek = u" - "_s;
    if (const auto dash = text.indexOf(mlek, 5); dash > 0) { // "600 cyclesINFO - NPU TOTAL: 700"
        static const QRegularExpression level(u"(?<=[a-z0-9.])(?:INFO|WARN|ERROR) - "_s);
        if (const auto start = level.match(text).capturedStart(); start > 0)
            return { start };
    }
    if (text.contains(u"executorch:")) {
        static const QRegularExpression tag(u"(?<=[^\\s>|\\]])[DIEF] \\[executorch:"_s);
        return { qMax<qsizetype>(tag.match(text).capturedStart(), 0) };
    }
    if (text.contains(u"] ")
        && text.contains(u'.')) { // "INFO: average ti[   84.512503] remoteproc"
        static const QRegularExpression kernel(u"\\[ *\\d{1,6}\\.\\d{6}\\] "_s);
        if (const auto start = kernel.match(text).capturedStart();
            start > 0 && !text.first(start).trimmed().isEmpty())
            return { start, true };
    }
    if (!text.contains(u"runner ") && !text.contains(u"sender "))
        return {};
    static const QRegularExpression threads(u"(?:runner|sender) \\d+: "_s);
    for (auto it = threads.globalMatch(text); it.hasNext();) {
        const auto start = it.next().capturedStart();
        const bool startsWithThread = text.startsWith(u"sender ") || text.startsWith(u"runner ");
        if (start > 0 && (startsWithThread || !text[start - 1].isSpace()))
            return { start, true };
    }
    return {};
}

bool stopsInTag(const QString &text)
{
    const auto tag = text.indexOf(u"[executorch:");
    return tag >= 0 && text.indexOf(u']', tag) < 0;
}

bool endsInCount(const QString &message)
{
    if (message.isEmpty() || !message.back().isDigit())
        return false;
    static const QRegularExpression form(
        u"(?:[NC]PU|PMU|pmu_|cpu_|cycle|Operator\\(s\\) total|Inference runtime|planned buffer|temp_allocator).*(?:[:=]|size) *\\d[\\d,]*$"_s);
    return form.match(message).hasMatch();
}

CountRest countRest(const QString &text)
{
    static const QRegularExpression form(
        u"^(?:\\d+|,\\d[\\d,]*)(?:\\s*$|( \\([\\d.]+ per inference\\)| *(?:CPU )?(?:cycles|beats|bytes)\\b|\\.\\s*$))"_s);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return CountRest::None;
    return match.hasCaptured(1) ? CountRest::DigitsAndUnit : CountRest::Digits;
}

bool saysTextWasLeftOut(const QString &text)
{
    const auto trimmed = QStringView(text).trimmed();
    if (trimmed.size() > 80 || trimmed.isEmpty())
        return false;
    if (trimmed == u":" || trimmed == u"⋮" || trimmed == u"…")
        return true;
    if (!trimmed.startsWith(u"...") && !trimmed.startsWith(u"…") && !trimmed.startsWith(u'[')
        && !trimmed.startsWith(u'<'))
        return false;
    static const QRegularExpression form(
        u"^(?:\\.\\.\\.|…)\\s*(?:[(\\[<][^)\\]>]*[)\\]>])?$|^[\\[<(](?:[^\\]>]*\\.\\.\\.|…|snip|skipped|truncated)[\\]>)]$"_s,
        QRegularExpression::CaseInsensitiveOption);
    return form.match(trimmed).hasMatch();
}

} // namespace tosaic::profile
