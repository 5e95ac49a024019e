// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/models/opencontroller.h"
#include "app/shell/tools/toolkeeper.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "app/shell/workspace/workspacepanelcontroller.h"
#include "core/workspace/settingkeys.h"

namespace tosaic::shell {

namespace {

/// The tool environments are a choice of the workspace.
void shareChoice(WorkspaceStore &store, ToolKeeper &tools)
{
    QObject::connect(&tools, &ToolKeeper::workspaceChoiceMade, &store, &WorkspaceStore::setSetting);
    QObject::connect(&store, &WorkspaceStore::changed, &tools, [&store, &tools] {
        if (store.path().isEmpty())
            tools.setWorkspaceChoice({});
        else if (store.contents())
            tools.setWorkspaceChoice(
                ToolKeeper::WorkspaceChoice{ store.setting(workspace::InterpreterKey),
                    store.setting(workspace::SecondInterpreterKey) });
    });
}

} // namespace

WorkspaceController &addWorkspace(const ShellContext &context, CompileController &compile,
    const ModelTabs &tabs, OpenController &opener, views::WorkspacePanel &panel)
{
    auto *window = &context.window;
    auto *workspace = new WorkspaceController(context, compile.runner(), tabs, window);
    auto &store = workspace->store();
    new WorkspacePanelController(context, *workspace, panel, window);
    QObject::connect(
        &opener, &OpenController::workspaceOpened, workspace, &WorkspaceController::setPath);
    QObject::connect(&store, &WorkspaceStore::pathChanged, &opener,
        [workspace, &opener] { opener.setArtefactFinder(workspace->finder()); });
    shareChoice(store, compile.tools());
    addHistory(context, store);
    addTeamStore(context, store);
    addDoctor(context, compile.tools(), store);
    return *workspace;
}

} // namespace tosaic::shell
