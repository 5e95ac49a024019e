// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specdefaults.h"
#include "core/spec/specrules.h"
#include "tests/core/spec/specsupport.h"

#include <QDir>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::spec::ruletabletests {

namespace {

enum class HasFix
{
    Yes,
    No
};

/// One row of the table: a spec to which it applies and one to which it does not.
struct Row
{
    const char *rule;
    const char *applies;
    const char *appliesNot;
    HasFix fix = HasFix::Yes;
    bool hasIni = false; ///< boardIni() is what the spec's own file holds
};

void PrintTo(const Row &row, std::ostream *out)
{
    *out << row.rule;
}

std::vector<RuleHit> hitsOf(const Row &row, const CompileSpec &spec)
{
    const auto ini = boardIni();
    std::vector<RuleHit> hits;
    for (auto &hit : checkRules(spec, row.hasIni ? &ini : nullptr)) {
        if (hit.rule == QLatin1StringView(row.rule))
            hits.push_back(std::move(hit));
    }
    return hits;
}

class RuleTable : public testing::TestWithParam<Row>
{
};

TEST_P(RuleTable, AppliesAndIsCorrected)
{
    const auto &row = GetParam();
    const auto spec = specOf(row.applies);
    auto hits = hitsOf(row, spec);
    ASSERT_FALSE(hits.empty()) << row.applies;
    EXPECT_TRUE(hitsOf(row, specOf(row.appliesNot)).empty()) << row.appliesNot;
    EXPECT_FALSE(hits.front().diagnostic.text.isEmpty());
    EXPECT_FALSE(hits.front().diagnostic.location.entity.isEmpty());
    EXPECT_EQ(hits.front().fixed.has_value(), row.fix == HasFix::Yes);
    // One correction a click, until none is left.
    auto current = spec;
    for (int clicks = 0; clicks < 5 && !hits.empty() && hits.front().fixed; ++clicks) {
        EXPECT_FALSE(hits.front().fixLabelId.isEmpty());
        EXPECT_NE(*hits.front().fixed, current);
        current = *hits.front().fixed;
        hits = hitsOf(row, current);
    }
    EXPECT_EQ(hits.empty(), row.fix == HasFix::Yes)
        << QJsonDocument(toJson(current)).toJson().constData();
}

#define T55 R"({"target":"ethos-u55-128")"
#define T65 R"({"target":"ethos-u65-256")"
#define T85 R"({"target":"ethos-u85-256")"

const Row Rows[] = {
    { "spec.space", T55 R"(,"memoryMode":"Shared_Sram "})", T55 R"(,"memoryMode":"Shared_Sram"})" },
    { "spec.target", R"({"target":"ETHOS-U55-128"})", T55 "}" },
    { "spec.target", R"({"target":"u85-512"})", T85 "}" },
    { "spec.target", R"({"target":"ethos-u65"})", T65 "}" },
    { "spec.target", R"({"target":"ethos-u55-100"})", T55 "}" },
    { "spec.target", R"({"target":"ethos-u95-256"})", T85 "}", HasFix::No },
    { "spec.config-ini", T55 R"(,"configIni":"board.cfg"})", T55 R"(,"configIni":"board.ini"})" },
    { "spec.config-ini:home", T55 R"(,"configIni":"~/board.ini"})",
        T55 R"(,"configIni":"/board.ini"})" },
    { "spec.config-ini:lookup", T55 R"(,"configIni":"cfg/board.ini"})",
        T55 R"(,"configIni":"./cfg/board.ini"})" },
    { "spec.config-ini:named-together", T55 R"(,"configIni":"./b.ini","systemConfig":"S"})",
        T55 R"(,"configIni":"./b.ini","systemConfig":"S","memoryMode":"M"})", HasFix::No },
    { "spec.system-config-axi", T55 R"(,"configIni":"./b.ini","systemConfig":"Board"})",
        T55 R"(,"configIni":"./b.ini","systemConfig":"Ethos_U55_Board"})", HasFix::No },
    { "spec.system-config-axi", T85 R"(,"configIni":"./b.ini","systemConfig":"Ethos_U55_Board"})",
        T85 R"(,"configIni":"./b.ini","systemConfig":"Board"})", HasFix::No },
    { "spec.system-config", T55 R"(,"systemConfig":"ethos_u55_high_end_embedded"})",
        T55 R"(,"systemConfig":"Ethos_U55_High_End_Embedded"})" },
    { "spec.system-config", T55 R"(,"systemConfig":"Nope","memoryMode":"Dedicated_Sram_256KB"})",
        T55 "}" },
    { "spec.system-config", T55 R"(,"configIni":"./b.ini","systemConfig":"Nope"})",
        T55 R"(,"configIni":"./b.ini","systemConfig":"Board"})", HasFix::Yes, true },
    { "spec.system-config:internal-default", T55 R"(,"systemConfig":"internal-default"})",
        T55 "}" },
    { "spec.system-config-family", T55 R"(,"systemConfig":"Ethos_U85_SYS_DRAM_High"})",
        T85 R"(,"systemConfig":"Ethos_U85_SYS_DRAM_High"})" },
    { "spec.system-config-family",
        T85 R"(,"configIni":"./b.ini","systemConfig":"Ethos_U55_Board"})",
        T55 R"(,"configIni":"./b.ini","systemConfig":"Ethos_U55_Board"})", HasFix::No, true },
    { "spec.memory-mode", T55 R"(,"memoryMode":"shared_sram"})",
        T55 R"(,"memoryMode":"Shared_Sram"})" },
    { "spec.memory-mode", T65 R"(,"memoryMode":"Dedicated_Sram_1MB"})",
        T65 R"(,"memoryMode":"Dedicated_Sram_512KB"})" },
    { "spec.memory-mode",
        T55 R"(,"configIni":"./b.ini","systemConfig":"Board","memoryMode":"Shared_Sram"})",
        T55 R"(,"configIni":"./b.ini","systemConfig":"Board","memoryMode":"Shared"})", HasFix::Yes,
        true },
    { "spec.memory-mode:internal-default", T55 R"(,"memoryMode":"internal-default"})", T55 "}" },
    { "spec.memory-mode-system", T55 R"(,"memoryMode":"Dedicated_Sram_384KB"})",
        T65 R"(,"memoryMode":"Dedicated_Sram_384KB"})" },
    { "spec.memory-mode-system",
        T85 R"(,"systemConfig":"Ethos_U85_SYS_Flash_High","memoryMode":"Dedicated_Sram"})",
        T85 R"(,"systemConfig":"Ethos_U85_SYS_Flash_High","memoryMode":"Shared_Sram"})" },
    { "spec.memory-mode-system",
        T55 R"(,"configIni":"./b.ini","systemConfig":"Board","memoryMode":"Cache"})",
        T55 R"(,"configIni":"./b.ini","systemConfig":"Ethos_U55_Board","memoryMode":"Cache"})",
        HasFix::Yes, true },
    { "spec.memory-mode-system:default", T65 R"(,"systemConfig":"Ethos_U65_Embedded"})",
        T65 R"(,"systemConfig":"Ethos_U65_Mid_End"})" },
    { "spec.memory-mode-family",
        T55 R"(,"systemConfig":"Ethos_U65_High_End","memoryMode":"Dedicated_Sram_256KB"})",
        T65 R"(,"systemConfig":"Ethos_U65_High_End","memoryMode":"Dedicated_Sram_256KB"})" },
    { "spec.memory-mode-limit", T65 R"(,"memoryMode":"Dedicated_Sram"})",
        T65 R"(,"memoryMode":"Dedicated_Sram","extraFlags":["--arena-cache-size=1000"]})" },
    { "spec.memory-mode-booking", T55 R"(,"memoryMode":"Sram_Only"})",
        T55 R"(,"memoryMode":"Shared_Sram"})", HasFix::No },
    { "spec.runner-default", T65 "}", T65 R"(,"memoryMode":"Sram_Only"})" },
    { "spec.runner-default", T85 "}", T55 "}" },
    { "spec.flag-empty", T55 R"(,"extraFlags":["--verbose-weights",""]})", T55 "}" },
    { "spec.flag-space", T55 R"(,"extraFlags":["--optimise  Size"]})",
        T55 R"(,"extraFlags":["--optimise Size"]})" },
    { "spec.flag-one-string", T55 R"(,"extraFlags":["--optimise Size --enable-debug-db"]})",
        T55 R"(,"extraFlags":["--optimise Size","--enable-debug-db"]})" },
    { "spec.flag-stray", T55 R"(,"extraFlags":["m.tflite"]})",
        T55 R"(,"extraFlags":["--optimise","Size"]})" },
    { "spec.flag-unknown", T55 R"(,"extraFlags":["--optimize=Size"]})",
        T55 R"(,"extraFlags":["--optimise=Size"]})" },
    { "spec.flag-unknown", T55 R"(,"extraFlags":["-enable_debug_db","--nope"]})", T55 "}" },
    { "spec.flag-unknown", T55 R"(,"extraFlags":["--disable"]})", T55 "}" },
    { "spec.flag-abbreviated", T55 R"(,"extraFlags":["--optim=Size"]})",
        T55 R"(,"extraFlags":["--optimise=Size"]})" },
    { "spec.flag-duplicate", T55 R"(,"extraFlags":["--optimise","Size","--optimise=Performance"]})",
        T55 R"(,"extraFlags":["--config=a.ini","--config=b.ini"]})" },
    { "spec.flag-ends", T55 R"(,"extraFlags":["--version"]})",
        T55 R"(,"extraFlags":["--verbose-all"]})" },
    { "spec.flag-overridden", T55 R"(,"extraFlags":["--memory-mode","Sram_Only"]})", T55 "}" },
    { "spec.flag-refused", T55 R"(,"extraFlags":["--debug-force-legacy-core"]})",
        T55 R"(,"extraFlags":["--debug-force-regor"]})" },
    { "spec.flag-ignored", T55 R"(,"extraFlags":["--timing"]})",
        T55 R"(,"extraFlags":["--disable-cascading"]})" },
    { "spec.flag-ignored:family", T55 R"(,"extraFlags":["--disable-chaining"]})",
        T85 R"(,"extraFlags":["--disable-chaining"]})" },
    { "spec.flag-ignored:greedy", T55 R"(,"extraFlags":["--tensor-allocator=Greedy"]})",
        T55 R"(,"extraFlags":["--tensor-allocator=LinearAlloc"]})" },
    { "spec.flag-harmful:config", T55 R"(,"extraFlags":["--config=a.ini"]})", T55 "}" },
    { "spec.flag-harmful:ignore-ops", T55 R"(,"extraFlags":["--ignore-ops=ADD"]})", T55 "}" },
    { "spec.flag-harmful:recursion-limit", T55 R"(,"extraFlags":["--recursion-limit=100"]})",
        T55 "}" },
    { "spec.flag-harmful:show-cpu-operations", T55 R"(,"extraFlags":["--show-cpu-operations"]})",
        T55 "}" },
    { "spec.flag-deprecated", T85 R"(,"extraFlags":["--disable-cascading"]})",
        T85 R"(,"extraFlags":["--optimise=Size"]})" },
    { "spec.flag-noise", T55 R"(,"extraFlags":["--verbose-all"]})",
        T55 R"(,"extraFlags":["--verbose-weights"]})" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--optimise=size"]})",
        T55 R"(,"extraFlags":["--optimise=Size"]})" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--arena-cache-size=384KB"]})",
        T55 R"(,"extraFlags":["--arena-cache-size=393216"]})" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--arena-cache-size","-1"]})",
        T55 R"(,"extraFlags":["--arena-cache-size=0"]})" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--arena-cache-size=4294967297"]})",
        T65 R"(,"extraFlags":["--arena-cache-size=4294967297"]})" },
    { "spec.flag-value", T65 R"(,"extraFlags":["--arena-cache-size=1099511627777"]})",
        T65 R"(,"extraFlags":["--arena-cache-size=1099511627776"]})" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--cpu-tensor-alignment=24"]})",
        T55 R"(,"extraFlags":["--cpu-tensor-alignment=4096"]})" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--max-block-dependency=4"]})",
        T55 R"(,"extraFlags":["--max-block-dependency=3"]})" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--enable-debug-db=1"]})",
        T55 R"(,"extraFlags":["--enable-debug-db"]})" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--optimise"]})", T55 "}" },
    { "spec.flag-combination", T55 R"(,"extraFlags":["--separate-io-regions"]})",
        T55 R"(,"extraFlags":["--separate-io-regions","--cop-format","COP2"]})" },
    { "spec.flag-combination",
        T55 R"(,"extraFlags":["--separate-io-regions","--cop-format","COP1"]})",
        T55 R"(,"extraFlags":["--cop-format=COP2"]})" },
    { "spec.flag-arena:wish", T55 R"(,"extraFlags":["--arena-cache-size=65536"]})",
        T65 R"(,"extraFlags":["--arena-cache-size=65536"]})", HasFix::No },
    { "spec.flag-arena:hard", T65 R"(,"extraFlags":["--arena-cache-size=65536"]})",
        T55 R"(,"extraFlags":["--arena-cache-size=65536"]})", HasFix::No },
    { "spec.external-tag", T55 R"(,"externalBlocks":{"cmdData":"a/b"}})",
        T55 R"(,"externalBlocks":{"cmdData":"a b"}})" },
    { "spec.external-tag", T55 R"(,"externalBlocks":{"weightData":"\u00e4"}})", T55 "}" },
    { "spec.debug-intermediates", T55 R"(,"debug":"json"})",
        T55 R"(,"debug":"json","intermediates":"out"})" },
    { "spec.intermediates-leak", T55 R"(,"intermediates":"/home/me/out"})", T55 "}" },
    { "spec.tosa-spec", T55 R"(,"tosaSpec":"TOSA-1.0+int+u55"})",
        T55 R"(,"tosaSpec":"TOSA-1.0+INT+u55"})" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"TOSA-0.80+BI"})",
        T85 R"(,"tosaSpec":"TOSA-1.0.0+INT"})" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"TOSA-1.0+INT+bf16"})",
        T85 R"(,"tosaSpec":"TOSA-1.0+INT+FP+bf16"})" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"TOSA-1.0"})", T85 "}" },
    { "spec.tosa-spec:u55", T55 R"(,"tosaSpec":"TOSA-1.0+INT+int16"})",
        T55 R"(,"tosaSpec":"TOSA-1.0+INT+u55"})" },
    { "spec.tosa-family", T85 R"(,"tosaSpec":"TOSA-1.0+INT+u55"})",
        T85 R"(,"tosaSpec":"TOSA-1.0+INT+cf"})" },
    { "spec.tosa-family", T65 R"(,"tosaSpec":"TOSA-1.0+INT"})",
        T65 R"(,"tosaSpec":"TOSA-1.0+INT+u55"})" },
    { "spec.tosa-family:float", T85 R"(,"tosaSpec":"TOSA-1.0+INT+FP"})",
        T85 R"(,"tosaSpec":"TOSA-1.0+INT"})" },
    { "spec.tosa-draft", T85 R"(,"tosaSpec":"TOSA-1.1+INT"})",
        T85 R"(,"tosaSpec":"TOSA-1.0+INT"})" },
    { "spec.not-quantised", T55 R"(,"quantizer":{"scheme":"none"}})",
        T55 R"(,"delegate":false,"quantizer":{"scheme":"none"}})" },
    { "spec.int16-matmul", T55 R"(,"quantizer":{"activations":"int16"}})",
        T85 R"(,"quantizer":{"activations":"int16"}})" },
    { "spec.no-effect:calibration",
        T55 R"(,"quantizer":{"scheme":"none"},"calibration":{"files":["a.npy"]}})",
        T55 R"(,"calibration":{"files":["a.npy"]}})" },
    { "spec.calibration-few", T55 R"(,"calibration":{"random":{"samples":2}}})",
        T55 R"(,"calibration":{"files":["a.npy"]}})" },
    { "spec.int4-weights", T55 R"(,"quantizer":{"weights":"int4","activations":"int16"}})",
        T55 R"(,"quantizer":{"weights":"int4"}})" },
    { "spec.int4-weights:effect", T85 R"(,"quantizer":{"weights":"int4"}})",
        T85 R"(,"quantizer":{"weights":"int8"}})" },
    { "spec.calibration-images", T55 R"(,"calibration":{"images":{"mean":"0.5"}}})",
        T55 R"(,"calibration":{"images":{"folder":"pictures","mean":"0.5"}}})" },
    { "spec.calibration-images", T55 R"(,"calibration":{"images":{"folder":"p","std":"1,0,1"}}})",
        T55 R"(,"calibration":{"images":{"folder":"p","std":"0.2,0.2, 0.3"}}})" },
    { "spec.calibration-images", T55 R"(,"calibration":{"images":{"folder":"p","mean":"1,2"}}})",
        T55 R"(,"calibration":{"images":{"folder":"p"}}})" },
    { "spec.override", T55 R"(,"quantizer":{"overrides":[{"module":"a"}]}})",
        T55 R"(,"quantizer":{"overrides":[{"module":"a","scheme":"none"}]}})" },
    { "spec.quantize-inf", T55 R"(,"passPipeline":{"quantizeInf":{"negative":300}}})",
        T55 R"(,"passPipeline":{"quantizeInf":{"negative":-300}}})" },
    { "spec.softmax-masked", T55 R"(,"passPipeline":{"softmax":"masked"}})",
        T85 R"(,"passPipeline":{"softmax":"masked"}})" },
    { "spec.integer-io", T55 R"(,"integerIo":true,"quantizer":{"scheme":"none"}})",
        T55 R"(,"integerIo":true})" },
    { "spec.cortex-m", T55 R"(,"cpuKernels":"cortex-m"})", T55 R"(,"cpuKernels":"portable"})" },
    { "spec.no-effect:cortex-m",
        T55 R"(,"cpuKernels":"cortex-m","delegate":false,"quantizer":{"perChannel":false}})",
        T55 R"(,"cpuKernels":"cortex-m","quantizer":{"perChannel":false}})" },
    { "spec.no-effect:empty-name", T55 R"(,"partition":{"keepOnCpu":{"nodes":[""]}}})",
        T55 R"(,"partition":{"keepOnCpu":{"nodes":["a"]}}})" },
    { "spec.no-effect:not-delegated",
        T55 R"(,"delegate":false,"partition":{"keepOnCpu":{"nodes":["a"]}}})",
        T55 R"(,"partition":{"keepOnCpu":{"nodes":["a"]}}})" },
    { "spec.keep-name", T55 R"(,"partition":{"keepOnCpu":{"operators":["aten.conv2d.default"]}}})",
        T55 R"(,"partition":{"keepOnCpu":{"operators":["aten.convolution.default"]}}})" },
    { "spec.keep-name", T55 R"(,"partition":{"keepOnCpu":{"operators":["torch.ops.aten.relu_"]}}})",
        T55 R"(,"partition":{"keepOnCpu":{"operators":["aten::relu"]}}})" },
    { "spec.keep-name:linear",
        T55 R"(,"partition":{"keepOnCpu":{"operators":["aten.linear.default"]}}})",
        T55 R"(,"partition":{"keepOnCpu":{"operators":["aten.relu.default"]}}})" },
};

INSTANTIATE_TEST_SUITE_P(Rows, RuleTable, testing::ValuesIn(Rows));

/// Values that SPEC.json cannot hold, but a form or Python can.
TEST(RuleChoices, OfQuantizerAndPasses)
{
    CompileSpec spec{ .target = u"ethos-u55-128"_s,
        .quantizer = Quantizer{ .scheme = u"Symmetric"_s } };
    spec.passes.softmax = u"fast"_s;
    auto hits = checkRules(spec);
    ASSERT_EQ(hits.size(), 2U);
    EXPECT_EQ(hits[0].rule, u"spec.value"_s);
    EXPECT_EQ(hits[0].fixed->quantizer->scheme, u"symmetric"_s);
    EXPECT_EQ(hits[1].rule, u"spec.value:passes"_s);
    EXPECT_EQ(hits[1].diagnostic.location.entity, u"passPipeline.softmax"_s);
    EXPECT_EQ(hits[1].fixed->passes.softmax, u"masked"_s);
    EXPECT_TRUE(checkRules(CompileSpec{ .target = u"ethos-u55-128"_s }).empty());
}

/// As many as are checked: a text that is no spec. What is left without one of them keeps its
/// order.
TEST(RuleChoices, AThousandWordsThatAreNoFlagsAreToldEachWithItsRemoval)
{
    CompileSpec spec{ .target = u"ethos-u55-128"_s };
    for (int i = 0; i < 1000; ++i)
        spec.extraFlags << u"word%1"_s.arg(i);
    auto hits = checkRules(spec);
    std::erase_if(hits, [](const auto &hit) { return hit.diagnostic.id != "spec.flag-stray"_L1; });
    ASSERT_EQ(hits.size(), 1000U);
    for (const int i : { 0, 500, 999 }) {
        auto left = spec.extraFlags;
        left.removeAt(i);
        EXPECT_EQ(hits[size_t(i)].fixed->extraFlags, left) << i;
    }
}

TEST(RuleTableItself, EveryRowIsTestedNamedAndSourced)
{
    QStringList names{ u"spec.value"_s, u"spec.value:passes"_s }; // tested above
    for (const auto &row : Rows)
        names.append(QString::fromLatin1(row.rule));
    QStringList seen;
    for (const auto &rule : rules()) {
        EXPECT_TRUE(names.contains(rule.name())) << "without a test: " << rule.name().toStdString();
        EXPECT_FALSE(seen.contains(rule.name())) << "twice: " << rule.name().toStdString();
        EXPECT_GT(rule.source.size(), 10) << rule.name().toStdString();
        EXPECT_TRUE(rule.explanation.endsWith(u'.')) << rule.name().toStdString();
        seen.append(rule.name());
    }
}

TEST(RuleFixes, AreWhatAPersonWouldDo)
{
    const auto fixed = [](const char *json) {
        const auto hits = checkRules(specOf(json));
        return hits.empty() || !hits.front().fixed
            ? QByteArray("none")
            : QJsonDocument(toJson(*hits.front().fixed)).toJson(QJsonDocument::Compact);
    };
    EXPECT_EQ(fixed(R"({"target":"ethos-u55-100"})"), R"({"target":"ethos-u55-128"})");
    EXPECT_EQ(fixed(R"({"target":"ethos-u85"})"), R"({"target":"ethos-u85-256"})");
    EXPECT_EQ(fixed(T55 R"(,"extraFlags":["--optimise size"]})"),
        R"({"extraFlags":["--optimise=Size"],"target":"ethos-u55-128"})");
    EXPECT_EQ(fixed(T55 R"(,"extraFlags":["--cpu-tensor-alignment=8"]})"),
        R"({"extraFlags":["--cpu-tensor-alignment=16"],"target":"ethos-u55-128"})");
    EXPECT_EQ(fixed(T55 R"(,"systemConfig":"Nope","memoryMode":"Dedicated_Sram"})"),
        R"({"target":"ethos-u55-128"})")
        << "the mode would not fit the default system";
}

TEST(SilentDefaults, TellWhoTakesWhat)
{
    const auto all = silentDefaults(CompileSpec{ .target = u"ethos-u65-256"_s });
    const auto find = [&](const QString &key) {
        const auto found = std::find_if(
            all.begin(), all.end(), [&](const SilentDefault &one) { return one.key == key; });
        return found == all.end() ? SilentDefault() : *found;
    };
    EXPECT_EQ(find(u"systemConfig"_s).value, u"Ethos_U65_High_End"_s);
    EXPECT_EQ(find(u"systemConfig"_s).origin, u"EthosUCompileSpec"_s);
    EXPECT_EQ(find(u"systemConfig"_s).elsewhere,
        (std::vector<OtherDefault>{ { u"Vela 5.1.0"_s, u"Ethos_U65_Client_Server"_s } }));
    EXPECT_EQ(find(u"memoryMode"_s).elsewhere,
        (std::vector<OtherDefault>{ { u"ExecuTorch runner build"_s, u"Sram_Only"_s } }));
    EXPECT_EQ(find(u"passPipeline.softmax"_s).value, u"stable"_s);
    EXPECT_EQ(find(u"quantizer.scheme"_s).origin, u"Tosaic driver"_s);
    EXPECT_EQ(find(u"extraFlags"_s).value, u"--optimise=Performance"_s);
    const auto stated = silentDefaults(specOf(T65 R"(,"memoryMode":"Sram_Only","extraFlags":
        ["--optimise Size"]})"));
    for (const auto &one : stated) {
        EXPECT_NE(one.key, u"memoryMode"_s);
        EXPECT_FALSE(one.value.startsWith("--optimise"_L1));
    }
}

} // namespace

} // namespace tosaic::spec::ruletabletests
