// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Measures of the arena's picture, px.
namespace tosaic::views {

inline constexpr double ArenaGutter = 78; ///< addresses, left
inline constexpr double ArenaProfile = 72; ///< bytes alive at each step, above
inline constexpr double ArenaRuler = 26; ///< step numbers, below
inline constexpr double ArenaRight = 12; ///< free
inline constexpr double ArenaUnknownHeight = 12; ///< of a buffer without a known size
inline constexpr double ArenaLargestStep = 240;
inline constexpr double ArenaLargestByte = 16; ///< px a byte
inline constexpr double ArenaLargestContent = 1 << 24; ///< scroll bars are ints

} // namespace tosaic::views
