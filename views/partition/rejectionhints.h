// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// What usually helps against a check of ExecuTorch's Arm backend that keeps an operator on the
/// CPU.
namespace tosaic::views {

/// A sentence for the reader; empty where nothing is known to help. `check` and `reason` as in
/// toolchain::Rejection; `target` is the operator ("aten.sort.default").
QString rejectionHint(const QString &check, const QString &reason, const QString &target);

} // namespace tosaic::views
