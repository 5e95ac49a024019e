// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teamstore/storeaddress.h"

namespace tosaic::teamstore {

/// The password that the desktop's keyring has for an address, as `secret-tool store --label=LABEL
/// protocol postgresql server HOST user USER` keeps it. Empty: there is none, no keyring, or the
/// user did not open it. Blocks: the desktop may ask the user to unlock it.
QString keyringPassword(const StoreAddress &address);

} // namespace tosaic::teamstore
