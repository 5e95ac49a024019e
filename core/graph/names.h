// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sizestext.h"
#include "core/graph/graph.h"
#include "core/model/program.h"

#include <QString>

#include <vector>

/// Names of operators as a graph shows them.
namespace tosaic::graph {

/// "aten::add.out", "aten.add.Tensor" -> "add"; "<built-in function getitem>" -> "getitem".
QString shortName(const QString &target);
/// Instructions have no names of their own: the operator or delegate that is called, and the place
/// in the method: "convolution #4".
QString instructionName(const model::Method &method, size_t index);
/// Of a path of modules or names its last `parts`: "stage1/block2/conv" -> "conv".
QString lastPart(const QString &path, int parts = 1);
/// What stands on an edge: its tensor, at a boundary with the bytes that cross.
QString labelOf(const Edge &edge);

/// "1x16x24x24"; "scalar" for no dimension.
template <typename Integer>
QString shapeText(const std::vector<Integer> &shape)
{
    return shape.empty() ? QStringLiteral("scalar") : sizesText(shape, QStringLiteral("x"));
}

} // namespace tosaic::graph
