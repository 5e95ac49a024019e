// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of the window, wherever the focus is: find, fit, zoom, and the way out of a search.
#include "app/shell/mode.h"
#include "app/shell/runsarea.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QApplication>
#include <QLineEdit>

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

} // namespace tosaic::test::windowkeystests
