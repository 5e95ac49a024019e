// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <map>

namespace tosaic::graph {

/// Of "CONV_2D", "conv2d", "aten.linear", ...
Family familyOf(const QString &kind);

/// Of an operator, also where only its groups tell that it is depthwise.
Family familyOf(const Node &node);

/// What "aten.add.Tensor", "ADD" and "Add" have in common, however their file spells it: the
/// family, of elementwise operators and movements the word.
QString commonKind(const QString &kind);

/// The most frequent kinds: "24 CONV_2D · 8 ADD · 3 other kinds".
QString kindsText(const std::map<QString, quint64> &counts);

} // namespace tosaic::graph
