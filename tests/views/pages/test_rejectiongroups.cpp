// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/rejectiongroups.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::views::rejectiongroupstests {

namespace {

constexpr auto Unquantised = "Node was not marked as quantized in the Arm backend.";

/// Three operators on the CPU and one on the NPU.
compiled::CompileResult refused()
{
    compiled::CompileResult result;
    const auto add = [&](const QString &name, const QString &target, const QString &module,
                         const QStringList &reasons, const QStringList &checks) {
        result.nodes.push_back({ .name = name, .target = target, .module = module });
        result.rejections.push_back(
            { .node = name, .target = target, .reasons = reasons, .checks = checks });
    };
    add(u"sort"_s, u"aten.sort.default"_s, u"head"_s,
        { QString::fromLatin1(Unquantised), u"Op is not supported on U55."_s },
        { u"CheckArmQuantized"_s, u"EthosU55NotSupported"_s });
    add(u"exp"_s, u"aten.exp.default"_s, u"head.tail"_s, { QString::fromLatin1(Unquantised) },
        { u"CheckArmQuantized"_s });
    add(u"pool"_s, u"aten.avg_pool2d.default"_s, u"body"_s,
        { u"Avgpool2d needs stride <= 3, got (4, 4)"_s }, { u"AvgPool2dSupported"_s });
    add(u"pool_1"_s, u"aten.avg_pool2d.default"_s, u"body"_s,
        { u"Avgpool2d needs stride <= 3, got (5, 5)"_s }, { u"AvgPool2dSupported"_s });
    add(u"pool_2"_s, u"aten.avg_pool2d.default"_s, u"body"_s,
        { u"Avgpool2d needs stride <= 3, got (5, 5)"_s }, { u"AvgPool2dSupported"_s });
    result.nodes.push_back({ .name = u"relu"_s, .target = u"aten.relu.default"_s, .partition = 0 });
    return result;
}

const RejectionGroup *groupOf(const std::vector<RejectionGroup> &groups, const QString &check)
{
    const auto found = std::ranges::find(groups, check, &RejectionGroup::check);
    return found == groups.end() ? nullptr : &*found;
}

} // namespace

TEST(RejectionGroups, WhatTheSameHelpsAgainstIsOneReasonAndTheMostFrequentIsFirst)
{
    const auto groups = rejectionGroups(refused());
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].check, u"AvgPool2dSupported"_s);
    EXPECT_EQ(groups[0].operators.size(), 3U);
    EXPECT_EQ(groups[0].otherWordings, 1) << "another stride";
    EXPECT_TRUE(groups[0].hint.startsWith(u"Pool in two steps"_s));
    const auto *unquantised = groupOf(groups, u"CheckArmQuantized"_s);
    ASSERT_TRUE(unquantised);
    EXPECT_EQ(unquantised->operators.size(), 2U);
    EXPECT_EQ(unquantised->otherWordings, 0);
    ASSERT_TRUE(groupOf(groups, u"EthosU55NotSupported"_s)) << "both reasons of one operator";
}

TEST(RejectionGroups, ARemedyIsOfferedOnlyWhereItChangesSomething)
{
    const auto groups = rejectionGroups(refused());
    spec::CompileSpec spec{ .target = u"ethos-u55-128"_s };
    const auto *unquantised = groupOf(groups, u"CheckArmQuantized"_s);
    EXPECT_FALSE(remedyFor(*unquantised, spec)) << "it is quantised; the quantizer takes it not";
    spec.quantizer = spec::Quantizer{ .overrides = { { .module = u"head"_s, .scheme = u"none"_s },
                                          { .module = u"body"_s, .scheme = u"none"_s } } };
    const auto quantise = remedyFor(*unquantised, spec);
    ASSERT_TRUE(quantise);
    EXPECT_EQ(remedyKey(quantise->kind), u"quantise"_s);
    ASSERT_EQ(quantise->spec.quantizer->overrides.size(), 1U);
    EXPECT_EQ(quantise->spec.quantizer->overrides[0].module, u"body"_s) << "not asked for";
    spec.quantizer = spec::Quantizer{ .scheme = u"none"_s };
    EXPECT_EQ(remedyFor(*unquantised, spec)->spec.quantizer->scheme, u"symmetric"_s);

    const auto *unknown = groupOf(groups, u"EthosU55NotSupported"_s);
    spec.memoryMode = u"Shared_Sram"_s;
    spec.systemConfig = u"Ethos_U55_Deep_Embedded"_s;
    const auto target = remedyFor(*unknown, spec);
    ASSERT_TRUE(target);
    EXPECT_EQ(target->spec.target, u"ethos-u85-256"_s);
    EXPECT_FALSE(target->spec.systemConfig) << "of the other family";
    EXPECT_EQ(remedyText(*target), u"Try ethos-u85-256"_s);
    EXPECT_FALSE(remedyFor(*unknown, target->spec)) << "it is that already";
    EXPECT_FALSE(remedyFor(groups[0], spec)) << "the model has to change";
}

TEST(RejectionGroups, PinsOfAGroupAreRemovedAndNoOthers)
{
    compiled::CompileResult result;
    result.nodes.push_back({ .name = u"a"_s, .target = u"aten.relu.default"_s });
    result.nodes.push_back({ .name = u"b"_s, .target = u"aten.add.Tensor"_s });
    result.rejections.push_back({ .node = u"a"_s,
        .reasons = { u"Kept on the CPU by the spec: node a."_s },
        .checks = { u"keepOnCpu"_s } });
    const auto groups = rejectionGroups(result);
    ASSERT_EQ(groups.size(), 1U);
    const spec::CompileSpec spec{ .target = u"ethos-u55-128"_s,
        .keepOnCpu = { .nodes = { u"a"_s, u"gone"_s } } };
    const auto remedy = remedyFor(groups[0], spec);
    ASSERT_TRUE(remedy);
    EXPECT_EQ(remedy->spec.keepOnCpu.nodes, QStringList{ u"gone"_s });
}

} // namespace tosaic::views::rejectiongroupstests
