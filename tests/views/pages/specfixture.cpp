// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/pages/specfixture.h"

#include "views/spec/formpart.h"

#include <QApplication>
#include <QComboBox>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::test {

void SpecTest::SetUp()
{
    PageTest::SetUp();
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    page.resize(1200, 720);
}

void SpecTest::TearDown()
{
    while (auto *popup = QApplication::activePopupWidget()) // of a completer
        popup->close();
    QLocale::setDefault(QLocale::c());
}

void SpecTest::takePicture(const QString &name)
{
    for (int i = 0; i < 3; ++i) // layouts of layouts
        QCoreApplication::processEvents();
    picture(page, name);
}

void SpecTest::choose(const QString &name, const QString &value)
{
    auto *box = field<QComboBox>(name);
    const int index = box->findData(value) >= 0 ? box->findData(value) : box->findText(value);
    ASSERT_GE(index, 0) << value.toStdString();
    pick(name, index);
}

void SpecTest::pick(const QString &name, int index)
{
    auto *box = field<QComboBox>(name);
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
}

void SpecTest::chooseTarget(const QString &target)
{
    spec.setTarget(target);
}

void SpecTest::unfold()
{
    for (auto *part : page.findChildren<views::FormPart *>())
        part->setFolded(false);
}

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
        .quantizer = spec::Quantizer{ .activations = u"int16"_s,
            .perChannel = false,
            .io = u"uint8"_s,
            .overrides = { { .module = u"features.3"_s, .activations = u"int16"_s } } },
        .calibration = spec::Calibration{ .samples = 32, .seed = 7 },
        .keepOnCpu = { .nodes = { u"aten_add_tensor"_s },
            .operators = { u"aten.relu.default"_s },
            .modules = { u"features.3"_s },
            .patterns = { u"*pool*"_s } },
        .intermediatesFolder = u"/tmp/here"_s,
        .tosaSpec = u"TOSA-1.0+INT"_s,
        .passes = { .softmax = u"masked"_s,
            .leakyRelu = u"decompose"_s,
            .quantizeNegativeInfinity = -128,
            .quantizePositiveInfinity = 127.5,
            .sdpaSafeSoftmaxGuard = u"remove"_s },
        .cpuKernels = spec::CpuKernels::CortexM,
        .integerIo = true };
}

} // namespace tosaic::test
