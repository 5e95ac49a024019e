// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/records.h"

/// Which recorded compiles are of the same model, and where it stood under version control.
namespace tosaic::workspace {

/// Where the model lay that a job compiled, absolute; empty if that was not recorded.
QString modelPath(const JobRecord &job);

/// Whether a model here is the recorded one, there or in another checkout of the same project; the
/// checkout may be gone. By paths alone.
bool isSameModel(const QString &path, const QString &recorded);

/// The commit that the checkout around a file stands at, 40 or 64 hexadecimal digits; empty if none
/// is around it or its files say nothing. Starts no program; reads a few small files of `.git`.
/// Whether the file was edited since is not looked at.
QString commitAround(const QString &path);

/// Of a job, as it was when it was recorded; empty: not known.
QString commitOf(const JobRecord &job);

} // namespace tosaic::workspace
