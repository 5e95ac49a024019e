// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFuture>
#include <QStringList>

/// Folders of environments that Tosaic made. Each carries a mark, so that nothing else is ever
/// removed.
namespace tosaic::toolchain {

/// In the folder of an environment that Tosaic made.
inline constexpr auto MadeMark = ".tosaic-environment";
bool isMadeByTosaic(const QString &environmentDir);
Result<void> markAsMade(const QString &environmentDir);
/// Folder of an environment with one interpreter; empty if that is in none.
QString environmentDirOf(const QString &interpreter);

/// Where an environment with only this version of Vela is made; may not exist yet.
QString velaEnvironmentDir(const QString &version);
/// The one Tosaic makes by default, and those beside it, as far as they exist.
QStringList madeEnvironments();

/// Removes an environment that Tosaic made, on a pool thread (tens of thousands of files). Errors:
/// SpecInvalid for any other folder; IoWrite.
QFuture<Result<void>> removeEnvironment(const QString &environmentDir);

} // namespace tosaic::toolchain
