// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/catalogue.h"

#include "core/base/try.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::advice {

namespace {

tl::unexpected<Error> damaged(const QString &why, const QString &where = {})
{
    return fail(ErrorCode::FormatDamaged, why, { .file = u"rules.json"_s, .entity = where });
}

QStringList texts(const QJsonValue &value)
{
    QStringList list;
    for (const auto &text : value.toArray())
        list << text.toString();
    return list;
}

Condition conditionOf(const QJsonObject &object)
{
    Condition condition{ object[u"fact"].toString(), texts(object[u"is"]), texts(object[u"isNot"]),
        {}, {} };
    if (const auto least = object[u"atLeast"]; least.isDouble())
        condition.atLeast = least.toDouble();
    if (const auto most = object[u"atMost"]; most.isDouble())
        condition.atMost = most.toDouble();
    return condition;
}

Experiment experimentOf(const QJsonObject &object)
{
    Experiment experiment{ .each = object[u"each"].toString(),
        .keep = object[u"keep"].toString(),
        .flags = texts(object[u"flags"]),
        .patch = object[u"spec"].toObject(),
        .model = object[u"model"].toString() };
    if (const auto share = object[u"arenaCacheShare"]; share.isDouble())
        experiment.arenaCacheShare = share.toDouble();
    return experiment;
}

bool isEmpty(const Experiment &one)
{
    return one.each.isEmpty() && one.keep.isEmpty() && one.flags.isEmpty() && !one.arenaCacheShare
        && one.patch.isEmpty() && one.model.isEmpty();
}

Result<Rule> ruleOf(const QJsonObject &object)
{
    static const std::map<QString, Goal> goals{ { u"speed"_s, Goal::Speed },
        { u"memory"_s, Goal::Memory }, { u"either"_s, Goal::Either } };
    Rule rule{ .id = object[u"id"].toString(),
        .sources = texts(object[u"sources"]),
        .evidence = texts(object[u"evidence"]) };
    const auto goal = goals.find(object[u"goal"].toString());
    if (rule.id.isEmpty() || goal == goals.end())
        return damaged(u"a rule without an id or a known goal"_s, rule.id);
    rule.goal = goal->second;
    for (const auto &value : object[u"when"].toArray())
        rule.conditions.push_back(conditionOf(value.toObject()));
    for (const auto &value : object[u"try"].toArray()) {
        rule.experiments.push_back(experimentOf(value.toObject()));
        if (isEmpty(rule.experiments.back()))
            return damaged(u"an experiment that changes nothing"_s, rule.id);
    }
    if (rule.sources.isEmpty() || rule.experiments.empty())
        return damaged(u"a rule without a source or an experiment"_s, rule.id);
    return rule;
}

} // namespace

Result<std::vector<Rule>> readRules(const QByteArray &text)
{
    QJsonParseError parsed;
    const auto document = QJsonDocument::fromJson(text, &parsed);
    if (parsed.error != QJsonParseError::NoError)
        return damaged(parsed.errorString());
    if (document[u"formatVersion"].toInt() != 1)
        return damaged(u"another version of the format"_s, u"formatVersion"_s);
    std::vector<Rule> rules;
    for (const auto &value : document[u"rules"].toArray())
        rules.push_back(TRY(ruleOf(value.toObject())));
    return rules;
}

const std::vector<Rule> &rules()
{
    // Part of the program: a test reads it, so it cannot be damaged here.
    static const auto read = [] {
        QFile file(u":/advice/rules.json"_s);
        return file.open(QIODevice::ReadOnly)
            ? readRules(file.readAll()).value_or(std::vector<Rule>())
            : std::vector<Rule>();
    }();
    return read;
}

} // namespace tosaic::advice
