// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/selection.h"
#include "profiler/session/runsdocument.h"
#include "views/runs/runspage.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLocale>
#include <QTest>

#include <memory>

namespace tosaic::views {

/// The page of runs on the screen, with numbers as they are written in the United States.
class RunsPageFixture : public testing::Test
{
protected:
    void SetUp() override
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        theme.apply(*qApp, ThemeMode::Light);
        page = std::make_unique<RunsPage>(runs, selection, theme);
        page->resize(1280, 800);
        page->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(page.get()));
    }
    void TearDown() override { QLocale::setDefault(QLocale::c()); }

    template <typename T>
    T *find(const QString &name)
    {
        return findIn<T>(*page, name);
    }
    template <typename T>
    static T *findIn(const QWidget &widget, const QString &name)
    {
        auto *found = widget.findChild<T *>(name);
        EXPECT_NE(found, nullptr) << name.toStdString();
        return found;
    }

    Theme theme;
    RunsDocument runs;
    SelectionContext selection;
    std::unique_ptr<RunsPage> page;
};

} // namespace tosaic::views
