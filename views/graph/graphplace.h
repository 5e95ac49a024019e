// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"
#include "core/graph/graph.h"

namespace tosaic::views {

enum class GraphLevel
{
    Operators, ///< the model before it was cut, from the compile result
    Runtime, ///< the instructions of the program
    Network, ///< a subgraph of a TOSA, TFLite or exported program file
    NpuOperations, ///< inside a delegate: what its command stream does
    DelegateNetwork ///< inside a delegate: the TOSA graph it was made from
};

/// Where one is in a document, as a value: what is drawn follows from it.
struct GraphPlace
{
    GraphLevel level = GraphLevel::Runtime;
    int method = -1; ///< of a program
    int subgraph = 0; ///< of a network
    model::EntityRef owner; ///< of the command stream, for the levels inside a delegate
    bool operator==(const GraphPlace &) const = default;

    bool isInside() const { return !owner.isEmpty(); }
    bool isNetwork() const
    {
        return level == GraphLevel::Network || level == GraphLevel::DelegateNetwork;
    }
};

/// Everything a graph is built from, fit for a pool thread.
struct GraphMaterial
{
    std::shared_ptr<const model::Program> program;
    std::shared_ptr<const compiled::CompileResult> result;
    std::shared_ptr<const compiled::CompileResult> preview; ///< of operators, in place of both
    std::shared_ptr<const model::Network> network; ///< of the place
    QString networkFile; ///< where it is not what is open
    std::shared_ptr<const NpuAnalysis> analysis; ///< of the place's owner

    static GraphMaterial of(const ModelDocument &document, const GraphPlace &place);
};

/// Where a document is opened: the operators of the model, if they are known; of a program the
/// method with the most to show, since files also hold methods that only return a constant.
GraphPlace firstPlace(const OpenedModel &opened);
/// What is drawn there; empty if there is no graph in it. Fit for a pool thread.
graph::Graph firstGraph(const OpenedModel &opened);
/// The command stream that opens behind this entity: a delegate, the call of one, a partition, an
/// `ethos-u` operator, or the stream's own operation. Empty if there is none.
model::EntityRef streamOwner(const ModelDocument &document, const model::EntityRef &entity);

/// `constants`: those of a network as nodes of their own. Empty if the material is not there.
graph::Graph buildGraph(const GraphMaterial &material, const GraphPlace &place, bool constants);

/// What the place is called in a path of places.
QString placeName(const ModelDocument &document, const GraphPlace &place);
/// The sentence above the graph.
QString placeSentence(const ModelDocument &document, const GraphPlace &place);

} // namespace tosaic::views
