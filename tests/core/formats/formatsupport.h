// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"

#include <QJsonArray>
#include <QStringList>

#include <memory>

namespace tosaic::test {

using ProgramPointer = std::shared_ptr<const model::Program>;

/// Reads a program from a file or from memory.
Result<ProgramPointer> openFile(const QString &path);
Result<ProgramPointer> openBytes(const QByteArray &bytes);

/// All .pte below a folder of the samples, sorted; `damaged` chooses those made to be broken.
QStringList samplePrograms(const QString &below, bool damaged = false);

/// All .pte of the committed fixtures, sorted.
QStringList fixturePrograms();

bool hasDiagnostic(const model::Program &program, const QString &id);
/// Diagnostics of at least this severity, one a line.
QString diagnosticText(const model::Program &program, Severity atLeast);

/// Runs everything that reads a program (JSON, text, strides): for inputs that must not crash.
void exercise(const QByteArray &bytes);

} // namespace tosaic::test
