// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specjson.h"

#include <gtest/gtest.h>

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::spec::specjsontests {

namespace {

QJsonObject object(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).object();
}

const QByteArray Full = R"({
  "target": "ethos-u85-256", "systemConfig": "Ethos_U85_SYS_DRAM_Mid",
  "memoryMode": "Dedicated_Sram_384KB", "configIni": "Arm/vela.ini",
  "extraFlags": ["--optimise", "Size"],
  "externalBlocks": {"cmdData": "cmd", "weightData": "weights"},
  "debug": "json", "delegate": false,
  "quantizer": {"scheme": "symmetric", "activations": "int16", "perChannel": false,
    "overrides": [{"module": "features.3", "scheme": "none"},
                  {"operator": "aten.add.Tensor", "activations": "int8"}]},
  "calibration": {"random": {"samples": 3, "seed": 7}},
  "partition": {"keepOnCpu": {"nodes": ["aten_add_tensor"], "operators": ["aten.relu.default"],
    "modules": ["features.3"], "patterns": ["*relu*"]}},
  "intermediates": "out", "tosaSpec": "TOSA-1.0+INT+cf",
  "passPipeline": {"softmax": "stable", "leakyRelu": "table",
    "quantizeInf": {"negative": -100.5, "positive": 90}, "sdpaSafeSoftmaxGuard": "remove"},
  "cpuKernels": "cortex-m", "integerIo": true})";

TEST(SpecJson, ReadsEveryKey)
{
    std::vector<Diagnostic> diagnostics;
    const auto spec = fromJson(object(Full), &diagnostics);
    ASSERT_TRUE(spec) << qPrintable(spec.error().toText());
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_EQ(spec->target, u"ethos-u85-256"_s);
    EXPECT_EQ(spec->systemConfig, u"Ethos_U85_SYS_DRAM_Mid"_s);
    EXPECT_EQ(spec->memoryMode, u"Dedicated_Sram_384KB"_s);
    EXPECT_EQ(spec->extraFlags, (QStringList{ u"--optimise"_s, u"Size"_s }));
    EXPECT_EQ(spec->externalCommandTag, u"cmd"_s);
    EXPECT_EQ(spec->externalWeightTag, u"weights"_s);
    EXPECT_EQ(spec->debug, DebugMode::Json);
    EXPECT_FALSE(spec->delegate);
    EXPECT_EQ(spec->intermediatesFolder, u"out"_s);
    EXPECT_EQ(spec->tosaSpec, u"TOSA-1.0+INT+cf"_s);
    EXPECT_EQ(spec->passes.softmax, u"stable"_s);
    EXPECT_EQ(spec->passes.leakyRelu, u"table"_s);
    EXPECT_EQ(spec->passes.quantizeNegativeInfinity, -100.5);
    EXPECT_EQ(spec->passes.quantizePositiveInfinity, 90.0);
    EXPECT_EQ(spec->passes.sdpaSafeSoftmaxGuard, u"remove"_s);
    EXPECT_EQ(spec->cpuKernels, CpuKernels::CortexM);
    EXPECT_TRUE(spec->integerIo);
    ASSERT_TRUE(spec->quantizer);
    EXPECT_EQ(spec->quantizer->activations, u"int16"_s);
    EXPECT_FALSE(spec->quantizer->perChannel);
    ASSERT_EQ(spec->quantizer->overrides.size(), 2U);
    EXPECT_EQ(spec->quantizer->overrides[0].module, u"features.3"_s);
    EXPECT_EQ(spec->quantizer->overrides[1].operatorName, u"aten.add.Tensor"_s);
    ASSERT_TRUE(spec->calibration);
    EXPECT_EQ(spec->calibration->samples, 3);
    EXPECT_EQ(spec->calibration->seed, 7);
    EXPECT_EQ(spec->keepOnCpu.patterns, QStringList{ u"*relu*"_s });
}

TEST(SpecJson, RoundTripsAsJson)
{
    const QByteArray cases[] = { Full, R"({"target":"ethos-u55-128"})",
        R"({"target":"t","calibration":{"files":["a.npy","b.npy"]}})",
        R"({"target":"t","quantizer":{"scheme":"none"}})",
        R"({"target":"t","debug":"tosa","partition":{"keepOnCpu":{"modules":["a"]}}})" };
    for (const auto &text : cases) {
        const auto spec = fromJson(object(text));
        ASSERT_TRUE(spec) << text.constData();
        EXPECT_EQ(toJson(*spec), object(text)) << text.constData();
        const auto again = fromJson(toJson(*spec));
        ASSERT_TRUE(again);
        EXPECT_EQ(*again, *spec);
    }
}

TEST(SpecJson, AbsentStaysAbsent)
{
    const auto spec = fromJson(object(R"({"target":"ethos-u65-256"})"));
    ASSERT_TRUE(spec);
    EXPECT_FALSE(spec->systemConfig);
    EXPECT_FALSE(spec->memoryMode);
    EXPECT_FALSE(spec->quantizer);
    EXPECT_FALSE(spec->calibration);
    EXPECT_EQ(toJson(*spec).keys(), QStringList{ u"target"_s });
}

TEST(SpecJson, TellsUnknownKeysOnEveryLevel)
{
    std::vector<Diagnostic> diagnostics;
    const auto spec
        = fromJson(object(R"({"target":"t","memorymode":"x","quantizer":{"schema":"none"},
                   "partition":{"keepOnCpu":{"node":[]}}})"),
            &diagnostics);
    ASSERT_TRUE(spec);
    QStringList entities;
    for (const auto &diagnostic : diagnostics) {
        EXPECT_EQ(diagnostic.id, u"spec.unknown-key"_s);
        entities.append(diagnostic.location.entity);
    }
    entities.sort();
    EXPECT_EQ(entities,
        (QStringList{ u"memorymode"_s, u"partition.keepOnCpu.node"_s, u"quantizer.schema"_s }));
}

struct Refused
{
    const char *text;
    const char16_t *entity;
};

class SpecJsonRefused : public testing::TestWithParam<Refused>
{
};

TEST_P(SpecJsonRefused, NamesTheKey)
{
    const auto spec = fromJsonText(GetParam().text);
    ASSERT_FALSE(spec) << GetParam().text;
    EXPECT_EQ(spec.error().code, ErrorCode::SpecInvalid);
    EXPECT_EQ(spec.error().location.entity, QString::fromUtf16(GetParam().entity));
}

INSTANTIATE_TEST_SUITE_P(Values, SpecJsonRefused,
    testing::Values(Refused{ R"({})", u"target" }, Refused{ R"({"target":5})", u"target" },
        Refused{ R"({"target":"t","memoryMode":null})", u"memoryMode" },
        Refused{ R"({"target":"t","extraFlags":"--optimise Size"})", u"extraFlags" },
        Refused{ R"({"target":"t","extraFlags":[1]})", u"extraFlags" },
        Refused{ R"({"target":"t","debug":"JSON"})", u"debug" },
        Refused{ R"({"target":"t","delegate":"no"})", u"delegate" },
        Refused{ R"({"target":"t","quantizer":[]})", u"quantizer" },
        Refused{ R"({"target":"t","quantizer":{"activations":"int4"}})", u"quantizer.activations" },
        Refused{ R"({"target":"t","quantizer":{"overrides":[{"scheme":"x"}]}})",
            u"quantizer.overrides[0].scheme" },
        Refused{ R"({"target":"t","calibration":{"random":{"samples":0}}})",
            u"calibration.random.samples" },
        Refused{ R"({"target":"t","calibration":{"random":{"samples":1.5}}})",
            u"calibration.random.samples" },
        Refused{ R"({"target":"t","calibration":{"random":{},"files":[]}})", u"calibration.files" },
        Refused{ R"({"target":"t","calibration":{"files":[]}})", u"calibration.files" },
        Refused{ R"({"target":"t","calibration":{"images":{"folder":"p"},"files":["a.npy"]}})",
            u"calibration.images" },
        Refused{ R"({"target":"t","calibration":{"images":{"folder":"p","order":"grb"}}})",
            u"calibration.images.order" },
        Refused{ R"({"target":"t","quantizer":{"weights":"int2"}})", u"quantizer.weights" },
        Refused{ R"({"target":"t","quantizer":{"io":"int32"}})", u"quantizer.io" },
        Refused{ R"({"target":"t","partition":{"keepOnCpu":{"nodes":[{}]}}})",
            u"partition.keepOnCpu.nodes" }));

TEST(SpecJson, TextThatIsNoJsonTellsTheByte)
{
    const auto spec = fromJsonText(R"({"target": "t",, })");
    ASSERT_FALSE(spec);
    EXPECT_EQ(spec.error().code, ErrorCode::SpecInvalid);
    EXPECT_TRUE(spec.error().location.offset.has_value());
    EXPECT_FALSE(fromJsonText("[]"));
    const auto huge = fromJsonText(QByteArray(2 * 1024 * 1024, ' '));
    ASSERT_FALSE(huge);
    EXPECT_EQ(huge.error().code, ErrorCode::LimitExceeded);
}

} // namespace

TEST(SpecJson, AKeyThatComesAgainIsSaid)
{
    std::vector<Diagnostic> said;
    const auto spec = fromJsonText(
        R"({"target":"ethos-u55-128","memoryMode":"Sram_Only", "extraFlags":["target","a{\"b"],)"
        R"("quantizer":{"scheme":"none","overrides":[{"module":"a"},{"module":"b","\u006dodule":"c"}]},)"
        R"("memoryMode":"Shared_Sram"})",
        &said);
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec->memoryMode, u"Shared_Sram"_s) << "the last one";
    QStringList keys;
    for (const auto &one : said) {
        EXPECT_EQ(one.id, u"spec.duplicate-key"_s);
        EXPECT_EQ(one.severity, Severity::Warning);
        keys += one.location.entity;
    }
    EXPECT_EQ(keys, (QStringList{ u"quantizer.overrides[1].module"_s, u"memoryMode"_s }));
}

} // namespace tosaic::spec::specjsontests
