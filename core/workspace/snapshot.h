// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace tosaic::workspace {

/// Copies a workspace as it is now, also while others write to it; of a damaged one the bytes. The
/// file that is copied is only read: it is not brought to the newest layout, and a journal that a
/// crashed writer left stays. `to` must not exist. Blocks. Errors: IoOpen, IoWrite.
Result<void> copyFile(const QString &from, const QString &to);

} // namespace tosaic::workspace
