// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compiled/compileresult.h"

#include <QJsonObject>

namespace tosaic::compiled {

inline constexpr auto ResultFileName = "result.json";
/// Bytes of it; in memory its values take up to ten times as much.
inline constexpr qint64 LargestResult = 32 * 1024 * 1024;

/// Reads result.json of an output folder. Unknown keys are ignored; entries that make no sense are
/// left out with a problem "result.damaged"; artefacts that are gone, have another size or point
/// outside the folder get "result.artefact-missing", "result.artefact-changed" or
/// "result.artefact-outside" (the last are left out). Hashes are not computed here.
/// Errors: IoOpen, IoRead; FormatDamaged with the byte; LimitExceeded above LargestResult.
/// Blocks while it reads: not for the GUI thread.
Result<CompileResult> readCompileResult(const QString &folder);

/// The same from its parts, for what was kept elsewhere. Touches no file.
CompileResult compileResultFromJson(const QJsonObject &object, const QString &folder);

} // namespace tosaic::compiled
