// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The open program is checked against the runtime chosen in the menu.
#include "app/shell/frame/noticebar.h"
#include "app/shell/window/docks.h"
#include "tests/app/windowfixture.h"
#include "tests/core/formats/programbuilder.h"
#include "tests/support/samples.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QMenu>

#include <algorithm>

namespace tosaic::test::runtimetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

/// Two kernel calls: one of the Cortex-M kernels, one that nobody has.
QByteArray programWithRareKernels()
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    builder.addTensor({ .plan = { 1, 0 } });
    builder.plannedBuffers = { 0, 64 };
    builder.inputs = { 0 };
    std::vector<flatbuffers::Offset<fb::Instruction>> calls;
    for (const auto *name : { "cortex_m::softmax", "shop::mystery" }) {
        builder.operators.push_back(
            fb::CreateOperator(fbb, fbb.CreateString(name), fbb.CreateString("out")));
        calls.push_back(builder.instruction(fb::InstructionArguments::KernelCall,
            fb::CreateKernelCall(fbb, qint32(calls.size()), fbb.CreateVector<qint32>({ 0, 0 }))));
    }
    builder.addChain(calls);
    return builder.finish();
}

class RuntimeTest : public WindowTest
{
protected:
    /// Ids and places of the problem rows about the runtime, in order.
    QStringList rows()
    {
        QStringList texts;
        for (const auto &problem : session->problems().all()) {
            if (problem.diagnostic.id.startsWith("pte.no-"_L1))
                texts << u"%1 %2"_s.arg(problem.diagnostic.id).arg(problem.entity.index);
        }
        return texts;
    }

    QString notice() { return find<QLabel>(u"noticeText"_s)->text(); }

    void choose(const QString &runtime)
    {
        auto *action = window->findChild<QAction *>(u"model.runtime."_s + runtime);
        ASSERT_TRUE(action);
        action->trigger();
        EXPECT_TRUE(action->isChecked());
    }
};

} // namespace

TEST_F(RuntimeTest, ProblemRowsFollowTheChosenRuntime)
{
    const auto path = dir + u"/rare.pte"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(programWithRareKernels());
    file.close();
    open(path);
    EXPECT_TRUE(QTest::qWaitFor([&] { return rows() == QStringList{ u"pte.no-kernel 1"_s }; }))
        << rows().join(u'\n').toStdString();
    EXPECT_EQ(window->findChild<shell::NoticeBar *>()->current(), QString()) << "nobody asked";
    choose(u"host"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return rows() == (QStringList{ u"pte.no-kernel 0"_s, u"pte.no-kernel 1"_s });
    })) << rows().join(u'\n').toStdString();
    EXPECT_TRUE(notice().contains(u"rare.pte: 2"_s)) << notice().toStdString();
    clickNotice(0);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !window->docks().dock(u"problems"_s)->visibleRegion().isEmpty(); }));
    choose({});
    EXPECT_TRUE(QTest::qWaitFor([&] { return rows().isEmpty(); }));
    restart();
    EXPECT_TRUE(window->findChild<QAction *>(u"model.runtime."_s)->isChecked());
}

/// Who asks gets an answer, also where nothing is wrong and where nothing is open.
TEST_F(RuntimeTest, TheAnswerIsSaid)
{
    choose(u"host"_s);
    EXPECT_TRUE(notice().contains(u"None is open"_s)) << notice().toStdString();
    open(fixturePath(u"softmax-cpu/softmax.pte"_s));
    choose(u"host"_s);
    EXPECT_TRUE(QTest::qWaitFor([this] { return notice().contains(u"every kernel"_s); }))
        << notice().toStdString();
    choose({});
    EXPECT_EQ(window->findChild<shell::NoticeBar *>()->current(), QString());
}

TEST_F(WindowTest, AProblemOfTheFileLeadsToWhatItIsAbout)
{
    ProgramBuilder builder;
    builder.addTensor({ .dynamism = fb::TensorShapeDynamism::DYNAMIC_UNBOUND });
    builder.inputs = { 0 };
    const auto path = dir + u"/unbound.pte"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(builder.finish());
    file.close();
    open(path);
    const auto problems = session->problems().all();
    const auto found = std::find_if(problems.begin(), problems.end(),
        [](const auto &problem) { return problem.diagnostic.id == "pte.dynamic-unbound"_L1; });
    ASSERT_NE(found, problems.end());
    EXPECT_EQ(found->entity, model::EntityRef::value(0, 0));
}

} // namespace tosaic::test::runtimetests
