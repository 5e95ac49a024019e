// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/model/program.h"
#include "profiler/targets/runtarget.h"

#include <QSet>
#include <QString>
#include <QStringList>

#include <vector>

namespace tosaic::profile {

/// What ExecuTorch's Python package can run on a computer: made from its own list
/// (resources/drivers/host_kernels.json).
struct HostKernels
{
    QString executorch; ///< version of ExecuTorch that the lists are of
    QStringList backends; ///< delegates that need nothing else
    QSet<QString> operators; ///< "aten::add.out", those of its kernel libraries included
};

/// `drivers`: empty: driversDir(). Errors: ToolMissing, FormatDamaged.
Result<HostKernels> readHostKernels(const QString &drivers = {});

/// What stands in the way of a run on this machine: errors keep it from starting, because the
/// runtime would refuse it or crash; warnings do not. `executorch` is the version that will run
/// it; with another one than the lists are of, a missing kernel is a warning. Ids "run.*". Looks at
/// the file system for data and input files only.
std::vector<Diagnostic> checkHostRun(const model::Program &program, const HostTarget &target,
    const HostKernels &kernels, const QString &executorch = {});

} // namespace tosaic::profile
