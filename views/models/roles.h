// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"

#include <Qt>

namespace tosaic::views {

/// What item models say besides the displayed text. They carry raw values; formatting, colour and
/// icon are the delegate's business, so that models need no window.
enum Role
{
    ValueRole = Qt::UserRole + 1, ///< the raw number or text
    SortRole, ///< what to sort by
    UnitRole, ///< QString
    OriginRole, ///< QString, "est", "FVP", "board"
    EntityRole, ///< model::EntityRef that the row stands for
    SeverityRole, ///< int(Severity)
    PlacementRole, ///< int(graph::Placement); absent where it does not apply
    FractionRole, ///< double 0..1 of a progress; absent while unknown
    StateRole, ///< int, model specific
    VerdictRole, ///< int(Verdict) of a change
    IdRole, ///< stable id of the row; of a column its key
    PictureRole, ///< DistributionPicture or StepPicture, drawn in the cell
    DeviationRole, ///< double, relative to the reference
    IndentRole, ///< bool: a part of the row above
    IconRole ///< QString, name in the theme of what stands before the text
};

} // namespace tosaic::views
