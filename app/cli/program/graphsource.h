// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/documents/openmodel.h"
#include "core/graph/graph.h"

#include <QString>

#include <limits>
#include <optional>

/// The graphs that are in a file, for all commands that draw or compare one.
namespace tosaic::cli {

struct GraphChoice
{
    bool runtime = false; ///< instructions of the program instead of the model's operators
    static constexpr int FirstStream = std::numeric_limits<int>::max();

    /// The inside of this command stream, by EntityRef::streamNumber(); FirstStream; -1: of none.
    int delegate = -1;
    bool isTosa = false; ///< of the delegate: the TOSA graph it was made from
    int subgraph = 0; ///< of a network
    bool constants = false; ///< as nodes of their own
    bool operator==(const GraphChoice &) const = default;
};

/// "operators", "runtime", "npu", "npu:1", "tosa:0"; absent if it is none.
std::optional<GraphChoice> graphChoiceFrom(const QString &level);

/// Without a choice: operators of the model if the compile is known, else what the file has. Takes
/// command streams apart where one is asked for: blocks.
Result<graph::Graph> graphOf(const OpenedModel &input, const GraphChoice &choice);

} // namespace tosaic::cli
