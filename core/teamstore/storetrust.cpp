// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/storetrust.h"

#include "core/workspace/settingkeys.h"

namespace tosaic::teamstore {

bool isApproved(const Approvals &approvals, const QString &workspace, const QString &address)
{
    return approvals.isOwn(workspace, workspace::StoreKey, address)
        || approvals.allows(connectionSubject(address));
}

} // namespace tosaic::teamstore
