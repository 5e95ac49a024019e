// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/specdocument.h"
#include "views/spec/fieldwords.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

using namespace Qt::StringLiterals;

namespace tosaic::test::specdocumenttests {

namespace {

class SpecHistory : public testing::Test
{
protected:
    void tag(const QString &text)
    {
        auto next = document.spec();
        next.externalCommandTag = text;
        document.setSpec(next, u"externalBlocks.cmdData"_s);
    }
    void mode(const QString &name)
    {
        auto next = document.spec();
        next.memoryMode = name;
        document.addStep(next, u"memoryMode"_s);
    }
    int steps()
    {
        int count = 0;
        for (; document.canUndo(); ++count)
            document.undo();
        return count;
    }
    SpecDocument document;
};

} // namespace

TEST_F(SpecHistory, TypingIsOneStep)
{
    tag(u"a"_s);
    tag(u"ab"_s);
    tag(u"abc"_s);
    document.undo();
    EXPECT_EQ(document.spec().externalCommandTag, QString());
    EXPECT_FALSE(document.canUndo());
    document.redo();
    EXPECT_EQ(document.spec().externalCommandTag, u"abc"_s);
    EXPECT_FALSE(document.canRedo());
}

TEST_F(SpecHistory, LeavingTheFieldEndsTheStep)
{
    tag(u"a"_s);
    document.endStep();
    tag(u"ab"_s);
    EXPECT_EQ(steps(), 2);
}

TEST_F(SpecHistory, ChoicesAreStepsOfTheirOwn)
{
    mode(u"Sram_Only"_s);
    mode(u"Shared_Sram"_s);
    document.undo();
    EXPECT_EQ(document.spec().memoryMode, u"Sram_Only"_s);
    EXPECT_EQ(steps(), 1);
}

TEST_F(SpecHistory, WhatIsTypedAndDeletedIsNoStep)
{
    tag(u"a"_s);
    tag({});
    EXPECT_FALSE(document.canUndo());
    EXPECT_FALSE(document.isModified());
}

TEST_F(SpecHistory, AnEditForgetsWhatWasUndone)
{
    mode(u"Sram_Only"_s);
    document.undo();
    tag(u"a"_s);
    EXPECT_FALSE(document.canRedo());
    document.undo();
    EXPECT_EQ(document.spec().memoryMode, std::nullopt);
}

TEST_F(SpecHistory, AStepAfterUndoIsNotMergedIntoAnOlderOne)
{
    tag(u"a"_s);
    mode(u"Sram_Only"_s);
    document.undo();
    tag(u"ab"_s);
    EXPECT_EQ(steps(), 2);
}

TEST_F(SpecHistory, KeepingOnTheCpuIsAStep)
{
    document.keepOnCpu({ .nodes = { u"a"_s } });
    document.keepOnCpu({ .nodes = { u"a"_s, u"b"_s } });
    EXPECT_EQ(document.spec().keepOnCpu.nodes, (QStringList{ u"a"_s, u"b"_s }));
    EXPECT_EQ(document.undoStep()->what, u"partition"_s);
    document.undo();
    EXPECT_EQ(document.spec().keepOnCpu.nodes, QStringList{ u"a"_s });
}

TEST_F(SpecHistory, AnotherDocumentBeginsAnew)
{
    mode(u"Sram_Only"_s);
    QSignalSpy history(&document, &SpecDocument::historyChanged);
    document.reset({ .target = u"ethos-u85-256"_s });
    EXPECT_GE(history.size(), 1);
    EXPECT_FALSE(document.canUndo());
    EXPECT_FALSE(document.canRedo());
    EXPECT_FALSE(document.isModified());
}

TEST_F(SpecHistory, KnowsWhatWasSaved)
{
    mode(u"Sram_Only"_s);
    EXPECT_TRUE(document.isModified());
    document.markSaved();
    EXPECT_FALSE(document.isModified());
    document.undo();
    EXPECT_TRUE(document.isModified());
    document.redo();
    EXPECT_FALSE(document.isModified());
}

TEST_F(SpecHistory, ItsLengthIsLimited)
{
    for (int i = 0; i < 2000; ++i)
        mode(QString::number(i));
    EXPECT_EQ(document.spec().memoryMode, u"1999"_s);
    EXPECT_EQ(steps(), 500);
    EXPECT_EQ(document.spec().memoryMode, u"1499"_s);
}

TEST_F(SpecHistory, ATargetOfTheSameFamilyKeepsItsMemory)
{
    document.reset({ .target = u"ethos-u65-256"_s,
        .systemConfig = u"Ethos_U65_High_End"_s,
        .memoryMode = u"Dedicated_Sram_384KB"_s });
    document.setTarget(u"ethos-u65-512"_s);
    EXPECT_EQ(document.spec().systemConfig, u"Ethos_U65_High_End"_s);
    document.setTarget(u"ethos-u85-512"_s);
    EXPECT_EQ(document.spec().systemConfig, std::nullopt) << "of another family";
    EXPECT_EQ(document.spec().memoryMode, u"Dedicated_Sram_384KB"_s) << "U85 has it";
}

TEST_F(SpecHistory, AnEditIsCheckedOnceAndToldOnce)
{
    QSignalSpy changed(&document, &SpecDocument::changed);
    QSignalSpy checked(&document, &SpecDocument::checked);
    auto next = document.spec();
    next.extraFlags = { u"--no-such-flag"_s };
    document.setSpec(next);
    EXPECT_EQ(changed.size(), 1);
    EXPECT_EQ(checked.size(), 1);
    EXPECT_TRUE(document.hasError());
    document.setSpec(next);
    EXPECT_EQ(checked.size(), 1) << "nothing is new";
    document.undo();
    EXPECT_EQ(checked.size(), 2);
    EXPECT_FALSE(document.hasError());
}

TEST_F(SpecHistory, AStepHasTheNameOfItsField)
{
    mode(u"Sram_Only"_s);
    const auto *step = document.undoStep();
    ASSERT_TRUE(step);
    EXPECT_EQ(views::changeName(step->before, step->after, step->what), u"Memory mode"_s);
    auto next = document.spec();
    next.extraFlags = { u"--timing"_s };
    document.addStep(next, {});
    step = document.undoStep();
    EXPECT_EQ(views::changeName(step->before, step->after), u"Extra flags"_s);
    document.addStep({ .target = u"ethos-u85-256"_s }, {});
    step = document.undoStep();
    EXPECT_EQ(views::changeName(step->before, step->after), u"several fields"_s);
    EXPECT_EQ(views::fieldName(u"extraFlags[2]"_s), u"Extra flags"_s);
    EXPECT_EQ(views::fieldName(u"quantizer.overrides[1].scheme"_s), u"Exceptions"_s);
}

} // namespace tosaic::test::specdocumenttests
