// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graphdiff.h"
#include "views/graph/graphexport.h"

#include <utility>

/// Two graphs as one, to be taken along; what window and command line write is the same.
namespace tosaic::views {

/// Both in one drawing, each in a frame with its title.
GraphDrawing sideBySide(
    const std::pair<QString, GraphDrawing> &left, const std::pair<QString, GraphDrawing> &right);

/// The merged graph, what became of each of its nodes, and the pairs with their reasons.
QJsonObject differenceJson(
    const graph::Graph &before, const graph::Graph &after, const graph::GraphDiff &diff);

} // namespace tosaic::views
