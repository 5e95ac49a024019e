// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/familydraft.h"

#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "profiler/parsers/consolefamilies.h"
#include "profiler/parsers/consoleline.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr qsizetype LeastText = 4; // characters, so that a line is found fast
constexpr qsizetype MostText = 60; // on a side
constexpr qint64 MostBytes = 1 << 20; // of a family's file

const QRegularExpression &number()
{
    static const QRegularExpression numbers(uR"(\d[\d.,:]*)"_s);
    return numbers;
}

/// Numbers and runs of spaces may be any others.
QString anyNumbers(const QString &text)
{
    QString pattern;
    qsizetype at = 0;
    static const QRegularExpression variable(uR"(\d[\d.,:]*|\s+)"_s);
    auto found = variable.globalMatch(text);
    while (found.hasNext()) {
        const auto match = found.next();
        pattern += QRegularExpression::escape(text.mid(at, match.capturedStart() - at));
        pattern += match.captured().front().isSpace() ? u"\\s+"_s : u"[\\d.,:]+"_s;
        at = match.capturedEnd();
    }
    return pattern + QRegularExpression::escape(text.mid(at));
}

/// From the last number in front on, unless too little text is left.
QString textBefore(const QString &before)
{
    auto start = std::max<qsizetype>(0, before.size() - MostText);
    auto found = number().globalMatch(before);
    while (found.hasNext()) {
        const auto end = found.next().capturedEnd();
        if (before.size() - end >= LeastText + 2)
            start = std::max(start, end);
    }
    return before.mid(start);
}

/// The word behind, and no more.
QString wordBehind(const QString &behind)
{
    static const QRegularExpression word(uR"(^\s*[A-Za-z%/]+)"_s);
    return word.match(behind).captured();
}

QString valuePattern(const QString &marked)
{
    static const QRegularExpression whole(u"^\\d+$"_s);
    static const QRegularExpression real(u"^[\\d.]+$"_s);
    if (whole.match(marked).hasMatch())
        return u"(\\d+)"_s;
    return real.match(marked).hasMatch() ? u"([\\d.]+)"_s : u"(\\S+)"_s;
}

/// "stat NPU_ACTIVE = " -> "NPU_ACTIVE".
QString lastWord(const QString &before)
{
    static const QRegularExpression word(uR"(([A-Za-z][\w.]*)[^\w]*$)"_s);
    return word.match(before).captured(1);
}

QByteArray familyOf(const QJsonArray &rules, const QString &title)
{
    return QJsonDocument(
        QJsonObject{ { u"formatVersion"_s, 1 }, { u"title"_s, title }, { u"rules"_s, rules } })
        .toJson();
}

Result<FamilyRule> ruleOf(const FamilyDraft &draft)
{
    auto rules = TRY(readFamily(familyOf({ draft.toJson() }, {}), {}));
    return std::move(rules.front());
}

} // namespace

QJsonObject FamilyDraft::toJson() const
{
    QJsonObject rule{ { u"pattern"_s, pattern }, { u"field"_s, field } };
    if (field == "counter"_L1)
        rule.insert(u"name"_s, name);
    if (!unit.isEmpty() && (field == "counter"_L1 || field == "time"_L1))
        rule.insert(u"unit"_s, unit);
    return rule;
}

FamilyDraft draftOf(const QString &line, qsizetype from, qsizetype length)
{
    // What a terminal or a log puts in front is no part of the message.
    const auto message = parseLine(line, 1, LineEnd::Newline).message;
    const auto skipped = std::max<qsizetype>(0, line.size() - message.size());
    const auto marked = line.mid(from, length).trimmed();
    const auto before = textBefore(line.left(from).mid(std::min(skipped, from)));
    const auto behind = wordBehind(line.mid(from + length));
    FamilyDraft draft;
    draft.pattern = anyNumbers(before) + valuePattern(marked) + anyNumbers(behind);
    const auto unit = behind.trimmed();
    static const QStringList times{ u"ns"_s, u"us"_s, u"ms"_s, u"s"_s };
    if (times.contains(unit)) {
        draft.field = u"time"_s;
        draft.unit = unit;
    } else if ((before + behind).contains(u"cycle"_s, Qt::CaseInsensitive)) {
        draft.field = u"cycles"_s;
    } else {
        draft.name = lastWord(before);
        draft.unit = unit;
    }
    return draft;
}

Result<DraftEffect> effectOf(const FamilyDraft &draft, const QStringList &lines, size_t most)
{
    const auto rule = TRY(ruleOf(draft));
    const auto named = rule.pattern.namedCaptureGroups().indexOf(u"value"_s);
    const auto group = static_cast<int>(std::max<qsizetype>(1, named));
    DraftEffect effect;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (!lines[i].contains(rule.needle))
            continue;
        const auto message = parseLine(lines[i], quint64(i + 1), LineEnd::Newline).message;
        const auto match = rule.pattern.match(message);
        if (!match.hasMatch())
            continue;
        if (++effect.count <= most)
            effect.matches.push_back({ static_cast<int>(i) + 1, match.captured(group) });
    }
    return effect;
}

Result<QString> keepDraft(const FamilyDraft &draft)
{
    TRY(ruleOf(draft));
    const QDir folder(userFamiliesDir());
    const auto path = folder.filePath(u"own.json"_s);
    QJsonArray rules;
    auto title = u"Own rules"_s;
    if (QFile::exists(path)) {
        QFile file(path);
        TRY(openStored(file));
        const auto bytes = file.read(MostBytes);
        TRY(readFamily(bytes, path)); // what somebody broke by hand is not overwritten
        const auto known = QJsonDocument::fromJson(bytes).object();
        rules = known.value(u"rules"_s).toArray();
        title = known.value(u"title"_s).toString(title);
    }
    rules.append(draft.toJson());
    const auto bytes = familyOf(rules, title);
    TRY(readFamily(bytes, path)); // with the new one they may be too many
    QSaveFile out(path);
    if (!folder.mkpath(u"."_s) || !out.open(QIODevice::WriteOnly) || out.write(bytes) < 0
        || !out.commit())
        return fail(ErrorCode::IoWrite, out.errorString(), { .file = path });
    return path;
}

} // namespace tosaic::profile
