// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/commandpalette.h"
#include "app/shell/frame/menus.h"
#include "app/shell/frame/pages.h"
#include "app/shell/window/docks.h"
#include "core/model/network.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/arena/arenaview.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSet>
#include <QShortcut>
#include <QStatusBar>
#include <QTableView>
#include <QTextBrowser>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::test::actionstests {

namespace {

class Actions : public WindowTest
{
};

} // namespace

TEST_F(Actions, EveryOneHasATextAPlaceAndAnEffectOnTheKeyboard)
{
    QSet<QAction *> inMenus;
    for (auto *menu : window->findChildren<QMenu *>()) {
        for (auto *action : menu->actions())
            inMenus.insert(action);
    }
    for (const auto &id : { u"view.theme"_s, u"view.docks"_s, u"run.views"_s, u"run.debug"_s,
             u"go.related"_s, u"go.bookmarks"_s }) {
        for (auto *action : window->actions().menu(id)->actions())
            inMenus.insert(action);
    }
    ASSERT_FALSE(window->actions().ids().empty());
    for (const auto &id : window->actions().ids()) {
        auto *action = window->actions().action(id);
        EXPECT_FALSE(shell::plainText(*action).isEmpty()) << id.toStdString();
        EXPECT_TRUE(inMenus.contains(action)) << id.toStdString() << " stands in no menu";
        EXPECT_EQ(action->objectName(), id);
    }
}

TEST_F(Actions, MenusNameOnlyWhatExists)
{
    for (const auto &menu : shell::menuTables()) {
        for (const auto &id : menu.items) {
            if (id != u"-"_s) {
                EXPECT_TRUE(window->actions().action(id) || window->actions().menu(id))
                    << id.toStdString();
            }
        }
    }
}

TEST_F(Actions, NoTwoShareAShortcut)
{
    QHash<QString, QString> owner;
    for (const auto &id : window->actions().ids()) {
        for (const auto &shortcut : window->actions().action(id)->shortcuts()) {
            const auto text = shortcut.toString();
            EXPECT_FALSE(owner.contains(text)) << text.toStdString() << ": " << id.toStdString()
                                               << " and " << owner[text].toStdString();
            owner[text] = id;
        }
    }
}

/// Qt drops a key that the window and a view want both.
TEST_F(Actions, NoViewTakesAKeyOfTheWindow)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    for (const auto mode : shell::AllModes)
        window->show(mode);
    for (int tab = 1; tab <= 7; ++tab)
        key(static_cast<Qt::Key>(Qt::Key_0 + tab), Qt::AltModifier);
    QHash<QKeySequence, QString> taken;
    for (const auto &id : window->actions().ids()) {
        for (const auto &shortcut : window->actions().action(id)->shortcuts())
            taken.insert(shortcut, id);
    }
    for (const auto *shortcut : window->findChildren<QShortcut *>())
        EXPECT_FALSE(taken.contains(shortcut->key()))
            << taken.value(shortcut->key()).toStdString() << " and "
            << shortcut->parent()->objectName().toStdString();
    for (auto *action : window->findChildren<QAction *>()) {
        if (window->actions().action(action->objectName()) == action)
            continue;
        for (const auto &shortcut : action->shortcuts())
            EXPECT_FALSE(taken.contains(shortcut))
                << taken.value(shortcut).toStdString() << " and " << action->text().toStdString();
    }
}

TEST_F(Actions, FindLeadsToTheSearchOfWhatHasTheFocus)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    auto &graph = window->pages().graph();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !graph.shownLayout().centres.empty(); }, 30'000));
    const auto found = [this](QWidget *from) {
        from->setFocus();
        key(Qt::Key_F);
        auto *line = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        return line ? line->objectName() : QString();
    };
    EXPECT_EQ(found(graph.view()), u"graphFindLine"_s);
    EXPECT_EQ(found(find<QWidget>(u"outlineTree"_s)), u"searchLine"_s);
    EXPECT_TRUE(find<QWidget>(u"outlinePanel"_s)->isAncestorOf(QApplication::focusWidget()));
    window->docks().raise(u"hex"_s);
    EXPECT_EQ(found(find<QWidget>(u"hexView"_s)), u"hexFind"_s);
    window->docks().raise(u"disassembly"_s);
    EXPECT_NE(found(find<QWidget>(u"disassemblyTree"_s)), QString());
    EXPECT_TRUE(find<QWidget>(u"disassemblyPanel"_s)->isAncestorOf(QApplication::focusWidget()));
    window->show(shell::Mode::Partition);
    EXPECT_EQ(found(find<QWidget>(u"operatorTable"_s)), u"operatorFilter"_s);
}

/// What was entered takes its keys without a click, and those of the picture do the same in each.
TEST_F(Actions, EveryModeAnswersFitAndZoom)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    auto &graph = window->pages().graph();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !graph.shownLayout().centres.empty(); }, 30'000));
    EXPECT_EQ(QApplication::focusWidget(), graph.view());
    ASSERT_TRUE(waitForIdle());
    QTest::qWait(300); // what stands below the picture has its room
    const auto fitted = graph.view()->zoom();
    key(Qt::Key_Plus);
    EXPECT_TRUE(QTest::qWaitFor([&] { return graph.view()->zoom() > fitted; })) << "it glides";
    key(Qt::Key_F, {});
    EXPECT_TRUE(QTest::qWaitFor([&] { return std::abs(graph.view()->zoom() - fitted) < 1e-6; }));

    window->show(shell::Mode::Memory);
    auto *arena = find<views::ArenaView>(u"arenaView"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return arena->isVisible() && arena->arena(); }, 30'000));
    EXPECT_EQ(QApplication::focusWidget(), arena);
    find<QWidget>(u"arenaChooser"_s)->setFocus(); // not the picture: its own keys are out
    const auto height = arena->bufferRect(0).height();
    key(Qt::Key_Plus);
    EXPECT_GT(arena->bufferRect(0).height(), height);
    key(Qt::Key_Minus);
    EXPECT_NEAR(arena->bufferRect(0).height(), height, 1e-6);
    key(Qt::Key_Plus);
    key(Qt::Key_F, {});
    EXPECT_NEAR(arena->bufferRect(0).height(), height, 1e-6);

    window->show(shell::Mode::Partition);
    trigger(u"view.fit"_s);
    EXPECT_TRUE(window->statusBar()->currentMessage().contains(u"Partition"_s));
}

TEST_F(Actions, HabitsAreHonoured)
{
    const QHash<QString, QString> habits{ { u"file.open"_s, u"Ctrl+O"_s },
        { u"edit.find"_s, u"Ctrl+F"_s }, { u"help.palette"_s, u"Ctrl+K"_s },
        { u"go.operator"_s, u"Ctrl+P"_s }, { u"view.fit"_s, u"F"_s },
        { u"compile.run"_s, u"Ctrl+B"_s }, { u"edit.settings"_s, u"Ctrl+,"_s },
        { u"go.back"_s, u"Alt+Left"_s }, { u"go.forward"_s, u"Alt+Right"_s },
        { u"help.shortcuts"_s, u"?"_s } };
    for (auto it = habits.cbegin(); it != habits.cend(); ++it) {
        ASSERT_TRUE(window->actions().action(it.key())) << it.key().toStdString();
        EXPECT_EQ(window->actions().action(it.key())->shortcut().toString(), it.value());
    }
}

TEST_F(Actions, ThePaletteRunsAnActionThatIsTypedFor)
{
    key(Qt::Key_K);
    auto *palette = find<shell::CommandPalette>(u"commandPalette"_s);
    auto *line = palette->findChild<QLineEdit *>(u"paletteLine"_s);
    EXPECT_EQ(QApplication::focusWidget(), line);
    QTest::keyClicks(line, u"theme dark"_s);
    QTest::keyClick(line, Qt::Key_Backspace);
    line->clear();
    QTest::keyClicks(line, u"compare"_s);
    EXPECT_TRUE(palette->shown().contains(u"Compare"_s));
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(window->modes().current(), shell::Mode::Compare);
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window->findChild<shell::CommandPalette *>(); }));
}

TEST_F(Actions, ThePaletteFindsOperatorsAndFiles)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    key(Qt::Key_K);
    auto *palette = find<shell::CommandPalette>(u"commandPalette"_s);
    auto *line = palette->findChild<QLineEdit *>(u"paletteLine"_s);
    QTest::keyClicks(line, u"mobilenet_v2.pte"_s);
    EXPECT_TRUE(palette->shown().contains(u"mobilenet_v2.pte"_s));
    line->clear();
    QTest::keyClicks(line, u"default_2 convolution"_s);
    EXPECT_TRUE(palette->shown().contains(u"aten_convolution_default_2"_s));
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window->findChild<shell::CommandPalette *>(); }));
}

TEST_F(Actions, ThePaletteFindsOperatorsByTheirNamesAndGroups)
{
    model::Network network{ .format = u"tflite"_s };
    model::Subgraph main{ .name = u"main"_s, .inputs = { 0 }, .outputs = { 60 } };
    for (int i = 0; i <= 60; ++i)
        main.tensors.push_back({ .name = u"stage%1/conv%2"_s.arg(i / 10).arg(i) });
    for (int i = 0; i < 60; ++i)
        main.operators.push_back({ .type = u"CONV_2D"_s, .inputs = { i }, .outputs = { i + 1 } });
    network.subgraphs = { main };
    session->model().set({ .path = u"/stages.tflite"_s,
        .network = std::make_shared<const model::Network>(network) });
    window->actions().action(u"mode.model"_s)->trigger();
    auto &graph = window->pages().graph();
    ASSERT_TRUE(QTest::qWaitFor([&] { return graph.drawing().has_value(); }, 10000));
    graph.collapseAll();
    ASSERT_TRUE(waitForIdle());
    key(Qt::Key_P);
    auto *palette = find<shell::CommandPalette>(u"commandPalette"_s);
    auto *line = palette->findChild<QLineEdit *>(u"paletteLine"_s);
    QTest::keyClicks(line, u"stage3/conv31"_s);
    EXPECT_EQ(palette->shown().value(0), u"stage3/conv31"_s) << "named as in the graph";
    line->clear();
    QTest::keyClicks(line, u"group stage3"_s);
    ASSERT_EQ(palette->shown().value(0), u"Group: stage3"_s);
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(waitForIdle());
    const auto *scene = graph.view()->graphScene();
    const auto selected = scene->selected();
    ASSERT_FALSE(selected.isEmpty());
    const auto group = selected.group >= 0
        ? graph::GroupId(selected.group)
        : scene->graph().nodes[static_cast<size_t>(selected.node)].collapsed;
    EXPECT_EQ(scene->graph().groups[group.value].title, u"stage3"_s);
}

TEST_F(Actions, BookmarksAreSetListedAndGoneToAndSurviveARestart)
{
    const auto file = fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);
    open(file);
    auto &selection = session->selection();
    const auto names = [this] {
        QStringList texts;
        for (auto *action : window->actions().menu(u"go.bookmarks"_s)->actions()) {
            if (!action->isSeparator() && window->actions().action(action->objectName()) != action)
                texts += action->text();
        }
        return texts;
    };
    const auto &nodes = session->model().compileResult()->nodes;
    const auto first = model::EntityRef::node(nodes[3].name);
    const auto second = model::EntityRef::node(nodes[8].name);
    for (const auto &entity : { first, second }) {
        selection.select(entity);
        key(Qt::Key_D);
    }
    EXPECT_EQ(names(), (QStringList{ first.name, second.name }));
    const auto isMarked = [this](const model::EntityRef &entity) {
        const auto *scene = window->pages().graph().view()->graphScene();
        return scene->isBookmarked(scene->targetOf(entity));
    };
    EXPECT_TRUE(isMarked(first) && isMarked(second)) << "in the graph";
    EXPECT_FALSE(isMarked(model::EntityRef::node(nodes[nodes.size() / 2].name)));
    key(Qt::Key_F8, {});
    EXPECT_EQ(selection.current(), first) << "after the last comes the first";
    key(Qt::Key_F8, {});
    EXPECT_EQ(selection.current(), second);
    key(Qt::Key_F8, Qt::ShiftModifier);
    EXPECT_EQ(selection.current(), first);
    restart();
    open(file);
    EXPECT_EQ(names(), (QStringList{ first.name, second.name }));
    key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    auto *palette = find<shell::CommandPalette>(u"commandPalette"_s);
    auto *line = palette->findChild<QLineEdit *>(u"paletteLine"_s);
    QTest::keyClicks(line, second.name);
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(session->selection().current(), second);
    key(Qt::Key_D);
    EXPECT_EQ(names(), QStringList{ first.name }) << "again: forgotten";
    EXPECT_TRUE(isMarked(first) && !isMarked(second));
    auto &graph = window->pages().graph();
    ASSERT_TRUE(QTest::qWaitFor([&] { return graph.drawing().has_value(); }, 30'000));
    session->selection().select(
        model::EntityRef::npuOperation(model::EntityRef::delegate(0, 0), 3));
    key(Qt::Key_D);
    session->selection().select(first);
    EXPECT_FALSE(graph.isInside());
    key(Qt::Key_F8, {});
    EXPECT_TRUE(QTest::qWaitFor([&] { return graph.isInside(); }, 10'000))
        << "an operation is shown where it is drawn";
}

TEST_F(Actions, WhatIsJoinedToTheSelectionIsListedByKeys)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    auto &graph = window->pages().graph();
    ASSERT_TRUE(QTest::qWaitFor([&] { return graph.drawing().has_value(); }, 30'000));
    session->selection().select(model::EntityRef::node(u"aten_convolution_default_2"_s));
    ASSERT_TRUE(waitForIdle());
    key(Qt::Key_O, Qt::ControlModifier | Qt::AltModifier);
    const auto *sentence = find<QLabel>(u"graphHitSentence"_s);
    EXPECT_TRUE(sentence->isVisible());
    EXPECT_TRUE(sentence->text().contains(u"depend on the value of aten_convolution_default_2"_s))
        << sentence->text().toStdString();
    key(Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(sentence->text().contains(u"takes data from"_s)) << sentence->text().toStdString();
}

TEST_F(Actions, GraphvizPlacesTheNodesWhereItIsChosen)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    const auto centres = [this] { return window->pages().graph().shownLayout().centres; };
    const auto before = centres();
    ASSERT_FALSE(before.empty());
    trigger(u"view.graphviz"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return centres() != before; }, 30'000));
    EXPECT_EQ(centres().size(), before.size());
    restart();
    EXPECT_TRUE(window->actions().action(u"view.graphviz"_s)->isChecked()) << "it is remembered";
}

TEST_F(Actions, ThePaletteKnowsViewsAndSaysWhenItFindsNothing)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    key(Qt::Key_K);
    auto *palette = find<shell::CommandPalette>(u"commandPalette"_s);
    auto *line = palette->findChild<QLineEdit *>(u"paletteLine"_s);
    const auto shown = [&](const QString &text) {
        line->clear();
        QTest::keyClicks(line, text);
        return palette->shown();
    };
    EXPECT_TRUE(shown(u"cycles"_s).contains(u"Graph, colour: Cycles"_s));
    EXPECT_TRUE(shown(u"where the time"_s).contains(u"Operators"_s)) << "by what a tip says";
    EXPECT_FALSE(shown(u"check against runtime"_s).isEmpty());
    const auto *nothing = palette->findChild<QLabel *>(u"paletteNothing"_s);
    EXPECT_FALSE(nothing->isVisible());
    EXPECT_TRUE(shown(u"no such thing"_s).isEmpty());
    EXPECT_TRUE(nothing->isVisible() && nothing->text().contains(u"no such thing"_s));
    EXPECT_EQ(shown(u"panel hex"_s).value(0), u"Panel: Hex"_s);
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !window->docks().dock(u"hex"_s)->visibleRegion().isEmpty(); }));
}

TEST_F(Actions, TheGuideSaysWhatThereIs)
{
    key(Qt::Key_F1, {});
    auto *guide = find<QTextBrowser>(u"guideText"_s);
    const auto text = guide->toPlainText();
    for (const auto &word : { u"integer inputs and outputs"_s, u"intermediate files"_s,
             u"Cortex-M"_s, u"module or name pattern"_s, u"Disassembly"_s, u"Roofline"_s })
        EXPECT_TRUE(text.contains(word)) << word.toStdString();
    guide->setFocus();
    QTest::keyClick(guide, Qt::Key_Tab);
    QTest::keyClick(guide, Qt::Key_Return);
    EXPECT_EQ(guide->source().fileName(), u"commandline.md"_s);
    EXPECT_TRUE(guide->toPlainText().contains(u"tosaic-cli respec"_s)) << "the other pages too";
}

TEST_F(Actions, TheGuideLeadsToEveryPageAndBack)
{
    key(Qt::Key_F1, {});
    auto *text = find<QTextBrowser>(u"guideText"_s);
    auto *back = find<QPushButton>(u"guideBack"_s);
    const auto guide = text->toHtml();
    for (const auto &[page, word] : { std::pair(u"simulator.md"_s, u"missing-wait"_s),
             std::pair(u"accuracy.md"_s, u"SQNR"_s), std::pair(u"sweeps.md"_s, u"Dask"_s) }) {
        ASSERT_TRUE(guide.contains(u"href=\"%1\""_s.arg(page))) << page.toStdString();
        EXPECT_FALSE(back->isEnabled());
        text->setSource(text->source().resolved(QUrl(page)));
        EXPECT_TRUE(text->toPlainText().contains(word)) << page.toStdString();
        QTest::mouseClick(back, Qt::LeftButton);
        EXPECT_EQ(text->toHtml(), guide);
    }
}

TEST_F(Actions, GoToOperatorSelectsIt)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    key(Qt::Key_P);
    auto *palette = find<shell::CommandPalette>(u"commandPalette"_s);
    auto *line = palette->findChild<QLineEdit *>(u"paletteLine"_s);
    QTest::keyClicks(line, u"aten_convolution_default_2"_s);
    QTest::keyClick(line, Qt::Key_Return);
    const auto entity = session->selection().current();
    EXPECT_EQ(entity.kind, model::EntityRef::Kind::Node);
    EXPECT_TRUE(entity.name.startsWith(u"aten_convolution_default_2"_s))
        << entity.name.toStdString();
}

TEST_F(Actions, TheCheatSheetListsEveryShortcut)
{
    trigger(u"help.shortcuts"_s);
    auto &rows = *find<QTableView>(u"shortcutsTable"_s)->model();
    const auto has = [&rows](const QString &action) {
        return !rows.match(rows.index(0, 1), Qt::DisplayRole, action, 1, Qt::MatchExactly)
                    .isEmpty();
    };
    EXPECT_TRUE(has(u"Next bookmark"_s)) << "of submenus, too";
    for (const auto &menu : shell::menuTables()) {
        for (const auto &id : menu.items) {
            const auto *action = window->actions().action(id);
            if (!action || action->shortcut().isEmpty())
                continue;
            EXPECT_TRUE(has(shell::plainText(*action))) << id.toStdString();
        }
    }
    QTest::keyClicks(find<QLineEdit>(u"shortcutsFilter"_s), u"bookmark"_s);
    EXPECT_TRUE(has(u"Next bookmark"_s));
    EXPECT_FALSE(has(u"Settings..."_s));
}

TEST_F(Actions, SettingsChangeAtOnce)
{
    trigger(u"edit.settings"_s);
    auto *line = window->findChild<QLineEdit *>(u"compile/outputFolder"_s);
    ASSERT_TRUE(line);
    QTest::keyClicks(line, u"/tmp/out"_s);
    const Setting<QString> folder{ "compile/outputFolder", {} };
    EXPECT_EQ(settings->value(folder), u"/tmp/out"_s);
    EXPECT_TRUE(window->findChild<QDialog *>(u"settingsDialog"_s));
}

/// The centre tells of it first; whoever goes on to the model is told as well.
TEST_F(Actions, TheModelSaysWhichFileCouldNotBeReadUntilAnotherIsOpen)
{
    const auto path = written(u"cut.pte"_s, "PTE that never was");
    open(path);
    trigger(u"mode.model"_s);
    const auto &graph = window->pages().graph();
    const auto *reason = graph.findChild<QLabel *>(u"errorTitle"_s);
    ASSERT_TRUE(reason && reason->isVisible());
    EXPECT_TRUE(reason->text().contains(u"cut.pte"_s)) << reason->text().toStdString();
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    EXPECT_FALSE(reason->isVisible());
}

} // namespace tosaic::test::actionstests
