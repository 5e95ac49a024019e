// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/externaldata.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::externalwindowtests {

namespace {

const auto Folder = u"two_partitions-u85-256-external"_s;

class ExternalWindow : public WindowTest
{
protected:
    QString copied(const QString &name, const QString &folder)
    {
        const auto path = folder + u'/' + name;
        EXPECT_TRUE(QFile::copy(fixturePath(Folder) + u'/' + name, path));
        return path;
    }
    bool isMissingTold()
    {
        const auto problems = session->problems().all();
        return std::any_of(problems.begin(), problems.end(),
            [](const auto &one) { return one.diagnostic.id == u"pte.external-missing"_s; });
    }
    qsizetype missing() { return session->model().externalData()->missing.size(); }
};

} // namespace

TEST_F(ExternalWindow, IsTakenFromBesideTheProgram)
{
    open(fixturePath(Folder) + u"/two_partitions.pte"_s);
    ASSERT_TRUE(session->model().externalData());
    EXPECT_EQ(missing(), 0);
    EXPECT_FALSE(isMissingTold());
}

TEST_F(ExternalWindow, IsDroppedOnTheProgramThatNeedsIt)
{
    const auto program = copied(u"two_partitions.pte"_s, dir);
    open(program);
    EXPECT_TRUE(isMissingTold());
    const auto chosen = model::EntityRef::delegate(0, 1);
    session->selection().select(chosen);
    const auto elsewhere = temporaryDir();
    drop({ copied(u"npu_weights.ptd"_s, elsewhere) });
    EXPECT_EQ(session->model().path(), program) << "it stays open";
    EXPECT_EQ(session->selection().current(), chosen);
    EXPECT_GT(missing(), 0);
    EXPECT_TRUE(isMissingTold());
    drop({ copied(u"npu_commands.ptd"_s, elsewhere) });
    EXPECT_EQ(session->model().path(), program);
    EXPECT_EQ(missing(), 0) << "the first one is still used";
    EXPECT_FALSE(isMissingTold());
}

TEST_F(ExternalWindow, IsWhatTheDebuggerAndARunHereWorkWith)
{
    const bool hasRuntime = restartWithTools();
    const auto program = copied(u"two_partitions.pte"_s, dir);
    open(program);
    const auto elsewhere = temporaryDir();
    drop({ copied(u"npu_weights.ptd"_s, elsewhere), copied(u"npu_commands.ptd"_s, elsewhere) });
    ASSERT_EQ(missing(), 0);
    trigger(u"runs.debugger"_s);
    const auto *place = find<QLabel>(u"debugPlace"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] { return place->text().startsWith(u"Before operation 0"_s); }))
        << place->text().toStdString();
    trigger(u"run.start"_s);
    // Behind the first delegate comes a sort: the runtime does it, or it is named where none is.
    const auto *verdict = find<QLabel>(u"hereVerdict"_s);
    const auto *stop = find<QPushButton>(u"runStop"_s);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return !stop->isEnabled() && !verdict->text().isEmpty(); }, 60'000));
    EXPECT_FALSE(find<QLabel>(u"hereFacts"_s)->text().contains(u".ptd"_s));
    for (const auto &one : session->problems().all())
        EXPECT_NE(one.diagnostic.id, u"pte.external-missing"_s);
    if (hasRuntime)
        EXPECT_TRUE(verdict->text().startsWith(u"Finished"_s)) << verdict->text().toStdString();
}

TEST_F(ExternalWindow, IsTakenInWhateverOrderTheFilesCome)
{
    const auto weights = copied(u"npu_weights.ptd"_s, temporaryDir());
    const auto commands = copied(u"npu_commands.ptd"_s, temporaryDir());
    const auto program = copied(u"two_partitions.pte"_s, dir);
    drop({ weights, program, commands });
    EXPECT_EQ(session->model().path(), program);
    EXPECT_EQ(missing(), 0);
}

TEST_F(ExternalWindow, OfAnotherProgramIsShownByItself)
{
    open(fixturePath(u"add-u55-128/add.pte"_s));
    const auto weights = copied(u"npu_weights.ptd"_s, dir);
    open(weights);
    EXPECT_EQ(session->model().path(), weights);
    EXPECT_TRUE(session->model().description());
}

} // namespace tosaic::test::externalwindowtests
