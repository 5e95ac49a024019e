// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/baseline.h"
#include "core/sweep/cellresult.h"

#include <QJsonObject>

/// The written forms of a sweep; their keys are those of the command line's contract.
namespace tosaic::sweep {

QString environmentName(const Cell &cell); ///< "default" for the one in use

/// What is written beside the numbers of each cell.
struct SweepForm
{
    std::vector<Metric> front; ///< two or three that a Pareto front is asked over; empty: none
    Choice choice; ///< what the cells of `baselines` have
    std::vector<std::optional<std::size_t>> baselines; ///< by cell; empty: held against nothing

    std::optional<std::size_t> baseline(std::size_t cell) const
    {
        return cell < baselines.size() ? baselines[cell] : std::nullopt;
    }
};

/// Sweeps of more cells have their specs in one file, not in a folder for each.
inline constexpr std::size_t MostCellFolders = 256;

/// Where the spec of a cell is, below the folder of the sweep:
/// "cells/007-ethos-u55-128-Shared_Sram/spec.json", of a large sweep "specs.json#7": the list of
/// all, and the place in it.
QString cellSpec(const SweepResult &result, std::size_t index);

/// {"cells":[...],"excluded":[...],"pareto":{"cycles":[index],"time":[index]},...}; everything but
/// what the caller knows: status, input, problems.
QJsonObject toJson(const SweepResult &result, const SweepForm &form = {});

/// One line for each cell under a line of titles; empty where it is not known. Units are in the
/// titles.
QByteArray toCsv(const SweepResult &result, const SweepForm &form = {});

/// Writes the cells' specs, results.csv and last `results` as results.json, so that who finds that
/// finds all. Makes the folder. Errors: IoWrite, IoDiskFull.
Result<void> writeSweep(const QString &folder, const SweepResult &result,
    const QJsonObject &results, const SweepForm &form = {});

/// The cells that no other one beats in what the form asks for; empty if it asks for nothing.
std::vector<std::size_t> frontOf(const SweepResult &result, const SweepForm &form);

} // namespace tosaic::sweep
