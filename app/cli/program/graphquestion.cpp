// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/graphquestion.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/base/nearestname.h"
#include "core/graph/graphtext.h"
#include "profiler/session/graphcostjson.h"
#include "views/graph/graphhits.h"

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace graphquestion {
namespace {

using graph::Relation;

const std::pair<QString, Relation> Relations[]{ { u"producers"_s, Relation::Producers },
    { u"consumers"_s, Relation::Consumers }, { u"ancestors"_s, Relation::Ancestors },
    { u"descendants"_s, Relation::Descendants } };

tl::expected<size_t, Refusal> nodeOf(const graph::Graph &graph, const QString &name)
{
    const auto node = nodeNamed(graph, name);
    return node ? tl::expected<size_t, Refusal>(*node) : misuse(node.error().detail);
}

tl::expected<std::vector<size_t>, Refusal> answerTo(
    const GraphQuestion &question, const graph::Graph &graph, const GraphCosts &costs)
{
    if (question.key == "find"_L1) {
        const graph::Query query(question.text);
        if (!query.isValid())
            return misuse(query.problem());
        return views::nodesThatFit(graph, query, costs);
    }
    const auto node = TRY(nodeOf(graph, question.text));
    const graph::Links links(graph);
    if (question.relation)
        return links.related({ node }, *question.relation);
    return links.path({ node }, { TRY(nodeOf(graph, question.to)) });
}

QString nothingFound(const GraphQuestion &question)
{
    if (question.key == "find"_L1)
        return u"no operator fits '%1'"_s.arg(question.text);
    return question.relation ? u"'%1' has no %2"_s.arg(question.text, question.key)
                             : u"no data flows from '%1' to '%2'"_s.arg(question.text, question.to);
}

QJsonObject hitJson(const views::GraphHit &hit, std::optional<Origin> origin)
{
    QJsonObject json{ { u"name"_s, hit.name }, { u"kind"_s, hit.kind },
        { u"placement"_s, graph::placementText(hit.placement) } };
    if (!hit.tensor.isEmpty())
        json.insert(u"tensor"_s, hit.tensor);
    if (!hit.module.isEmpty())
        json.insert(u"module"_s, hit.module);
    insertKnown(json, u"cycles"_s, hit.cycles);
    if (hit.cycles && origin)
        json.insert(u"cyclesOrigin"_s, cyclesOriginKey(*origin));
    return json;
}

} // namespace
} // namespace graphquestion

Result<size_t> nodeNamed(const graph::Graph &graph, const QString &name)
{
    const auto found = graph::nodesNamed(graph, name);
    if (found.size() == 1)
        return found.front();
    QStringList names;
    for (const auto node : found)
        names += graph::nameOf(graph.nodes[node]);
    if (!names.isEmpty())
        return fail(ErrorCode::SpecInvalid,
            u"'%1' may be any of %2 operators (%3%4): give a whole name"_s.arg(name)
                .arg(names.size())
                .arg(names.first(std::min<qsizetype>(names.size(), 3)).join(u", "_s),
                    names.size() > 3 ? u", ..."_s : QString()));
    for (const auto &node : graph.nodes)
        names += graph::nameOf(node);
    const auto near = nearestName(name, names);
    return fail(ErrorCode::SpecInvalid,
        u"there is no operator '%1' in this graph; %2"_s.arg(name,
            near.isEmpty() ? u"`graph --find` looks for one"_s : u"is '%1' meant?"_s.arg(near)));
}

QList<QCommandLineOption> graphQuestionOptions()
{
    const auto about = [](const QString &key, const QString &text) {
        return QCommandLineOption(key, text, u"NAME"_s);
    };
    return { { u"find"_s,
                 u"draws nothing: lists the operators that fit words in any place, or fields "
                 "(kind:conv dtype:int8 shape:1x48 name:add module:stage1 source:model.py:41 "
                 "cycles>10000 bytes>=4096), or /a regular expression/"_s,
                 u"QUERY"_s },
        about(u"producers"_s, u"lists what the operator takes data from"_s),
        about(u"consumers"_s, u"lists what takes data from the operator"_s),
        about(u"ancestors"_s, u"lists everything that the operator's value depends on"_s),
        about(u"descendants"_s, u"lists everything that depends on the operator's value"_s),
        about(u"from"_s, u"with --to: lists a shortest way of the data between two operators"_s),
        about(u"to"_s, u"where the way from --from ends"_s) };
}

tl::expected<std::optional<GraphQuestion>, Refusal> graphQuestionOf(const Input &in)
{
    std::vector<GraphQuestion> asked;
    if (in.isSet(u"find"_s))
        asked.push_back({ u"find"_s, in.value(u"find"_s), {}, {} });
    for (const auto &[key, relation] : graphquestion::Relations) {
        if (in.isSet(key))
            asked.push_back({ key, in.value(key), {}, relation });
    }
    if (in.isSet(u"from"_s) != in.isSet(u"to"_s))
        return misuse(u"a way between two operators needs --from and --to"_s);
    if (in.isSet(u"from"_s))
        asked.push_back({ u"path"_s, in.value(u"from"_s), in.value(u"to"_s), {} });
    if (asked.size() > 1)
        return misuse(u"ask one thing at a time: --%1 or --%2"_s.arg(asked[0].key, asked[1].key));
    if (asked.empty())
        return std::optional<GraphQuestion>();
    if (asked.front().text.trimmed().isEmpty())
        return misuse(u"--%1 needs something to look for"_s.arg(asked.front().key));
    return std::optional(asked.front());
}

Answer answerGraphQuestion(const GraphQuestion &question, const graph::Graph &graph,
    const GraphCosts &costs, const Input &in)
{
    using namespace graphquestion;
    const auto hits = views::hitsOf(graph, TRY(answerTo(question, graph, costs)), costs);
    if (in.wantsJson()) {
        QJsonObject json{ { u"question"_s, question.key }, { u"of"_s, question.text },
            { u"count"_s, qint64(hits.size()) },
            { u"operators"_s, jsonList(hits, [&costs](const views::GraphHit &hit) {
                 return hitJson(hit, costs.origin);
             }) } };
        if (!question.to.isEmpty())
            json.insert(u"to"_s, question.to);
        printDocument(json, in.streams);
    } else if (!hits.empty()) {
        in.streams.out
            << u"%1 operator%2\n"_s.arg(hits.size()).arg(hits.size() == 1 ? QString() : u"s"_s);
        printTable(tableOf(views::hitColumns(costs.origin), hits), in.streams);
    }
    if (!hits.empty())
        return Fine;
    // As grep: a script asks with it whether there is one.
    tellProblem({ u"graph.nothing-found"_s, Severity::Info, { .file = in.names.value(0) },
                    nothingFound(question) },
        in.streams);
    return BadInput;
}

} // namespace tosaic::cli
