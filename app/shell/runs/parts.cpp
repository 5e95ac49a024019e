// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/models/opencontroller.h"
#include "app/shell/runs/livecontroller.h"
#include "app/shell/runs/profilecontroller.h"
#include "app/shell/runs/runimporter.h"
#include "app/shell/runs/runstabs.h"

using namespace Qt::StringLiterals;

namespace tosaic::shell {

RunsTabs &addRuns(const ShellContext &context, const OpenController &opener, WorkspaceStore &store,
    const ToolKeeper &tools, const RunPanels &panels)
{
    auto *window = &context.window;
    addKeptRuns(context, store);
    addProgramNames(context, store);
    auto *importer = new RunImporter(context, store, window);
    QObject::connect(&opener, &OpenController::opened, importer, &RunImporter::noticeOpened);
    auto *tabs = new RunsTabs(context, store, window);
    addTracking(context);
    addRunner(context, panels.runner);
    addReference(context, tools, panels.reference);
    auto *profile = new ProfileController(context, window);
    QObject::connect(
        &opener, &OpenController::reportOpened, profile, &ProfileController::addReport);
    auto *live = new LiveController(context, tools, store, panels.run, window);
    QObject::connect(live, &LiveController::started, tabs, [tabs] { tabs->show(u"time"_s); });
    addDebugger(context, *tabs, live->here(), tools);
    addAccuracy(context, *tabs, tools);
    addRunProof(context, *tabs, tools, panels.run);
    return *tabs;
}

} // namespace tosaic::shell
