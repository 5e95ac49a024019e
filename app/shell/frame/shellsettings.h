// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/settings.h"

#include <QByteArray>
#include <QStringList>
#include <QVariantMap>

/// Settings of the window; each is declared here and nowhere else.
namespace tosaic::shell::settings {

inline const Setting<int> ThemeChoice{ "view/theme", 0 }; ///< int(views::ThemeMode)
inline const Setting<bool> LayoutByGraphviz{ "view/graphviz", false };
inline const Setting<bool> FindingsFolded{ "view/findingsFolded", false };
inline const Setting<bool> FindingsFoldedLow{ "view/findingsFoldedLow", true }; ///< in a low window
inline const Setting<QByteArray> WindowGeometry{ "window/geometry", {} };
inline const Setting<QByteArray> WindowState{ "window/state", {} };
inline const Setting<QVariantMap> ModeDocks{ "window/modeDocks", {} };
inline const Setting<QStringList> RecentFiles{ "files/recent", {} };
inline const Setting<int> RecentLimit{ "files/recentLimit", 12 };
inline const Setting<QVariantMap> FilePlaces{ "files/places", {} }; ///< per path: mode
inline const Setting<QVariantMap> FileViews{ "files/views", {} }; ///< per path: zoom, selection
/// Of models where no workspace is open, JSON.
inline const Setting<QString> Bookmarks{ "files/bookmarks", {} };
inline const Setting<QVariantMap> PartSizes{ "window/parts", {} }; ///< splitters and columns
inline const Setting<QString> LastFolder{ "files/lastFolder", {} };
inline const Setting<QString> OutputFolder{ "compile/outputFolder", {} };
inline const Setting<bool> SwitchAfterCompile{ "compile/showComparison", true };
inline const Setting<int> ParallelJobs{ "jobs/parallel", 0 }; ///< 0: all cores but one
inline const Setting<int> JobTimeLimit{ "jobs/timeLimit", 0 }; ///< minutes; 0: none
inline const Setting<QString> Interpreter{ "tools/python", {} };
inline const Setting<QString> SecondInterpreter{ "tools/second", {} }; ///< for comparison
inline const Setting<QStringList> AddedInterpreters{ "tools/added", {} }; ///< named by the user
/// As sweep::ClusterRequest::engine, where no workspace says another one.
inline const Setting<QString> SweepEngine{ "sweep/engine", {} };
/// Of MLflow; without user and password.
inline const Setting<QString> TrackingServer{ "tracking/server", {} };
inline const Setting<QString> TrackingExperiment{ "tracking/experiment", QStringLiteral("tosaic") };
inline const Setting<QString> MemoryBoard{ "memory/board", {} }; ///< id
inline const Setting<QString> ExecuTorchCheckout{ "runner/checkout", {} };
inline const Setting<QString> CrossCompiler{ "runner/toolchain",
    QStringLiteral("arm-none-eabi-gcc") };
/// What the Run panel was set to, JSON.
inline const Setting<QString> RunTargets{ "run/targets", {} };
inline const Setting<QString> TargetRuntime{ "model/runtime", QStringLiteral("ethos-u") };

} // namespace tosaic::shell::settings
