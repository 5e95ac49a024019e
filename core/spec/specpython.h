// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

#include <QString>
#include <QStringList>

/// The same spec as the tools spell it.
namespace tosaic::spec {

/// The EthosUCompileSpec(...) call with its dump_...() calls, ready to paste. Absent values are
/// absent there too. With a TOSA specification or a pass pipeline of its own it is
/// pythonStatements(): those have no arguments. Quantizer and partition are not in it.
QString pythonCall(const CompileSpec &spec);
/// The same as statements, "spec = EthosUCompileSpec(...)" first.
QString pythonStatements(const CompileSpec &spec);

/// pythonCall(); where the spec has a quantizer or keeps something on the CPU, pythonStatements()
/// with EthosUQuantizer and EthosUPartitioner behind, as a script makes them.
QString pythonDeclarations(const CompileSpec &spec);

/// The whole flow as a script: export, calibration, quantizer, partitioner with what stays on the
/// CPU, lowering, program, as Tosaic's own driver does it. `model` is the .pt2 it loads or the .py
/// whose ModelUnderTest and ModelInputs it takes.
QString pythonRecipe(const CompileSpec &spec, const QString &model);

/// A Python string literal in double quotes.
QString pythonText(const QString &text);

/// Vela's arguments without program name and input: extra flags first, as ExecuTorch passes them,
/// so that what the spec says about target and memory wins. Absent values are filled in with
/// EthosUCompileSpec's defaults, not Vela's own.
QStringList velaArguments(const CompileSpec &spec, const QString &outputDir, bool rawOutput);

/// The command line as a user would type it, quoted for a POSIX shell.
QString velaCommandLine(const CompileSpec &spec, const QString &input,
    const QString &outputDir = QStringLiteral("output"));

/// One word quoted for a POSIX shell, only if it needs it.
QString shellQuoted(const QString &word);

} // namespace tosaic::spec
