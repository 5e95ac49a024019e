// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

/// What one console may make us keep. A log above these is still read; what is dropped is said in a
/// diagnostic "log.limit".
namespace tosaic::profile::limits {

/// Longest line kept, bytes: an ETDump in base64 is one line.
inline constexpr qsizetype LineBytes = 32 * 1024 * 1024;
/// How much of a line the rules look at, bytes. Runners cut messages at 255 characters.
inline constexpr qsizetype RuleBytes = 8 * 1024;
inline constexpr size_t Profiles = 10'000;
inline constexpr size_t CountersPerProfile = 256;
inline constexpr size_t Errors = 1'000;
inline constexpr qsizetype ErrorText = 1'024; ///< characters
inline constexpr size_t Jobs = 10'000;
inline constexpr size_t Operators = 100'000;
inline constexpr size_t TensorsPerList = 10'000;
inline constexpr size_t Runs = 1'000'000; ///< times of single inferences
inline constexpr size_t LayerCells = 4'000'000;
inline constexpr size_t Outputs = 256;
inline constexpr size_t OutputValues = 4'000'000;

} // namespace tosaic::profile::limits
