// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/approvals.h"
#include "profiler/targets/runtarget.h"

namespace tosaic::profile {

/// What must be approved before a request that somebody else wrote is run: the command line with
/// the bytes of its program and of the files among its arguments (of an FVP the runner, too, which
/// may reach files of this machine by semihosting), the port or host, the interpreter. Reads files:
/// blocks.
TrustSubject trustSubject(const RunRequest &request);

} // namespace tosaic::profile
