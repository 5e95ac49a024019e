// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/actionregistry.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QAction>
#include <QFile>
#include <QSignalSpy>

using namespace Qt::StringLiterals;

// The live estimate and its action, in the window with the real Vela.
namespace tosaic::test {

namespace {

constexpr int Patience = 120'000; // ms, on a slow machine

class LiveEstimate : public WindowTest
{
protected:
    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
        settings->set(Setting<QString>{ "compile/outputFolder", {} }, dir + u"/out"_s);
        open(fixturePath(u"add-u55-128/add.pte"_s));
        trigger(u"mode.spec"_s);
    }
    const EstimateView &view() const { return session->estimate().view(); }
    bool waitForNumbers()
    {
        return QTest::qWaitFor(
            [this] { return view().estimate && !view().isStale && !view().isBusy; }, Patience);
    }
    template <typename Change>
    void edit(Change change)
    {
        auto spec = session->spec().spec();
        change(spec);
        session->spec().setSpec(spec);
    }
    QAction *apply() { return window->actions().action(u"compile.respec"_s); }
    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
        return file.readAll();
    }
};

} // namespace

TEST_F(LiveEstimate, NumbersFollowTheEditAndOneActionWritesTheProgram)
{
    ASSERT_TRUE(view().hasInput);
    ASSERT_TRUE(waitForNumbers());
    ASSERT_TRUE(view().baseline);
    EXPECT_TRUE(view().baseline->isCompiled);
    EXPECT_EQ(view().estimate->summary.cyclesTotal, view().baseline->summary.cyclesTotal);
    EXPECT_EQ(view().change, compiled::ChangeKind::None);
    EXPECT_FALSE(apply()->isEnabled());

    edit([](spec::CompileSpec &spec) { spec.memoryMode = u"Sram_Only"_s; });
    EXPECT_TRUE(view().isStale);
    EXPECT_TRUE(view().isBusy);
    EXPECT_EQ(view().change, compiled::ChangeKind::Payload);
    ASSERT_TRUE(waitForNumbers());
    EXPECT_EQ(view().estimate->resolvedSpec.memoryMode, u"Sram_Only"_s);
    ASSERT_TRUE(view().previous);
    EXPECT_EQ(view().previous->resolvedSpec.memoryMode, u"Shared_Sram"_s);

    ASSERT_TRUE(apply()->isEnabled());
    const auto before = session->model().path();
    apply()->trigger();
    EXPECT_TRUE(view().isApplying);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session->model().path() != before; }, Patience));
    EXPECT_EQ(
        bytesOf(session->model().path()), bytesOf(fixturePath(u"add-u55-128-sram_only/add.pte"_s)));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !view().isApplying; }, Patience));
    EXPECT_EQ(view().change, compiled::ChangeKind::None) << "it is the new baseline";
}

/// The page, the rules and the estimate: each learns of an edit once, and of the numbers once.
TEST_F(LiveEstimate, AnEditIsCheckedOnceAndToldOnce)
{
    ASSERT_TRUE(waitForNumbers());
    QSignalSpy checked(&session->spec(), &SpecDocument::checked);
    QSignalSpy told(&session->estimate(), &EstimateDocument::changed);
    edit([](spec::CompileSpec &spec) { spec.memoryMode = u"Sram_Only"_s; });
    EXPECT_TRUE(view().isStale);
    EXPECT_EQ(told.size(), 1);
    ASSERT_TRUE(waitForNumbers());
    EXPECT_EQ(told.size(), 2);
    EXPECT_EQ(checked.size(), 1);
}

TEST_F(LiveEstimate, OtherFamilyNeedsLowering)
{
    ASSERT_TRUE(waitForNumbers());
    edit([](spec::CompileSpec &spec) {
        spec = {};
        spec.target = u"ethos-u85-256"_s;
    });
    EXPECT_EQ(view().change, compiled::ChangeKind::Lowering);
    EXPECT_TRUE(view().loweringKeys.contains(u"target"_s));
    EXPECT_FALSE(view().canApply);
    EXPECT_FALSE(apply()->isEnabled());
}

} // namespace tosaic::test
