// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/graphtable.h"

#include "app/cli/frame/manysides.h"
#include "core/base/jsonlist.h"
#include "core/graph/manygraphs.h"
#include "views/twographs/differencemarks.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace graphtable {
namespace {

using graph::ManyRow;

/// What is asked for, and everything that answers it.
struct Compared
{
    std::vector<GraphSide> sides;
    graph::ManyGraphs many;
    std::vector<ManyRow> differing; ///< rows that are not the same in all

    QString nameIn(size_t side, const ManyRow &row) const
    {
        const auto node = row.nodes[side];
        const auto name = node ? graph::nameOf(sides[side].graph.nodes[*node]) : QString();
        return row.further[side] > 0 ? u"%1 +%2"_s.arg(name).arg(row.further[side]) : name;
    }
    const graph::Node &nodeOf(const ManyRow &row) const
    {
        size_t side = 0;
        while (!row.nodes[side])
            ++side; // every row has one
        return sides[side].graph.nodes[*row.nodes[side]];
    }
};

Result<Compared> compared(const std::vector<GraphSideChoice> &choices, bool quantisation)
{
    Compared found;
    for (const auto &choice : choices)
        found.sides.push_back(TRY(openGraphSide(choice, quantisation)));
    std::vector<graph::DiffSide> sides;
    std::vector<graph::RecordedPairs> recorded;
    for (const auto &side : found.sides) {
        sides.push_back(side.toCompare());
        if (sides.size() > 1)
            recorded.push_back(recordedBetween(found.sides.front(), side));
    }
    found.many = graph::compareMany(sides, recorded);
    for (const auto &row : found.many.rows) {
        if (!row.isSame())
            found.differing.push_back(row);
    }
    return found;
}

QStringList titlesOf(const Compared &found)
{
    QStringList paths;
    for (const auto &side : found.sides)
        paths += side.choice.path;
    const auto plain = columnTitles(paths);
    auto titles = plain;
    for (qsizetype i = 0; i < titles.size(); ++i) {
        if (plain.count(plain[i]) > 1) // one file at several levels
            titles[i] = u"%1 (%2)"_s.arg(QFileInfo(plain[i]).fileName()).arg(i + 1);
    }
    return titles;
}

QJsonObject toJson(const Compared &found)
{
    QJsonArray comparisons;
    for (size_t i = 1; i < found.sides.size(); ++i) {
        const auto &diff = found.many.diffs[i - 1];
        auto json = graph::toJson(diff, found.sides.front().graph, found.sides[i].graph);
        json.insert(u"side"_s, found.sides[i].choice.path);
        json.insert(u"sentence"_s, views::differenceSentence(diff));
        comparisons.append(json);
    }
    const auto rows = jsonList(found.differing, [&found](const ManyRow &row) {
        QJsonArray names;
        QJsonArray further; // of several that a compile recorded, those beyond the first
        QJsonArray differences;
        for (size_t i = 0; i < row.nodes.size(); ++i) {
            names.append(row.nodes[i]
                    ? QJsonValue(graph::nameOf(found.sides[i].graph.nodes[*row.nodes[i]]))
                    : QJsonValue());
            further.append(qint64(row.further[i]));
            differences.append(row.differences[i]
                    ? QJsonValue(graph::differenceKey(*row.differences[i]))
                    : QJsonValue());
        }
        return QJsonObject{ { u"kind"_s, found.nodeOf(row).title }, { u"operators"_s, names },
            { u"further"_s, further }, { u"differences"_s, differences } };
    });
    return { { u"base"_s, found.sides.front().choice.path }, { u"comparisons"_s, comparisons },
        { u"rows"_s, rows } };
}

Columns<ManyRow> columnsFor(const Compared &found)
{
    Columns<ManyRow> columns = columnsOf<ManyRow>({ { u"kind"_s, u"Kind"_s,
        [&found](const ManyRow &row) { return found.nodeOf(row).title; } } });
    const auto titles = titlesOf(found);
    for (size_t i = 0; i < found.sides.size(); ++i) {
        columns.push_back(ColumnOf<ManyRow>(
            u"side%1"_s.arg(i), titles[qsizetype(i)], [&found, i](const ManyRow &row) {
                return views::differenceCell(found.nameIn(i, row), row.differences[i]);
            }));
    }
    return columns;
}

} // namespace
} // namespace graphtable

Answer tableOfGraphs(const std::vector<GraphSideChoice> &sides, bool quantisation, const Input &in)
{
    using namespace graphtable;
    const auto found = TRY(compared(sides, quantisation));
    if (in.wantsJson()) {
        printDocument(toJson(found), in.streams);
        return Fine;
    }
    const auto titles = titlesOf(found);
    for (size_t i = 1; i < found.sides.size(); ++i)
        in.streams.out << wrappedText(
            u"%1 against %2: %3"_s.arg(titles[qsizetype(i)], titles.front(),
                views::differenceSentence(found.many.diffs[i - 1])),
            in.streams.width);
    if (!found.differing.empty())
        printTable(tableOf(columnsFor(found), found.differing), in.streams);
    return Fine;
}

} // namespace tosaic::cli
