// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is offered where a model loses accuracy; what it does is measured by
// tests/fixtures/test_accuracy.py.
#include "core/accuracy/tries.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::triestests {

namespace {

using accuracy::Against;
using accuracy::Try;

/// One node "conv" of the module "features.0", with less SQNR than "relu" of no module.
accuracy::AccuracyTable tableWith(const QString &weak)
{
    accuracy::AccuracyTable table(0);
    for (const auto &[node, error] : { std::pair{ u"relu"_s, 0.01F }, { u"conv"_s, 0.02F } }) {
        accuracy::Tap tap{ .name = node, .shape = { 1, 1, 1, 2 } };
        tap.stored = { 1, 2 };
        tap.first = tap.last = quint32(table.operators().size());
        const auto off = node == weak ? 0.5F : error;
        const std::array real{ 1.0F + off, 2.0F };
        localrun::Array wanted{ model::ScalarType::Float, { 2 }, {} };
        wanted.bytes.append(reinterpret_cast<const char *>(real.data()), sizeof real);
        EXPECT_TRUE(table.addReal(0, node, tap, {}, { wanted, {} }, Against::Float));
    }
    return table;
}

compiled::CompileResult compile()
{
    compiled::CompileResult result;
    result.spec.target = u"ethos-u55-128"_s;
    compiled::ModelNode conv{ .name = u"conv"_s,
        .target = u"aten.convolution.default"_s,
        .module = u"features.0"_s,
        .source = {},
        .placement = u"npu"_s,
        .partition = 0,
        .dtype = {},
        .shape = {} };
    auto relu = conv;
    relu.name = u"relu"_s;
    relu.target = u"aten.relu.default"_s;
    relu.module.clear();
    result.nodes = { conv, relu };
    return result;
}

const Try *find(const std::vector<Try> &tries, Try::Kind kind)
{
    const auto found = std::ranges::find(tries, kind, &Try::kind);
    return found == tries.end() ? nullptr : &*found;
}

} // namespace

TEST(Tries, AreAboutTheWeakestOperator)
{
    const auto table = tableWith(u"conv"_s);
    ASSERT_EQ(table.first(), nullptr);
    ASSERT_TRUE(accuracy::weakestOf(table));
    EXPECT_EQ(accuracy::weakestOf(table)->node, u"conv"_s);
    const auto tries = accuracy::triesFor(compile(), table, {});
    EXPECT_EQ(find(tries, Try::Kind::PerChannel), nullptr) << "it is so already";
    const auto *wider = find(tries, Try::Kind::Int16);
    ASSERT_TRUE(wider);
    EXPECT_EQ(wider->spec.quantizer->overrides,
        (std::vector<spec::QuantizerOverride>{ { u"features.0"_s, {}, {}, u"int16"_s } }));
    ASSERT_TRUE(find(tries, Try::Kind::Calibration));
    EXPECT_GT(find(tries, Try::Kind::Calibration)->spec.calibration->samples,
        spec::Calibration().samples);
    ASSERT_TRUE(find(tries, Try::Kind::KeepOnCpu));
    EXPECT_EQ(find(tries, Try::Kind::KeepOnCpu)->spec.keepOnCpu.nodes, QStringList{ u"conv"_s });
    for (const auto &one : tries)
        EXPECT_EQ(one.spec.target, u"ethos-u55-128"_s);
}

TEST(Tries, OfAnOperatorWithoutModuleAreAboutItsKind)
{
    const auto tries = accuracy::triesFor(compile(), tableWith(u"relu"_s), {});
    ASSERT_TRUE(find(tries, Try::Kind::Int16));
    EXPECT_EQ(find(tries, Try::Kind::Int16)->spec.quantizer->overrides,
        (std::vector<spec::QuantizerOverride>{ { {}, u"aten.relu.default"_s, {}, u"int16"_s } }));
}

TEST(Tries, LeaveOutWhatIsInTheSpecAlready)
{
    auto known = compile();
    known.spec.quantizer.emplace().perChannel = false;
    EXPECT_TRUE(
        find(accuracy::triesFor(known, accuracy::AccuracyTable(), {}), Try::Kind::PerChannel)
            ->spec.quantizer->perChannel);
    known.spec.quantizer->overrides = { { u"features.0"_s, {}, {}, u"int16"_s } };
    known.spec.calibration.emplace().files = QStringList{ u"/set/0.npy"_s };
    const auto tries = accuracy::triesFor(known, tableWith(u"conv"_s), {});
    EXPECT_EQ(find(tries, Try::Kind::Int16), nullptr);
    EXPECT_EQ(find(tries, Try::Kind::Calibration), nullptr) << "the user's own samples stay";
    const QStringList measuredWith{ u"/other/0.npy"_s, u"/other/1.npy"_s };
    EXPECT_EQ(find(accuracy::triesFor(known, accuracy::AccuracyTable(), measuredWith),
                  Try::Kind::Calibration)
                  ->spec.calibration->files,
        measuredWith);
}

TEST(Tries, WithoutAnyDifferenceAreAboutTheWholeModel)
{
    EXPECT_EQ(accuracy::weakestOf(accuracy::AccuracyTable()), nullptr);
    const auto tries = accuracy::triesFor(compile(), accuracy::AccuracyTable(), {});
    EXPECT_EQ(find(tries, Try::Kind::KeepOnCpu), nullptr);
    EXPECT_EQ(find(tries, Try::Kind::Int16)->spec.quantizer->activations, u"int16"_s);
}

} // namespace tosaic::test::triestests
