// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compiled/compileresult.h"

#include <QJsonObject>

namespace tosaic::compiled {

/// The shape of result.json, documented in resources/drivers/README.md. What is absent stays
/// absent; the folder itself is not written.
QJsonObject toJson(const CompileResult &result);
/// "succeeded", "failed" or "cancelled".
QString statusText(Status status);

/// Replaces result.json in result.folder as a whole or not at all. Errors: IoDiskFull, IoWrite.
Result<void> writeCompileResult(const CompileResult &result);
/// The same, but only status, artefacts and problems change, and tools, source and specs are added
/// where they are missing; everything else that another program wrote there stays as it is.
Result<void> updateCompileResult(const CompileResult &result);

} // namespace tosaic::compiled
