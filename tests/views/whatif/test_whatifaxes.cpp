// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "tests/views/whatif/whatiffixture.h"
#include "views/whatif/axesdialog.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace Qt::StringLiterals;

// Flags, pins and other variants as axes of the what-if page.
namespace tosaic::test::whatifaxestests {

namespace {
using sweep::CellStatus;
}

/// Flags and variants are named where they differ; what the rules refuse has its reason.
TEST_F(WhatIfPageTest, FlagsAndVariantsStandInRowsOfTheirOwn)
{
    auto view = fullView();
    auto result = *view.result;
    const auto plain = result.cells;
    result.cells.clear();
    for (const auto &row : plain) {
        for (const auto &variant : { u"no pins"_s, u"pins: node:relu"_s }) {
            auto cell = row;
            cell.cell.variant = variant;
            result.cells.push_back(cell);
            cell.cell.flags = cell.cell.spec.extraFlags = { u"--optimise"_s, u"Size"_s };
            cell.summary.cyclesTotal = *cell.summary.cyclesTotal * 2;
            result.cells.push_back(cell);
        }
    }
    result.cells.back().status = CellStatus::NeedsCompile;
    result.cells.back().loweringKeys = { u"partition.keepOnCpu"_s };
    result.excluded = { { specOf(u"ethos-u55-32"_s, u"Sram_Only"_s), u"spec.flag-unknown"_s,
        u"no such flag"_s, u"no pins"_s, { u"--nonsense"_s } } };
    view.result = std::make_shared<const sweep::SweepResult>(std::move(result));
    view.missingCompiles = 1;
    page->setView(view);
    const auto &model = *table->model();
    ASSERT_EQ(model.rowCount(), 9);
    const auto header = [&](int row) { return model.headerData(row, Qt::Vertical).toString(); };
    EXPECT_EQ(header(0), u"ethos-u55-32 · no more flags · no pins"_s);
    EXPECT_EQ(header(1), u"ethos-u55-32 · --optimise Size · no pins"_s);
    EXPECT_EQ(header(3), u"ethos-u55-32 · --optimise Size · pins: node:relu"_s);
    EXPECT_TRUE(text(1, 0).contains(formatCount(16000))) << qPrintable(text(1, 0));
    EXPECT_EQ(header(8), u"ethos-u55-32 · --nonsense · no pins"_s);
    EXPECT_EQ(text(8, 0), u"—"_s);
    EXPECT_TRUE(model.index(8, 0).data(Qt::ToolTipRole).toString().contains(u"no such flag"_s));
    table->setCurrentIndex(model.index(1, 0));
    EXPECT_TRUE(details->text().contains(u"--optimise"_s)) << qPrintable(details->text());
    picture(*page, u"whatif-flags"_s);

    QSignalSpy compiles(page.get(), &views::WhatIfPage::compilesWanted);
    auto *missing = child<QPushButton>(*page, u"whatIfCompileMissing"_s);
    ASSERT_TRUE(missing->isVisible());
    QTest::mouseClick(missing, Qt::LeftButton);
    EXPECT_EQ(compiles.size(), 1);
    QSignalSpy wanted(page.get(), &views::WhatIfPage::axesWanted);
    auto *axes = child<QPushButton>(*page, u"whatIfAxes"_s);
    EXPECT_EQ(axes->text(), u"Flags, pins…"_s);
    EXPECT_TRUE(axes->accessibleName().contains(u"as in the spec"_s));
    axes->setFocus();
    QTest::keyClick(axes, Qt::Key_Space);
    EXPECT_EQ(wanted.size(), 1);
    view.missingCompiles = 0;
    view.axes.optimise = { u"Size"_s, u"Performance"_s };
    page->setView(view);
    EXPECT_FALSE(missing->isVisible());
    EXPECT_EQ(axes->text(), u"Flags, pins: 2"_s);
}

TEST_F(WhatIfPageTest, AModelWithoutTosaIsOfferedItsCompile)
{
    auto *start = states->findChild<QPushButton *>(u"emptyAction"_s);
    QSignalSpy run(page.get(), &views::WhatIfPage::sweepRequested);
    QSignalSpy cancelled(page.get(), &views::WhatIfPage::cancelRequested);
    page->setView({ .hasTools = true, .hasModel = true });
    EXPECT_EQ(start->text(), u"Compile and estimate"_s);
    QTest::mouseClick(start, Qt::LeftButton);
    EXPECT_EQ(run.size(), 1);
    page->setView({ .hasTools = true, .isRunning = true, .hasModel = true });
    EXPECT_EQ(start->text(), u"Cancel"_s);
    QTest::mouseClick(start, Qt::LeftButton);
    EXPECT_EQ(cancelled.size(), 1);
}

/// So that compilers start while it is read.
TEST_F(WhatIfPageTest, SaysThatItIsLookedAt)
{
    QSignalSpy shown(page.get(), &views::WhatIfPage::shown);
    page->hide();
    EXPECT_EQ(shown.size(), 0);
    page->show();
    EXPECT_EQ(shown.size(), 1);
}

/// By keyboard alone.
TEST_F(WhatIfPageTest, FlagsAndVariantsAreChosen)
{
    sweep::Grid before;
    before.extraFlags = { {}, { u"--arena-cache-size"_s, u"65536"_s } };
    const sweep::Variant pins{ u"pins"_s, { { u"partition"_s, QJsonObject() } } };
    views::AxesDialog dialog(before, { pins }, specOf(u"ethos-u55-128"_s, u"Shared_Sram"_s));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    auto *flags = child<QPlainTextEdit>(dialog, u"axesFlags"_s);
    auto *ok = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    const auto *note = child<QLabel>(dialog, u"axesNote"_s);
    EXPECT_EQ(flags->toPlainText(), u"--arena-cache-size 65536"_s);
    EXPECT_EQ(dialog.grid().extraFlags, before.extraFlags);
    EXPECT_TRUE(dialog.grid().variants.empty());
    // The menu knows the flags of Vela, and leaves the cursor where a value belongs.
    auto *greedy = dialog.findChild<QAction *>(u"--tensor-allocator Greedy"_s);
    ASSERT_TRUE(greedy);
    greedy->trigger();
    auto *alignment = dialog.findChild<QAction *>(u"--cpu-tensor-alignment"_s);
    ASSERT_TRUE(alignment);
    alignment->trigger();
    QTest::keyClicks(flags, u"32"_s);
    const std::vector<QStringList> all{ {}, { u"--arena-cache-size"_s, u"65536"_s },
        { u"--tensor-allocator"_s, u"Greedy"_s }, { u"--cpu-tensor-alignment"_s, u"32"_s } };
    EXPECT_EQ(dialog.grid().extraFlags, all);
    EXPECT_FALSE(dialog.findChild<QAction *>(u"--help"_s)) << "ends Vela";
    for (const auto &name : { u"axesSize"_s, u"axesPerformance"_s }) {
        auto *box = child<QCheckBox>(dialog, name);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
    }
    auto *list = child<QListWidget>(dialog, u"axesVariants"_s);
    list->setFocus();
    list->setCurrentRow(0);
    QTest::keyClick(list, Qt::Key_Space);
    dialog.add({ u"int16"_s, { { u"quantizer"_s, QJsonObject() } } });
    EXPECT_FALSE(dialog.grid().sample);
    auto *seed = child<QSpinBox>(dialog, u"axesSeed"_s);
    EXPECT_FALSE(seed->isEnabled());
    child<QSpinBox>(dialog, u"axesCells"_s)->setValue(12);
    ASSERT_TRUE(seed->isEnabled());
    seed->setValue(7);
    const auto grid = dialog.grid();
    EXPECT_EQ(grid.sample, (sweep::Sampling{ 12, 7 }));
    EXPECT_EQ(grid.optimise, (QStringList{ u"Performance"_s, u"Size"_s }));
    ASSERT_EQ(grid.variants.size(), 2u);
    EXPECT_EQ(grid.variants[0].name, u"int16"_s) << "by name, as in a file";
    EXPECT_EQ(grid.variants[1].spec, pins.spec);
    EXPECT_TRUE(note->text().contains(u"8 "_s)) << qPrintable(note->text());
    picture(dialog, u"whatif-axes"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(dialog, u"whatif-axes-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
    // What Vela does not know is told; what is no line of a shell cannot be meant.
    flags->setPlainText(u"--no-such-flag"_s);
    EXPECT_TRUE(note->text().contains(u"--no-such-flag"_s)) << qPrintable(note->text());
    EXPECT_TRUE(ok->isEnabled()) << "its cells say it, too";
    flags->setPlainText(u"--tensor-allocator 'Greedy"_s);
    EXPECT_FALSE(ok->isEnabled());
    flags->clear();
    child<QCheckBox>(dialog, u"axesPlain"_s)->setChecked(false);
    EXPECT_TRUE(ok->isEnabled());
    EXPECT_TRUE(dialog.grid().extraFlags.empty());
}

} // namespace tosaic::test::whatifaxestests
