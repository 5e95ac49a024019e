// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/manysides.h"

#include <QFileInfo>
#include <QSet>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

QString sentenceOf(const QString &side, const QString &sentence)
{
    return u"%1: %2"_s.arg(side, sentence);
}

QString verdictOfAll(const std::vector<QJsonObject> &comparisons)
{
    QStringList verdicts;
    for (const auto &one : comparisons)
        verdicts << one["verdict"_L1].toString();
    verdicts.removeDuplicates();
    if (verdicts.contains(u"not-comparable"_s))
        return u"not-comparable"_s;
    if (verdicts.size() > 1)
        verdicts.removeAll(u"same"_s);
    return verdicts.size() == 1 ? verdicts.constFirst() : u"mixed"_s;
}

} // namespace

QStringList columnTitles(const QStringList &sides)
{
    QStringList names;
    for (const auto &side : sides)
        names << QFileInfo(side).fileName();
    const bool areDistinct = QSet<QString>(names.begin(), names.end()).size() == names.size();
    return areDistinct && !names.contains(QString()) ? names : sides;
}

QJsonObject manyJson(const QStringList &sides, const std::vector<QJsonObject> &comparisons)
{
    if (comparisons.size() == 1)
        return comparisons.front();
    QJsonArray all;
    QStringList sentences;
    bool havePassed = true;
    for (size_t i = 0; i < comparisons.size(); ++i) {
        auto one = comparisons[i];
        const auto &side = sides[qsizetype(i) + 1];
        one.insert("side"_L1, side);
        sentences << sentenceOf(side, comparisons[i]["sentence"_L1].toString());
        havePassed = havePassed && comparisons[i]["gate"_L1]["passed"_L1].toBool(true);
        all.append(one);
    }
    QJsonObject json{ { u"base"_s, sides.constFirst() }, { u"comparisons"_s, all },
        { u"sentence"_s, sentences.join(u' ') }, { u"verdict"_s, verdictOfAll(comparisons) } };
    if (const auto gate = comparisons.front()["gate"_L1].toObject(); !gate.isEmpty())
        json.insert("gate"_L1,
            QJsonObject{
                { u"limitPercent"_s, gate["limitPercent"_L1] }, { u"passed"_s, havePassed } });
    return json;
}

Judgement manyJudged(
    const QStringList &sides, const std::vector<Judgement> &judgements, Table table)
{
    if (judgements.size() == 1)
        return judgements.front();
    Judgement all{ judgements.front().command, sides.constLast(), {}, {}, std::move(table) };
    QStringList sentences;
    for (size_t i = 0; i < judgements.size(); ++i) {
        const auto &side = sides[qsizetype(i) + 1];
        sentences << sentenceOf(side, judgements[i].sentence);
        for (auto check : judgements[i].checks) {
            check.text = sentenceOf(side, check.text);
            all.checks.push_back(std::move(check));
        }
    }
    all.sentence = sentences.join(u' ');
    return all;
}

} // namespace tosaic::cli
