// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "profiler/join/debugevents.h"
#include "profiler/join/operationtable.h"

#include <QHash>

namespace tosaic::profile {

/// Finds the node of the edge program that a TOSA operator was made from. The compiler does not
/// write it down: debug.json has the chain of a node's ancestors with other names, so a node is
/// taken if its target is an ancestor's, nothing contradicts it (source line, module) and no other
/// node fits as well.
class EdgeNodes
{
public:
    EdgeNodes(const std::vector<DebugEvent> &events, const std::vector<compiled::ModelNode> &nodes);

    /// By OperationOrigin::name: module and line where they are empty, edgeNode, edgeConfidence.
    void fill(OperationOrigin &origin) const;

private:
    const std::vector<compiled::ModelNode> &m_nodes;
    QHash<QString, const DebugEvent *> m_events; ///< by name; null if the name is not unique
};

} // namespace tosaic::profile
