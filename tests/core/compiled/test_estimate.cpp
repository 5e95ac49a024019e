// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/estimate.h"
#include "core/toolchain/respecjob.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::compiled::estimatetests {

namespace {

spec::CompileSpec target(const QString &name)
{
    return { .target = name };
}

/// A change of one field of a U55 spec.
template <typename Change>
spec::CompileSpec changed(Change change)
{
    auto spec = target(u"ethos-u55-128"_s);
    change(spec);
    return spec;
}

} // namespace

TEST(ChangeKind, NothingChanges)
{
    const auto before = target(u"ethos-u55-128"_s);
    EXPECT_EQ(changeKind(before, before), ChangeKind::None);
    // Defaults that are written out.
    const auto after = changed([](spec::CompileSpec &spec) {
        spec.systemConfig = u"Ethos_U55_High_End_Embedded"_s;
        spec.memoryMode = u"Shared_Sram"_s;
        spec.configIni = u"Arm/vela.ini"_s;
        spec.tosaSpec = u"TOSA-1.0+INT+int16+int4+u55"_s;
        spec.quantizer = spec::Quantizer{};
        spec.passes.softmax = u"stable"_s;
        spec.passes.leakyRelu = u"decompose"_s;
        spec.passes.quantizeNegativeInfinity = -256;
    });
    EXPECT_EQ(changeKind(before, after), ChangeKind::None);
    EXPECT_TRUE(loweringKeys(before, after).isEmpty());
}

TEST(ChangeKind, PayloadOnly)
{
    const auto before = target(u"ethos-u55-128"_s);
    using Spec = spec::CompileSpec;
    for (const auto &after : { target(u"ethos-u55-32"_s), target(u"ethos-u65-512"_s),
             changed([](Spec &spec) { spec.memoryMode = u"Sram_Only"_s; }),
             changed([](Spec &spec) { spec.systemConfig = u"Ethos_U55_Deep_Embedded"_s; }),
             changed([](Spec &spec) { spec.configIni = u"/own/vela.ini"_s; }),
             changed([](Spec &spec) { spec.extraFlags = { u"--optimise=Size"_s }; }),
             changed([](Spec &spec) { spec.externalWeightTag = u"weights"_s; }) }) {
        EXPECT_EQ(changeKind(before, after), ChangeKind::Payload);
        EXPECT_EQ(changeKind(after, before), ChangeKind::Payload);
        EXPECT_TRUE(loweringKeys(before, after).isEmpty());
    }
    EXPECT_EQ(
        changeKind(target(u"ethos-u85-128"_s), target(u"ethos-u85-2048"_s)), ChangeKind::Payload);
}

TEST(ChangeKind, LoweringAgain)
{
    const auto before = target(u"ethos-u55-128"_s);
    using Spec = spec::CompileSpec;
    const std::pair<QString, Spec> rows[] = {
        { u"target"_s, target(u"ethos-u85-256"_s) },
        { u"target"_s, target(u"ethos-u"_s) }, // being typed: its family is not known
        { u"tosaSpec"_s, changed([](Spec &spec) { spec.tosaSpec = u"TOSA-1.0+INT"_s; }) },
        { u"passPipeline"_s, changed([](Spec &spec) { spec.passes.softmax = u"masked"_s; }) },
        { u"quantizer"_s,
            changed([](Spec &spec) { spec.quantizer = spec::Quantizer{ .perChannel = false }; }) },
        { u"calibration"_s,
            changed([](Spec &spec) { spec.calibration = spec::Calibration{ .samples = 4 }; }) },
        { u"partition"_s, changed([](Spec &spec) { spec.keepOnCpu.nodes = { u"aten_relu"_s }; }) },
        { u"debug"_s, changed([](Spec &spec) { spec.debug = spec::DebugMode::Tosa; }) },
        { u"cpuKernels"_s,
            changed([](Spec &spec) { spec.cpuKernels = spec::CpuKernels::CortexM; }) },
        { u"intermediates"_s, // lowering fills the folder
            changed([](Spec &spec) { spec.intermediatesFolder = u"/somewhere"_s; }) },
        { u"integerIo"_s, changed([](Spec &spec) { spec.integerIo = true; }) },
    };
    for (const auto &[key, after] : rows) {
        SCOPED_TRACE(key.toStdString());
        EXPECT_EQ(changeKind(before, after), ChangeKind::Lowering);
        EXPECT_EQ(loweringKeys(before, after), QStringList{ key });
    }
}

TEST(ChangeKind, NoDelegateAlsoChangesItsQuantizer)
{
    const auto before = target(u"ethos-u55-128"_s);
    const auto after = changed([](spec::CompileSpec &spec) { spec.delegate = false; });
    EXPECT_EQ(loweringKeys(before, after), (QStringList{ u"quantizer"_s, u"delegate"_s }));
}

TEST(Estimate, WithoutTheCompilesResultWhatThePteDoesNotTellIsRefused)
{
    spec::CompileSpec spec{ .target = u"ethos-u65-256"_s };
    spec.memoryMode = u"Sram_Only"_s;
    const toolchain::RespecSource source{ u"/models/m.pte"_s, {}, { { 0, u"/models/p.tosa"_s } } };
    EXPECT_TRUE(toolchain::respecRequest(source, spec));
    spec.quantizer = spec::Quantizer();
    spec.keepOnCpu.operators = { u"aten.relu.default"_s };
    spec.integerIo = true;
    const QStringList keys{ u"quantizer"_s, u"partition"_s, u"integerIo"_s };
    EXPECT_EQ(untoldKeys(spec), keys);
    const auto refused = respecRequest(source, spec);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().location.entity, keys.join(u','));
}

TEST(EstimateInputs, AreTheKeptTosaInExecutionOrder)
{
    CompileResult result;
    result.folder = u"/out"_s;
    result.artefacts = { { .kind = u"pte"_s, .path = u"m.pte"_s },
        { .kind = u"tosa"_s, .path = u"partition1/partition.tosa"_s, .partition = 1 },
        { .kind = u"tosa"_s, .path = u"partition0/partition.tosa"_s, .partition = 0 } };
    const auto inputs = estimateInputs(result);
    ASSERT_EQ(inputs.size(), 2u);
    EXPECT_EQ(inputs[0].partition, 0);
    EXPECT_EQ(inputs[0].tosaPath, u"/out/partition0/partition.tosa"_s);
    EXPECT_EQ(inputs[1].partition, 1);
}

} // namespace tosaic::compiled::estimatetests
