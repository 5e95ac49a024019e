// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/familyrules.h"
#include "tests/support/samples.h"
#include "views/runs/linemeaningdialog.h"
#include "views/runs/runconsole.h"
#include "views/runs/runspage.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::linemeaningtests {

/// What nobody foresaw is read once somebody marked it, and the effect is seen before it is kept.
TEST(LineMeaning, WhatIsMarkedInTheConsoleIsReadFromThenOn)
{
    const QTemporaryDir home; // of the user's own families
    const auto before = qgetenv("HOME");
    qputenv("HOME", home.path().toUtf8());
    const QByteArray known = "INFO - Profile for Inference:\nINFO - NPU ACTIVE cycles: 9\n";
    const auto parsed = profile::parseConsole(known);
    ASSERT_TRUE(parsed);
    const QByteArray text = "zorp: pages moved 31\n" + known + "zorp: pages moved 44\n";
    Theme theme;
    theme.apply(*qApp, ThemeMode::Light);
    RunsDocument runs;
    SelectionContext selection;
    RunsPage page(runs, selection, theme);
    page.resize(1280, 800);
    page.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&page));
    runs.add({ .name = u"board.log"_s,
        .run = std::make_shared<const profile::Run>(*parsed),
        .console = ByteSource::fromBytes(text) });
    auto *console = page.findChild<RunConsole *>(u"runConsole"_s);
    page.findChild<QTabWidget *>(u"runTabs"_s)->setCurrentWidget(console);
    auto *shown = page.findChild<QPlainTextEdit *>(u"runConsoleText"_s);
    auto *say = page.findChild<QPushButton *>(u"sayMeaning"_s);
    EXPECT_FALSE(say->isEnabled()) << "nothing is marked";
    auto cursor = shown->document()->find(u"31"_s);
    ASSERT_FALSE(cursor.isNull());
    shown->setTextCursor(cursor);
    ASSERT_TRUE(say->isEnabled());
    QTest::mouseClick(say, Qt::LeftButton);
    auto *dialog = console->findChild<LineMeaningDialog *>(u"lineMeaningDialog"_s);
    ASSERT_TRUE(dialog);
    auto *matches = dialog->findChild<QPlainTextEdit *>(u"meaningMatches"_s);
    EXPECT_TRUE(matches->toPlainText().startsWith(u"line 1: 31\n"_s)) << "the effect at once";
    EXPECT_TRUE(matches->toPlainText().contains(u": 44"_s));
    auto *pattern = dialog->findChild<QLineEdit *>(u"meaningPattern"_s);
    const auto guessed = pattern->text();
    pattern->setText(guessed + u"("_s);
    EXPECT_FALSE(dialog->findChild<QPushButton *>(u"meaningKeep"_s)->isEnabled());
    EXPECT_TRUE(dialog->findChild<QLabel *>(u"meaningEffect"_s)->text().contains(u"pattern"_s));
    pattern->setText(guessed);
    auto *name = dialog->findChild<QLineEdit *>(u"meaningName"_s);
    name->clear();
    const auto *effect = dialog->findChild<QLabel *>(u"meaningEffect"_s);
    EXPECT_TRUE(effect->text().contains(u"Give the counter a name"_s))
        << effect->text().toStdString();
    EXPECT_TRUE(matches->toPlainText().startsWith(u"line 1: 31\n"_s)) << "what is read shows";
    EXPECT_FALSE(dialog->findChild<QPushButton *>(u"meaningKeep"_s)->isEnabled());
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, u"PAGES_MOVED"_s);
    const auto *field = dialog->findChild<QComboBox *>(u"meaningField"_s);
    EXPECT_EQ(field->count(), profile::familyFields().size()) << "every one of them";
    for (const auto &key : profile::familyFields())
        EXPECT_GE(field->findData(key), 0) << key.toStdString();
    const auto folder = qEnvironmentVariable("TOSAIC_SCREENSHOTS", test::temporaryDir());
    QDir().mkpath(folder);
    EXPECT_TRUE(dialog->grab().save(folder + u"/meaning.png"_s));
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"meaningKeep"_s), Qt::LeftButton);
    const auto isRead = [&] {
        const auto &profiles = runs.runs()[0].run->profiles;
        return std::ranges::any_of(profiles,
            [](const auto &profile) { return profile.counter(u"PAGES_MOVED"_s) != nullptr; });
    };
    EXPECT_TRUE(QTest::qWaitFor(isRead));
    qputenv("HOME", before);
}

} // namespace tosaic::views::linemeaningtests
