// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layout/layout.h"

#include <memory>

namespace tosaic::layout {

/// Layered layout by Graphviz' dot through its C interface. Not thread-safe, not even with several
/// objects; cannot be interrupted; may end the process. So it is compiled only into tosaic-layout.
class GraphvizEngine
{
public:
    GraphvizEngine();
    ~GraphvizEngine();
    GraphvizEngine(const GraphvizEngine &) = delete;
    GraphvizEngine &operator=(const GraphvizEngine &) = delete;

    Result<Layout> layout(const Request &request);

private:
    class Drawing;
    struct Context;
    std::unique_ptr<Context> m_context; ///< one for the whole life: each one made leaks
};

} // namespace tosaic::layout
