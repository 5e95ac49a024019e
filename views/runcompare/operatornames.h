// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"

#include <QHash>

namespace tosaic::views {

/// What the names of operators in runs stand for: output tensor and edge node of the subject's
/// operations. A name that two operations have stands for neither.
QHash<QString, model::EntityRef> operatorNames(const ProfileSubject &subject);

/// "native_call_add.out (chain 0, instruction 5)", as ETDumps are read, is an instruction of the
/// program's first method; empty for other names, and other chains.
model::EntityRef instructionOf(const QString &name);

} // namespace tosaic::views
