// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/docks.h"
#include "app/shell/noticebar.h"
#include "app/shell/workspacecontroller.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QDataStream>
#include <QDockWidget>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>

using namespace Qt::StringLiterals;

// How the window is arranged goes with the workspace.
namespace tosaic::test {

namespace {

const auto MovedDock = u"problems"_s;
const auto Splitter = u"workspaceSplitter"_s;

class WindowLayout : public WindowTest
{
protected:
    void SetUp() override
    {
        path = dir + u"/work.tosaic"_s;
        ASSERT_TRUE(workspace::Workspace::create(path));
        window->resize(1400, 900);
    }
    bool openWorkspace()
    {
        open(path);
        return QTest::qWaitFor(
            [this] { return window->workspace().store().contents() != nullptr; }, 20'000);
    }
    /// Closes the window, and waits until the workspace has its arrangement.
    QByteArray close()
    {
        session->setUnsaved(false);
        EXPECT_TRUE(window->close());
        QByteArray state;
        EXPECT_TRUE(QTest::qWaitFor(
            [&] {
                state = *(*workspace::Workspace::open(path))->layout(u"window"_s);
                return !state.isEmpty();
            },
            20'000));
        return state;
    }
    void setLayout(const QByteArray &state)
    {
        ASSERT_TRUE((*workspace::Workspace::open(path))->setLayout(u"window"_s, state));
    }
    void move(Qt::DockWidgetArea area)
    {
        auto *dock = window->docks().dock(MovedDock);
        ASSERT_TRUE(dock);
        window->addDockWidget(area, dock);
    }
    Qt::DockWidgetArea area() { return window->dockWidgetArea(window->docks().dock(MovedDock)); }
    /// Nothing the user needs has shrunk away.
    void expectUsable()
    {
        EXPECT_TRUE(window->centralWidget()->isVisible());
        EXPECT_GT(window->centralWidget()->width(), 200);
        EXPECT_GT(window->centralWidget()->height(), 100);
        const auto docks = window->findChildren<QDockWidget *>();
        for (const auto *dock : docks) {
            if (!dock->isVisible() || dock->visibleRegion().isEmpty())
                continue;
            EXPECT_TRUE(window->rect().contains(dock->geometry()))
                << dock->objectName().toStdString();
        }
    }

    QString path;
};

} // namespace

TEST_F(WindowLayout, ComesBackWithItsWorkspace)
{
    ASSERT_TRUE(openWorkspace());
    move(Qt::RightDockWidgetArea);
    window->docks().raise(u"workspace"_s);
    auto *splitter = find<QSplitter>(Splitter);
    ASSERT_TRUE(QTest::qWaitFor([&] { return splitter->width() > 400; }));
    splitter->setSizes({ splitter->width() - 200, 200 });
    const auto share = splitter->sizes();
    close();

    // Meanwhile without a workspace, the user likes it otherwise.
    restart();
    window->resize(1400, 900);
    move(Qt::BottomDockWidgetArea);
    window->docks().raise(u"workspace"_s);
    find<QSplitter>(Splitter)->setSizes({ 200, 800 });
    ASSERT_EQ(area(), Qt::BottomDockWidgetArea);
    ASSERT_TRUE(openWorkspace());
    ASSERT_TRUE(QTest::qWaitFor([&] { return area() == Qt::RightDockWidgetArea; }));
    window->docks().raise(u"workspace"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] {
        const auto now = find<QSplitter>(Splitter)->sizes();
        return now[0] > now[1] && std::abs(now[1] - share[1]) < 100;
    })) << find<QSplitter>(Splitter)->sizes()[1];

    // What is moved later is not put back while the same workspace stays open.
    move(Qt::BottomDockWidgetArea);
    window->workspace().store().setSetting(u"board"_s, u"E7"_s);
    ASSERT_TRUE(QTest::qWaitFor([this] {
        const auto now = window->workspace().store().contents();
        return now && now->settings.contains(u"board"_s);
    }));
    EXPECT_EQ(area(), Qt::BottomDockWidgetArea);
}

TEST_F(WindowLayout, DamagedStatesChangeNothing)
{
    ASSERT_TRUE(openWorkspace());
    move(Qt::RightDockWidgetArea);
    const auto whole = close();
    QByteArray nonsense;
    {
        QDataStream stream(&nonsense, QIODevice::WriteOnly);
        stream << 1 << QByteArray("no state of a window")
               << QVariantMap{ { Splitter, QByteArray("no sizes") },
                      { u"workspaceTree/columns"_s, QByteArray(40, '\xff') },
                      { u"outlineTree"_s, 7 } };
    }
    QByteArray newer;
    {
        QDataStream stream(&newer, QIODevice::WriteOnly);
        stream << 99 << QByteArray("from a newer program") << QVariantMap();
    }
    for (const auto &state : { QByteArray("\x01"), whole.first(whole.size() / 2), whole.first(12),
             QByteArray(64, '\xff'), nonsense, newer }) {
        setLayout(state);
        restart();
        window->resize(1400, 900);
        move(Qt::BottomDockWidgetArea);
        ASSERT_TRUE(openWorkspace());
        EXPECT_TRUE(waitForIdle());
        QTest::qWait(50);
        EXPECT_EQ(area(), Qt::BottomDockWidgetArea) << state.toHex().left(40).toStdString();
        expectUsable();
    }
    setLayout(whole);
    restart();
    ASSERT_TRUE(openWorkspace());
    EXPECT_TRUE(QTest::qWaitFor([&] { return area() == Qt::RightDockWidgetArea; }))
        << "the whole one still works";
}

TEST_F(WindowLayout, OfALargeScreenFitsIntoASmallWindow)
{
    window->resize(2400, 1500);
    ASSERT_TRUE(openWorkspace());
    open(fixturePath(u"add-u55-128/add.pte"_s));
    move(Qt::RightDockWidgetArea);
    window->docks().raise(MovedDock);
    window->resizeDocks({ window->docks().dock(MovedDock) }, { 1200 }, Qt::Horizontal);
    QTest::qWait(50);
    close();

    restart();
    window->resize(1000, 640);
    ASSERT_TRUE(openWorkspace());
    ASSERT_TRUE(QTest::qWaitFor([&] { return area() == Qt::RightDockWidgetArea; }));
    QTest::qWait(50);
    EXPECT_LE(window->width(), 1000);
    EXPECT_LE(window->height(), 640);
    expectUsable();
}

/// The button in the tool bar is the one that stands out; a notice beside it does not compete.
TEST_F(WindowLayout, OneActionStandsOut)
{
    const auto loud = [this] {
        QStringList names;
        const auto buttons = window->findChildren<QAbstractButton *>();
        for (const auto *button : buttons) {
            if (button->isVisible() && button->property("role") == u"primary"_s)
                names << button->objectName();
        }
        return names;
    };
    open(fixturePath(u"add-u55-128"_s));
    session->setUnsaved(true);
    ASSERT_EQ(window->notices().current(), u"workspace.offer"_s);
    EXPECT_EQ(loud(), QStringList{ u"compileButton"_s });
}

} // namespace tosaic::test
