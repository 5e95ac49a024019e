// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of the window, wherever the focus is: find, fit, zoom, and the way out of a search.
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/runsarea.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/arena/arenaview.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"
#include "views/widgets/datatable.h"

#include <QApplication>
#include <QLineEdit>
#include <QStatusBar>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::test::windowkeystests {

namespace {

using shell::Mode;

class WindowKeys : public WindowTest
{
protected:
    void SetUp() override
    {
        window->resize(1280, 800);
        open(fixturePath(u"mobilenet_v2-u55-128"_s));
    }
    void showTab(int number)
    {
        key(static_cast<Qt::Key>(Qt::Key_0 + number), Qt::AltModifier);
        ASSERT_TRUE(waitForIdle());
        QCoreApplication::processEvents();
    }
    QString focused() const
    {
        const auto *widget = QApplication::focusWidget();
        return widget ? widget->objectName() : QString();
    }
    QString said() const { return window->statusBar()->currentMessage(); }
};

} // namespace

TEST_F(WindowKeys, EscapeLeavesAFilterLineThatIsEmpty)
{
    window->show(Mode::Partition);
    key(Qt::Key_F);
    auto *line = find<QLineEdit>(u"operatorFilter"_s);
    ASSERT_EQ(QApplication::focusWidget(), line);
    QTest::keyClicks(line, u"conv"_s);
    key(Qt::Key_Escape, {});
    EXPECT_EQ(QApplication::focusWidget(), line) << "the first one empties it";
    key(Qt::Key_Escape, {});
    EXPECT_EQ(focused(), u"operatorTable"_s);
    key(Qt::Key_F, {});
    EXPECT_EQ(line->text(), QString()) << "an action of the window again";
}

TEST_F(WindowKeys, EscapeLeavesTheFilterOfATabThatIsComeBackTo)
{
    showTab(3);
    auto *page = find<shell::RunsArea>(u"runsPage"_s)->currentPage();
    auto *line = page->findChild<QLineEdit *>(u"searchLine"_s);
    ASSERT_TRUE(line);
    key(Qt::Key_F);
    ASSERT_EQ(QApplication::focusWidget(), line);
    key(Qt::Key_Escape, {});
    EXPECT_EQ(focused(), u"operationTable"_s);
    key(Qt::Key_F);
    showTab(1);
    showTab(3);
    EXPECT_EQ(focused(), u"operationTable"_s) << "not the line that had the focus";
    key(Qt::Key_F, {});
    EXPECT_EQ(line->text(), QString());
}

TEST_F(WindowKeys, PlusAndMinusZoomWhereverNoTextIsTyped)
{
    auto &graph = window->pages().graph();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !graph.shownLayout().centres.empty(); }, 30'000));
    window->show(Mode::Model);
    QTest::qWait(300); // what stands below the picture has its room
    auto *outline = find<QWidget>(u"outlineTree"_s);
    outline->setFocus();
    const auto fitted = graph.view()->zoom();
    for (const auto in : { Qt::Key_Plus, Qt::Key_Equal }) {
        key(in, {});
        EXPECT_TRUE(QTest::qWaitFor([&] { return graph.view()->zoom() > fitted * 1.05; }));
        key(Qt::Key_Minus, {});
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return std::abs(graph.view()->zoom() - fitted) < 1e-6; }));
    }
    EXPECT_EQ(QApplication::focusWidget(), outline);

    window->show(Mode::Memory);
    auto *arena = find<views::ArenaView>(u"arenaView"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return arena->isVisible() && arena->arena(); }, 30'000));
    find<QWidget>(u"arenaChooser"_s)->setFocus();
    const auto height = arena->bufferRect(0).height();
    key(Qt::Key_Plus, {});
    EXPECT_GT(arena->bufferRect(0).height(), height);
    key(Qt::Key_Minus, {});
    EXPECT_NEAR(arena->bufferRect(0).height(), height, 1e-6);

    for (const auto pressed : { Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus }) {
        window->show(Mode::Home);
        window->statusBar()->clearMessage();
        key(pressed, {});
        EXPECT_TRUE(said().contains(shell::modeTitle(Mode::Home))) << said().toStdString();
    }
}

TEST_F(WindowKeys, FieldsKeepPlusAndMinus)
{
    window->show(Mode::Partition);
    key(Qt::Key_F);
    auto *line = find<QLineEdit>(u"operatorFilter"_s);
    ASSERT_EQ(QApplication::focusWidget(), line);
    window->statusBar()->clearMessage();
    for (const auto pressed : { Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus })
        key(pressed, {});
    EXPECT_EQ(line->text(), u"+=-"_s);
    EXPECT_EQ(said(), QString());
}

/// Tables without a line above them open one of their own.
TEST_F(WindowKeys, FindOpensTheFilterOfATableInSight)
{
    const auto opens = [this](const QWidget &page) {
        key(Qt::Key_F);
        const auto *line = QApplication::focusWidget();
        ASSERT_TRUE(line);
        EXPECT_EQ(line->objectName(), u"tableFilter"_s);
        EXPECT_TRUE(page.isAncestorOf(line) && line->isVisible());
        key(Qt::Key_Escape, {});
        EXPECT_TRUE(qobject_cast<views::DataTable *>(QApplication::focusWidget()));
    };
    window->show(Mode::Memory);
    auto *arena = find<views::ArenaView>(u"arenaView"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return arena->isVisible() && arena->arena(); }, 30'000));
    EXPECT_EQ(QApplication::focusWidget(), arena);
    opens(*find<QWidget>(u"memoryPage"_s));
    open(writeConsole(dir));
    auto *area = find<shell::RunsArea>(u"runsPage"_s);
    for (const auto tab : { 1, 4 }) {
        SCOPED_TRACE(tab);
        showTab(tab);
        find<QWidget>(u"runList"_s)->setFocus();
        opens(*area->currentPage());
    }
}

TEST_F(WindowKeys, PagesWithoutASearchOrAPictureSaySo)
{
    window->show(Mode::Report);
    key(Qt::Key_F);
    EXPECT_EQ(said(), u"There is no search in what Report shows"_s);
    key(Qt::Key_F, {});
    EXPECT_EQ(said(), u"There is no picture to zoom in what Report shows"_s);
}

TEST_F(WindowKeys, AHiddenTableTakesNoKeys)
{
    showTab(9);
    auto *page = find<shell::RunsArea>(u"runsPage"_s)->currentPage();
    auto *table = page->findChild<views::DataTable *>(u"accuracyTable"_s);
    ASSERT_TRUE(table && !table->isVisible());
    EXPECT_EQ(focused(), u"emptyAction"_s) << "what fills the page";
    EXPECT_TRUE(page->isAncestorOf(QApplication::focusWidget()));
    window->statusBar()->clearMessage();
    key(Qt::Key_F);
    EXPECT_TRUE(said().startsWith(u"There is no search"_s)) << said().toStdString();
    EXPECT_FALSE(table->findChild<QLineEdit *>(u"tableFilter"_s));
}

} // namespace tosaic::test::windowkeystests
