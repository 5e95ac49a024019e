// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace tosaic {

/// The middle one, or the mean of the two in the middle; the values must not be none.
double medianOf(std::span<const double> values);

} // namespace tosaic
