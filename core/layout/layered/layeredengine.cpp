// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered/layeredengine.h"

#include "core/layout/layered/layeredlayout.h"

namespace tosaic::layout {

void LayeredEngine::layout(const Request &request, Done done)
{
    m_slot.start(
        {},
        [request](const JobControl &control) {
            return layeredLayout(request, [control] { return control.isCancelled(); });
        },
        std::move(done));
}

} // namespace tosaic::layout
