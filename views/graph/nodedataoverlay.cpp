// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/nodedataoverlay.h"

#include "profiler/session/graphcosts.h"
#include "views/widgets/colormap.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct NodeDataWords
{
    Q_DECLARE_TR_FUNCTIONS(GraphOverlay)
};

QString numberText(double number)
{
    return QLocale().toString(number, 'g', 6);
}

} // namespace

GraphOverlay nodeDataOverlay(
    const graph::Graph &graph, const graph::NodeData &data, const ThemeColors &colors)
{
    const auto name = data.name.isEmpty() ? NodeDataWords::tr("Node data") : data.name;
    const auto range = data.range();
    GraphOverlay overlay{ .metric = GraphMetric::Share, .title = name };
    overlay.nodes.resize(graph.nodes.size());
    overlay.reasons.resize(graph.nodes.size());
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto *value = data.of(graph, i);
        if (!value) {
            overlay.reasons[i] = NodeDataWords::tr("%1: the file has no value for it").arg(name);
            continue;
        }
        NodeMark mark{ .number = value->number ? numberText(*value->number) : value->text };
        if (value->number && range && range->second > range->first)
            mark.position = (*value->number - range->first) / (range->second - range->first);
        mark.sentence = NodeDataWords::tr("%1: %2").arg(name, mark.number);
        const auto color = !value->color.isEmpty() ? value->color
            : value->number                        ? data.colorOf(*value->number)
                                                   : QString();
        mark.color = QColor::isValidColor(color) ? QColor(color) : QColor();
        if (!mark.color.isValid() && (!value->number || !data.thresholds.empty()))
            mark.color = colors.surface; // as Model Explorer paints what has no colour
        overlay.nodes[i] = std::move(mark);
        ++overlay.known;
    }
    if (range) {
        overlay.lowest = numberText(range->first);
        overlay.highest = numberText(range->second);
    }
    for (const auto &one : data.thresholds) {
        if (data.gradient.empty())
            overlay.keys.push_back(
                { NodeDataWords::tr("up to %1").arg(numberText(one.value)), QColor(one.color) });
    }
    for (const auto &stop : data.gradient) {
        if (range)
            overlay.keys.push_back(
                { numberText(range->first + stop.at * (range->second - range->first)),
                    QColor(stop.color) });
    }
    return overlay;
}

graph::NodeData nodeDataOf(
    const graph::Graph &graph, const ProfileSubject &subject, const profile::OperationTable &table)
{
    const auto costs = costsOf(graph, subject, table);
    graph::NodeData data{ .name
        = costs.origin ? u"Cycles (%1)"_s.arg(originTag(*costs.origin)) : u"Cycles"_s };
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (const auto &cycles = costs.nodes[i].cycles; cycles && !graph.nodes[i].name.isEmpty())
            data.results.insert(graph.nodes[i].name, { .number = *cycles });
    }
    const auto colors = Theme::lightColors();
    for (const auto at : { 0.0, 0.5, 1.0 })
        data.gradient.push_back({ at, sequentialColor(at, colors).name() });
    return data;
}

} // namespace tosaic::views
