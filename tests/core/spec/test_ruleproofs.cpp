// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpython.h"
#include "core/spec/specrules.h"
#include "tests/core/spec/specsupport.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>

using namespace Qt::StringLiterals;

// What the rules claim, against the real ExecuTorch and Vela. One Python process runs all cases.

namespace tosaic::spec::ruleproofstests {

namespace {

constexpr int Patience = 200000; // ms

enum class Claim
{
    Refused, ///< the tools end with an error that holds `text`; after the correction they do not
    Taken, ///< compiles; if `text` is given the console holds it
    SameBytes ///< compiles, and the result is that of the spec after the correction
};

struct Proof
{
    const char *rule;
    const char *json;
    Claim claim;
    const char *text = "";
    const char *summary = ""; ///< "column=value" of Vela's summary
};

#define T55 R"({"target":"ethos-u55-128")"
#define T65 R"({"target":"ethos-u65-256")"
#define T85 R"({"target":"ethos-u85-256")"

using enum Claim;

const Proof Proofs[] = {
    { "spec.space", T55 R"(,"memoryMode":"Shared_Sram "})", Refused, "unrecognized arguments" },
    { "spec.target", R"({"target":"ETHOS-U55-128"})", Refused, "invalid choice" },
    { "spec.target", R"({"target":"ethos-u55"})", Refused, "invalid choice" },
    { "spec.target", R"({"target":"u85-256"})", Refused, "Unknown ethos target" },
    { "spec.config-ini", T55 R"(,"configIni":"board.cfg"})", Refused,
        "must use the .ini extension" },
    { "spec.config-ini:home", T55 R"(,"configIni":"~board.ini"})", Refused, "File not found" },
    { "spec.config-ini:lookup",
        T55 R"(,"configIni":"cfg/board.ini","systemConfig":"Ethos_U55_B","memoryMode":"Shared"})",
        Refused, "File not found" },
    { "spec.config-ini:named-together",
        T55 R"(,"configIni":"./board.ini","systemConfig":"Ethos_U55_B"})", Refused,
        "Section Memory_Mode.Shared_Sram not found" },
    { "spec.system-config", T55 R"(,"systemConfig":"ethos_u55_high_end_embedded"})", Refused,
        "Section System_Config.ethos_u55_high_end_embedded not found" },
    { "spec.system-config:internal-default", T55 R"(,"systemConfig":"internal-default"})", Refused,
        "not allowed when using a default system configuration" },
    { "spec.system-config-family", T55 R"(,"systemConfig":"Ethos_U85_SYS_DRAM_High"})", Taken, "",
        "core_clock=1000000000.0" },
    { "spec.memory-mode", T55 R"(,"memoryMode":"shared_sram"})", Refused,
        "Section Memory_Mode.shared_sram not found" },
    { "spec.memory-mode:internal-default", T55 R"(,"memoryMode":"internal-default"})", Refused,
        "not allowed when using a default memory mode" },
    { "spec.memory-mode-system", T55 R"(,"memoryMode":"Dedicated_Sram_384KB"})", Refused,
        "arena_mem_area=OffChipFlash (must be Sram or Dram)" },
    { "spec.memory-mode-system",
        T85 R"(,"systemConfig":"Ethos_U85_SYS_Flash_High","memoryMode":"Dedicated_Sram"})", Refused,
        "arena_mem_area=OffChipFlash (must be Sram or Dram)" },
    { "spec.memory-mode-system:default", T65 R"(,"systemConfig":"Ethos_U65_Embedded"})", Refused,
        "arena_mem_area=OffChipFlash (must be Sram or Dram)" },
    { "spec.memory-mode-family",
        T55 R"(,"systemConfig":"Ethos_U65_High_End","memoryMode":"Dedicated_Sram_256KB"})", Taken },
    { "spec.memory-mode-limit", T65 R"(,"memoryMode":"Dedicated_Sram"})", Taken, "",
        "arena_cache_size=1073741824.0" },
    { "spec.memory-mode-booking", T55 R"(,"memoryMode":"Sram_Only"})", Taken,
        "Changing const_mem_area from Sram to OnChipFlash" },
    { "spec.flag-empty", T55 R"(,"extraFlags":["--verbose-weights",""]})", Refused,
        "unrecognized arguments" },
    { "spec.flag-space", T55 R"(,"extraFlags":["--optimise=Size "]})", Refused,
        "unrecognized arguments" },
    { "spec.flag-one-string", T55 R"(,"extraFlags":["--optimise Size --enable-debug-db"]})",
        SameBytes },
    { "spec.flag-stray", T55 R"(,"extraFlags":["m.tflite"]})", Refused, "unrecognized arguments" },
    { "spec.flag-unknown", T55 R"(,"extraFlags":["--optimize=Size"]})", Refused,
        "unrecognized arguments: --optimize=Size" },
    { "spec.flag-unknown", T55 R"(,"extraFlags":["--disable"]})", Refused, "ambiguous option" },
    { "spec.flag-abbreviated", T55 R"(,"extraFlags":["--optim=Size"]})", SameBytes },
    { "spec.flag-duplicate", T55 R"(,"extraFlags":["--optimise=Performance","--optimise=Size"]})",
        SameBytes },
    { "spec.flag-ends", T55 R"(,"extraFlags":["--version"]})", Refused, "SystemExit: 0" },
    { "spec.flag-ends", T55 R"(,"extraFlags":["--api-version"]})", Refused, "SystemExit: 0" },
    { "spec.flag-ends", T55 R"(,"extraFlags":["--help"]})", Refused, "SystemExit: 0" },
    { "spec.flag-ends", T55 R"(,"extraFlags":["--list-config-files"]})", Refused, "out_vela.npz" },
    { "spec.flag-ends", T55 R"(,"extraFlags":["--list-configs=Arm/vela.ini"]})", Refused,
        "out_vela.npz" },
    { "spec.flag-ends", T55 R"(,"extraFlags":["--supported-ops-report"]})", Refused,
        "out_vela.npz" },
    { "spec.flag-overridden", T55 R"(,"extraFlags":["--memory-mode=Sram_Only"]})", SameBytes },
    { "spec.flag-overridden", T55 R"(,"extraFlags":["--accelerator-config=ethos-u85-256"]})",
        SameBytes },
    { "spec.flag-overridden", T55 R"(,"extraFlags":["--system-config=Nope"]})", SameBytes },
    { "spec.flag-overridden", T55 R"(,"extraFlags":["--output-format=tflite"]})", SameBytes },
    { "spec.flag-overridden", T55 R"(,"extraFlags":["--output-dir=elsewhere"]})", SameBytes },
    { "spec.flag-refused", T55 R"(,"extraFlags":["--debug-force-legacy-core"]})", Refused,
        "legacy Python compilation core is not possible" },
    { "spec.flag-ignored", T55 R"(,"extraFlags":["--timing"]})", SameBytes },
    { "spec.flag-ignored", T55 R"(,"extraFlags":["--max-block-dependency=1"]})", SameBytes },
    { "spec.flag-ignored", T55 R"(,"extraFlags":["--hillclimb-max-iterations=1"]})", SameBytes },
    { "spec.flag-ignored", T55 R"(,"extraFlags":["--force-symmetric-int-weights"]})", SameBytes },
    { "spec.flag-ignored", T55 R"(,"extraFlags":["--debug-force-regor"]})", SameBytes },
    { "spec.flag-ignored", T55 R"(,"extraFlags":["--verbose-operators"]})", SameBytes },
    { "spec.flag-ignored:family", T55 R"(,"extraFlags":["--disable-chaining"]})", SameBytes },
    { "spec.flag-ignored:family", T65 R"(,"extraFlags":["--disable-fwd"]})", SameBytes },
    { "spec.flag-ignored:greedy", T55 R"(,"extraFlags":["--tensor-allocator=Greedy"]})",
        SameBytes },
    { "spec.flag-harmful:config", T55 R"(,"extraFlags":["--config=./board.ini"]})", Taken },
    { "spec.flag-harmful:ignore-ops", T55 R"(,"extraFlags":["--ignore-ops=ADD"]})", SameBytes,
        "Ignoring ignore_ops for TOSA input" },
    { "spec.flag-harmful:show-cpu-operations", T55 R"(,"extraFlags":["--show-cpu-operations"]})",
        Taken },
    { "spec.flag-deprecated", T55 R"(,"extraFlags":["--disable-cascading"]})", Taken,
        "is deprecated and will be removed in a future release" },
    { "spec.flag-noise", T55 R"(,"extraFlags":["--verbose-all"]})", SameBytes },
    { "spec.flag-value", T55 R"(,"extraFlags":["--optimise=size"]})", Refused, "KeyError: 'size'" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--tensor-allocator=greedy"]})", Refused,
        "KeyError: 'greedy'" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--cop-format=cop2"]})", Refused, "invalid choice" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--arena-cache-size=384KB"]})", Refused,
        "invalid int value: '384KB'" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--arena-cache-size","-1"]})", Refused,
        "arena_cache_size=-1 (must be >= 0)" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--arena-cache-size=4294967297"]})", Refused,
        "Size is out of bounds, maximum is: 4294967296" },
    { "spec.flag-value", T65 R"(,"extraFlags":["--arena-cache-size=1099511627777"]})", Refused,
        "Size is out of bounds, maximum is: 1099511627776" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--cpu-tensor-alignment=8"]})", Refused,
        "must be greater than or equal to 16 and a power of 2" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--cpu-tensor-alignment=24"]})", Refused,
        "must be greater than or equal to 16 and a power of 2" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--max-block-dependency=4"]})", Refused,
        "invalid choice: 4" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--experimental-softmax-int16-neg-exp-range=0"]})",
        Refused, "valid range: (0, 65535)" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--enable-debug-db=1"]})", Refused,
        "ignored explicit argument" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--optimise"]})", Refused, "expected one argument" },
    { "spec.flag-value", T55 R"(,"extraFlags":["--recursion-limit=0"]})", Refused,
        "recursion limit must be greater or equal than 1" },
    { "spec.flag-combination", T55 R"(,"extraFlags":["--separate-io-regions"]})", Refused,
        "Driver actions format 'COP2' is required for --separate-io-regions" },
    { "spec.external-tag", T55 R"(,"externalBlocks":{"cmdData":"\u00e4"}})", Refused,
        "Invalid external Vela placement" },
    { "spec.debug-intermediates", T55 R"(,"debug":"json"})", Refused,
        "dump_debug_info() must be used in conjunction with dump_intermediate_artifacts_to()" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"TOSA-1.0+int"})", Refused, "No profile" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"TOSA-0.80+BI"})", Refused, "Wrong TOSA version" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"TOSA-1.2+INT"})", Refused, "Wrong TOSA version" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"TOSA-1.0+INT+bf16"})", Refused, "Bad extensions" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"TOSA-1.0"})", Refused, "Failed to parse" },
    { "spec.tosa-spec", T85 R"(,"tosaSpec":"tosa-1.0+INT"})", Refused, "Failed to parse" },
    { "spec.tosa-spec:u55", T55 R"(,"tosaSpec":"TOSA-1.0+INT"})", Refused, "not u55 subset" },
    { "spec.tosa-family", T85 R"(,"tosaSpec":"TOSA-1.0+INT+u55"})", Taken },
    { "spec.tosa-family", T65 R"(,"tosaSpec":"TOSA-1.0+INT"})", Taken },
    { "spec.tosa-family:float", T85 R"(,"tosaSpec":"TOSA-1.0+INT+FP"})", Taken },
    { "spec.tosa-draft", T85 R"(,"tosaSpec":"TOSA-1.1+INT+int64"})", Taken },
    { "spec.quantize-inf", T85 R"(,"passPipeline":{"quantizeInf":{"negative":300}}})", Taken },
    { "spec.softmax-masked", T55 R"(,"passPipeline":{"softmax":"masked","leakyRelu":"table"}})",
        Taken },
};

/// Said by the tools in another way than one compile of one spec, or not theirs to say.
const QStringList ProvenElsewhere{
    u"spec.system-config-axi"_s, // below
    u"spec.runner-default"_s, // below, the compile's half; the build scripts are not in the wheel
    u"spec.flag-harmful:recursion-limit"_s, u"spec.flag-arena:wish"_s, u"spec.flag-arena:hard"_s,
    u"spec.intermediates-leak"_s, u"spec.not-quantised"_s, u"spec.keep-name"_s, // below
    u"spec.value"_s, u"spec.value:passes"_s, u"spec.override"_s, u"spec.no-effect:calibration"_s,
    u"spec.no-effect:cortex-m"_s, u"spec.no-effect:empty-name"_s,
    u"spec.no-effect:not-delegated"_s, // of Tosaic's own driver and form
    u"spec.calibration-few"_s, u"spec.cortex-m"_s, u"spec.integer-io"_s, u"spec.int16-matmul"_s,
    u"spec.int4-weights"_s, u"spec.int4-weights:effect"_s, // drivers.quantising compiles it
    u"spec.calibration-images"_s, // of Tosaic's own driver
    u"spec.keep-name:linear"_s // need a whole lowering of minutes; seen once, see their source
};

const auto Board = u"[System_Config.Ethos_U55_B]\ncore_clock=500e6\naxi0_port=Sram\n"
                   "axi1_port=OffChipFlash\nSram_clock_scale=1.0\nSram_burst_length=32\n"
                   "Sram_read_latency=32\nSram_write_latency=32\nOffChipFlash_clock_scale=0.125\n"
                   "OffChipFlash_burst_length=128\nOffChipFlash_read_latency=64\n"
                   "OffChipFlash_write_latency=64\n"
                   "[Memory_Mode.Shared]\nconst_mem_area=Axi1\narena_mem_area=Axi0\n"
                   "cache_mem_area=Axi0\n"_s;

class RuleProofs : public testing::Test
{
protected:
    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python environment with the compilers";
    }

    void add(const QString &name, const CompileSpec &spec)
    {
        m_cases.append(QJsonObject{ { u"name"_s, name }, { u"python"_s, pythonStatements(spec) },
            { u"network"_s, u"block"_s } });
    }
    void add(const QString &name, const QByteArray &json) { add(name, specOf(json)); }
    void addCase(const QJsonObject &one) { m_cases.append(one); }

    void addProofs();
    void checkProofs();
    void addLimits(); ///< one side of several rules needs two compiles
    void checkLimits();
    void addTargets(); ///< the tables of defaults
    void checkTargets();
    void checkEdgeNames();

    void run()
    {
        QProcess process;
        process.setStandardErrorFile(QProcess::nullDevice());
        process.start(qEnvironmentVariable("TOSAIC_PYTHON"),
            { test::sourcePath(u"tests/core/spec/ruleproofs.py"_s) });
        auto flat = Board;
        const QJsonObject request{
            { u"networks"_s,
                QJsonObject{ { u"block"_s,
                    test::fixturePath(
                        u"transformer_block-u55-128/partition0/partition.tosa"_s) } } },
            { u"ini"_s,
                QJsonObject{ { u"board.ini"_s, Board },
                    { u"plain.ini"_s, flat.replace(u"Ethos_U55_B"_s, u"B"_s) } } },
            { u"cases"_s, m_cases }
        };
        process.write(QJsonDocument(request).toJson());
        process.closeWriteChannel();
        ASSERT_TRUE(process.waitForFinished(Patience));
        m_outcomes = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        ASSERT_EQ(m_outcomes.size(), m_cases.size());
    }

    QJsonObject outcome(const QString &name) const { return m_outcomes[name].toObject(); }
    QString error(const QString &name) const { return outcome(name)[u"error"_s].toString(); }
    QString bytes(const QString &name) const { return outcome(name)[u"bytes"_s].toString(); }
    QString console(const QString &name) const { return outcome(name)[u"console"_s].toString(); }
    double summary(const QString &name, const QString &column) const
    {
        const auto text = outcome(name)[u"summary"_s].toObject()[column].toString();
        EXPECT_FALSE(text.isEmpty()) << name.toStdString() << ": no " << column.toStdString();
        return text.toDouble();
    }

private:
    QJsonArray m_cases;
    QJsonObject m_outcomes;
};

QString nameOf(std::size_t index, bool isFixed)
{
    return QString::number(index) + (isFixed ? u" fixed"_s : u""_s);
}

/// The hit of one row of the table.
std::optional<RuleHit> hitOf(const Proof &proof)
{
    for (auto &hit : checkRules(specOf(proof.json))) {
        if (hit.rule == QLatin1StringView(proof.rule))
            return hit;
    }
    return {};
}

TEST(RuleProofsCover, EveryRule)
{
    QStringList proven = ProvenElsewhere;
    for (const auto &proof : Proofs)
        proven.append(QString::fromLatin1(proof.rule));
    for (const auto &rule : rules())
        EXPECT_TRUE(proven.contains(rule.name())) << rule.name().toStdString();
}

void RuleProofs::addProofs()
{
    for (std::size_t i = 0; i < std::size(Proofs); ++i) {
        const auto hit = hitOf(Proofs[i]);
        ASSERT_TRUE(hit) << Proofs[i].rule << ' ' << Proofs[i].json;
        add(nameOf(i, false), Proofs[i].json);
        if (hit->fixed)
            add(nameOf(i, true), *hit->fixed);
    }
}

void RuleProofs::checkProofs()
{
    for (std::size_t i = 0; i < std::size(Proofs); ++i) {
        const auto &proof = Proofs[i];
        SCOPED_TRACE(std::string(proof.rule) + ' ' + proof.json);
        const auto name = nameOf(i, false);
        const auto text = error(name) + u'\n' + console(name);
        EXPECT_TRUE(text.contains(QLatin1StringView(proof.text))) << text.right(800).toStdString();
        EXPECT_EQ(error(name).isEmpty(), proof.claim != Refused) << error(name).toStdString();
        const auto hit = hitOf(proof);
        if (hit->fixed) {
            EXPECT_EQ(error(nameOf(i, true)), QString());
        }
        if (proof.claim == SameBytes) {
            EXPECT_EQ(bytes(name), bytes(nameOf(i, true)));
        }
        if (const auto wanted = QString::fromLatin1(proof.summary); !wanted.isEmpty()) {
            EXPECT_EQ(
                summary(name, wanted.section(u'=', 0, 0)), wanted.section(u'=', 1).toDouble());
        }
    }
}

void RuleProofs::addLimits()
{
    const auto custom = [](const char *file, const char *system) {
        return QByteArray(T55 R"(,"memoryMode":"Shared","configIni":"./)") + file
            + R"(","systemConfig":")" + system + "\"}";
    };
    add(u"u55 name"_s, custom("board.ini", "Ethos_U55_B"));
    add(u"other name"_s, custom("plain.ini", "B"));
    add(u"wish"_s, T55 R"(,"extraFlags":["--arena-cache-size=1024"]})");
    add(u"hard"_s, T65 R"(,"extraFlags":["--arena-cache-size=1024"]})");
    add(u"recursion"_s, T55 R"(,"extraFlags":["--recursion-limit=777"]})");
    add(u"leak"_s, T55 R"(,"intermediates":"/home/somebody/out"})");
    add(u"default u65"_s, T65 "}");
    add(u"default u85"_s, T85 "}");
    addCase({ { u"name"_s, u"alone"_s }, { u"network"_s, u"block"_s },
        { u"vela"_s,
            QJsonArray{
                u"--config=Arm/vela.ini"_s, u"--system-config=Ethos_U55_High_End_Embedded"_s } } });
    addCase({ { u"name"_s, u"defaults u65"_s }, { u"network"_s, u"block"_s },
        { u"vela"_s, QJsonArray{ u"--accelerator-config=ethos-u65-256"_s } } });
    addCase({ { u"name"_s, u"defaults u85"_s }, { u"network"_s, u"block"_s },
        { u"vela"_s, QJsonArray{ u"--accelerator-config=ethos-u85-256"_s } } });
}

void RuleProofs::checkLimits()
{
    EXPECT_NE(
        summary(u"u55 name"_s, u"cycles_total"_s), summary(u"other name"_s, u"cycles_total"_s))
        << "the same numbers under another name";
    EXPECT_EQ(error(u"wish"_s), QString());
    EXPECT_GT(summary(u"wish"_s, u"sram_memory_used"_s), 1.0) << "KiB";
    EXPECT_EQ(error(u"hard"_s), QString());
    EXPECT_LE(summary(u"hard"_s, u"sram_memory_used"_s), 1.0) << "KiB";
    EXPECT_EQ(outcome(u"recursion"_s)[u"recursionLimit"_s].toInt(), 777);
    EXPECT_EQ(outcome(u"leak"_s)[u"entries"_s][u"debug_artifact_path"_s], u"/home/somebody/out"_s);
    const auto flags = [&](const QString &name) {
        return outcome(name)[u"entries"_s][u"compile_flags"_s].toString();
    };
    EXPECT_TRUE(flags(u"default u65"_s).contains("--memory-mode=Dedicated_Sram_384KB"_L1));
    EXPECT_TRUE(flags(u"default u85"_s).contains("--memory-mode=Sram_Only"_L1));
    EXPECT_TRUE(error(u"alone"_s).contains("when using a default memory mode"_L1));
    for (const auto family : { Family::U65, Family::U85 }) {
        const auto name = family == Family::U65 ? u"defaults u65"_s : u"defaults u85"_s;
        EXPECT_TRUE(console(name).contains(velaDefaultsFor(family).systemConfig));
        EXPECT_TRUE(console(name).contains(velaDefaultsFor(family).memoryMode));
    }
}

void RuleProofs::addTargets()
{
    for (const auto &target : targets())
        add(target, CompileSpec{ .target = target });
}

void RuleProofs::checkTargets()
{
    for (const auto &target : targets()) {
        const auto defaults = *defaultsFor(target);
        const auto entries = outcome(target)[u"entries"_s].toObject();
        EXPECT_EQ(error(target), QString());
        EXPECT_EQ(entries[u"tosa_spec"_s].toString(), defaults.tosaSpec);
        EXPECT_EQ(entries[u"compile_flags"_s].toString(),
            velaArguments(CompileSpec{ .target = target }, u"X"_s, true)
                .join(u' ')
                .remove(u" --output-dir=X"_s));
    }
}

void RuleProofs::checkEdgeNames()
{
    ASSERT_EQ(error(u"edge"_s), QString()) << console(u"edge"_s).toStdString();
    QStringList targets;
    for (const auto &target : outcome(u"edge"_s)[u"targets"_s].toArray())
        targets.append(target.toString());
    EXPECT_EQ(outcome(u"edge"_s)[u"tagged"_s].toInt(), 0) << "float operators stay on the CPU";
    int renamed = 0;
    for (const auto &source : outcome(u"edge"_s)[u"sources"_s].toArray()) {
        CompileSpec spec{ .target = u"ethos-u55-128"_s };
        spec.keepOnCpu.operators = { source.toString() };
        for (const auto &hit : checkRules(spec)) {
            if (hit.rule != u"spec.keep-name"_s)
                continue;
            ++renamed;
            EXPECT_FALSE(targets.contains(source.toString())) << source.toString().toStdString();
            EXPECT_TRUE(targets.contains(hit.fixArgument)) << hit.fixArgument.toStdString();
        }
    }
    EXPECT_GE(renamed, 18);
}

// One test, because each test is a process of its own, and each process has to import torch.
TEST_F(RuleProofs, TheToolsDoWhatTheRulesSay)
{
    addProofs();
    addLimits();
    addTargets();
    addCase({ { u"name"_s, u"edge"_s }, { u"edge"_s, true } });
    run();
    checkProofs();
    checkLimits();
    checkTargets();
    checkEdgeNames();
}

/// The script that a user pastes does what Tosaic's own driver did with the same model and spec.
void provesRecipe(const QByteArray &json, const QString &model, const QString &expectedPath)
{
    const auto recipe = pythonRecipe(specOf(json), model);
    QProcess process;
    process.setWorkingDirectory(test::temporaryDir());
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(qEnvironmentVariable("TOSAIC_PYTHON"), { u"-c"_s, recipe });
    ASSERT_TRUE(process.waitForFinished(Patience));
    ASSERT_EQ(process.exitCode(), 0) << recipe.toStdString();
    QFile expected(test::fixturePath(expectedPath));
    QFile made(process.workingDirectory() + u'/' + QFileInfo(expected).fileName());
    ASSERT_TRUE(made.open(QIODevice::ReadOnly) && expected.open(QIODevice::ReadOnly));
    EXPECT_EQ(made.readAll(), expected.readAll());
}

TEST(RecipeProof, GivesTheSameProgram)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python environment with the compilers";
    const auto folder = test::fixturePath(u"add-u55-128"_s);
    provesRecipe(T55 "}", folder + u"/add.pt2"_s, u"add-u55-128/add.pte"_s);
    provesRecipe(T55 ",\"delegate\":false}", folder + u"/../../models/softmax.py"_s,
        u"softmax-cpu/softmax.pte"_s);
}

} // namespace

} // namespace tosaic::spec::ruleproofstests
