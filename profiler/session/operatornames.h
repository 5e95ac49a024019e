// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"

#include <map>

namespace tosaic {

/// What every face calls the operator that writes a tensor (profile::operatorName), by partition of
/// the compile and the tensor's name in Vela's debug database.
std::map<std::pair<int, QString>, QString> operatorNames(const ProfileSubject &subject);

} // namespace tosaic
