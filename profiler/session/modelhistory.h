// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryneed.h"
#include "core/base/units.h"
#include "core/workspace/workspace.h"

#include <optional>
#include <vector>

/// What became of a model over commits, specs and versions of the compilers.
namespace tosaic::profile {

/// What differs from the step before.
struct StepChange
{
    enum class Kind
    {
        Model, ///< its content; before and after are SHA-256
        Commit,
        Spec, ///< `what` is a key of SPEC.json, with the tools' defaults filled in
        Tool ///< `what` is "vela", "executorch", ...
    };
    Kind kind = Kind::Model;
    QString what;
    QString before; ///< empty: it was not there
    QString after; ///< empty: it is not there any more
    bool operator==(const StepChange &) const = default;
};

/// A number of a run of what this step compiled; of repeats the median.
struct MeasuredNumber
{
    workspace::RunId run;
    QString name; ///< "time", or that of a counter
    QString unit; ///< "ns", "cycles"
    double value = 0;
    std::optional<Origin> origin; ///< absent: nobody stated it
};

/// A compile of the model that succeeded.
struct HistoryStep
{
    workspace::JobRecord job; ///< without its log
    QString commit; ///< of the checkout around the model; empty: not known
    QString target;
    std::optional<double> cycles; ///< Vela's estimate
    analysis::MemoryNeed need; ///< in the memory mode of the compile
    std::vector<MeasuredNumber> measured; ///< oldest run first; empty: none was recorded
    bool isFirst = true; ///< of this target: there is nothing before it
    std::optional<double> cyclesBefore; ///< of the step before for the same target
    std::vector<StepChange> changes; ///< against that step

    /// The newest measured time; absent without one.
    std::optional<MeasuredNumber> time() const;
};

/// A model that the workspace knows compiles of.
struct KnownModel
{
    QString name; ///< of its file
    QString path; ///< where it lay last; empty: not recorded
    int steps = 0;
    QDateTime newest;
};

/// The models with compiles that succeeded, the newest first. Errors: the workspace's.
Result<std::vector<KnownModel>> knownModels(workspace::Workspace &workspace);

/// The compiles of one model that succeeded, the oldest first. `model`: its path, here or in
/// another checkout, or the name of its file. Reads lists and the numbers of its runs, no consoles
/// but those that nobody has read yet. A run whose console refutes its program is none of it.
/// Errors: the workspace's.
Result<std::vector<HistoryStep>> modelHistory(
    workspace::Workspace &workspace, const QString &model);

} // namespace tosaic::profile
