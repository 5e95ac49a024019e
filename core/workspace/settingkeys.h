// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Keys of Workspace::setting() whose values make something start. Whoever reads one asks
/// Approvals first: a workspace may come from anybody.
namespace tosaic::workspace {

inline const QString InterpreterKey
    = QStringLiteral("tools.interpreter"); ///< Python to compile with
inline const QString SecondInterpreterKey = QStringLiteral("tools.second"); ///< for comparison
/// Where sweeps run, as sweep::ClusterRequest::engine; empty: on this machine.
inline const QString EngineKey = QStringLiteral("sweep.engine");
/// The team's store (core/teamstore); empty: none.
inline const QString StoreKey = QStringLiteral("team.store");
/// What the Run panel was set to: JSON, one object for each kind of target.
inline const QString RunTargetsKey = QStringLiteral("run.targets");

} // namespace tosaic::workspace
