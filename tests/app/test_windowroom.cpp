// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/mode.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QLabel>
#include <QLayout>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test::windowroomtests {

namespace {

class WindowRoom : public WindowTest
{
protected:
    /// Parts of a layout that lie over each other where both can be seen.
    QStringList overlaps()
    {
        QStringList found;
        for (const auto *widget : window->findChildren<QWidget *>()) {
            if (const auto *layout = isSeen(widget) ? widget->layout() : nullptr)
                addOverlaps(*layout, found);
        }
        return found;
    }

private:
    static bool isSeen(const QWidget *widget)
    {
        return widget && widget->isVisible() && !widget->visibleRegion().isEmpty();
    }
    static QString nameOf(const QWidget &widget)
    {
        return widget.objectName().isEmpty() ? QString::fromLatin1(widget.metaObject()->className())
                                             : widget.objectName();
    }
    static void addOverlaps(const QLayout &layout, QStringList &found)
    {
        for (int i = 0; i < layout.count(); ++i) {
            auto *item = layout.itemAt(i);
            if (const auto *inner = item->layout())
                addOverlaps(*inner, found);
            const auto *one = item->widget();
            for (int j = i + 1; isSeen(one) && j < layout.count(); ++j) {
                const auto *other = layout.itemAt(j)->widget();
                if (isSeen(other) && one->geometry().intersects(other->geometry()))
                    found << u"%1 and %2"_s.arg(nameOf(*one), nameOf(*other));
            }
        }
    }
};

} // namespace

/// In the smallest window and in a usual one, in every mode and every tab of the runs.
TEST_F(WindowRoom, NothingLiesOverAnything)
{
    open(fixturePath(u"two_partitions-u85-256-external"_s));
    open(writeConsole(dir));
    QStringList places;
    for (const auto mode : shell::AllModes)
        places << u"mode."_s + shell::modeId(mode);
    for (const auto &tab : { u"counters"_s, u"timeline"_s, u"operators"_s, u"roofline"_s, u"time"_s,
             u"kernels"_s, u"compare"_s, u"debugger"_s, u"accuracy"_s })
        places << u"runs."_s + tab;
    for (const auto size : { QSize(900, 560), QSize(1280, 800) }) {
        window->resize(size);
        for (const auto &place : places) {
            trigger(place);
            QStringList found;
            const auto isGone = [&] { return waitForIdle() && (found = overlaps()).isEmpty(); };
            EXPECT_TRUE(QTest::qWaitFor(isGone)) // while it moves they may
                << qPrintable(place) << ' ' << size.width() << ": "
                << qPrintable(found.join(u"; "_s));
        }
    }
}

/// The inspector of a file that could not be read stands below the outline in a low window.
TEST_F(WindowRoom, AnEmptyPanelKeepsItsWordsInALowWindow)
{
    open(dir + u"/nowhere.pte"_s);
    window->show(shell::Mode::Model);
    const auto words = [this](const QString &name) {
        return find<QWidget>(u"inspectorPanel"_s)->findChild<QLabel *>(name);
    };
    for (const auto height : { 560, 800, 560 }) {
        window->resize(900, height);
        ASSERT_TRUE(waitForIdle());
        QTest::qWait(50);
        for (const auto &name : { u"emptyTitle"_s, u"emptyText"_s }) {
            const auto *label = words(name);
            ASSERT_TRUE(label && label->isVisible());
            EXPECT_GE(label->height(), label->heightForWidth(label->width()))
                << qPrintable(name) << ' ' << height;
            EXPECT_EQ(label->visibleRegion().boundingRect(), label->rect());
        }
    }
}

TEST_F(WindowRoom, TheLineOfARunningEstimateStandsBelowItsWords)
{
    open(fixturePath(u"add-u55-128"_s));
    window->resize(1280, 800);
    window->show(shell::Mode::Spec);
    ASSERT_TRUE(waitForIdle());
    window->show(shell::Mode::Home);
    window->resize(900, 560);
    window->show(shell::Mode::Spec);
    ASSERT_TRUE(waitForIdle());
    const auto *strip = find<QWidget>(u"estimateStrip"_s);
    const auto *busy = find<QWidget>(u"estimateBusy"_s);
    EXPECT_EQ(busy->geometry().bottom(), strip->height() - 2);
    EXPECT_LE(find<QWidget>(u"estimateSentence"_s)->geometry().bottom(), busy->y());
}

/// A pane of nothing would seem broken.
TEST_F(WindowRoom, AnOutlineWithoutRowsSaysWhy)
{
    compiled::CompileResult result{ .status = compiled::Status::Succeeded };
    session->model().set({}, nullptr, std::make_shared<const compiled::CompileResult>(result));
    window->show(shell::Mode::Model);
    auto *panel = find<QWidget>(u"outlinePanel"_s);
    auto *title = panel->findChild<QLabel *>(u"emptyTitle"_s);
    ASSERT_TRUE(title);
    EXPECT_TRUE(title->isVisible());
    EXPECT_EQ(title->text(), u"Nothing to list"_s);
}

} // namespace tosaic::test::windowroomtests
