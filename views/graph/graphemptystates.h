// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphplace.h"
#include "views/widgets/statestack.h"

namespace tosaic::views {

/// In place of a graph while nothing is open.
EmptyState noModelState();
/// In place of a graph without a node: why it has none.
EmptyState emptyGraphState(const ModelDocument &document, GraphLevel level);

} // namespace tosaic::views
