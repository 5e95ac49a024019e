// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/statestack.h"

#include <optional>

namespace tosaic::views {

/// A question that Vela answers, as a page puts it before there is an answer.
struct VelaQuestion
{
    QString iconName;
    QString title;
    QString withoutInput; ///< nothing is open that it could be asked about
    QString before; ///< it can be asked now
    QString action;

    /// What the page shows instead of an answer; absent: there is one, or it `isAsked` already.
    std::optional<EmptyState> emptyState(bool hasInput, bool hasTools, bool isAsked) const;
};

} // namespace tosaic::views
