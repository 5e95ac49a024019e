// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A run of a compile's program that is not open has its name, and one step opens it.
#include "profiler/parsers/consoleparser.h"
#include "tests/profiler/consolegenerator.h"
#include "views/runs/runspage.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::attachedmodeltests {

TEST(AttachedModel, IsNamedAndOpenedWhereItIsNotOpen)
{
    Theme theme;
    theme.apply(*qApp, ThemeMode::Light);
    RunsDocument runs;
    SelectionContext selection;
    RunsPage page(runs, selection, theme);
    page.resize(1280, 800);
    page.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&page));
    auto run = profile::parseConsole(
        test::generateConsole({ .pteBytes = 4096, .profiles = { { .npuCycles = 1000 } } }));
    ASSERT_TRUE(run.has_value());
    runs.add(
        { .name = u"board.log"_s, .run = std::make_shared<const profile::Run>(std::move(*run)) });
    ResultsDocument results;
    auto result = std::make_shared<compiled::CompileResult>();
    result->folder = u"/models/kws"_s;
    result->artefacts.push_back({ .kind = u"pte"_s, .path = u"kws.pte"_s, .sha256 = u"abc"_s });
    results.add(result);
    page.setResults(&results);
    auto *open = page.findChild<QPushButton *>(u"openAttached"_s);
    auto *relation = page.findChild<QLabel *>(u"modelRelation"_s);
    ASSERT_TRUE(open && relation);
    EXPECT_TRUE(open->isHidden());
    runs.attach(runs.currentIndex(), u"other"_s);
    EXPECT_EQ(relation->text(), u"Attached to a model that is not open."_s);
    EXPECT_TRUE(open->isHidden()) << "nobody knows where it is";
    runs.attach(runs.currentIndex(), u"abc"_s);
    EXPECT_EQ(relation->text(), u"Attached to kws.pte, which is not open."_s);
    ASSERT_FALSE(open->isHidden());
    QSignalSpy asked(&page, &RunsPage::modelRequested);
    QTest::mouseClick(open, Qt::LeftButton);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked.front().front().toString(), u"/models/kws"_s);
}

} // namespace tosaic::views::attachedmodeltests
