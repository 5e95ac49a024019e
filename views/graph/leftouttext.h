// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/shown.h"
#include "profiler/session/graphcosts.h"

#include <QString>

namespace tosaic::views {

/// Targets of the links in leftOutText().
struct LeftOutLinks
{
    static constexpr QLatin1StringView Groups{ "groups" };
    static constexpr QLatin1StringView Blocks{ "blocks" };
    static constexpr QLatin1StringView Constants{ "constants" };
    static constexpr QLatin1StringView Steps{ "steps" };
    static constexpr QLatin1StringView Stubs{ "stubs" };
};

/// One sentence in rich text: what a picture leaves out, each with a link that brings it back.
/// Empty where nothing is left out.
QString leftOutText(const graph::LeftOut &leftOut);

/// "est 12,345 cycles (4.1 %)": of a node whose cycles are known.
QString costText(const NodeCost &cost, Origin origin);

} // namespace tosaic::views
