// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"
#include "tests/views/pages/specfixture.h"
#include "views/spec/choicebox.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/fieldnote.h"
#include "views/spec/overridesmodel.h"
#include "views/widgets/datatable.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace Qt::StringLiterals;

namespace tosaic::test::spectests {

namespace {

class Spec : public SpecTest
{
};

} // namespace

TEST_F(Spec, ShowsASpecAndChangesNothingByShowingIt)
{
    QSignalSpy changed(&spec, &SpecDocument::changed);
    spec.setSpec(fullSpec());
    EXPECT_EQ(changed.size(), 1);
    EXPECT_EQ(spec.spec(), fullSpec());
    EXPECT_EQ(field<QComboBox>(u"specMacs"_s)->currentData().toString(), u"ethos-u85-512"_s);
    EXPECT_TRUE(field<QToolButton>(u"specFamily-Ethos-U85"_s)->isChecked());
    EXPECT_EQ(field<views::ChoiceBox>(u"specMemoryMode"_s)->value(), u"Dedicated_Sram_384KB"_s);
    EXPECT_EQ(field<QLineEdit>(u"specFlag0"_s)->text(), u"--optimise=Size"_s);
    EXPECT_EQ(field<QLineEdit>(u"specFlag1"_s)->text(), u"--enable-debug-db"_s);
    EXPECT_EQ(field<QSpinBox>(u"specSamples"_s)->value(), 32);
    EXPECT_EQ(field<QLineEdit>(u"specNegativeInf"_s)->text(), u"-128"_s);
    EXPECT_EQ(field<views::ChoiceBox>(u"specSoftmax"_s)->value(), u"masked"_s);
    page.show();
    takePicture(u"spec-full-light"_s);
}

TEST_F(Spec, EveryFieldReachesTheDocument)
{
    page.show();
    unfold();
    QTest::mouseClick(field<QToolButton>(u"specFamily-Ethos-U85"_s), Qt::LeftButton);
    choose(u"specMacs"_s, u"ethos-u85-512"_s);
    choose(u"specSystemConfig"_s, u"Ethos_U85_SYS_DRAM_High"_s);
    choose(u"specMemoryMode"_s, u"Dedicated_Sram_384KB"_s);
    QTest::keyClicks(field<QLineEdit>(u"specConfigIni"_s), u"boards/mine/vela.ini"_s);
    QTest::keyClicks(field<QLineEdit>(u"specFlag0"_s), u"--optimise=Size"_s);
    QTest::keyClicks(field<QLineEdit>(u"specFlag1"_s), u"--enable-debug-db"_s);
    QTest::keyClicks(field<QLineEdit>(u"specCommandTag"_s), u"commands"_s);
    QTest::keyClicks(field<QLineEdit>(u"specWeightTag"_s), u"weights"_s);
    pick(u"specDebug"_s, 2);
    QTest::keyClicks(field<QLineEdit>(u"specIntermediates"_s), u"/tmp/here"_s);
    choose(u"specActivations"_s, u"int16"_s);
    choose(u"specIo"_s, u"uint8"_s);
    QTest::mouseClick(field<QCheckBox>(u"specPerChannel"_s), Qt::LeftButton, {}, { 8, 8 });
    QTest::mouseClick(field<QCheckBox>(u"specIntegerIo"_s), Qt::LeftButton, {}, { 8, 8 });
    QTest::keyClicks(field<QLineEdit>(u"specOverrideName"_s), u"features.3"_s);
    QTest::keyClick(field<QLineEdit>(u"specOverrideName"_s), Qt::Key_Return);
    pick(u"specCalibration"_s, 1);
    field<QSpinBox>(u"specSamples"_s)->setValue(32);
    field<QSpinBox>(u"specSeed"_s)->setValue(7);
    choose(u"specSoftmax"_s, u"masked"_s);
    choose(u"specLeakyRelu"_s, u"decompose"_s);
    choose(u"specSdpaGuard"_s, u"remove"_s);
    QTest::keyClicks(field<QLineEdit>(u"specNegativeInf"_s), u"-128"_s);
    QTest::keyClicks(field<QLineEdit>(u"specPositiveInf"_s), u"127.5"_s);
    QTest::keyClicks(field<QLineEdit>(u"specTosaSpec"_s), u"TOSA-1.0+INT"_s);
    pick(u"specCpuKernels"_s, 1);
    spec.keepOnCpu(fullSpec().keepOnCpu);
    EXPECT_EQ(spec::toJson(spec.spec()), spec::toJson(fullSpec()));
    EXPECT_EQ(spec.spec(), fullSpec());
}

TEST_F(Spec, TheDefaultIsShownAsSuchWithWhereItComesFrom)
{
    page.show();
    auto *mode = field<views::ChoiceBox>(u"specMemoryMode"_s);
    EXPECT_EQ(mode->currentText(), u"Shared_Sram (default)"_s);
    auto *fallback = field<QLabel>(u"default-memoryMode"_s);
    EXPECT_TRUE(fallback->isVisible());
    EXPECT_TRUE(fallback->text().contains(u"EthosUCompileSpec"_s))
        << fallback->text().toStdString();
    EXPECT_TRUE(fallback->text().contains(u"Ethos-U55"_s));
    auto *reset = field<QToolButton>(u"reset-memoryMode"_s);
    EXPECT_FALSE(reset->isVisible());
    chooseTarget(u"ethos-u85-256"_s);
    EXPECT_EQ(mode->currentText(), u"Sram_Only (default)"_s);
    EXPECT_EQ(spec.spec().memoryMode, std::nullopt);
    choose(u"specMemoryMode"_s, u"Shared_Sram"_s);
    EXPECT_EQ(spec.spec().memoryMode, u"Shared_Sram"_s);
    EXPECT_FALSE(fallback->isVisible());
    ASSERT_TRUE(reset->isVisible());
    QTest::mouseClick(reset, Qt::LeftButton);
    EXPECT_EQ(spec.spec().memoryMode, std::nullopt);
    EXPECT_EQ(mode->currentText(), u"Sram_Only (default)"_s);
}

/// The narrowest the form gets beside the text, in the smallest window.
TEST_F(Spec, EveryFieldCanBeReachedInANarrowForm)
{
    spec.setSpec(fullSpec());
    page.show();
    unfold();
    auto *form = field<QScrollArea>(u"specForm"_s);
    for (const auto width : { 824, 1200 }) {
        page.resize(width, 320);
        QTest::qWait(20);
        EXPECT_EQ(form->widget()->width() > form->viewport()->width(), false) << width;
        for (auto *widget : form->findChildren<QWidget *>()) {
            const bool isField = qobject_cast<QComboBox *>(widget)
                || qobject_cast<QToolButton *>(widget) || qobject_cast<QPushButton *>(widget)
                || qobject_cast<QCheckBox *>(widget) || qobject_cast<QSpinBox *>(widget);
            if (!isField || !widget->isVisible())
                continue;
            form->ensureWidgetVisible(widget, 20, 20); // of a spin box only the cursor itself
            const QRect place(widget->mapTo(form->viewport(), QPoint()), widget->size());
            EXPECT_TRUE(form->viewport()->rect().contains(place))
                << width << ' ' << widget->objectName().toStdString();
            EXPECT_GE(widget->width(), widget->minimumSizeHint().width())
                << width << ' ' << widget->objectName().toStdString();
        }
    }
    // The longest default of a list can be read.
    page.resize(824, 320);
    QTest::qWait(20);
    const auto *system = field<views::ChoiceBox>(u"specSystemConfig"_s);
    EXPECT_GT(system->width(),
        system->fontMetrics().horizontalAdvance(u"Ethos_U55_High_End_Embedded (default)"_s) + 24);
}

/// Tab goes down the form, as it is seen, and out of it; never back to where it was.
TEST_F(Spec, TabGoesThroughTheFormFromTopToBottom)
{
    page.resize(1200, 900);
    page.show();
    unfold();
    page.activateWindow();
    auto *form = field<QScrollArea>(u"specForm"_s);
    auto *first = field<QToolButton>(u"specFamily-Ethos-U55"_s);
    first->setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return QApplication::focusWidget() == first; }));
    QList<QWidget *> seen;
    QPoint before;
    for (int i = 0; i < 60; ++i) {
        auto *now = QApplication::focusWidget();
        if (!now || !form->widget()->isAncestorOf(now))
            break;
        EXPECT_FALSE(seen.contains(now)) << "again " << now->objectName().toStdString();
        seen << now;
        const auto place = now->mapTo(form->widget(), now->rect().center());
        EXPECT_TRUE(i == 0 || place.y() > before.y() + 8
            || (std::abs(place.y() - before.y()) <= 8 && place.x() > before.x()))
            << "upwards to " << now->objectName().toStdString();
        before = place;
        QTest::keyClick(now, Qt::Key_Tab);
    }
    for (const auto &name :
        { u"specMacs"_s, u"specSystemConfig"_s, u"specConfigIni"_s, u"specChooseConfig"_s,
            u"specFlag0"_s, u"specCommandTag"_s, u"specActivations"_s, u"specCpuKernels"_s })
        EXPECT_TRUE(seen.contains(field<QWidget>(name))) << name.toStdString();
}

/// Number and difference of one figure do not run into the next.
TEST_F(Spec, TheEstimatesStandApartInTheSmallestWindow)
{
    page.show();
    for (const auto width : { 824, 1200 }) {
        page.resize(width, 400);
        QTest::qWait(20);
        int right = 0;
        for (const auto *name : { "estimate-cycles", "estimate-sram", "estimate-far" }) {
            const auto *figure = field<QWidget>(QString::fromLatin1(name));
            EXPECT_GE(figure->x(), right) << name << width;
            right = figure->x() + figure->width();
        }
        const auto *sentence = field<QLabel>(u"estimateSentence"_s);
        EXPECT_TRUE(sentence->parentWidget()->rect().contains(sentence->geometry())) << width;
        EXPECT_FALSE(sentence->geometry().intersects(field<QWidget>(u"estimate-far"_s)->geometry()))
            << width;
    }
}

TEST_F(Spec, AllTargetsAreOfferedByFamily)
{
    QStringList offered;
    for (const auto &family : { u"Ethos-U55"_s, u"Ethos-U65"_s, u"Ethos-U85"_s }) {
        QTest::mouseClick(field<QToolButton>(u"specFamily-"_s + family), Qt::LeftButton);
        auto *macs = field<QComboBox>(u"specMacs"_s);
        for (int i = 0; i < macs->count(); ++i)
            offered << macs->itemData(i).toString();
    }
    EXPECT_EQ(offered, spec::targets());
}

TEST_F(Spec, AnotherFamilyTakesBackNamesThatAreNotIts)
{
    spec.reset({ .target = u"ethos-u65-256"_s,
        .systemConfig = u"Ethos_U65_High_End"_s,
        .memoryMode = u"Dedicated_Sram_384KB"_s });
    QTest::mouseClick(field<QToolButton>(u"specFamily-Ethos-U55"_s), Qt::LeftButton);
    EXPECT_EQ(spec.spec(), (spec::CompileSpec{ .target = u"ethos-u55-256"_s }))
        << "the number of MACs stays";
    spec.undo();
    EXPECT_EQ(spec.spec().systemConfig, u"Ethos_U65_High_End"_s) << "one step";
    EXPECT_FALSE(spec.canUndo());
}

TEST_F(Spec, ASpecOfAnotherFamilyIsWarnedAboutAndMendedByItsButton)
{
    page.show();
    page.setInput(u"/models/net.py"_s);
    choose(u"specSystemConfig"_s, u"Ethos_U85_SYS_DRAM_High"_s);
    ASSERT_TRUE(field<QLabel>(u"noteText-systemConfig"_s)->isVisible());
    EXPECT_TRUE(field<QLabel>(u"specProblems"_s)->text().contains(u"1 warning"_s));
    takePicture(u"spec-warning-light"_s);
    QTest::mouseClick(field<QPushButton>(u"fix-systemConfig"_s), Qt::LeftButton);
    EXPECT_EQ(spec.spec().systemConfig, std::nullopt);
    EXPECT_FALSE(child<QWidget>(page, u"note-systemConfig"_s)->isVisible());
    spec.undo();
    EXPECT_EQ(spec.spec().systemConfig, u"Ethos_U85_SYS_DRAM_High"_s) << "one step";
}

TEST_F(Spec, AFindingSaysWhereItIsFrom)
{
    page.show();
    choose(u"specSystemConfig"_s, u"Ethos_U85_SYS_DRAM_High"_s);
    auto *reason = field<QLabel>(u"why-systemConfig"_s);
    EXPECT_FALSE(reason->isVisible());
    QTest::mouseClick(field<QPushButton>(u"whyButton-systemConfig"_s), Qt::LeftButton);
    EXPECT_TRUE(reason->isVisible());
    EXPECT_FALSE(reason->text().isEmpty());
}

TEST_F(Spec, EveryHitOfTheTableIsBesideItsField)
{
    page.show();
    auto broken = fullSpec();
    broken.target = u"ethos-u55-128"_s; // systems and modes of another family
    broken.extraFlags = { u"--optimise=size"_s, u"--timing"_s, u"--nope"_s };
    broken.calibration = spec::Calibration{ .files = { u"/nowhere/a.npy"_s } };
    broken.tosaSpec = u"TOSA-9"_s;
    broken.externalCommandTag = u"a/b"_s;
    spec.reset(broken);
    ASSERT_GE(page.hits().size(), 5U);
    std::size_t shown = 0;
    for (const auto *note : page.findChildren<views::FieldNote *>()) {
        shown += note->hits().size();
        if (note->objectName() == "note-general"_L1) {
            EXPECT_TRUE(note->hits().empty()) << note->hits()[0].diagnostic.toText().toStdString();
        }
    }
    EXPECT_EQ(shown, page.hits().size());
    takePicture(u"spec-broken-light"_s);
}

TEST_F(Spec, TheProblemHeaderLeadsToAFoldedField)
{
    page.resize(1000, 500);
    page.show();
    auto broken = spec.spec();
    broken.tosaSpec = u"TOSA-9"_s;
    spec.reset(broken);
    auto *line = field<QLineEdit>(u"specTosaSpec"_s);
    EXPECT_FALSE(line->isVisible()) << "folded at first";
    auto *header = field<QLabel>(u"specProblems"_s);
    ASSERT_TRUE(header->text().contains(u"href=\"tosaSpec\""_s)) << header->text().toStdString();
    Q_EMIT header->linkActivated(u"tosaSpec"_s);
    EXPECT_TRUE(line->isVisible());
    EXPECT_FALSE(line->visibleRegion().isEmpty()) << "scrolled to";
}

TEST_F(Spec, AFoldedPartSaysWhatIsInIt)
{
    page.show();
    spec.reset(fullSpec());
    auto *part = child<QWidget>(page, u"targetPart"_s);
    auto *heading = child<QToolButton>(*part, u"partHeading"_s);
    QTest::keyClick(heading, Qt::Key_Space);
    EXPECT_FALSE(field<QComboBox>(u"specMacs"_s)->isVisible());
    EXPECT_EQ(child<QLabel>(*part, u"partSummary"_s)->text(),
        u"ethos-u85-512 · Ethos_U85_SYS_DRAM_High · Dedicated_Sram_384KB"_s);
    QTest::keyClick(heading, Qt::Key_Space);
    EXPECT_TRUE(field<QComboBox>(u"specMacs"_s)->isVisible());
}

TEST_F(Spec, AnErrorStopsTheCompileAndSaysWhere)
{
    page.show();
    page.setInput(u"/models/net.py"_s);
    auto *compile = field<QPushButton>(u"specCompile"_s);
    EXPECT_TRUE(compile->isEnabled());
    auto *mode = field<views::ChoiceBox>(u"specMemoryMode"_s);
    mode->lineEdit()->selectAll();
    QTest::keyClicks(mode->lineEdit(), u"shared_sram"_s);
    EXPECT_EQ(spec.spec().memoryMode, u"shared_sram"_s);
    EXPECT_FALSE(compile->isEnabled());
    EXPECT_TRUE(field<QLabel>(u"noteText-memoryMode"_s)->text().contains(u"shared_sram"_s));
    QTest::mouseClick(field<QPushButton>(u"fix-memoryMode"_s), Qt::LeftButton);
    EXPECT_TRUE(compile->isEnabled());
}

TEST_F(Spec, ATargetWithoutItsPrefixIsMendedByAButton)
{
    page.show();
    spec.setSpec({ .target = u"u55-128"_s });
    QTest::mouseClick(field<QPushButton>(u"fix-target"_s), Qt::LeftButton);
    EXPECT_EQ(spec.spec().target, u"ethos-u55-128"_s);
}

TEST_F(Spec, ScrollingDoesNotChangeWhatIsPassed)
{
    page.show();
    auto *macs = field<QComboBox>(u"specMacs"_s);
    ASSERT_FALSE(macs->hasFocus());
    QWheelEvent wheel({ 5, 5 }, macs->mapToGlobal(QPointF(5, 5)), {}, { 0, -120 }, Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(macs, &wheel);
    EXPECT_EQ(spec.spec().target, u"ethos-u55-128"_s);
    EXPECT_EQ(macs->currentData().toString(), u"ethos-u55-128"_s);
}

TEST_F(Spec, FitsASmallWindowWithoutScrollingSideways)
{
    page.resize(1130, 560); // the room in a window of 1280x800
    spec.setSpec(fullSpec());
    page.show();
    unfold();
    auto *form = child<QScrollArea>(page, u"specForm"_s);
    QCoreApplication::processEvents();
    EXPECT_LE(form->widget()->minimumSizeHint().width(), form->viewport()->width());
    takePicture(u"spec-small-light"_s);
}

TEST_F(Spec, WhatIsKeptCanBeReleasedRowByRow)
{
    page.show();
    spec.setSpec(fullSpec());
    QTest::mouseClick(field<QToolButton>(u"removeKept-features.3"_s), Qt::LeftButton);
    EXPECT_TRUE(spec.spec().keepOnCpu.modules.isEmpty());
    EXPECT_EQ(spec.spec().keepOnCpu.patterns, (QStringList{ u"*pool*"_s }));
}

TEST_F(Spec, WhatIsKeptIsAddedByItsName)
{
    page.show();
    page.setNames({ .nodes = { u"aten_add_tensor"_s }, .modules = { u"features.3"_s } });
    pick(u"specKeepKind"_s, 2);
    auto *name = field<QLineEdit>(u"specKeepName"_s);
    EXPECT_EQ(name->completer()->model()->index(0, 0).data().toString(), u"features.3"_s);
    QTest::keyClicks(name, u"features.3"_s);
    QTest::mouseClick(field<QPushButton>(u"specAddKept"_s), Qt::LeftButton);
    EXPECT_EQ(spec.spec().keepOnCpu.modules, (QStringList{ u"features.3"_s }));
    EXPECT_TRUE(name->text().isEmpty());
    QTest::mouseClick(field<QToolButton>(u"reset-partition"_s), Qt::LeftButton);
    EXPECT_TRUE(spec.spec().keepOnCpu.isEmpty());
}

TEST_F(Spec, AFlagSaysWhatItDoesAndIsRemovedByItsButton)
{
    page.show();
    QTest::keyClicks(field<QLineEdit>(u"specFlag0"_s), u"--timing"_s);
    EXPECT_TRUE(field<QLabel>(u"flagRemark0"_s)->text().contains(u"Deprecated"_s));
    QTest::keyClicks(field<QLineEdit>(u"specFlag1"_s), u"--optimise=Size"_s);
    EXPECT_TRUE(field<QLabel>(u"flagRemark1"_s)->text().contains(u"SRAM"_s));
    auto *completer = field<QLineEdit>(u"specFlag2"_s)->completer();
    ASSERT_TRUE(completer);
    completer->setCompletionPrefix(u"optim"_s);
    EXPECT_EQ(completer->completionCount(), 2) << "both values of --optimise";
    QTest::mouseClick(field<QToolButton>(u"removeFlag0"_s), Qt::LeftButton);
    EXPECT_EQ(spec.spec().extraFlags, (QStringList{ u"--optimise=Size"_s }));
    EXPECT_EQ(field<QLineEdit>(u"specFlag0"_s)->text(), u"--optimise=Size"_s);
}

TEST_F(Spec, TheConfigFileOfOnesOwnOffersItsNames)
{
    QTemporaryDir dir;
    const auto path = dir.filePath(u"board.ini"_s);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("[System_Config.Board]\ncore_clock=4e8\naxi0_port=Sram\naxi1_port=Dram\n"
               "[Memory_Mode.Mine]\nconst_mem_area=Axi1\narena_mem_area=Axi0\n");
    file.close();
    page.show();
    field<QLineEdit>(u"specConfigIni"_s)->setText(path);
    auto *mode = field<views::ChoiceBox>(u"specMemoryMode"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return mode->findData(u"Mine"_s) >= 0; }));
    EXPECT_GE(field<views::ChoiceBox>(u"specSystemConfig"_s)->findData(u"Board"_s), 0);
    EXPECT_LT(mode->findData(u"Shared_Sram"_s), 0) << "is not in that file";
    choose(u"specMemoryMode"_s, u"Mine"_s);
    choose(u"specSystemConfig"_s, u"Board"_s);
    for (const auto &hit : page.hits())
        EXPECT_NE(hit.diagnostic.severity, Severity::Error) << hit.diagnostic.text.toStdString();
}

TEST_F(Spec, AFolderOfPicturesCalibratesWithWhatIsDoneToThem)
{
    page.show();
    unfold();
    choose(u"specWeights"_s, u"int4"_s);
    EXPECT_EQ(spec.spec().quantizer->weights, u"int4"_s);
    pick(u"specCalibration"_s, 3);
    EXPECT_FALSE(spec.spec().calibration) << "nothing is said yet";
    auto *folder = field<QLineEdit>(u"specImageFolder"_s);
    ASSERT_TRUE(folder->isVisible());
    QTest::keyClicks(folder, u"pictures"_s);
    ASSERT_TRUE(spec.spec().calibration);
    EXPECT_EQ(spec.spec().calibration->images.folder, u"pictures"_s);
    QTest::mouseClick(field<QPushButton>(u"specImageNet"_s), Qt::LeftButton);
    const auto images = spec.spec().calibration->images;
    EXPECT_EQ(images.mean, u"0.485,0.456,0.406"_s);
    EXPECT_EQ(images.resize, 256);
    EXPECT_EQ(images.folder, u"pictures"_s);
    pick(u"specImageOrder"_s, 1);
    EXPECT_EQ(spec.spec().calibration->images.order, u"bgr"_s);
    picture(*child<QWidget>(page, u"calibrationPart"_s), u"spec-pictures"_s);
    spec.undo();
    EXPECT_EQ(spec.spec().calibration->images, images);
    EXPECT_EQ(field<QComboBox>(u"specImageOrder"_s)->currentIndex(), 0);
    pick(u"specCalibration"_s, 1);
    EXPECT_TRUE(spec.spec().calibration->isRandom());
    EXPECT_FALSE(folder->isVisible());
}

TEST_F(Spec, CalibrationFilesAreLookedFor)
{
    QTemporaryDir dir;
    const auto path = dir.filePath(u"a.npy"_s);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    page.show();
    unfold();
    auto with = spec.spec();
    with.calibration = spec::Calibration{ .files = { path, u"/nowhere/b.npy"_s } };
    spec.setSpec(with);
    auto *list = field<QListWidget>(u"specFiles"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return list->item(1)->text().startsWith(u"Not found"_s); }));
    EXPECT_EQ(list->item(0)->text(), path);
    EXPECT_TRUE(field<QLabel>(u"specFileState"_s)->text().startsWith(u"1 file(s) not found"_s));
    list->item(1)->setSelected(true);
    QTest::mouseClick(field<QPushButton>(u"specRemoveFiles"_s), Qt::LeftButton);
    EXPECT_EQ(spec.spec().calibration->files, QStringList{ path });
}

TEST_F(Spec, ExceptionsOfTheQuantiserAreATable)
{
    page.show();
    page.setNames({ .operators = { u"aten.add.Tensor"_s }, .modules = { u"features.3"_s } });
    auto *name = field<QLineEdit>(u"specOverrideName"_s);
    QTest::keyClicks(name, u"features.3"_s);
    QTest::mouseClick(field<QPushButton>(u"specAddOverride"_s), Qt::LeftButton);
    pick(u"specOverrideKind"_s, 1);
    EXPECT_EQ(name->completer()->model()->index(0, 0).data().toString(), u"aten.add.Tensor"_s);
    QTest::keyClicks(name, u"aten.add.Tensor"_s);
    QTest::keyClick(name, Qt::Key_Return);
    auto *table = field<views::DataTable>(u"specOverridesTable"_s);
    ASSERT_TRUE(table->isVisible());
    EXPECT_TRUE(table->selectionAsTsv().startsWith(u"Holds for\tName\t"_s)) << "as every table";
    ASSERT_EQ(table->model()->rowCount(), 2);
    table->edit(table->model()->index(1, views::OverridesModel::SchemeColumn));
    auto *box = table->findChild<QComboBox *>();
    ASSERT_TRUE(box);
    box->setCurrentIndex(box->findData(u"none"_s));
    Q_EMIT box->activated(box->currentIndex());
    const std::vector<spec::QuantizerOverride> wanted{ { .module = u"features.3"_s,
                                                           .activations = u"int16"_s },
        { .operatorName = u"aten.add.Tensor"_s, .scheme = u"none"_s, .activations = u"int16"_s } };
    ASSERT_TRUE(spec.spec().quantizer);
    EXPECT_EQ(spec.spec().quantizer->overrides, wanted);
    takePicture(u"spec-overrides-light"_s);
    table->selectRow(0);
    QTest::mouseClick(field<QPushButton>(u"specRemoveOverride"_s), Qt::LeftButton);
    EXPECT_EQ(spec.spec().quantizer->overrides.size(), 1U);
}

TEST_F(Spec, TheTableOfExceptionsIsAProperModel)
{
    views::OverridesModel model;
    ModelCheck check(model);
    QSignalSpy edited(&model, &views::OverridesModel::edited);
    model.setOverrides({ { .module = u"a"_s }, { .operatorName = u"b"_s, .scheme = u"none"_s } });
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(edited.size(), 0);
    EXPECT_TRUE(model.setData(model.index(0, views::OverridesModel::KindColumn), u"operator"_s));
    EXPECT_EQ(model.overrides()[0].operatorName, u"a"_s);
    EXPECT_TRUE(model.overrides()[0].module.isEmpty());
    EXPECT_EQ(edited.size(), 1);
    EXPECT_EQ(model.index(1, 2).data().toString(), u"None: stays float"_s);
    EXPECT_EQ(model.index(1, 3).data().toString(), u"As the others"_s);
    model.setOverrides({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(Spec, TheInputIsChosenByTypingAndCompiled)
{
    page.show();
    QSignalSpy chosen(&page, &views::SpecPage::inputChosen);
    QSignalSpy compile(&page, &views::SpecPage::compileRequested);
    EXPECT_FALSE(field<QPushButton>(u"specCompile"_s)->isEnabled());
    QTest::keyClicks(field<QLineEdit>(u"specInput"_s), u"/models/net.tosa"_s);
    QTest::mouseClick(field<QPushButton>(u"specCompile"_s), Qt::LeftButton);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toString(), u"/models/net.tosa"_s);
    EXPECT_EQ(compile.size(), 1);
    field<QTabWidget>(u"specSpellings"_s)->setCurrentIndex(2); // what is not seen is not written
    EXPECT_TRUE(field<QPlainTextEdit>(u"specVela"_s)->toPlainText().contains(u"/models/net.tosa"_s))
        << field<QPlainTextEdit>(u"specVela"_s)->toPlainText().toStdString();
}

TEST_F(Spec, TabsStandInTheirOrder)
{
    page.addTab(u"ini"_s, new QWidget, u"vela.ini"_s);
    page.addTab(u"memory"_s, new QWidget, u"Memory"_s);
    auto *tabs = field<QTabWidget>(u"specTabs"_s);
    QStringList titles;
    for (int i = 0; i < tabs->count(); ++i)
        titles << tabs->tabText(i);
    EXPECT_EQ(titles, (QStringList{ u"Spec"_s, u"Memory"_s, u"vela.ini"_s, u"Compilers"_s }));
    page.showTab(u"ini"_s);
    EXPECT_EQ(page.currentTab(), u"ini"_s);
    page.addTab(u"ini"_s, new QWidget, u"vela.ini"_s);
    EXPECT_EQ(page.currentTab(), u"ini"_s) << "replaced in its place";
    EXPECT_EQ(tabs->count(), 4);
}

TEST_F(Spec, EverythingHasANameForTheReader)
{
    spec.setSpec(fullSpec());
    page.show();
    unfold();
    for (const auto *widget : page.findChildren<QWidget *>()) {
        const bool isField = qobject_cast<const QComboBox *>(widget)
            || qobject_cast<const QAbstractButton *>(widget)
            || qobject_cast<const QPlainTextEdit *>(widget)
            || (qobject_cast<const QLineEdit *>(widget)
                && !qobject_cast<const QComboBox *>(widget->parent())
                && !qobject_cast<const QSpinBox *>(widget->parent()));
        if (!isField || !widget->isVisible() || widget->objectName().startsWith(u"qt_"_s)
            || widget->objectName() == "ScrollLeftButton"_L1
            || widget->objectName() == "ScrollRightButton"_L1)
            continue;
        EXPECT_FALSE(widget->objectName().isEmpty())
            << widget->metaObject()->className() << " in "
            << widget->parent()->objectName().toStdString();
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        EXPECT_TRUE(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()))
            << widget->objectName().toStdString();
    }
}

TEST_F(Spec, InTheDarkOnALargeScreen)
{
    theme.apply(*qApp, views::ThemeMode::Dark);
    page.resize(2560, 1440);
    spec.setSpec(fullSpec());
    page.show();
    page.resize(1530, 860);
    takePicture(u"spec-form-dark"_s);
    page.resize(2560, 1440);
    page.showEnvironment();
    EXPECT_TRUE(page.environment()->isVisible());
    takePicture(u"spec-large-dark"_s);
}

} // namespace tosaic::test::spectests
