// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "core/base/units.h"
#include "core/compiled/resultreader.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/app/whatifwindowfixture.h"
#include "tests/views/pages/pagefixtures.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QJsonArray>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

// Flags, pins and compiles of the what-if grid in the window, with the real compilers.
namespace tosaic::test::whatifaxeswindowtests {

namespace {

class WhatIfAxes : public WhatIfWindow
{
protected:
    void accept(const QString &buttons)
    {
        QTest::mouseClick(
            find<QDialogButtonBox>(buttons)->button(QDialogButtonBox::Ok), Qt::LeftButton);
    }
    /// A file beside what is shown.
    void addModel(const QString &path)
    {
        QTest::mouseClick(find<QPushButton>(u"whatIfModels"_s), Qt::LeftButton);
        QTest::mouseClick(find<QPushButton>(u"modelsAdd"_s), Qt::LeftButton);
        chooseFile(u"modelsFileDialog"_s, path);
        accept(u"modelsButtons"_s);
    }
    bool waitForNotice(const QString &words)
    {
        return QTest::qWaitFor(
            [&] {
                const auto labels = window->notices().findChildren<QLabel *>();
                return std::ranges::any_of(
                    labels, [&](const QLabel *label) { return label->text().contains(words); });
            },
            Patience);
    }
    /// All cells as the window exports them.
    QJsonObject exported(const QString &name)
    {
        const auto path = dir + u'/' + name;
        QTest::mouseClick(find<QPushButton>(u"whatIfExport"_s), Qt::LeftButton);
        chooseFile(u"whatIfExportDialog"_s, path);
        EXPECT_TRUE(QTest::qWaitFor([&] { return QFile::exists(path); }, Patience));
        EXPECT_TRUE(waitForIdle());
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }
};

const auto Pin = u"aten_add_tensor"_s;

} // namespace

/// The same grid, asked for in the window and from the command line.
TEST_F(WhatIfAxes, FlagsAndPinsAreThoseOfTheCommandLine)
{
    show(u"add-u55-128/add.pte"_s);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    session->spec().keepOnCpu({ .nodes = { Pin } });
    QTest::mouseClick(find<QPushButton>(u"whatIfAxes"_s), Qt::LeftButton);
    find<QCheckBox>(u"axesSize"_s)->setChecked(true);
    auto *flags = find<QPlainTextEdit>(u"axesFlags"_s);
    flags->setPlainText(u"--tensor-allocator Greedy\n--no-such-flag"_s);
    auto *variants = find<QListWidget>(u"axesVariants"_s);
    ASSERT_EQ(variants->count(), 2) << "the pins of the spec, and none";
    for (int row = 0; row < variants->count(); ++row)
        variants->item(row)->setCheckState(Qt::Checked);
    picture(*window, u"whatif-axes-dialog"_s);
    accept(u"axesButtons"_s);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([this] { return table->model()->rowCount() > 11; }, Patience));
    ASSERT_TRUE(waitForEnd());
    EXPECT_FALSE(status->text().contains(u"estimate again"_s)) << qPrintable(status->text());
    const auto own = cell(
        u"ethos-u55-128 · --tensor-allocator Greedy --optimise Size · no pins"_s, u"Shared_Sram"_s);
    ASSERT_TRUE(own.isValid());
    EXPECT_NE(own.data().toString(), u"needs a compile"_s);
    EXPECT_EQ(cell(u"ethos-u55-128 · --optimise Size · pins: node:"_s + Pin, u"Shared_Sram"_s)
                  .data()
                  .toString(),
        u"needs a compile"_s);
    EXPECT_EQ(cell(u"ethos-u55-128 · --no-such-flag --optimise Size · no pins"_s, u"Shared_Sram"_s)
                  .data()
                  .toString(),
        u"—"_s)
        << "a row, with the reason";
    picture(*window, u"whatif-axes-window"_s);
    const auto here = exported(u"cells.json"_s);

    const QJsonObject pins{ { u"partition"_s,
        QJsonObject{ { u"keepOnCpu"_s, QJsonObject{ { u"nodes"_s, QJsonArray{ Pin } } } } } } };
    QJsonArray targets;
    for (const auto &target : spec::targets())
        targets.append(target);
    const QJsonObject grid{ { u"targets"_s, targets },
        { u"systemConfigs"_s, QJsonArray{ u"default"_s } },
        { u"optimise"_s, QJsonArray{ u"Size"_s } },
        { u"extraFlags"_s,
            QJsonArray{ QJsonArray(), QJsonArray{ u"--tensor-allocator"_s, u"Greedy"_s },
                QJsonArray{ u"--no-such-flag"_s } } },
        { u"variants"_s,
            QJsonObject{ { u"no pins"_s, QJsonObject{ { u"partition"_s, QJsonObject() } } },
                { u"pins: node:"_s + Pin, pins } } } };
    const auto outcome = outcomeOf(cli::sweepCommand(),
        { fixturePath(u"add-u55-128/add.pte"_s), u"--grid"_s,
            written(u"grid.json"_s, QJsonDocument(grid).toJson()), u"-o"_s, dir + u"/cli"_s,
            u"--json"_s });
    const auto there = outcome.json();
    const auto cells = here.value(u"cells"_s).toArray();
    ASSERT_FALSE(cells.isEmpty());
    ASSERT_EQ(cells.size(), there.value(u"cells"_s).toArray().size()) << qPrintable(outcome.err);
    for (qsizetype i = 0; i < cells.size(); ++i)
        EXPECT_EQ(cells[i].toObject(), there.value(u"cells"_s)[i].toObject()) << "cell " << i;
    EXPECT_EQ(here.value(u"excluded"_s), there.value(u"excluded"_s));
    EXPECT_EQ(here.value(u"pareto"_s), there.value(u"pareto"_s));

    // Some of them, the same in both.
    QTest::mouseClick(find<QPushButton>(u"whatIfAxes"_s), Qt::LeftButton);
    find<QSpinBox>(u"axesCells"_s)->setValue(9);
    find<QSpinBox>(u"axesSeed"_s)->setValue(3);
    accept(u"axesButtons"_s);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return status->text().contains(u"drawn evenly"_s); }, Patience));
    ASSERT_TRUE(waitForEnd());
    const auto some = exported(u"some.json"_s);
    auto sampled = grid;
    sampled.insert(u"sample"_s, QJsonObject{ { u"cells"_s, 9 }, { u"seed"_s, 3 } });
    const auto drawn = outcomeOf(cli::sweepCommand(),
        { fixturePath(u"add-u55-128/add.pte"_s), u"--grid"_s,
            written(u"sampled.json"_s, QJsonDocument(sampled).toJson()), u"-o"_s, dir + u"/drawn"_s,
            u"--json"_s })
                           .json();
    ASSERT_EQ(some.value(u"cells"_s).toArray().size(), 9);
    EXPECT_EQ(some.value(u"cells"_s), drawn.value(u"cells"_s));
    QTest::mouseClick(find<QPushButton>(u"whatIfAxes"_s), Qt::LeftButton);
    find<QSpinBox>(u"axesCells"_s)->setValue(0);
    accept(u"axesButtons"_s);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(waitForEnd());

    // A cell of an axis is taken, and the grid is about the same still.
    table->setCurrentIndex(
        cell(u"ethos-u55-128 · --tensor-allocator Greedy --optimise Size · no pins"_s,
            u"Shared_Sram"_s));
    QTest::mouseClick(find<QPushButton>(u"whatIfUse"_s), Qt::LeftButton);
    EXPECT_TRUE(session->spec().spec().keepOnCpu.isEmpty());
    EXPECT_TRUE(session->spec().spec().extraFlags.join(u' ').contains(u"Greedy"_s));
    EXPECT_FALSE(status->text().contains(u"estimate again"_s)) << qPrintable(status->text());
}

/// A model beside the shown one has no TOSA: it is compiled, and the grid goes on.
TEST_F(WhatIfAxes, CompilesAModelThatWasNotAndGoesOn)
{
    show(u"add-u55-128/add.pte"_s);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    addModel(sourcePath(u"tests/fixtures/models/softmax.py"_s));
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(waitForNotice(u"softmax.py"_s));
    clickNotice(0);
    ASSERT_TRUE(waitForNotice(u"runs the code in it"_s)) << "asked as before every compile";
    picture(*window, u"whatif-trust"_s);
    clickNotice(0);
    ASSERT_TRUE(QTest::qWaitFor([this] { return table->model()->rowCount() > 11; }, Patience));
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(session->model().path(), fixturePath(u"add-u55-128/add.pte"_s)) << "it stays open";
    // As its own compile said.
    const auto compiled = compiled::readCompileResult(fixturePath(u"softmax-u85-256"_s));
    ASSERT_TRUE(compiled);
    const auto place = cell(
        u"softmax.py · "_s + compiled->resolvedSpec.target, *compiled->resolvedSpec.memoryMode);
    ASSERT_TRUE(place.isValid());
    EXPECT_EQ(place.data(Qt::AccessibleTextRole).toString().section(u": "_s, -1),
        formatCount(static_cast<quint64>(*compiled->summary.cyclesTotal)));
    picture(*window, u"whatif-compiled-model"_s);
    // The next grid has its TOSA.
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(place.data(Qt::AccessibleTextRole).toString().section(u": "_s, -1),
        formatCount(static_cast<quint64>(*compiled->summary.cyclesTotal)));
}

/// The other family of the shown model: one compile, beside what is open.
TEST_F(WhatIfAxes, MakesTheCompilesThatCellsNeed)
{
    const auto model = sourcePath(u"tests/fixtures/models/add.py"_s);
    ASSERT_TRUE(session->approvals().approve(modelSubject(model)));
    show(u"add-u55-128/add.pte"_s);
    session->setCompileInput(model);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    ASSERT_TRUE(status->text().contains(u"20 of 50"_s)) << qPrintable(status->text());
    auto *missing = find<QPushButton>(u"whatIfCompileMissing"_s);
    ASSERT_TRUE(missing->isVisible());
    EXPECT_TRUE(missing->text().contains(u"1 "_s)) << qPrintable(missing->text());
    picture(*window, u"whatif-missing"_s);
    QTest::mouseClick(missing, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return status->text().contains(u"50 of 50"_s) && run->text() != u"Cancel"_s; },
        Patience))
        << qPrintable(status->text());
    EXPECT_FALSE(missing->isVisible());
    EXPECT_EQ(session->model().path(), fixturePath(u"add-u55-128/add.pte"_s));
}

/// Beside another model: they stay in the workspace as any other compile, once, with their pins and
/// flags.
TEST_F(WhatIfAxes, CompilesOfAGridAreRecordedInTheWorkspace)
{
    const auto model = sourcePath(u"tests/fixtures/models/add.py"_s);
    show(u"add-u55-128/add.pte"_s);
    session->setCompileInput(model);
    // Not approved yet, so no preview takes what Python says once in a process.
    session->spec().keepOnCpu({ .nodes = { Pin } });
    const auto file = dir + u"/grid.tosaic"_s;
    const auto jobsOf = [&file] { return *(*workspace::Workspace::open(file))->jobs(); };
    const auto save = [&] {
        window->workspace().saveAs(file);
        ASSERT_TRUE(waitForIdle());
    };
    save();
    ASSERT_TRUE(session->approvals().approve(modelSubject(model)));
    const auto before = jobsOf().size();
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    QTest::mouseClick(find<QPushButton>(u"whatIfAxes"_s), Qt::LeftButton);
    find<QCheckBox>(u"axesSize"_s)->setChecked(true);
    auto *variants = find<QListWidget>(u"axesVariants"_s);
    for (int row = 0; row < variants->count(); ++row)
        variants->item(row)->setCheckState(
            variants->item(row)->text().contains(Pin) ? Qt::Checked : Qt::Unchecked);
    accept(u"axesButtons"_s);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return status->text().contains(u"0 of 50"_s) && run->text() != u"Cancel"_s; },
        Patience))
        << qPrintable(status->text());
    auto *missing = find<QPushButton>(u"whatIfCompileMissing"_s);
    ASSERT_TRUE(missing->text().contains(u"2 "_s)) << qPrintable(missing->text());
    QTest::mouseClick(missing, Qt::LeftButton);
    // The pin leaves nothing on the NPU.
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return status->text().contains(u"50 failed"_s) && run->text() != u"Cancel"_s; },
        Patience))
        << qPrintable(status->text());
    ASSERT_TRUE(waitForIdle());

    const auto recorded = jobsOf();
    ASSERT_EQ(recorded.size(), before + 2);
    for (auto i = before; i < recorded.size(); ++i) {
        const auto &job = recorded[i];
        EXPECT_EQ(job.status, u"succeeded"_s);
        EXPECT_EQ(job.sourceName, u"add.py"_s);
        EXPECT_FALSE(job.log.isEmpty());
        const auto spec = spec::fromJson(job.spec);
        ASSERT_TRUE(spec);
        EXPECT_EQ(spec->keepOnCpu.nodes, QStringList{ Pin });
        EXPECT_EQ(spec->extraFlags, (QStringList{ u"--optimise"_s, u"Size"_s }));
    }
    save();
    EXPECT_EQ(jobsOf().size(), recorded.size()) << "each once";
    EXPECT_EQ(session->results().results().size(), 1U) << "what is open stays as it is";
}

/// What was compiled from another model than the file is now cannot stand beside it.
TEST_F(WhatIfAxes, CompilesNothingOfAModelThatHasChanged)
{
    QFile model(sourcePath(u"tests/fixtures/models/add.py"_s));
    ASSERT_TRUE(model.open(QIODevice::ReadOnly));
    show(u"add-u55-128/add.pte"_s);
    session->setCompileInput(written(u"add.py"_s, model.readAll() + "\n# edited\n"));
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    QTest::mouseClick(find<QPushButton>(u"whatIfCompileMissing"_s), Qt::LeftButton);
    ASSERT_TRUE(waitForNotice(u"not what the open result was compiled from"_s));
    EXPECT_TRUE(waitForIdle());
    const auto &records = session->jobs().records();
    EXPECT_TRUE(std::ranges::all_of(records, &JobRecord::isEarlier)) << "nothing was compiled";
    EXPECT_TRUE(status->text().contains(u"20 of 50"_s)) << qPrintable(status->text());
}

/// What a spec file says beside the axes is a variant under the name of the file.
TEST_F(WhatIfAxes, ASpecFileIsAVariant)
{
    show(u"add-u55-128/add.pte"_s);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    QTest::mouseClick(find<QPushButton>(u"whatIfAxes"_s), Qt::LeftButton);
    QTest::mouseClick(find<QPushButton>(u"axesAddSpec"_s), Qt::LeftButton);
    chooseFile(u"axesFileDialog"_s,
        written(u"small.json"_s,
            R"({"target":"ethos-u85-256","memoryMode":"Sram_Only","extraFlags":["--optimise","Size"]})"));
    auto *variants = find<QListWidget>(u"axesVariants"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return variants->count() == 2; }, Patience));
    EXPECT_EQ(variants->item(1)->text(), u"small"_s);
    EXPECT_EQ(variants->item(1)->checkState(), Qt::Checked);
    variants->item(0)->setCheckState(Qt::Checked);
    accept(u"axesButtons"_s);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([this] { return table->model()->rowCount() == 22; }, Patience));
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(status->text().contains(u"40 of 100"_s)) << qPrintable(status->text());
    const auto cells = exported(u"variants.json"_s).value(u"cells"_s).toArray();
    for (const auto &one : cells) {
        const bool isSmall = one[u"variant"_s] == u"small"_s;
        EXPECT_EQ(one[u"extraFlags"_s].toArray().size(), isSmall ? 2 : 0);
    }
    // The dialog has it still, and the grid without it again.
    QTest::mouseClick(find<QPushButton>(u"whatIfAxes"_s), Qt::LeftButton);
    variants = find<QListWidget>(u"axesVariants"_s);
    ASSERT_EQ(variants->count(), 2);
    for (int row = 0; row < 2; ++row)
        variants->item(row)->setCheckState(Qt::Unchecked);
    accept(u"axesButtons"_s);
    EXPECT_EQ(find<QPushButton>(u"whatIfAxes"_s)->text(), u"Flags, pins…"_s);
}

/// Nothing of a model runs before that is approved; who refuses is asked again the next time.
TEST_F(WhatIfAxes, AModelAloneIsCompiledOnlyIfItIsTrusted)
{
    open(sourcePath(u"tests/fixtures/models/add.py"_s));
    trigger(u"spec.whatIf"_s);
    auto *start = find<QWidget>(u"whatIfStates"_s)->findChild<QPushButton *>(u"emptyAction"_s);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return start->text() == u"Compile and estimate"_s; }, Patience))
        << qPrintable(start->text());
    for (int time = 0; time < 2; ++time) {
        QTest::mouseClick(start, Qt::LeftButton);
        ASSERT_TRUE(waitForNotice(u"runs the code in it"_s));
        clickNotice(1);
        EXPECT_TRUE(waitForIdle());
        EXPECT_TRUE(session->jobs().records().empty()) << "nothing was compiled";
    }
    EXPECT_EQ(start->text(), u"Compile and estimate"_s);
}

} // namespace tosaic::test::whatifaxeswindowtests
