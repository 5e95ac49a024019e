// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/specdocument.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/spec/choicebox.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/specpage.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

class Spec : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        page.resize(1000, 720);
    }
    /// As a user does: opens the list and takes an entry.
    void choose(const QString &name, const QString &value)
    {
        auto *box = child<QComboBox>(page, name);
        const int index = box->findData(value) >= 0 ? box->findData(value) : box->findText(value);
        ASSERT_GE(index, 0) << value.toStdString();
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    template <typename Widget>
    Widget *field(const QString &name)
    {
        return child<Widget>(page, name);
    }

    SpecDocument spec;
    views::SpecPage page{ spec, theme };
};

spec::CompileSpec fullSpec()
{
    return { .target = u"ethos-u85-512"_s,
        .systemConfig = u"Ethos_U85_SYS_DRAM_High"_s,
        .memoryMode = u"Dedicated_Sram_384KB"_s,
        .configIni = u"boards/mine/vela.ini"_s,
        .extraFlags = { u"--optimise=Size"_s, u"--enable-debug-db"_s },
        .externalCommandTag = u"commands"_s,
        .externalWeightTag = u"weights"_s,
        .debug = spec::DebugMode::Json,
        .delegate = true,
        .quantizer = spec::Quantizer{ .activations = u"int16"_s, .perChannel = false },
        .calibration = spec::Calibration{ .samples = 32, .seed = 7 },
        .keepOnCpu = { .nodes = { u"aten_add_tensor"_s },
            .operators = { u"aten.relu.default"_s },
            .modules = { u"features.3"_s },
            .patterns = { u"*pool*"_s } } };
}

} // namespace

TEST_F(Spec, ShowsASpecAndChangesNothingByShowingIt)
{
    QSignalSpy changed(&spec, &SpecDocument::changed);
    spec.setSpec(fullSpec());
    EXPECT_EQ(changed.size(), 1);
    EXPECT_EQ(spec.spec(), fullSpec());
    EXPECT_EQ(field<QComboBox>(u"specTarget"_s)->currentData().toString(), u"ethos-u85-512"_s);
    EXPECT_EQ(field<views::ChoiceBox>(u"specMemoryMode"_s)->value(), u"Dedicated_Sram_384KB"_s);
    EXPECT_EQ(field<QPlainTextEdit>(u"specExtraFlags"_s)->toPlainText(),
        u"--optimise=Size\n--enable-debug-db"_s);
    EXPECT_EQ(field<QSpinBox>(u"specSamples"_s)->value(), 32);
    page.show();
    picture(page, u"spec-full-light"_s);
}

TEST_F(Spec, EveryFieldReachesTheDocument)
{
    choose(u"specTarget"_s, u"ethos-u85-512"_s);
    choose(u"specSystemConfig"_s, u"Ethos_U85_SYS_DRAM_High"_s);
    choose(u"specMemoryMode"_s, u"Dedicated_Sram_384KB"_s);
    QTest::keyClicks(field<QLineEdit>(u"specConfigIni"_s), u"boards/mine/vela.ini"_s);
    auto *flags = field<QPlainTextEdit>(u"specExtraFlags"_s);
    QTest::keyClicks(flags, u"--optimise=Size"_s);
    QTest::keyClick(flags, Qt::Key_Return);
    QTest::keyClicks(flags, u"--enable-debug-db"_s);
    QTest::keyClicks(field<QLineEdit>(u"specCommandTag"_s), u"commands"_s);
    QTest::keyClicks(field<QLineEdit>(u"specWeightTag"_s), u"weights"_s);
    field<QComboBox>(u"specDebug"_s)->setCurrentIndex(2);
    Q_EMIT field<QComboBox>(u"specDebug"_s)->activated(2);
    choose(u"specActivations"_s, u"int16"_s);
    field<QCheckBox>(u"specPerChannel"_s)->click();
    field<QComboBox>(u"specCalibration"_s)->setCurrentIndex(1);
    Q_EMIT field<QComboBox>(u"specCalibration"_s)->activated(1);
    field<QSpinBox>(u"specSamples"_s)->setValue(32);
    field<QSpinBox>(u"specSeed"_s)->setValue(7);
    spec.keepOnCpu(fullSpec().keepOnCpu);
    EXPECT_EQ(spec::toJson(spec.spec()), spec::toJson(fullSpec()));
    EXPECT_EQ(spec.spec(), fullSpec());
}

TEST_F(Spec, TheDefaultIsShownAsSuch)
{
    auto *mode = field<views::ChoiceBox>(u"specMemoryMode"_s);
    EXPECT_EQ(mode->currentText(), u"Shared_Sram (default of the target)"_s);
    choose(u"specTarget"_s, u"ethos-u85-256"_s);
    EXPECT_EQ(mode->currentText(), u"Sram_Only (default of the target)"_s);
    EXPECT_EQ(spec.spec().memoryMode, std::nullopt);
    choose(u"specMemoryMode"_s, u"Shared_Sram"_s);
    EXPECT_EQ(spec.spec().memoryMode, u"Shared_Sram"_s);
    mode->setCurrentIndex(0);
    Q_EMIT mode->activated(0);
    EXPECT_EQ(spec.spec().memoryMode, std::nullopt);
}

TEST_F(Spec, AllTargetsAreOfferedByFamily)
{
    auto *box = field<QComboBox>(u"specTarget"_s);
    for (const auto &target : spec::targets())
        EXPECT_GE(box->findData(target), 0) << target.toStdString();
    EXPECT_EQ(box->count(), 11 + 3) << "three headings";
    EXPECT_FALSE(box->model()->flags(box->model()->index(0, 0)).testFlag(Qt::ItemIsSelectable));
}

TEST_F(Spec, ASpecOfAnotherFamilyIsWarnedAboutAndMendedByItsButton)
{
    page.show();
    page.setInput(u"/models/net.py"_s);
    choose(u"specSystemConfig"_s, u"Ethos_U85_SYS_DRAM_High"_s);
    ASSERT_TRUE(field<QLabel>(u"noteText-systemConfig"_s)->isVisible());
    picture(page, u"spec-warning-light"_s);
    QTest::mouseClick(field<QPushButton>(u"fix-systemConfig"_s), Qt::LeftButton);
    EXPECT_EQ(spec.spec().systemConfig, std::nullopt);
    EXPECT_FALSE(child<QWidget>(page, u"note-systemConfig"_s)->isVisible());
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

TEST_F(Spec, WhatIsKeptCanBeReleasedRowByRow)
{
    page.show();
    spec.setSpec(fullSpec());
    QTest::mouseClick(field<QToolButton>(u"removeKept-features.3"_s), Qt::LeftButton);
    EXPECT_TRUE(spec.spec().keepOnCpu.modules.isEmpty());
    EXPECT_EQ(spec.spec().keepOnCpu.patterns, (QStringList{ u"*pool*"_s }));
}

TEST_F(Spec, TheToolsSpellingsFollowTheForm)
{
    spec.setSpec(fullSpec());
    const auto json = field<QPlainTextEdit>(u"specJson"_s)->toPlainText().toUtf8();
    const auto read = spec::fromJsonText(json);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, fullSpec());
    EXPECT_TRUE(
        field<QPlainTextEdit>(u"specPython"_s)->toPlainText().contains(u"EthosUCompileSpec("_s));
    EXPECT_TRUE(field<QPlainTextEdit>(u"specVela"_s)
                    ->toPlainText()
                    .contains(u"--accelerator-config=ethos-u85-512"_s));
    field<QPushButton>(u"specJsonCopy"_s)->click();
    EXPECT_EQ(QApplication::clipboard()->text().toUtf8(), json);
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
    EXPECT_TRUE(
        field<QPlainTextEdit>(u"specVela"_s)->toPlainText().contains(u"/models/net.tosa"_s));
}

TEST_F(Spec, InTheDarkOnALargeScreen)
{
    theme.apply(*qApp, views::ThemeMode::Dark);
    page.resize(2560, 1440);
    spec.setSpec(fullSpec());
    page.show();
    page.showEnvironment();
    EXPECT_TRUE(page.environment()->isVisible());
    picture(page, u"spec-large-dark"_s);
}

} // namespace tosaic::test
