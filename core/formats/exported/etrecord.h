// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace tosaic::formats {

/// What ExecuTorch's devtools keep of an export, to join what a run measured (ETDump) with nodes
/// and sources. Facts: ExecuTorch's devtools/etrecord.
struct EtRecord
{
    /// All graphs (format "etrecord"). The first is an edge program where there is one.
    model::Network network;

    enum class GraphKind
    {
        Edge, ///< what the .pte was made from
        Exported, ///< torch.export's program, before it
        Extra ///< kept on request, under a name of its own
    };
    struct Graph
    {
        GraphKind kind = GraphKind::Extra;
        QString member; ///< "edge_dialect_exported_program/forward"
        QString method; ///< "forward"; empty for torch.export's program
        qint32 subgraph = -1; ///< into network.subgraphs
    };
    std::vector<Graph> graphs; ///< edge programs first, otherwise in the order of the archive

    struct Delegate
    {
        QString backend;
        /// The delegate's own debug id -> handles; absent if the backend gave none (null).
        std::optional<std::map<QString, std::vector<qint64>>> handles;
    };
    struct Method
    {
        /// Instruction index -> debug handles of the nodes it stands for, repeated as stored.
        std::map<qint64, std::vector<qint64>> handles;
        std::map<qint64, Delegate> delegates;
        std::map<qint64, qint64> outputCounts; ///< instruction index -> outputs of the delegate
    };
    std::map<QString, Method> methods; ///< by name

    std::optional<qint64> exportGraphId;
    /// Bytes of the pickled members; absent if the record has none.
    std::optional<quint64> referenceOutputs;
    std::optional<quint64> representativeInputs;

    /// Members that are pickled (torch.save) or not known: named, never read.
    struct Opaque
    {
        QString member;
        quint64 size = 0;
    };
    std::vector<Opaque> opaque;
};

} // namespace tosaic::formats
