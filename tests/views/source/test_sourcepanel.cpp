// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/modeldocument.h"
#include "core/documents/openmodel.h"
#include "core/documents/selection.h"
#include "profiler/join/operatorrows.h"
#include "profiler/session/profileassembly.h"
#include "tests/support/samples.h"
#include "views/source/sourceedit.h"
#include "views/source/sourcepanel.h"
#include "views/widgets/datatable.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

namespace tosaic::test::sourcepaneltests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

QString modelsFolder()
{
    return QDir::cleanPath(test::fixturePath(u"../models"_s));
}

class SourcePanelTest : public testing::Test
{
protected:
    SourcePanelTest() : panel(document, selection, theme)
    {
        theme.apply(*qApp, ThemeMode::Light);
        panel.setProfile(&profile);
        panel.resize(1000, 360);
        panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel));
    }

    void open(const QString &fixture, const QString &folder)
    {
        panel.setFolder(folder);
        auto opened = openDocument(test::fixturePath(fixture));
        ASSERT_TRUE(opened) << qPrintable(opened.error().toText());
        profile.set(assembleProfile(profileMaterial(*opened)));
        document.set(std::move(*opened));
        ASSERT_TRUE(QTest::qWaitFor([&] { return table()->model()->rowCount() > 0; }, 20000));
    }

    SourceEdit *edit() { return panel.findChild<SourceEdit *>(u"sourceText"_s); }
    DataTable *table() { return panel.findChild<DataTable *>(u"sourceLines"_s); }
    QString sentence() { return panel.findChild<QLabel *>(u"sourceSentence"_s)->text(); }

    void clickLine(int line)
    {
        QTextCursor cursor(edit()->document()->findBlockByNumber(line - 1));
        edit()->setTextCursor(cursor);
        edit()->ensureCursorVisible();
        QTest::mouseClick(
            edit()->viewport(), Qt::LeftButton, {}, edit()->cursorRect(cursor).center());
    }

    Theme theme;
    ModelDocument document;
    SelectionContext selection;
    ProfileDocument profile;
    SourcePanel panel;
};

} // namespace

TEST_F(SourcePanelTest, ANodeLeadsToItsLineAndBack)
{
    open(u"mobilenet_v2-u55-128"_s, modelsFolder());
    ASSERT_EQ(panel.text().state, SourceText::State::Same) << sentence().toStdString();
    const auto hot = std::ranges::max_element(
        panel.lines(), {}, [](const HeatedLine &line) { return line.cycles.value_or(-1); });
    ASSERT_TRUE(hot->cycles);
    selection.select(hot->line.operators.back());
    EXPECT_EQ(edit()->currentLine(), hot->line.number);
    EXPECT_GE(table()->currentSourceRow(), 0);
    selection.select({});
    clickLine(hot->line.number);
    EXPECT_EQ(selection.current(), hot->line.operators.front());
    if (hot->line.operators.size() > 1) { // again: the next of the line
        clickLine(hot->line.number);
        EXPECT_EQ(selection.current(), hot->line.operators[1]);
    }
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty())
        panel.grab().save(folder + u"/source-light.png"_s);
}

TEST_F(SourcePanelTest, CyclesAreThoseOfOperatorsBySource)
{
    open(u"mobilenet_v2-u55-128"_s, modelsFolder());
    double sum = 0;
    int known = 0;
    for (const auto &row :
        profile::operatorRows(*profile.table(), { .groupBy = profile::GroupBy::SourceLine })) {
        const auto line = std::ranges::find_if(
            panel.lines(), [&](const HeatedLine &one) { return one.line.key() == row.sourceLine; });
        if (line == panel.lines().end() || !row.cycles)
            continue;
        EXPECT_EQ(line->cycles, row.cycles->value) << row.sourceLine.toStdString();
        EXPECT_EQ(line->origin, Origin::Estimate);
        sum += row.cycles->value;
        ++known;
    }
    EXPECT_GE(known, 3);
    EXPECT_GT(sum, 0);
}

TEST_F(SourcePanelTest, AnNpuOperationLeadsThereToo)
{
    open(u"mobilenet_v2-u55-128"_s, modelsFolder());
    const auto &subject = *profile.subject();
    for (const auto &entities : subject.entities) {
        if (entities.size() < 2 || entities.front().kind != model::EntityRef::Kind::Node)
            continue;
        selection.select(entities.back());
        EXPECT_GT(edit()->currentLine(), 0);
        return;
    }
    FAIL() << "no operation is known by its node";
}

TEST_F(SourcePanelTest, AFileThatIsNotHereOrHasChangedIsSaid)
{
    const QTemporaryDir folder;
    open(u"two_partitions-u55-128"_s, folder.path());
    EXPECT_EQ(panel.text().state, SourceText::State::Missing);
    EXPECT_FALSE(edit()->isVisible());
    EXPECT_TRUE(sentence().contains(u"two_partitions.py"_s));
    EXPECT_GT(table()->model()->rowCount(), 0); // what was recorded
    const auto copy = folder.filePath(u"two_partitions.py"_s);
    ASSERT_TRUE(QFile::copy(modelsFolder() + u"/two_partitions.py"_s, copy));
    QFile file(copy);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    ASSERT_TRUE(file.open(QIODevice::Append));
    file.write("# changed\n");
    file.close();
    panel.setFolder(QString());
    panel.setFolder(folder.path());
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return panel.text().state == SourceText::State::Changed; }, 10000))
        << sentence().toStdString();
    EXPECT_TRUE(edit()->isVisible());
    EXPECT_TRUE(sentence().contains(u"Changed since"_s));
}

TEST_F(SourcePanelTest, WhatHasNoLinesSaysWhatWouldHave)
{
    ASSERT_TRUE(panel.lines().empty());
    model::Network network;
    network.format = u"tflite"_s;
    document.set(OpenedModel{
        .path = u"/x.tflite"_s, .network = std::make_shared<const model::Network>(network) });
    EXPECT_TRUE(panel.lines().empty());
    EXPECT_FALSE(edit()->isVisible());
}

TEST(SourceText, OnlyPythonIsReadAndRecordedLinesTellWhetherItChanged)
{
    const QTemporaryDir folder;
    const auto write = [&folder](const QString &name, const QByteArray &text) {
        QFile file(folder.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    write(u"net.py"_s, "import torch\r\n    x = self.conv(x)\n");
    write(u"secret.txt"_s, "one\n");
    const analysis::SourceLine recorded{
        .file = u"/elsewhere/net.py"_s, .number = 2, .text = u"x = self.conv(x)"_s
    };
    auto moved = recorded;
    moved.number = 1;
    auto beyond = recorded;
    beyond.number = 99;
    const auto state = [&](const analysis::SourceLine &line) {
        return readSourceText(line.file, { folder.path() }, { line }).state;
    };
    EXPECT_EQ(state(recorded), SourceText::State::Same); // by its name beside the model
    EXPECT_EQ(state(moved), SourceText::State::Changed);
    EXPECT_EQ(state(beyond), SourceText::State::Changed);
    auto silent = recorded;
    silent.text.clear();
    EXPECT_EQ(state(silent), SourceText::State::Unverified);
    EXPECT_EQ(
        readSourceText(u"secret.txt"_s, { folder.path() }, {}).state, SourceText::State::Missing);
}

} // namespace tosaic::test::sourcepaneltests
