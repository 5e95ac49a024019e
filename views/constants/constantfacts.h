// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/constants/constantsubject.h"
#include "views/models/factrows.h"

namespace tosaic::views {

/// What a tensor is: type, shape, bytes, quantisation.
std::vector<FactRow> factsOf(const ConstantSubject &subject);
/// What its values are like; places are elements of the constant.
std::vector<FactRow> factsOf(
    const model::ConstantStatistics &statistics, const ConstantSubject &subject);
/// "[3, 0, 1, 7]"
QString positionText(const std::vector<qint64> &position);

} // namespace tosaic::views
