// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

namespace tosaic::shell {

void addGraph(const ShellContext &context, WorkspaceStore &store)
{
    addRelations(context);
    addBookmarks(context, store);
    addGraphExport(context);
    addChangeMarks(context);
    addLayoutChoice(context);
    addTwoGraphs(context);
    addNodeData(context);
    addQuantisation(context);
}

} // namespace tosaic::shell
