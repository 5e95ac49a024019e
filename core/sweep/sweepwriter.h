// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/cellresult.h"

#include <QJsonObject>

/// The written forms of a sweep; their keys are those of the command line's contract.
namespace tosaic::sweep {

QString environmentName(const Cell &cell); ///< "default" for the one in use

/// Folder of a cell below that of the sweep: "cells/007-ethos-u55-128-Shared_Sram".
QString cellFolder(const SweepResult &result, std::size_t index);

/// "sram", "flash" or "dram".
QString memoryName(Metric memory);

/// {"cells":[...],"excluded":[...],"pareto":{"cycles":[index],"time":[index]},...}; everything but
/// what the caller knows: status, input, problems.
QJsonObject toJson(const SweepResult &result);

/// One line for each cell under a line of titles; empty where it is not known. Units are in the
/// titles.
QByteArray toCsv(const SweepResult &result);

/// Writes each cell's spec.json, results.csv and last `results` as results.json, so that who finds
/// that finds all. Makes the folder. Errors: IoWrite, IoDiskFull.
Result<void> writeSweep(
    const QString &folder, const SweepResult &result, const QJsonObject &results);

} // namespace tosaic::sweep
