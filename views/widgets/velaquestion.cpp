// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/velaquestion.h"

namespace tosaic::views {

std::optional<EmptyState> VelaQuestion::emptyState(bool hasInput, bool hasTools, bool isAsked) const
{
    if (!hasInput)
        return EmptyState{ iconName, title, withoutInput, StateStack::tr("Open…") };
    if (isAsked)
        return std::nullopt;
    if (!hasTools)
        return EmptyState{ iconName, title,
            StateStack::tr("No Python environment with Vela was found."),
            StateStack::tr("Compilers") };
    return EmptyState{ iconName, title, before, action };
}

} // namespace tosaic::views
