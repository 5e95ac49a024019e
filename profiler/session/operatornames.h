// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"

#include <map>
#include <vector>

namespace tosaic {

/// What every face calls the operator that writes a tensor (profile::operatorName), by partition of
/// the compile and the tensor's name in Vela's debug database.
std::map<std::pair<int, QString>, QString> operatorNames(const ProfileSubject &subject);

/// What every face calls the operations of the command stream of that owner, by their index;
/// empty for transfers and where the profile knows none.
std::vector<QString> operatorNamesOf(
    const ProfileSubject &subject, const model::EntityRef &owner, size_t operations);

} // namespace tosaic
