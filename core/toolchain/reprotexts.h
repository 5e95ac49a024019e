// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/reprobundle.h"

#include <QProcessEnvironment>
#include <QStringList>

/// The texts of a repro bundle. English: it is read by the authors of the tools.
namespace tosaic::toolchain::repro {

/// `exact`: the words as they were run; `again`: those of Vela for the unpacked bundle, else empty.
QString commandText(
    const QStringList &exact, const QStringList &again, const CompileRequest &request);
/// As pip freeze prints it.
QString environmentText(const ToolEnvironment &environment, const compiled::CompileResult &result);
/// System, CPUs, memory, and the environment variables that can change a result. Neither host nor
/// user name.
QString platformText(const QProcessEnvironment &environment);
QString readmeText(const ReproMaterial &material, bool isVela, bool runsCode);

} // namespace tosaic::toolchain::repro
