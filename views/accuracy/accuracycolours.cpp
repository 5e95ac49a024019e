// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accuracy/accuracycolours.h"

#include "views/widgets/colormap.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct ColourWords
{
    Q_DECLARE_TR_FUNCTIONS(AccuracyColours)
};

} // namespace

std::optional<accuracy::Against> colouredSide(const accuracy::AccuracyTable &table)
{
    using accuracy::Against;
    for (const auto side :
        { Against::Float, Against::Quantised, Against::Reference, Against::Board }) {
        if (std::ranges::find(table.operators(), side, &accuracy::OperatorAccuracy::against)
            != table.operators().end())
            return side;
    }
    return std::nullopt;
}

graph::NodeData sqnrColours(const accuracy::AccuracyTable &table)
{
    graph::NodeData data;
    const auto side = colouredSide(table);
    if (!side)
        return data;
    data.name = ColourWords::tr("SQNR in dB against %1").arg(againstKey(*side));
    const auto colors = Theme::lightColors();
    for (const auto at : { 0.0, 0.5, 1.0 }) // the less, the stronger
        data.gradient.push_back({ at, sequentialColor(1 - at, colors).name() });
    for (const auto &row : table.operators()) {
        if (row.against != *side || row.isReordered)
            continue;
        const auto sqnr = row.measures.sqnrDb();
        const graph::NodeData::Value value = sqnr
            ? graph::NodeData::Value{ .number = *sqnr, .text = {}, .color = {} }
            : graph::NodeData::Value{ .number = {},
                  .text = row.measures.differing() == 0 ? ColourWords::tr("exact")
                                                        : ColourWords::tr("no signal"),
                  .color = {} };
        for (const auto &name : { row.node, row.name }) {
            if (!name.isEmpty())
                data.results.insert(name, value);
        }
    }
    return data;
}

} // namespace tosaic::views
