// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/session.h"
#include "app/shell/window/mainwindow.h"
#include "core/base/settings.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QTest>

#include <memory>

namespace tosaic::test {

/// The real window over settings of its own, and the ways a person uses it.
class WindowTest : public testing::Test
{
protected:
    WindowTest();
    ~WindowTest() override;

    /// Another start of the program with the same settings.
    void restart();
    /// For a test that has work for the runtime of a program that runs WITHOUT_TOOLS; false: there
    /// is no interpreter with it.
    bool restartWithTools();
    /// Opens a file and waits until the window has taken it in.
    void open(const QString &path);
    void drop(const QStringList &paths);
    bool waitForIdle(int timeout = 30'000);
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier);
    void trigger(const QString &action);
    /// Chooses a file in an open file dialog.
    void chooseFile(const QString &dialogName, const QString &path);
    void clickNotice(int button);

    template <typename Widget>
    Widget *find(const QString &name)
    {
        auto *widget = window->findChild<Widget *>(name);
        EXPECT_TRUE(widget) << "no widget " << name.toStdString();
        return widget;
    }

    QString dir;
    std::unique_ptr<SettingsStore> settings;
    views::Theme theme;
    std::unique_ptr<shell::Session> session;
    std::unique_ptr<shell::MainWindow> window;
};

/// A console as the ExecuTorch runner writes it. The numbers are made up, the first line says so.
QString writeConsole(const QString &folder, const QString &name = QStringLiteral("console.log"));

} // namespace tosaic::test
