// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/commandpalette.h"
#include "app/shell/menus.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace tosaic::test {

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
    for (const auto &id : { u"view.theme"_s, u"view.docks"_s, u"run.views"_s }) {
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
    auto *tree = find<QTreeWidget>(u"shortcutsTree"_s);
    for (const auto &menu : shell::menuTables()) {
        for (const auto &id : menu.items) {
            const auto *action = window->actions().action(id);
            if (!action || action->shortcut().isEmpty())
                continue;
            EXPECT_FALSE(
                tree->findItems(shell::plainText(*action), Qt::MatchExactly | Qt::MatchRecursive)
                    .isEmpty())
                << id.toStdString();
        }
    }
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

} // namespace tosaic::test
