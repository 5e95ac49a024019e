// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/model/entityref.h"

#include <QHash>
#include <QString>

#include <optional>

namespace tosaic {
class ModelDocument;
class ProfileDocument;
}

namespace tosaic::views {

/// Cycles of one row, as the graph has them.
struct PlacementCost
{
    std::optional<double> cycles;
    std::optional<double> share; ///< of all cycles of the program
    std::optional<Origin> origin; ///< of `cycles`
    QString carrier; ///< fused or folded: who has its cycles
    QString reason; ///< why they are not known

    bool operator==(const PlacementCost &) const = default;
};
using PlacementCosts = QHash<model::EntityRef, PlacementCost>;

/// None while the profile is being put together: the one before may be of another model.
PlacementCosts placementCosts(const ModelDocument &document, const ProfileDocument &profile);

/// "111,632 est", "in aten_add_tensor", "Not known"; empty for what has no cost at all.
QString cyclesText(const PlacementCost &cost);
/// The whole of it, for the tooltip; empty: there is nothing to add.
QString cyclesTip(const PlacementCost &cost);

} // namespace tosaic::views
