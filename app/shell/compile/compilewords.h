// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/toolchain/jobqueue.h"

#include <QString>

/// What a compile says about itself, in the user's words.
namespace tosaic::shell {

/// Of a stage's name (resources/drivers/README.md); the name itself where it is not known.
QString stageText(const QString &name);
/// What to do about a failure.
QString nextStepOf(const compiled::CompileResult &result);
/// Why a job waits; `queue` knows it under `id`.
QString waitText(const toolchain::JobQueue &queue, toolchain::QueuedJobId id);

} // namespace tosaic::shell
