// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/menus.h"

#include "app/shell/frame/actionregistry.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Menus", text);
}

} // namespace

std::vector<MenuTable> menuTables()
{
    const auto separator = u"-"_s;
    return {
        { u"file"_s, tr("&File"),
            { u"file.open"_s, u"file.recent"_s, u"file.samples"_s, separator, u"workspace.save"_s,
                u"workspace.saveAs"_s, u"workspace.show"_s, u"workspace.searchFolder"_s,
                u"workspace.clean"_s, u"workspace.store"_s, separator, u"file.saveProgram"_s,
                u"file.showInFolder"_s, u"file.reload"_s, u"file.close"_s, separator,
                u"file.quit"_s } },
        { u"edit"_s, tr("&Edit"),
            { u"spec.undo"_s, u"spec.redo"_s, u"spec.paste"_s, separator, u"edit.find"_s,
                u"edit.settings"_s, u"edit.approvals"_s } },
        { u"view"_s, tr("&View"),
            { u"mode.home"_s, u"mode.model"_s, u"mode.partition"_s, u"mode.memory"_s,
                u"mode.spec"_s, u"mode.runs"_s, u"mode.compare"_s, u"mode.report"_s, separator,
                u"view.nextModel"_s, u"view.previousModel"_s, separator, u"view.docks"_s,
                u"view.foldPanels"_s, u"view.nextPanel"_s, u"view.previousPanel"_s, u"view.theme"_s,
                separator, u"view.fit"_s, u"view.zoomIn"_s, u"view.zoomOut"_s, u"view.changes"_s,
                u"view.graphviz"_s, separator, u"view.fullScreen"_s, u"view.resetLayout"_s } },
        { u"model"_s, tr("&Model"),
            { u"go.operator"_s, u"go.back"_s, u"go.forward"_s, u"go.bookmarks"_s, u"go.related"_s,
                separator, u"model.twoGraphs"_s, u"model.nodeData"_s, u"model.quantisation"_s,
                u"model.showBytes"_s, u"model.copyPicture"_s, u"model.exportPicture"_s,
                u"model.exportNodeData"_s, separator, u"workspace.provenance"_s, u"model.history"_s,
                u"model.runtime"_s } },
        { u"compile"_s, tr("&Compile"),
            { u"compile.run"_s, u"compile.with"_s, u"compile.otherVela"_s, u"compile.respec"_s,
                u"compile.cancel"_s, separator, u"compile.chooseInput"_s, u"spec.load"_s,
                u"spec.save"_s, u"spec.takeOver"_s, u"spec.defaults"_s, u"spec.ini"_s,
                u"spec.memory"_s, u"spec.whatIf"_s, u"spec.advice"_s, separator,
                u"compile.keepOnCpu"_s, u"compile.keepKind"_s, u"compile.release"_s,
                u"compile.preview"_s, u"compile.findPins"_s, separator, u"workspace.saveSpec"_s,
                separator, u"tools.create"_s, u"tools.choose"_s } },
        { u"run"_s, tr("&Run"),
            { u"run.start"_s, u"run.stop"_s, u"run.panel"_s, separator, u"run.import"_s,
                u"run.importToWorkspace"_s, u"run.importConsole"_s, u"run.trace"_s,
                u"run.board-column"_s, separator, u"run.views"_s, u"run.debug"_s, separator,
                u"run.runner"_s, u"run.reference"_s } },
        { u"report"_s, tr("Re&port"), { u"report.show"_s, u"report.save"_s, u"report.mlflow"_s } },
        { u"help"_s, tr("&Help"),
            { u"help.guide"_s, u"help.palette"_s, u"help.shortcuts"_s, u"help.doctor"_s, separator,
                u"help.about"_s } },
    };
}

void fillMenuBar(QMenuBar &bar, const ActionRegistry &actions)
{
    for (const auto &table : menuTables()) {
        auto *menu = bar.addMenu(table.title);
        menu->setObjectName(u"menu."_s + table.id);
        menu->setToolTipsVisible(true);
        for (const auto &item : table.items) {
            if (item == "-"_L1)
                menu->addSeparator();
            else if (auto *action = actions.action(item))
                menu->addAction(action);
            else if (auto *submenu = actions.menu(item))
                menu->addMenu(submenu);
        }
    }
}

} // namespace tosaic::shell
