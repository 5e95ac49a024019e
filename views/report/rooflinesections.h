// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "profiler/analysis/roofline.h"
#include "profiler/session/profiledocument.h"

#include <vector>

namespace tosaic::views {

/// Drawing of a roofline on white, both axes logarithmic, dots as large as their cycles; empty
/// without a peak or without points. The weights are the cycles of each sample.
QByteArray rooflineSvg(const profile::Roofline &roofline, const std::vector<double> &weights);

/// For each command stream with a system configuration: what limits its operators, as picture and
/// table, and how many have no place and why. None if there is no such stream.
std::vector<report::Section> rooflineSections(const ProfileSubject &subject);

} // namespace tosaic::views
