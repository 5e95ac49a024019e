// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilecontroller.h"
#include "app/shell/window/docks.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QApplication>
#include <QDockWidget>
#include <QImage>
#include <QStatusBar>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::test::windowstyletests {

namespace {

using Pictures = std::map<QString, QImage>;

class WindowStyle : public WindowTest
{
protected:
    /// Once nothing moves any more.
    QImage picture()
    {
        EXPECT_TRUE(waitForIdle());
        window->statusBar()->clearMessage();
        if (auto *focused = QApplication::focusWidget())
            focused->clearFocus(); // its cursor blinks
        auto now = window->grab().toImage();
        const auto isStill = [&] {
            QTest::qWait(20); // sizes are given to panels, and pages begin their work, once shown
            const bool isIdle = waitForIdle();
            const auto before = std::exchange(now, window->grab().toImage());
            return isIdle && before == now;
        };
        EXPECT_TRUE(QTest::qWaitFor(isStill, 30'000));
        return now;
    }

    /// The window with a program in every mode, and with every panel in front.
    Pictures pictures()
    {
        open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
        Pictures pictures;
        for (const auto mode : shell::AllModes) {
            trigger(u"mode."_s + shell::modeId(mode));
            pictures.emplace(shell::modeId(mode), picture());
        }
        trigger(u"mode.home"_s);
        for (auto *panel : window->findChildren<QDockWidget *>()) {
            window->docks().raise(panel->objectName());
            pictures.emplace(panel->objectName() + u"-panel"_s, picture());
        }
        return pictures;
    }
};

void compare(const Pictures &found, const Pictures &wanted, const QString &name)
{
    ASSERT_EQ(found.size(), wanted.size());
    const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
    for (const auto &[place, picture] : found) {
        const bool isSame = picture == wanted.at(place);
        EXPECT_TRUE(isSame) << place.toStdString();
        if (!isSame && !folder.isEmpty()) {
            picture.save(u"%1/%2-%3.png"_s.arg(folder, place, name));
            wanted.at(place).save(u"%1/%2-wanted.png"_s.arg(folder, place));
        }
    }
}

} // namespace

/// The program builds its window without the style sheet, which is quicker (main.cpp).
TEST_F(WindowStyle, LooksTheSameWhenItIsDressedAfterItIsBuilt)
{
    qputenv("SOURCE_DATE_EPOCH", "1700000000"); // the report says when it was made
    const auto wanted = pictures();
    window.reset();
    qApp->setStyleSheet({});
    theme.prepare(*qApp, views::ThemeMode::Light);
    session = std::make_unique<shell::Session>(*settings);
    window = std::make_unique<shell::MainWindow>(*session, theme);
    theme.dress(*qApp);
    window->show();
    window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return !window->compile().tools().isSearching(); }, 30'000));
    compare(pictures(), wanted, u"dressed"_s);
}

} // namespace tosaic::test::windowstyletests
