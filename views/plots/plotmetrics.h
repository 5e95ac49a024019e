// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Sizes of the plot, px.
namespace tosaic::views::plotmetrics {

inline constexpr int LeftRoom = 72; ///< for the numbers of the y axes
inline constexpr int RightRoom = 16;
inline constexpr int HeadHeight = 26; ///< title and value of a lane
inline constexpr int BottomRoom = 8; ///< between lanes
inline constexpr int AxisHeight = 28;
inline constexpr int SmallestLane = 92;

} // namespace tosaic::views::plotmetrics
