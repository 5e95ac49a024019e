// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says above a view: it moves nothing under the pointer, and stays with its model.
#include "app/shell/frame/noticebar.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QTabBar>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test::noticetests {

namespace {

const auto Add = u"add-u55-128"_s;
const auto Two = u"two_partitions-u55-128"_s;

class Notices : public WindowTest
{
protected:
    shell::NoticeBar &bar() { return window->notices(); }
    void say(const QString &id, const QString &text = u"One line."_s)
    {
        bar().show({ id, u"dialog-information"_s, text, { { u"Close"_s, {} } } });
    }
    /// Where the view begins; px.
    int top()
    {
        QCoreApplication::processEvents();
        return find<QWidget>(u"pages"_s)->mapTo(window.get(), QPoint()).y();
    }
    void point(bool atCentre)
    {
        auto *centre = find<QWidget>(u"centre"_s);
        centre->setAttribute(Qt::WA_UnderMouse, atCentre);
        QEvent event(atCentre ? QEvent::Enter : QEvent::Leave);
        QCoreApplication::sendEvent(centre, &event);
    }
    void showTab(int index)
    {
        find<QTabBar>(u"modelTabs"_s)->setCurrentIndex(index);
        EXPECT_TRUE(waitForIdle());
    }
};

} // namespace

TEST_F(Notices, NothingMovesAwayFromUnderThePointer)
{
    open(fixturePath(Add));
    point(false);
    const auto free = top();
    say(u"jobs.changed"_s);
    const auto below = top();
    EXPECT_GT(below, free);
    point(true);
    bar().dismiss(u"jobs.changed"_s);
    EXPECT_TRUE(bar().current().isEmpty());
    EXPECT_EQ(top(), below) << "the next click is meant for what stands here";
    say(u"jobs.changed"_s);
    EXPECT_EQ(top(), below);
    bar().dismiss(u"jobs.changed"_s);
    point(false);
    EXPECT_EQ(top(), free) << "nobody points at it";
    say(u"jobs.failed"_s, u"One.\nTwo.\nThree.\nFour."_s);
    const auto deep = top();
    EXPECT_GT(deep, below);
    point(true);
    say(u"jobs.changed"_s);
    EXPECT_EQ(top(), deep) << "a shorter one takes the room of a longer one";
    bar().dismiss(u"jobs.failed"_s);
    bar().dismiss(u"jobs.changed"_s);
    trigger(u"mode.spec"_s);
    EXPECT_FALSE(bar().isVisible()) << "another view stands there";
}

TEST_F(Notices, WhatIsAboutAModelStaysWithIt)
{
    open(fixturePath(Two));
    say(u"file.saved"_s);
    open(fixturePath(Add));
    EXPECT_FALSE(bar().isVisible());
    say(u"jobs.changed"_s);
    showTab(0);
    EXPECT_EQ(bar().current(), u"jobs.changed"_s) << "that means the window";
    bar().dismiss(u"jobs.changed"_s);
    EXPECT_EQ(bar().current(), u"file.saved"_s);
    showTab(1);
    bar().dismiss(u"file.saved"_s); // there is none here
    showTab(0);
    EXPECT_EQ(bar().current(), u"file.saved"_s);
}

} // namespace tosaic::test::noticetests
