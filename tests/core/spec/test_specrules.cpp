// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "core/spec/specrules.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::spec::specrulestests {

namespace {

CompileSpec specOf(const QByteArray &json)
{
    auto spec = fromJsonText(json);
    EXPECT_TRUE(spec) << json.constData();
    return spec ? *spec : CompileSpec();
}

QStringList idsOf(const std::vector<Diagnostic> &diagnostics)
{
    QStringList ids;
    for (const auto &diagnostic : diagnostics)
        ids.append(severityText(diagnostic.severity) + u' ' + diagnostic.id + u' '
            + diagnostic.location.entity);
    return ids;
}

/// One rule: a spec, and what must be said about it ("severity id key").
struct Row
{
    const char *json;
    const char16_t *expected; ///< empty: nothing is wrong
};

class SpecRules : public testing::TestWithParam<Row>
{
};

TEST_P(SpecRules, SayExactlyWhatIsWrong)
{
    const auto ids = idsOf(check(specOf(GetParam().json)));
    const auto expected = QString::fromUtf16(GetParam().expected);
    EXPECT_EQ(ids, expected.isEmpty() ? QStringList() : expected.split(u'|')) << GetParam().json;
}

INSTANTIATE_TEST_SUITE_P(Target, SpecRules,
    testing::Values(Row{ R"({"target":"ethos-u55-128"})", u"" },
        Row{ R"({"target":"ethos-u65-512"})", u"info spec.runner-default memoryMode" },
        Row{ R"({"target":"ETHOS-U55-128"})", u"error spec.target target" },
        Row{ R"({"target":"ethos-u55-100"})", u"error spec.target target" },
        Row{ R"({"target":""})", u"error spec.target target" },
        Row{ R"({"target":"ethos-u55-128 "})", u"error spec.space target" }));

INSTANTIATE_TEST_SUITE_P(Memory, SpecRules,
    testing::Values(Row{ R"({"target":"ethos-u55-128","memoryMode":"Dedicated_Sram_384KB"})",
                        u"error spec.memory-mode-system memoryMode" },
        Row{ R"({"target":"ethos-u65-256","systemConfig":"Ethos_U65_Embedded"})",
            u"error spec.memory-mode-system memoryMode|info spec.runner-default memoryMode" },
        Row{ R"({"target":"ethos-u55-128","systemConfig":"Ethos_U65_High_End",
                 "memoryMode":"Dedicated_Sram_256KB"})",
            u"warning spec.system-config-family systemConfig|"
            u"warning spec.memory-mode-family memoryMode" },
        Row{ R"({"target":"ethos-u55-128","systemConfig":"Ethos_U85_SYS_DRAM_High"})",
            u"warning spec.system-config-family systemConfig" },
        Row{ R"({"target":"ethos-u55-128","systemConfig":"ethos_u55_high_end_embedded"})",
            u"error spec.system-config systemConfig" },
        Row{ R"({"target":"ethos-u55-128","systemConfig":"internal-default"})",
            u"error spec.system-config systemConfig" },
        Row{ R"({"target":"ethos-u55-128","memoryMode":"shared_sram"})",
            u"error spec.memory-mode memoryMode" },
        Row{ R"({"target":"ethos-u55-128","memoryMode":"Shared Sram"})",
            u"error spec.space memoryMode" },
        Row{ R"({"target":"ethos-u65-256","memoryMode":"Dedicated_Sram"})",
            u"warning spec.memory-mode-limit memoryMode" },
        Row{ R"({"target":"ethos-u55-128","memoryMode":"Sram_Only"})",
            u"info spec.memory-mode-booking memoryMode" },
        Row{ R"({"target":"ethos-u85-256"})",
            u"info spec.memory-mode-booking memoryMode|info spec.runner-default memoryMode" }));

INSTANTIATE_TEST_SUITE_P(Ini, SpecRules,
    testing::Values(Row{ R"({"target":"ethos-u55-128","configIni":"Arm/vela.ini"})", u"" },
        Row{ R"({"target":"ethos-u55-128","configIni":"board.cfg"})",
            u"error spec.config-ini configIni" },
        Row{ R"({"target":"ethos-u55-128","configIni":"~/board.ini"})",
            u"error spec.config-ini configIni" },
        Row{ R"({"target":"ethos-u55-128","configIni":"my board.ini"})",
            u"error spec.space configIni" },
        Row{ R"({"target":"ethos-u55-128","configIni":"cfg/board.ini","systemConfig":"S",
                 "memoryMode":"M"})",
            u"warning spec.config-ini configIni|warning spec.system-config-axi systemConfig" },
        Row{ R"({"target":"ethos-u55-128","configIni":"./cfg/board.ini","systemConfig":"S",
                 "memoryMode":"M"})",
            u"warning spec.system-config-axi systemConfig" },
        Row{ R"({"target":"ethos-u55-128","configIni":"./cfg/board.ini",
                 "systemConfig":"Ethos_U55_Board","memoryMode":"M"})",
            u"" },
        Row{ R"({"target":"ethos-u55-128","configIni":"board.ini"})",
            u"info spec.config-ini configIni" }));

INSTANTIATE_TEST_SUITE_P(Flags, SpecRules,
    testing::Values(Row{ R"({"target":"ethos-u55-128","extraFlags":["--optimise","Size"]})", u"" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--optimise Size"]})", u"" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--optimise=Size"]})", u"" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--optimise=size"]})",
            u"error spec.flag-value extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--optimise"]})",
            u"error spec.flag-value extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--optim=Size"]})",
            u"warning spec.flag-abbreviated extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--nope"]})",
            u"error spec.flag-unknown extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--verbose"]})",
            u"error spec.flag-unknown extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--version"]})",
            u"error spec.flag-ends extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["-h"]})",
            u"error spec.flag-ends extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--supported-ops-report"]})",
            u"error spec.flag-ends extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--memory-mode=Sram_Only"]})",
            u"warning spec.flag-overridden extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--output-dir","x"]})",
            u"warning spec.flag-overridden extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128",
                 "extraFlags":["--optimise=Size","--optimise=Performance"]})",
            u"warning spec.flag-duplicate extraFlags[1]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--config=a.ini"]})",
            u"warning spec.flag-harmful extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--show-cpu-operations"]})",
            u"warning spec.flag-harmful extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--timing"]})",
            u"info spec.flag-ignored extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--debug-force-legacy-core"]})",
            u"error spec.flag-refused extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--separate-io-regions"]})",
            u"error spec.flag-combination extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128",
                 "extraFlags":["--separate-io-regions","--cop-format","COP2"]})",
            u"" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--arena-cache-size=-1"]})",
            u"error spec.flag-value extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--arena-cache-size","384KB"]})",
            u"error spec.flag-value extraFlags[1]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--cpu-tensor-alignment=24"]})",
            u"error spec.flag-value extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":[""]})",
            u"error spec.flag-empty extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["--verbose-all "]})",
            u"error spec.flag-space extraFlags[0]|info spec.flag-noise extraFlags[0]" },
        Row{ R"({"target":"ethos-u55-128","extraFlags":["model.tflite"]})",
            u"error spec.flag-stray extraFlags[0]" }));

INSTANTIATE_TEST_SUITE_P(Model, SpecRules,
    testing::Values(Row{ R"({"target":"ethos-u55-128","quantizer":{"scheme":"none"}})",
                        u"warning spec.not-quantised quantizer.scheme" },
        Row{ R"({"target":"ethos-u55-128","delegate":false})", u"" },
        Row{ R"({"target":"ethos-u55-128","quantizer":{"scheme":"symmetric",
                 "activations":"int16"}})",
            u"info spec.int16-matmul quantizer.activations" },
        Row{ R"({"target":"ethos-u55-128","quantizer":{"scheme":"symmetric",
                 "overrides":[{"module":"a","operator":"b","scheme":"none"}]}})",
            u"error spec.override quantizer.overrides[0]" },
        Row{ R"({"target":"ethos-u55-128","quantizer":{"scheme":"symmetric",
                 "overrides":[{"module":"a"}]}})",
            u"error spec.override quantizer.overrides[0]" },
        Row{ R"({"target":"ethos-u55-128","delegate":false,
                 "partition":{"keepOnCpu":{"nodes":["a"]}}})",
            u"info spec.no-effect partition.keepOnCpu" },
        Row{ R"({"target":"ethos-u55-128","partition":{"keepOnCpu":{"nodes":[""]}}})",
            u"warning spec.no-effect partition.keepOnCpu.nodes" },
        Row{ R"({"target":"ethos-u55-128","externalBlocks":{"cmdData":"a/b"}})",
            u"error spec.external-tag externalBlocks.cmdData" }));

TEST(SpecTables, KnowTheTools)
{
    EXPECT_EQ(targets().size(), 11);
    EXPECT_EQ(memoryModes().size(), 6);
    EXPECT_EQ(systemConfigs().size(), 11U);
    EXPECT_EQ(systemConfigs(Family::U55).size(), 2);
    EXPECT_EQ(systemConfigs(Family::U65).size(), 4);
    EXPECT_EQ(systemConfigs(Family::U85).size(), 5);
    const auto u65 = defaultsFor(u"ethos-u65-512"_s);
    ASSERT_TRUE(u65);
    EXPECT_EQ(u65->macs, 512);
    EXPECT_EQ(u65->systemConfig, u"Ethos_U65_High_End"_s);
    EXPECT_EQ(u65->memoryMode, u"Dedicated_Sram_384KB"_s);
    EXPECT_EQ(u65->tosaSpec, u"TOSA-1.0+INT+int16+int4+u55"_s);
    EXPECT_EQ(defaultsFor(u"ethos-u85-128"_s)->tosaSpec, u"TOSA-1.0+INT+int16+int4+cf"_s);
    EXPECT_FALSE(defaultsFor(u"ethos-u55"_s));
    EXPECT_EQ(familyOf(u"ETHOS-U85-7"_s), Family::U85);
    EXPECT_FALSE(familyOf(u"cortex-m55"_s));
}

TEST(SpecTables, DefaultsOfEveryTargetAreWithoutFault)
{
    for (const auto &target : targets())
        EXPECT_FALSE(hasError(check(CompileSpec{ .target = target }))) << qPrintable(target);
}

TEST(SpecText, PythonCallHoldsWhatIsSet)
{
    EXPECT_EQ(pythonCall(specOf(R"({"target":"ethos-u55-128"})")),
        u"EthosUCompileSpec(\"ethos-u55-128\")"_s);
    const auto call = pythonCall(specOf(R"({"target":"ethos-u85-256","memoryMode":"Sram_Only",
        "extraFlags":["--optimise=Size"],"externalBlocks":{"weightData":"w\"eights"}})"));
    EXPECT_EQ(call,
        u"EthosUCompileSpec(\n    \"ethos-u85-256\",\n    memory_mode=\"Sram_Only\",\n"
        "    extra_flags=[\"--optimise=Size\"],\n"
        "    external_block_placements="
        "VelaExternalBlockPlacements(weight_data=\"w\\\"eights\"),\n)"_s);
}

TEST(SpecText, VelaCommandFillsInExecuTorchsDefaults)
{
    EXPECT_EQ(
        velaCommandLine(specOf(R"({"target":"ethos-u65-256","extraFlags":["--optimise Size"]})"),
            u"a model.tosa"_s),
        u"vela --optimise Size --accelerator-config=ethos-u65-256 --config=Arm/vela.ini "
        "--output-format=raw --system-config=Ethos_U65_High_End "
        "--memory-mode=Dedicated_Sram_384KB --output-dir=output 'a model.tosa'"_s);
    EXPECT_TRUE(velaCommandLine(specOf(R"({"target":"ethos-u55-128"})"), u"m.tflite"_s)
                    .contains("--output-format=tflite"_L1));
    EXPECT_EQ(shellQuoted(u"it's"_s), u"'it'\\''s'"_s);
}

} // namespace

} // namespace tosaic::spec::specrulestests
