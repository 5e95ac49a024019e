// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/nodemenu.h"

#include "views/widgets/pinmenu.h"

#include <QApplication>
#include <QClipboard>
#include <QIcon>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Has bytes in the file: what the program's own parts name.
bool hasBytes(const model::EntityRef &entity)
{
    using Kind = model::EntityRef::Kind;
    return entity.kind == Kind::Instruction || entity.kind == Kind::Delegate
        || entity.kind == Kind::Value || entity.kind == Kind::Partition
        || entity.kind == Kind::NpuOperation
        || (entity.kind == Kind::NetworkTensor && entity.name.isEmpty());
}

} // namespace

NodeMenu::NodeMenu(const graph::Node *node, const graph::Group *group, bool isEnterable,
    const Pins &pins, const QString &beginning, QWidget *parent)
    : QMenu(parent)
{
    setObjectName(u"graphMenu"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    // NPU operations are what the compiler made; what it takes is chosen one level further out.
    const bool isOperator = node && !node->collapsed && node->placement != graph::Placement::Io
        && node->entity.kind != model::EntityRef::Kind::NpuOperation;
    if (isEnterable) {
        auto *enter = add(this, u"graphMenuEnter"_s, tr("Show NPU operations"));
        connect(enter, &QAction::triggered, this, &NodeMenu::enterRequested);
    }
    if (isOperator)
        addKeepOnCpu(*node, pins);
    if (group || (node && node->collapsed)) {
        auto *toggle = add(this, u"graphMenuToggle"_s, node ? tr("Expand") : tr("Collapse"));
        connect(toggle, &QAction::triggered, this, &NodeMenu::toggleRequested);
    }
    const auto entity = node ? node->entity : group ? group->entity : model::EntityRef();
    if (hasBytes(entity)) {
        auto *bytes = add(this, u"graphMenuBytes"_s, tr("Show bytes"));
        connect(
            bytes, &QAction::triggered, this, [this, entity] { Q_EMIT bytesRequested(entity); });
    }
    if (node || group)
        addRelations(beginning);
    if (!isEmpty())
        addSeparator();
    if (node || group) {
        const auto name = !entity.name.isEmpty() ? entity.name : node ? node->title : group->title;
        auto *copy = add(this, u"graphMenuCopyName"_s, tr("Copy name"));
        copy->setIcon(QIcon::fromTheme(u"edit-copy"_s));
        connect(
            copy, &QAction::triggered, this, [name] { QApplication::clipboard()->setText(name); });
    }
    auto *picture = add(this, u"graphMenuCopyPicture"_s, tr("Copy picture"));
    connect(picture, &QAction::triggered, this, &NodeMenu::copyPictureRequested);
}

void NodeMenu::addBlocks(int count, bool areAllDrawn)
{
    auto *blocks = add(this, u"graphMenuBlocks"_s,
        areAllDrawn ? tr("Draw one of %n block(s) alike for all", nullptr, count)
                    : tr("Draw all %n block(s) alike", nullptr, count));
    connect(blocks, &QAction::triggered, this,
        [this, areAllDrawn] { Q_EMIT blocksRequested(!areAllDrawn); });
}

QAction *NodeMenu::add(QMenu *menu, const QString &name, const QString &text)
{
    auto *action = menu->addAction(text);
    action->setObjectName(name);
    return action;
}

void NodeMenu::addRelations(const QString &beginning)
{
    auto *menu = addMenu(tr("What is joined to it"));
    menu->setObjectName(u"graphMenuRelated"_s);
    using graph::Relation;
    for (const auto &[name, text, relation] :
        { std::tuple(u"graphProducers"_s, tr("What it takes data from"), Relation::Producers),
            { u"graphConsumers"_s, tr("What takes data from it"), Relation::Consumers },
            { u"graphAncestors"_s, tr("All that its value depends on"), Relation::Ancestors },
            { u"graphDescendants"_s, tr("All that depends on its value"),
                Relation::Descendants } }) {
        connect(add(menu, name, text), &QAction::triggered, this,
            [this, relation] { Q_EMIT relationRequested(relation); });
    }
    menu->addSeparator();
    connect(add(menu, u"graphPathBegin"_s, tr("Way from here")), &QAction::triggered, this,
        &NodeMenu::pathBeginRequested);
    auto *end = add(menu, u"graphPathEnd"_s,
        beginning.isEmpty() ? tr("Way to here") : tr("Way to here from %1").arg(beginning));
    end->setEnabled(!beginning.isEmpty());
    connect(end, &QAction::triggered, this, &NodeMenu::pathEndRequested);
    connect(add(this, u"graphMenuBookmark"_s, tr("Bookmark, or remove the bookmark")),
        &QAction::triggered, this, &NodeMenu::bookmarkRequested);
}

void NodeMenu::addKeepOnCpu(const graph::Node &node, const Pins &pins)
{
    auto *menu = addMenu(tr("Keep on CPU"));
    menu->setObjectName(u"graphMenuKeep"_s);
    if (node.entity.kind != model::EntityRef::Kind::Node) {
        // A program names no operators inside its delegates; only the compile does.
        menu->setEnabled(false);
        menu->setTitle(tr("Keep on CPU (compile the model here first)"));
        return;
    }
    addPinChoices(*menu, pins.choices,
        [this](const spec::KeepOnCpu &what) { Q_EMIT keepOnCpuRequested(what); });
    auto *pattern = add(menu, u"graphKeepPattern"_s, tr("Name pattern…"));
    connect(pattern, &QAction::triggered, this,
        [this, title = node.title] { Q_EMIT patternRequested(u'*' + title + u'*'); });
    addPinRelease(
        *this, pins.held, [this](const spec::KeepOnCpu &what) { Q_EMIT releaseRequested(what); });
}

} // namespace tosaic::views
