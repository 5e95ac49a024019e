// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/networkmatch.h"
#include "core/formats/tosa/tosareader.h"
#include "tests/core/npu/generatedruns.h"
#include "tests/core/npu/handstream.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace tosaic::test::networkmatchtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::analysis;

namespace {

NetworkTraits::Port port(const std::vector<qint64> &shape, quint64 bits = 8)
{
    quint64 elements = 1;
    for (const auto size : shape)
        elements *= quint64(size);
    return { .shape = shape, .elementBits = bits, .elements = elements, .text = u"a port"_s };
}

NetworkTraits smallNetwork(qint64 firstBias = 1000)
{
    NetworkTraits traits;
    traits.inputs = { port({ 3, 32, 32 }) };
    traits.outputs = { port({ 10 }) };
    traits.convolutions = 2;
    traits.macs = 1000;
    for (qint64 i = 0; i < 8; ++i)
        traits.biases.push_back(firstBias + i);
    return traits;
}

bool says(const NetworkMatch &match, Evidence::Verdict verdict, const QString &words)
{
    return std::any_of(match.evidence.begin(), match.evidence.end(), [&](const Evidence &evidence) {
        return evidence.verdict == verdict && evidence.sentence().contains(words);
    });
}

} // namespace

TEST(NetworkMatchTest, EqualConstantsMakeItLikely)
{
    const auto match = matchTraits(smallNetwork(), smallNetwork());
    EXPECT_EQ(match.level, MatchLevel::Likely);
    EXPECT_GT(match.confidence, 0.85);
    EXPECT_LT(match.confidence, 1.0) << "only a recorded compile is certain";
    EXPECT_TRUE(says(match, Evidence::Verdict::Supports, u"8 of 8 biases"_s));
}

TEST(NetworkMatchTest, OtherConstantsInTheSameShapesAreHardlyPossible)
{
    const auto match = matchTraits(smallNetwork(5000), smallNetwork());
    EXPECT_EQ(match.level, MatchLevel::Possible);
    EXPECT_LT(match.confidence, 0.65);
    EXPECT_TRUE(says(match, Evidence::Verdict::Contradicts, u"0 of 8 biases"_s));
}

TEST(NetworkMatchTest, OtherInputsContradict)
{
    auto network = smallNetwork();
    network.inputs = { port({ 3, 32, 31 }) };
    const auto match = matchTraits(network, smallNetwork());
    EXPECT_EQ(match.level, MatchLevel::None);
    EXPECT_EQ(match.confidence, 0);
    EXPECT_TRUE(says(match, Evidence::Verdict::Contradicts, u"inputs differ"_s));

    network = smallNetwork();
    network.outputs = { port({ 10 }, 16) };
    EXPECT_EQ(matchTraits(network, smallNetwork()).level, MatchLevel::None) << "another type";
}

TEST(NetworkMatchTest, ShapesAloneAreOnlyPossible)
{
    NetworkTraits network;
    network.inputs = network.outputs = { port({ 5 }) };
    const auto match = matchTraits(network, network);
    EXPECT_EQ(match.level, MatchLevel::Possible);
}

TEST(NetworkMatchTest, NothingToCompareIsNoMatch)
{
    EXPECT_EQ(matchTraits({}, {}).level, MatchLevel::None);
}

TEST(NetworkMatchTest, TiesAreRefusedAndBothNamed)
{
    const auto all
        = candidatesFor({ smallNetwork() }, { smallNetwork(), smallNetwork(7777), smallNetwork() });
    ASSERT_EQ(all.size(), 1u);
    ASSERT_GE(all[0].size(), 2u);
    EXPECT_EQ(all[0][0].network, 0u);
    EXPECT_EQ(all[0][1].network, 2u);
    for (size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(all[0][i].match.level, MatchLevel::Possible);
        EXPECT_TRUE(says(all[0][i].match, Evidence::Verdict::Silent, u"equally well"_s));
    }
}

TEST(NetworkMatchTest, TheOrderOfFilesSaysNothing)
{
    const std::vector<NetworkTraits> streams{ smallNetwork(1000), smallNetwork(2000) };
    const auto straight = candidatesFor(streams, { smallNetwork(1000), smallNetwork(2000) });
    const auto turned = candidatesFor(streams, { smallNetwork(2000), smallNetwork(1000) });
    for (size_t i = 0; i < 2; ++i) {
        ASSERT_EQ(straight[i].size(), 1u) << "the other file belongs to the other stream";
        EXPECT_EQ(straight[i][0].network, i);
        EXPECT_EQ(turned[i].at(0).network, 1 - i);
        EXPECT_EQ(turned[i][0].match.level, MatchLevel::Likely);
    }
}

TEST(NetworkMatchTest, OnlyARecordedCompileIsCertain)
{
    compiled::CompileResult result;
    result.partitions
        = { { .index = 0, .payloadSha256 = u"aa"_s }, { .index = 1, .payloadSha256 = u"bb"_s } };
    result.artefacts = { { .kind = u"tosa"_s, .sha256 = u"cc"_s, .partition = 0 },
        { .kind = u"tosa"_s, .sha256 = u"dd"_s, .partition = 1 } };
    const auto match = certainMatch(result, u"bb"_s, u"dd"_s);
    ASSERT_TRUE(match);
    EXPECT_EQ(match->level, MatchLevel::Certain);
    EXPECT_EQ(match->confidence, 1.0);
    EXPECT_TRUE(says(*match, Evidence::Verdict::Supports, u"partition 1"_s));
    EXPECT_FALSE(certainMatch(result, u"bb"_s, u"cc"_s)) << "another partition's file";
    EXPECT_FALSE(certainMatch(result, u"bb"_s, {}));
    EXPECT_FALSE(certainMatch(result, {}, u"dd"_s));
}

TEST(NetworkMatchTest, TraitsOfANetworkComeFromItsOperators)
{
    const std::vector<qint32> numbers{ 7, -9, 0, 7, 3 << 20 };
    QByteArray bytes(qsizetype(numbers.size() * 4), '\0');
    std::memcpy(bytes.data(), numbers.data(), numbers.size() * 4);
    model::Network network;
    network.source = ByteSource::fromBytes(bytes);
    const auto tensor = [](model::ElementType type, std::vector<qint64> shape) {
        model::NetworkTensor result;
        result.type = type;
        result.shape = std::move(shape);
        return result;
    };
    using model::ElementType;
    auto bias = tensor(ElementType::Int32, { 4 });
    bias.data = model::ByteRange{ 0, 16 };
    auto multiplier = tensor(ElementType::Int32, { 1 });
    multiplier.data = model::ByteRange{ 16, 4 };
    auto &graph = network.subgraphs.emplace_back();
    graph.tensors = { tensor(ElementType::Int8, { 1, 8, 8, 3 }),
        tensor(ElementType::Int8, { 4, 3, 3, 3 }), bias, tensor(ElementType::Int32, { 1, 4, 4, 4 }),
        multiplier, tensor(ElementType::Int8, { 1, 4, 4, 4 }) };
    graph.inputs = { 0 };
    graph.outputs = { 5 };
    graph.operators = { { .type = u"CONV2D"_s,
                            .inputs = { 0, 1, 2 },
                            .outputs = { 3 },
                            .attributes = { { u"stride"_s, std::vector<qint64>{ 2, 2 } } } },
        { .type = u"RESCALE"_s, .inputs = { 3, 4 }, .outputs = { 5 } } };
    const auto traits = traitsOf(network);
    ASSERT_EQ(traits.inputs.size(), 1u);
    EXPECT_EQ(traits.inputs[0].shape, (std::vector<qint64>{ 8, 8, 3 }));
    EXPECT_EQ(traits.convolutions, 1u);
    EXPECT_EQ(traits.macs, quint64(4 * 4 * 4 * 27));
    EXPECT_EQ(traits.biases, (std::vector<qint64>{ -9, 7 }));
    EXPECT_EQ(traits.multipliers, (std::vector<qint64>{ 3 }));
    ASSERT_EQ(traits.windows.size(), 1u);
    EXPECT_EQ(traits.windows[0].strideX, 2u);
}

TEST(NetworkMatchTest, TraitsOfAStreamFollowCopiesOfItsConstants)
{
    // One scale record: bias -5, multiplier 12345; copied to the arena before it is used.
    const auto record = QByteArray::fromHex("00000000"
                                            "fbffffffff"
                                            "39300000"
                                            "05"
                                            "0000");
    test::HandStream hand;
    hand.dma({ 0, 4, 10 }, { 1, 512, 10 });
    auto &conv = hand.conv(test::map(1, 0, 4, 4, 16), test::map(1, 256, 4, 4, 1), { 0, 0, 4 });
    conv.scales = { { 1, 512, 10 } };
    npu::PlacedStream placed;
    placed.stream = std::make_shared<npu::Stream>(hand.stream());
    placed.place.weights = record;
    const auto traits = traitsOf(placed);
    EXPECT_EQ(traits.biases, (std::vector<qint64>{ -5 }));
    EXPECT_EQ(traits.multipliers, (std::vector<qint64>{ 12345 }));
    EXPECT_EQ(traits.convolutions, 1u);
    EXPECT_EQ(traits.macs, quint64(4 * 4 * 16));
}

namespace {

/// Cases that were made from one and the same network: their files are equally good.
QString networkOf(const QString &name)
{
    const auto model = name.section(u'-', 0, 0);
    const auto partition = name.section(u'/', 1);
    if (name.startsWith(u"rescnn-int8-u55-128-overrides"_s)
        || (model != "mv2"_L1 && model != "twopart"_L1 && !name.startsWith(u"rescnn-int8"_s)))
        return name;
    if (model == "rescnn"_L1 || model == "mv2"_L1)
        return model;
    return model + partition;
}

} // namespace

TEST(NetworkMatchSamplesTest, EveryDelegateFindsItsOwnNetworkFirst)
{
    TOSAIC_NEED_SAMPLES();
    std::vector<QString> names;
    std::vector<NetworkTraits> networks;
    std::vector<NetworkTraits> streams;
    for (const auto &run : test::partitionRuns()) {
        const auto network = formats::readTosa(*ByteSource::map(run.folder + u"/partition.tosa"_s));
        ASSERT_TRUE(network) << run.name.toStdString();
        ASSERT_EQ(run.streams.size(), 1u) << run.name.toStdString();
        names.push_back(run.name);
        networks.push_back(traitsOf(**network));
        streams.push_back(traitsOf(run.streams[0]));
    }
    ASSERT_EQ(names.size(), 30u);
    const auto all = candidatesFor(streams, networks);
    size_t likely = 0;
    for (size_t i = 0; i < names.size(); ++i) {
        SCOPED_TRACE(names[i].toStdString());
        const auto twins = std::count_if(names.begin(), names.end(),
            [&](const QString &name) { return networkOf(name) == networkOf(names[i]); });
        ASSERT_FALSE(all[i].empty());
        const auto own = matchTraits(networks[i], streams[i]);
        EXPECT_NEAR(all[i][0].match.confidence, own.confidence, 1e-9) << "nothing fits better";
        for (qsizetype k = 0; k < twins; ++k)
            EXPECT_EQ(networkOf(names[all[i].at(size_t(k)).network]), networkOf(names[i]));
        // Whoever is behind the twins is clearly worse.
        if (all[i].size() > size_t(twins)) {
            EXPECT_GT(own.confidence, all[i][size_t(twins)].match.confidence + 0.1);
        }
        if (twins == 1) {
            EXPECT_EQ(all[i][0].network, i);
            likely += all[i][0].match.level == MatchLevel::Likely ? 1u : 0u;
        } else {
            EXPECT_EQ(all[i][0].match.level, MatchLevel::Possible) << "ties are refused";
        }
    }
    // The others compute without any constant of their own: additions, a clamp, a condition.
    EXPECT_EQ(likely, 12u);
}

} // namespace tosaic::test::networkmatchtests
