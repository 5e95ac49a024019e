// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/approvals.h"

namespace tosaic::teamstore {

/// Whether a workspace may lead to this store: its user chose it there, or approved the address.
bool isApproved(const Approvals &approvals, const QString &workspace, const QString &address);

} // namespace tosaic::teamstore
