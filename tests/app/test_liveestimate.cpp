// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "core/base/approvals.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/findings/advicepage.h"
#include "views/report/reportpage.h"
#include "views/spec/environmentpanel.h"
#include "views/widgets/datatable.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

using namespace Qt::StringLiterals;

// The live estimate and its action, in the window with the real Vela.
namespace tosaic::test::liveestimatetests {

namespace {

constexpr int Patience = 300'000; // ms, on a slow machine

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
    EXPECT_TRUE(QTest::qWaitFor(
        [this] { return window->notices().current() == u"compile.respec"_s; }, Patience));
    const auto labels = window->notices().findChildren<QLabel *>();
    EXPECT_TRUE(std::ranges::any_of(labels, [this](const QLabel *label) {
        return label->text() == u"Written to %1"_s.arg(session->model().path());
    }));
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

/// One action: another version of Vela on the kept TOSA, and both compiles side by side.
TEST_F(LiveEstimate, AnotherVelaIsOneClickAway)
{
    const auto other = qEnvironmentVariable("TOSAIC_PYTHON_VELA52");
    if (other.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON_VELA52 is not set: no second version of Vela";
    ASSERT_TRUE(waitForNumbers());
    edit([](spec::CompileSpec &spec) { spec.memoryMode = u"Sram_Only"_s; }); // does not count
    window->compile().tools().chooseSecond(other);
    auto *action = window->actions().action(u"compile.otherVela"_s);
    ASSERT_TRUE(action->isEnabled());
    const auto before = session->model().compileResult();
    action->trigger();
    const auto &results = session->results();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return results.newSide() && results.newSide() != before && results.oldSide(); },
        Patience));
    EXPECT_EQ(results.oldSide(), before);
    EXPECT_EQ(results.oldSide()->tools.at(u"vela"_s), u"5.1.0"_s);
    EXPECT_EQ(results.newSide()->tools.at(u"vela"_s), u"5.2.0"_s);
    EXPECT_EQ(results.newSide()->spec, before->spec) << "only the version differs";
    EXPECT_EQ(results.newSide()->summary.cyclesTotal, 582);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return window->modes().current() == shell::Mode::Compare; }, Patience));
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty()) {
        QTest::qWait(500);
        window->grab().save(folder + u"/othervela-compare.png"_s);
    }

    // The button beside the estimate offers the others, and to make those that are not here.
    trigger(u"mode.spec"_s);
    auto *button = find<QPushButton>(u"estimateVersions"_s);
    ASSERT_TRUE(button->isVisible());
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty()) {
        QTest::qWait(500);
        window->grab().save(folder + u"/othervela-strip.png"_s);
    }
    auto *menu = button->menu();
    Q_EMIT menu->aboutToShow();
    EXPECT_TRUE(menu->findChild<QAction *>(u"otherVela.5.1.0"_s)) << "the way back";
    auto *get = menu->findChild<QAction *>(u"getVela.5.0.0"_s);
    ASSERT_TRUE(get);
    get->trigger();
    EXPECT_EQ(find<QLineEdit>(u"environmentVelaVersion"_s)->text(), u"5.0.0"_s);
    EXPECT_FALSE(window->findChild<views::EnvironmentPanel *>()->isCreating())
        << "nothing is downloaded unasked";
}

/// Integer inputs and outputs need a new lowering: one click compiles the model with them beside
/// what is open, and the page and the report tell what it came to.
TEST_F(LiveEstimate, AdviceThatNeedsALoweringIsCompiledByOneClick)
{
    const auto model = sourcePath(u"tests/fixtures/models/add.py"_s);
    session->setCompileInput(model);
    ASSERT_TRUE(session->approvals().approve(modelSubject(model)));
    trigger(u"spec.advice"_s);
    auto *page = find<views::AdvicePage>(u"advicePage"_s);
    auto *table = page->findChild<views::DataTable *>(u"adviceTable"_s);
    auto *compile = page->findChild<QPushButton *>(u"adviceCompile"_s);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return window->compile().tools().environment().has_value(); }, Patience));
    Q_EMIT page->tryRequested();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() > 0; }, Patience));
    const auto cellOf = [&](int row, QStringView key) {
        return table->model()->index(row, table->columnOf(key)).data().toString();
    };
    const auto rowOf = [&] {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (cellOf(row, u"step").startsWith(u"Integer inputs"_s))
                return row;
        }
        return -1;
    };
    ASSERT_GE(rowOf(), 0);
    EXPECT_EQ(cellOf(rowOf(), u"effect"), u"needs a compile"_s);
    table->setCurrentIndex(table->model()->index(rowOf(), 0));
    ASSERT_TRUE(compile->isVisible() && compile->isEnabled());
    const auto shown = session->model().path();
    QTest::mouseClick(compile, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return cellOf(rowOf(), u"effect") != u"needs a compile"_s; }, Patience));
    EXPECT_EQ(cellOf(rowOf(), u"effect"), u"better"_s);
    EXPECT_EQ(session->model().path(), shown) << "what is open stays open";
    EXPECT_FALSE(compile->isVisible());
    const auto details = page->findChild<QLabel *>(u"adviceDetails"_s)->text();
    EXPECT_TRUE(details.contains(u"steps at the boundary 2"_s)) << details.toStdString();
    trigger(u"report.show"_s);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            const auto sections = window->pages().report().chosenReport().sections;
            return std::ranges::find(sections, u"Advice"_s, &report::Section::title)
                != sections.end();
        },
        Patience));
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

} // namespace tosaic::test::liveestimatetests
