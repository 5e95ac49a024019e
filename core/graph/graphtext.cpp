// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graphtext.h"

#include "core/base/knownjson.h"
#include "core/graph/names.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

QString quoted(QString text)
{
    text.replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s).replace(u'\n', u"\\n"_s);
    return u'"' + text + u'"';
}

QString nodeLine(const Graph &graph, size_t index, const QString &indent, const QStringList &fills)
{
    static const QHash<Placement, QString> shapes{ { Placement::Npu, u"box\", style=\"rounded"_s },
        { Placement::Cpu, u"box"_s }, { Placement::OtherDelegate, u"octagon"_s },
        { Placement::Boundary, u"box\", style=\"dashed"_s }, { Placement::Io, u"ellipse"_s },
        { Placement::Unknown, u"box\", style=\"dotted"_s } };
    const auto &node = graph.nodes[index];
    const auto label = node.subtitle.isEmpty() ? node.title : node.title + u'\n' + node.subtitle;
    const auto fill = fills.value(qsizetype(index));
    return indent
        + u"n%1 [label=%2, shape=\"%3\", class=\"%4\"%5];\n"_s.arg(index).arg(quoted(label),
            fill.isEmpty() ? shapes.value(node.placement) : u"box"_s, placementText(node.placement),
            fill.isEmpty() ? QString() : u", style=\"filled\", fillcolor=\"%1\""_s.arg(fill));
}

void writeGroup(
    const Graph &graph, GroupId id, const QString &indent, const QStringList &fills, QString &out)
{
    const auto &group = graph.groups[id.value];
    QString inner;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (graph.nodes[i].group == id)
            inner += nodeLine(graph, i, indent + u"  "_s, fills);
    }
    // A parent stands before its children, which also keeps a damaged chain from looping.
    for (auto child = id.value + 1; child < graph.groups.size(); ++child) {
        if (graph.groups[child].parent == id)
            writeGroup(graph, GroupId(child), indent + u"  "_s, fills, inner);
    }
    if (inner.isEmpty())
        return;
    out += indent + u"subgraph cluster_%1 {\n"_s.arg(id.value);
    out += indent + u"  label=%1;\n"_s.arg(quoted(group.title + u'\n' + group.subtitle));
    out += inner + indent + u"}\n"_s;
}

QString changeText(Change change)
{
    switch (change) {
    case Change::New:
        return u"new"_s;
    case Change::ToNpu:
        return u"to-npu"_s;
    case Change::ToCpu:
        return u"to-cpu"_s;
    case Change::None:
        break;
    }
    return {};
}

QJsonObject nodeJson(const Node &node)
{
    QJsonObject object{ { u"title"_s, node.title },
        { u"placement"_s, placementText(node.placement) } };
    insertKnown(object, "subtitle"_L1, node.subtitle);
    insertKnown(object, "operator"_L1, node.pattern);
    insertKnown(object, "module"_L1, node.module);
    insertKnown(object, "name"_L1, node.name);
    insertKnown(object, "window"_L1, node.window);
    if (node.entity.kind == model::EntityRef::Kind::Instruction)
        object.insert("instruction"_L1, node.entity.index);
    insertKnown(object, "dtype"_L1, node.dtype);
    if (node.isDepthwise)
        object.insert("depthwise"_L1, true);
    if (node.constantBytes > 0)
        object.insert("constantBytes"_L1, static_cast<qint64>(node.constantBytes));
    if (node.copies > 1)
        object.insert("copies"_L1, static_cast<qint64>(node.copies));
    if (node.group)
        object.insert("group"_L1, static_cast<qint64>(node.group.value));
    if (node.collapsed)
        object.insert("collapsed"_L1, static_cast<qint64>(node.collapsed.value));
    if (!node.notes.isEmpty())
        object.insert("notes"_L1, QJsonArray::fromStringList(node.notes));
    insertKnown(object, "change"_L1, changeText(node.change));
    if (node.isPinned)
        object.insert("pinned"_L1, true);
    return object;
}

} // namespace

QString placementText(Placement placement)
{
    switch (placement) {
    case Placement::Npu:
        return u"npu"_s;
    case Placement::Cpu:
        return u"cpu"_s;
    case Placement::OtherDelegate:
        return u"other"_s;
    case Placement::Boundary:
        return u"boundary"_s;
    case Placement::Io:
        return u"io"_s;
    case Placement::Unknown:
        break;
    }
    return u"unknown"_s;
}

QByteArray toDot(const Graph &graph, const QStringList &fills)
{
    auto out = u"digraph tosaic {\n  rankdir=TB;\n  node [fontname=\"sans-serif\"];\n"_s;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!graph.nodes[i].group)
            out += nodeLine(graph, i, u"  "_s, fills);
    }
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        if (!graph.groups[i].parent)
            writeGroup(graph, GroupId(i), u"  "_s, fills, out);
    }
    for (const auto &edge : graph.edges) {
        out += u"  n%1 -> n%2"_s.arg(edge.from.value).arg(edge.to.value);
        if (const auto label = labelOf(edge); !label.isEmpty() || edge.isControl)
            out += u" [label=%1%2]"_s.arg(
                quoted(label), edge.isControl ? u", style=dashed"_s : QString());
        out += u";\n"_s;
    }
    return (out + u"}\n"_s).toUtf8();
}

QJsonObject toJson(const Graph &graph)
{
    QJsonArray nodes;
    for (const auto &node : graph.nodes)
        nodes.append(nodeJson(node));
    QJsonArray edges;
    for (const auto &edge : graph.edges) {
        QJsonObject object{ { u"from"_s, static_cast<qint64>(edge.from.value) },
            { u"to"_s, static_cast<qint64>(edge.to.value) } };
        insertKnown(object, "label"_L1, edge.label);
        if (edge.crossing > 0) {
            object.insert("boundaryTensors"_L1, edge.crossing);
            object.insert("boundaryBytes"_L1, static_cast<qint64>(edge.crossingBytes));
        }
        if (edge.isControl)
            object.insert("control"_L1, true);
        edges.append(object);
    }
    QJsonArray groups;
    for (const auto &group : graph.groups) {
        QJsonObject object{ { u"title"_s, group.title },
            { u"placement"_s, placementText(group.placement) } };
        insertKnown(object, "subtitle"_L1, group.subtitle);
        if (group.repeats > 0)
            object.insert("repeats"_L1, static_cast<qint64>(group.repeats));
        if (group.parent)
            object.insert("parent"_L1, static_cast<qint64>(group.parent.value));
        groups.append(object);
    }
    return { { u"nodes"_s, nodes }, { u"edges"_s, edges }, { u"groups"_s, groups } };
}

} // namespace tosaic::graph
