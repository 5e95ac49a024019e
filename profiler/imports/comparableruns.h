// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"
#include "profiler/store/runstore.h"

#include <span>

namespace tosaic::profile {

/// What of stored runs can be compared. Several runs are repeats of each other, those of identical
/// files are one: a condition in
/// which they differ is told as all its values. Conditions that were not stated are taken from what
/// the consoles tell (product, MACs, processor clock, driver version).
ComparableRun comparableRun(std::span<const MeasuredRun> repeats);

/// Conditions of one run as text, in the words of the command line; what is not known is absent.
std::map<Condition, QString> conditionsOf(const MeasuredRun &run);

} // namespace tosaic::profile
