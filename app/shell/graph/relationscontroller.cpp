// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "views/graph/graphpage.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

struct RelationWords
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::Relations)
};

} // namespace

void addRelations(const ShellContext &context)
{
    using graph::Relation;
    using views::GraphPage;
    auto *menu = context.actions.addMenu(
        u"go.related"_s, RelationWords::tr("What is &joined to the selection"));
    const auto add = [&](const ActionSpec &spec, std::function<void(GraphPage &)> act) {
        auto *action = context.actions.add(spec, [context, act = std::move(act)] {
            context.modes.show(Mode::Model);
            context.pages.showGraph();
            act(context.pages.graph());
        });
        menu->addAction(action);
        const auto enable = [action, &session = context.session] {
            const auto &model = session.model();
            action->setEnabled(model.program() || model.compileResult() || model.network());
        };
        QObject::connect(&context.session.model(), &ModelDocument::changed, action, enable);
        enable();
    };
    const auto addRelation = [&](const QString &id, const QString &text, const QString &keys,
                                 const QString &tip, Relation relation) {
        add({ .id = id, .text = text, .shortcut = QKeySequence(keys), .tip = tip },
            [relation](GraphPage &page) { page.showRelated(relation); });
    };
    addRelation(u"go.producers"_s, RelationWords::tr("What it takes &data from"), u"Ctrl+Shift+I"_s,
        RelationWords::tr("Mark and list the producers of what is selected"), Relation::Producers);
    addRelation(u"go.consumers"_s, RelationWords::tr("What takes data &from it"), u"Ctrl+Shift+O"_s,
        RelationWords::tr("Mark and list the consumers of what is selected"), Relation::Consumers);
    addRelation(u"go.ancestors"_s, RelationWords::tr("All that its &value depends on"),
        u"Ctrl+Alt+I"_s, RelationWords::tr("Mark and list all ancestors of what is selected"),
        Relation::Ancestors);
    addRelation(u"go.descendants"_s, RelationWords::tr("All that d&epends on its value"),
        u"Ctrl+Alt+O"_s, RelationWords::tr("Mark and list all descendants of what is selected"),
        Relation::Descendants);
    menu->addSeparator();
    add({ .id = u"go.pathFrom"_s,
            .text = RelationWords::tr("Way from &here"),
            .shortcut = QKeySequence(u"Ctrl+M"_s),
            .tip = RelationWords::tr("A way of the data begins at what is selected") },
        [](GraphPage &page) { page.beginPath(); });
    add({ .id = u"go.pathTo"_s,
            .text = RelationWords::tr("Way &to here"),
            .shortcut = QKeySequence(u"Ctrl+Shift+M"_s),
            .tip = RelationWords::tr("Mark and list a way of the data to what is selected") },
        [](GraphPage &page) { page.endPath(); });
}

} // namespace tosaic::shell
