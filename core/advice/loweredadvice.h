// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/advicerun.h"

#include <QByteArray>

/// Advice that needs a lowering: a compile answers it.
namespace tosaic::advice {

/// The model that an experiment compiles, written into `folder` where it is another one than
/// `model`, an absolute path. Of changes of the model Tosaic makes "channels-last", of a .py.
/// The code of that file is run only while it has this SHA-256. Errors: FormatUnsupported for
/// others, IoWrite.
Result<QString> modelFor(
    const Candidate &candidate, const QString &model, const QString &sha256, const QString &folder);

/// What the compile of `subject` and one with the change came to, and what follows. Nothing changes
/// if it failed. Reads reports: off the GUI thread.
Advice withCompile(Advice advice, const Subject &subject, const compiled::CompileResult &compiled,
    const std::shared_ptr<const model::Program> &program);

/// The result with another answer to one experiment, ranked.
AdviceResult withAnswer(AdviceResult result, const Advice &answer);

/// Whether two answers are to the same experiment.
bool isSame(const Candidate &a, const Candidate &b);

} // namespace tosaic::advice
