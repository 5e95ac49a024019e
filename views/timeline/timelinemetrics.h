// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Sizes of the timeline's picture, shared by the files of TimelineView. Pixels unless said.
namespace tosaic::views {

constexpr int RulerLine = 22;
constexpr int SmallestHeader = 90;
constexpr int RowGap = 2; ///< above and below a row's slices
constexpr int ScrollStep = 24;
constexpr int HandleWidth = 5; ///< of a range's edge, to each side
constexpr int HeaderEdge = 4; ///< where the header's border is grabbed, to each side
constexpr int DragDistance = 4;
constexpr double HitSlack = 3;
constexpr double TickDistance = 110;
constexpr double SmallestWindow = 20; ///< in the timeline's unit
constexpr double ZoomMargin = 0.25; ///< of a slice's length, to each side
constexpr double ZoomStep = 1.25;
constexpr double PanStep = 0.12; ///< of the window

} // namespace tosaic::views
