// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/model/entityref.h"

#include <QString>
#include <QStringList>

#include <map>
#include <vector>

/// The display graph: what is drawn, derived from a program or a compile result. An immutable
/// value; knows nothing of pixels.
namespace tosaic::graph {

using NodeId = Id<struct GraphNodeTag>; ///< into Graph::nodes
using GroupId = Id<struct GraphGroupTag>; ///< into Graph::groups

/// Where an operator runs; decides colour and shape (resources/README.md has the legend).
enum class Placement
{
    Npu, ///< inside an Ethos-U delegate
    Cpu, ///< a kernel on the CPU
    OtherDelegate, ///< a delegate of another backend
    Boundary, ///< carries data between the two (model::isBoundaryStep; DMA inside the NPU)
    Io, ///< input or output of the method
    Unknown
};

/// What an operator does, as far as its name tells; decides the colour of operators that nobody
/// has placed yet.
enum class Family
{
    Convolution,
    Depthwise,
    MatrixProduct, ///< fully connected, attention
    Pooling, ///< and other reductions
    Elementwise,
    Activation, ///< and normalisation
    Movement, ///< reshape, transpose, concatenate, slice, ...
    Other
};

/// What became of an operator since the compile that the graph is compared with.
enum class Change
{
    None,
    New, ///< the other model has none like it
    ToNpu,
    ToCpu ///< to the CPU or the border: off the NPU
};

struct Node
{
    QString title; ///< "add", "conv2d", "input 0"
    QString subtitle; ///< "int8 1x48x48x16" or "36 CONV, 17 DEPTHWISE"
    QString name; ///< in its file: "aten_add_tensor", "tosa_conv2d_default"; empty: it has none
    Placement placement = Placement::Unknown;
    GroupId group; ///< innermost partition hull it stands in
    model::EntityRef entity;
    QStringList notes; ///< reasons of rejection and other badges; empty for most
    QStringList details; ///< lines for the hover card: full name, source, quantisation folded in
    QString pattern; ///< "aten.relu.default": what a rule for all operators like this one names
    QString module; ///< "features.3.conv"; empty if unknown
    /// What its (first) result is stored as: "int8"; of a closed group all that occur, "int8,
    /// int32".
    QString dtype;
    QString window; ///< "kernel 3x3, stride 2x2" of convolutions and pools; empty for all others
    bool isDepthwise = false; ///< a convolution that takes every channel by itself
    std::vector<model::EntityRef>
        folded; ///< entities that are not drawn: this node stands for them
    GroupId collapsed; ///< valid if the node stands for a whole collapsed group
    bool isControl = false; ///< moves and jumps: not an operator of the model
    bool isUnplaced = false; ///< of a model that nobody has cut yet: no place is missing
    quint64 constantBytes = 0; ///< of weights and other constants that are not drawn
    std::map<Family, quint64> families; ///< operators inside a collapsed group; else empty
    Change change = Change::None;
    QString cost; ///< of a closed group, a line as who knows it words it: "est 12,345 cycles"
    quint32 copies = 1; ///< operators that are alike, drawn once: this node stands for all of them
    int changesInside = 0; ///< changed nodes that are not drawn: this node stands for them

    bool isClosed() const { return bool(collapsed); }
    bool isPinned = false; ///< the spec that is edited keeps it on the CPU
    int pinsInside = 0; ///< pinned nodes that are not drawn: this node stands for them
};

/// What others refer to the node by: its name, else what stands on it.
inline QString nameOf(const Node &node)
{
    return node.name.isEmpty() ? node.title : node.name;
}

/// The lines below the title, as painted and measured: type and shape, then the window or the cost.
inline QStringList linesOf(const Node &node)
{
    auto lines = node.subtitle.isEmpty() ? QStringList() : node.subtitle.split(u'\n');
    if (!node.window.isEmpty())
        lines += node.window;
    if (!node.cost.isEmpty())
        lines += node.cost;
    return lines;
}

struct Edge
{
    NodeId from;
    NodeId to;
    QString label; ///< "int8 1x16x24x24"; empty if unknown
    model::EntityRef entity;
    bool isControl = false; ///< a jump, not data
    int crossing = 0; ///< tensors on it that go from one side of a boundary to the other
    quint64 crossingBytes = 0; ///< of those whose size is known
};

/// A partition hull.
struct Group
{
    QString title; ///< "Partition 0", "EthosUBackend"
    QString subtitle; ///< "349 operators, est 849,502 cycles"
    Placement placement = Placement::Unknown;
    GroupId parent;
    model::EntityRef entity;
    quint32 repeats = 0; ///< so many blocks that are alike stand in it, one after the other
    GroupId alike; ///< it is one of those blocks of this group
    bool isPreview = false; ///< nothing is compiled yet
};

struct Graph
{
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<Group> groups;
};

} // namespace tosaic::graph
