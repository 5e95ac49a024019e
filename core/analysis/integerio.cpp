// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/integerio.h"

#include "core/model/boundary.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

bool isGoneWithIntegerIo(const compiled::CompileResult &result, const compiled::ModelNode &node)
{
    if (!result.resolvedSpec.integerIo || !model::isQuantisation(node.target))
        return false;
    const bool isLast = model::bareOperatorName(node.target).startsWith("dequantize"_L1);
    // Inputs and outputs of the model are no nodes.
    return std::ranges::none_of(result.edges, [&](const compiled::ModelEdge &edge) {
        return isLast ? edge.from == node.name : edge.to == node.name;
    });
}

} // namespace tosaic::analysis
