// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpasses.h"
#include "core/spec/specpython.h"
#include "core/spec/specrules.h"
#include "core/spec/spectext.h"
#include "tests/core/spec/specsupport.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::spec::spectexttests {

namespace {

QByteArray jsonOf(const CompileSpec &spec)
{
    return QJsonDocument(toJson(spec)).toJson(QJsonDocument::Compact);
}

CompileSpec python(const QString &text)
{
    const auto reading = fromPythonCall(text);
    EXPECT_TRUE(reading) << text.toStdString() << '\n'
                         << (reading ? "" : reading.error().toText().toStdString());
    return reading ? reading->spec : CompileSpec();
}

/// "line, column: detail" of what is refused.
QString refusal(const Result<SpecReading> &reading)
{
    if (reading)
        return u"accepted"_s;
    const auto &error = reading.error();
    return u"%1, %2: %3"_s.arg(
        QString::number(error.location.line.value_or(0)), error.location.entity, error.detail);
}

const char *const Specs[] = {
    R"({"target":"ethos-u55-128"})",
    R"({"target":"ethos-u65-256","systemConfig":"Ethos_U65_Embedded","memoryMode":"Shared_Sram"})",
    R"({"target":"ethos-u85-256","configIni":"./b/my.ini","extraFlags":["--optimise=Size","-x"]})",
    R"({"target":"ethos-u55-64","externalBlocks":{"cmdData":"c","weightData":"w\"\\"}})",
    R"({"target":"ethos-u55-64","externalBlocks":{"weightData":"w"},"debug":"tosa"})",
    R"({"target":"ethos-u55-128","debug":"json","intermediates":"/tmp/a b"})",
    R"({"target":"ethos-u85-128","tosaSpec":"TOSA-1.0+INT+cf"})",
    R"({"target":"ethos-u55-128","passPipeline":{"leakyRelu":"table"}})",
    R"({"target":"ethos-u55-128","passPipeline":{"softmax":"masked"}})",
    R"({"target":"ethos-u85-128","passPipeline":{"softmax":"stable","quantizeInf":
        {"negative":-100.5,"positive":1e30},"sdpaSafeSoftmaxGuard":"remove-when-proven"}})",
};

/// A recipe names the quantizer and the activations of every override.
CompileSpec stated(CompileSpec spec)
{
    spec.quantizer = resolved(spec).quantizer;
    for (auto &rule : spec.quantizer->overrides) {
        if (rule.scheme.isEmpty())
            rule.scheme = u"symmetric"_s;
        if (rule.scheme != u"none"_s && rule.activations.isEmpty())
            rule.activations = spec.quantizer->activations;
    }
    dropDefaultPasses(spec);
    return spec;
}

} // namespace

TEST(SpecText, PythonRendersAndReadsBack)
{
    for (const auto *json : Specs) {
        const auto spec = specOf(json);
        EXPECT_EQ(jsonOf(python(pythonCall(spec))), jsonOf(spec)) << json;
        EXPECT_EQ(jsonOf(python(pythonStatements(spec))), jsonOf(spec)) << json;
    }
}

TEST(SpecText, PythonReadsBackAnything)
{
    for (quint32 seed = 0; seed < 500; ++seed) {
        auto spec = randomSpec(seed);
        const auto text = pythonCall(spec);
        const auto reading = fromPythonCall(text);
        ASSERT_TRUE(reading) << text.toStdString() << reading.error().toText().toStdString();
        dropDefaultPasses(spec); // what says nothing is not written twice
        EXPECT_EQ(reading->spec, spec) << text.toStdString();
        EXPECT_TRUE(reading->diagnostics.empty());
    }
}

/// What the editor and `spec python` show drops neither pins nor quantizer.
TEST(SpecText, DeclarationsReadBackWithPinsAndQuantizer)
{
    const auto plain = specOf(R"({"target":"ethos-u55-128"})");
    EXPECT_EQ(pythonDeclarations(plain), pythonCall(plain)) << "a call alone where it says all";
    const auto pinned = specOf(R"({"target":"ethos-u55-128","memoryMode":"Sram_Only",
        "partition":{"keepOnCpu":{"nodes":["aten_add_tensor"],"operators":["aten.relu.default"],
        "modules":["a.b"],"patterns":["*conv*"]}}})");
    const auto text = pythonDeclarations(pinned);
    for (const auto *part :
        { "DontPartitionName(\"aten_add_tensor\")", "DontPartition(\"aten.relu.default\")",
            "DontPartitionModule(instance_name=\"a.b\")", "DontPartitionPattern(\"*conv*\")" })
        EXPECT_TRUE(text.contains(QLatin1StringView(part))) << text.toStdString();
    EXPECT_FALSE(text.contains("EthosUQuantizer"_L1)) << "the tools' own";
    EXPECT_EQ(python(text).keepOnCpu, pinned.keepOnCpu);
    EXPECT_EQ(python(text).memoryMode, pinned.memoryMode);
    for (const auto *json :
        { R"({"target":"ethos-u85-256","quantizer":{"scheme":"symmetric","activations":"int16",
               "perChannel":false,"overrides":[{"module":"a.b","scheme":"none"},
               {"operator":"aten.linear.default","activations":"int8"}]}})",
            R"({"target":"ethos-u85-256","quantizer":{"scheme":"none"},
               "partition":{"keepOnCpu":{"nodes":["x"]}}})" }) {
        const auto spec = specOf(json);
        const auto read = python(pythonDeclarations(spec));
        EXPECT_EQ(read.quantizer, stated(spec).quantizer) << pythonDeclarations(spec).toStdString();
        EXPECT_EQ(read.keepOnCpu, spec.keepOnCpu);
    }
}

TEST(SpecText, RecipeReadsBackWithQuantizerAndPartition)
{
    for (const auto *json :
        { R"({"target":"ethos-u55-128"})", R"({"target":"ethos-u85-256","delegate":false})",
            R"({"target":"ethos-u85-256","quantizer":{"scheme":"symmetric","activations":"int16",
               "perChannel":false,"overrides":[{"module":"a.b","scheme":"none"},
               {"operator":"aten.linear.default","activations":"int8"}]},
               "calibration":{"random":{"samples":4,"seed":7}}})",
            R"({"target":"ethos-u55-128","calibration":{"random":{"samples":100000,
               "seed":2147483647}}})",
            R"({"target":"ethos-u55-32","calibration":{"files":["a.npy","b.npy"]},
               "integerIo":true,"cpuKernels":"cortex-m","partition":{"keepOnCpu":{
               "nodes":["aten_add_tensor"],"operators":["aten.relu.default"],
               "modules":["features.3"],"patterns":["*pool*","features.[12]*"]}}})",
            R"({"target":"ethos-u85-256","quantizer":{"scheme":"symmetric","weights":"int4",
               "io":"uint8","perChannel":false,"overrides":[{"module":"a","scheme":"none"}]},
               "calibration":{"images":{"folder":"pictures","mean":"0.485,0.456,0.406",
               "std":"0.2","order":"bgr","resize":256}}})",
            R"({"target":"ethos-u85-256","delegate":false,"cpuKernels":"cortex-m",
               "integerIo":true,"calibration":{"random":{"samples":2,"seed":1}}})",
            R"({"target":"ethos-u55-128","debug":"json","intermediates":"out",
               "tosaSpec":"TOSA-1.0+INT+u55","passPipeline":{"leakyRelu":"table"}})" }) {
        const auto spec = specOf(json);
        for (const auto &model : { u"m.pt2"_s, u"a/m.py"_s }) {
            const auto text = pythonRecipe(spec, model);
            const auto read = python(text);
            EXPECT_EQ(jsonOf(stated(read)), jsonOf(stated(spec))) << text.toStdString();
        }
    }
}

TEST(SpecText, ACalibrationThatCannotBeIsSaid)
{
    const auto text = u"spec = EthosUCompileSpec('ethos-u55-128')\nCALIBRATION_SAMPLES = %1\n"_s;
    for (const auto *odd : { "0", "2.5", "100001", "-3" }) {
        const auto source = text.arg(QString::fromLatin1(odd));
        const auto reading = fromPythonCall(source);
        ASSERT_TRUE(reading) << odd;
        EXPECT_EQ(reading->diagnostics.size(), 1U) << odd;
        ASSERT_TRUE(reading->spec.calibration) << odd;
        EXPECT_EQ(reading->spec.calibration->samples, Calibration().samples) << odd;
    }
}

TEST(SpecText, PythonAsPeopleWriteIt)
{
    const auto expected = jsonOf(specOf(R"({"target":"ethos-u55-128",
        "systemConfig":"Ethos_U55_High_End_Embedded","memoryMode":"Shared_Sram",
        "extraFlags":["--optimise=Size","--enable-debug-db"]})"));
    for (const auto &text : {
             uR"(EthosUCompileSpec("ethos-u55-128", "Ethos_U55_High_End_Embedded", 'Shared_Sram',
                     ["--optimise=Size", "--enable-debug-db"]))"_s,
             uR"(
import torch
from executorch.backends.arm.ethosu import EthosUCompileSpec  # EthosUCompileSpec(
TARGET = "ethos-u55" "-128"
flags = ['--optimise=' + "Size"] + \
    [r'--enable-debug-db']

def build():
    """No EthosUCompileSpec("here")."""
    compile_spec: EthosUCompileSpec = EthosUCompileSpec(
        target=TARGET,  # the board's
        system_config="Ethos_U55_High_End_Embedded",
        memory_mode=("Shared"
                     "_Sram"),
        extra_flags=flags,
        config_ini=None,
        external_block_placements=None,
    )
    return compile_spec
)"_s,
             uR"(p = [EthosUPartitioner(arm.EthosUCompileSpec(u"ethos-u55\x2d128",
                     memory_mode='''Shared_Sram''', extra_flags=("--optimise=Size",
                     "--enable-debug-db",), system_config="Ethos_U55_High\u005fEnd_Embedded",))])"_s,
         })
        EXPECT_EQ(jsonOf(python(text)), expected) << text.toStdString();
}

TEST(SpecText, PythonCallsAfterTheConstructor)
{
    const auto spec = python(uR"(
spec = (EthosUCompileSpec("ethos-u85-256")
        .dump_intermediate_artifacts_to("out")
        .dump_debug_info(EthosUCompileSpec.DebugMode.JSON))
config = ArmPassPipelineConfig(leaky_relu=LeakyReLULoweringConfig.TABLE)
spec.set_pass_pipeline_config(config)
spec.dump_debug_info(ArmCompileSpec.DebugMode.TOSA); print(spec._get_intermediate_path())
spec.tosa_spec = TosaSpecification.create_from_string('TOSA-1.0+INT')
)"_s);
    EXPECT_EQ(jsonOf(spec), jsonOf(specOf(R"({"target":"ethos-u85-256","debug":"tosa",
        "intermediates":"out","tosaSpec":"TOSA-1.0+INT","passPipeline":{"leakyRelu":"table"}})")));
}

TEST(SpecText, PythonIsNeverGuessed)
{
    const auto refused = [](const QString &text) { return refusal(fromPythonCall(text)); };
    EXPECT_EQ(
        refused(u"x = 1"_s), u"1, column 1: there is no EthosUCompileSpec(...) in this text"_s);
    EXPECT_EQ(refused(u"EthosUCompileSpec(target)"_s),
        u"1, column 19: target must be a text, not 'target', whose value is not in this text"_s);
    EXPECT_EQ(refused(u"a = 1\nEthosUCompileSpec(\n  \"x\",\n  memory_mode=mode())"_s),
        u"4, column 15: memory_mode must be a text, not mode(...)"_s);
    EXPECT_EQ(refused(u"EthosUCompileSpec(f\"ethos-{x}\")"_s),
        u"1, column 19: the value of an f-string with {...} is known only to Python"_s);
    EXPECT_EQ(refused(u"EthosUCompileSpec(\"a\" if x else \"b\")"_s),
        u"1, column 23: 'if' needs Python to be run; write the value itself"_s);
    EXPECT_EQ(refused(u"t = \"a\"\nif x:\n    t = \"b\"\nEthosUCompileSpec(t)"_s),
        u"4, column 19: 't' gets several values; which one counts is known only to Python"_s);
    EXPECT_EQ(refused(u"f = []\nf.append(\"-x\")\nEthosUCompileSpec(\"a\", extra_flags=f)"_s),
        u"2, column 1: the value of 'f' is known only to Python, because it changes here"_s);
    EXPECT_EQ(refused(u"for t in l:\n    EthosUCompileSpec(t)"_s),
        u"1, column 5: the value of 't' is known only to Python, because it changes here"_s);
    EXPECT_EQ(refused(u"EthosUCompileSpec(\"a\", mode=\"b\")"_s),
        u"1, column 29: EthosUCompileSpec has no argument 'mode'"_s);
    EXPECT_EQ(refused(u"EthosUCompileSpec(\"a\", target=\"b\")"_s),
        u"1, column 31: 'target' is given twice"_s);
    EXPECT_EQ(
        refused(u"EthosUCompileSpec()"_s), u"1, column 1: EthosUCompileSpec needs a target"_s);
    EXPECT_EQ(refused(u"EthosUCompileSpec(\"a)"_s), u"1, column 19: this string does not end"_s);
    EXPECT_EQ(refused(u"s = EthosUCompileSpec(\"a\")\ns.change(1)"_s),
        u"2, column 1: what change() does to the spec is known only to Python"_s);
    EXPECT_EQ(refused(u"EthosUCompileSpec(\"a\", external_block_placements={})"_s),
        u"1, column 50: '{' is not a value that can be read without running Python"_s);
    EXPECT_EQ(refused(u"EthosUCompileSpec(b\"a\")"_s), u"1, column 19: bytes are not text here"_s);
}

TEST(SpecText, PythonThatGrowsIsRefused)
{
    QString bomb = u"a0 = \"xxxxxxxxxxxxxxxx\"\n"_s;
    for (int i = 1; i < 40; ++i)
        bomb += u"a%1 = a%2 + a%2\n"_s.arg(i).arg(i - 1);
    const auto reading = fromPythonCall(bomb + u"EthosUCompileSpec(a39)"_s);
    ASSERT_FALSE(reading);
    EXPECT_EQ(reading.error().code, ErrorCode::LimitExceeded);
    EXPECT_FALSE(fromPythonCall(u"EthosUCompileSpec("_s + QString(100'000, u'[')));
    EXPECT_FALSE(fromPythonCall(
        u"EthosUCompileSpec(\"a\")"_s + QString(u".dump_debug_info(None)"_s).repeated(5000)));
}

TEST(SpecText, PythonTellsWhatItLeavesOut)
{
    auto reading = fromPythonCall(u"EthosUCompileSpec(\"a\")\nEthosUCompileSpec(\"b\")"_s);
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->spec.target, u"b"_s);
    ASSERT_EQ(reading->diagnostics.size(), 1U);
    EXPECT_EQ(reading->diagnostics[0].id, u"spec.python-several"_s);
    EXPECT_EQ(reading->diagnostics[0].location.line, 2);
    reading = fromPythonCall(u"EthosUCompileSpec(\"a\", extra_flags=\"--optimise Size\")"_s);
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->spec.extraFlags, (QStringList{ u"--optimise"_s, u"Size"_s }));
    EXPECT_EQ(reading->diagnostics.at(0).id, u"spec.python-flag-text"_s);
    EXPECT_EQ(reading->diagnostics.at(0).severity, Severity::Error);
}

TEST(SpecText, VelaRendersAndReadsBack)
{
    for (const auto *json : { Specs[0], Specs[1], Specs[2] }) {
        auto spec = resolved(specOf(json));
        spec.extraFlags.removeAll(u"-x"_s);
        spec.quantizer.reset();
        const auto text = velaCommandLine(spec, u"a'b $c.tosa"_s, u"out dir"_s);
        const auto reading = fromVelaCommandLine(text);
        ASSERT_TRUE(reading) << text.toStdString() << reading.error().toText().toStdString();
        EXPECT_EQ(jsonOf(reading->spec), jsonOf(spec)) << text.toStdString();
        EXPECT_EQ(reading->input, u"a'b $c.tosa"_s);
        EXPECT_TRUE(reading->diagnostics.empty());
    }
}

TEST(SpecText, VelaReadsBackAnything)
{
    for (quint32 seed = 0; seed < 300; ++seed) {
        const auto any = randomSpec(seed);
        CompileSpec spec{ .target = any.target,
            .systemConfig = any.systemConfig,
            .memoryMode = any.memoryMode,
            .configIni = u"./dir\"/ä'b.ini"_s,
            .extraFlags = { u"--optimise Size"_s, u"--enable-debug-db"_s } };
        if (spec.systemConfig) // what a command line can hold
            spec.systemConfig->remove(u' ');
        spec = resolved(spec);
        spec.quantizer.reset();
        const auto text = velaCommandLine(spec, u"n.tflite"_s);
        const auto reading = fromVelaCommandLine(text);
        ASSERT_TRUE(reading) << text.toStdString() << reading.error().toText().toStdString();
        EXPECT_EQ(reading->spec, spec) << text.toStdString();
    }
}

TEST(SpecText, VelaAsPeopleWriteIt)
{
    const auto expected = jsonOf(specOf(R"({"target":"ethos-u65-256",
        "systemConfig":"Ethos_U65_High_End","memoryMode":"Shared_Sram",
        "extraFlags":["--optimise Size","--arena-cache-size=65536","--enable-debug-db"],
        "configIni":"Arm/vela.ini"})"));
    const auto reading = fromVelaCommandLine(
        u"vela --accel ethos-u65-256 --system=Ethos_U65_High_End --memory-mode Shared_Sram "
        "--config Arm/vela.ini --optimise Size --arena=65536 --enable-debug-db m.tosa"_s);
    ASSERT_TRUE(reading) << reading.error().toText().toStdString();
    EXPECT_EQ(jsonOf(reading->spec), expected);
    EXPECT_EQ(reading->input, u"m.tosa"_s);
    const auto copied = fromVelaCommandLine(
        u"# as in the guide\n$ PYTHONUNBUFFERED=1 /opt/v\\ env/bin/vela  m.tosa \\\n"
        "  --config 'Arm/vela.ini' \\\r\n"
        "  --accelerator-config=\"ethos-u65-256\" --optimise Size   # smaller \\\nls\n"_s);
    ASSERT_TRUE(copied) << copied.error().toText().toStdString();
    EXPECT_EQ(copied->spec.extraFlags, QStringList{ u"--optimise Size"_s });
    ASSERT_EQ(copied->diagnostics.size(), 2U) << "--config without the two names";
    EXPECT_EQ(copied->diagnostics[0].id, u"spec.named-together"_s);
    EXPECT_EQ(copied->diagnostics[0].severity, Severity::Error);
    EXPECT_TRUE(fromVelaCommandLine(u"python3 -m ethosu.vela m.tosa"_s));
}

TEST(SpecText, VelasOwnDefaultsAreNotExecuTorchs)
{
    const auto reading = fromVelaCommandLine(u"vela m.tflite"_s);
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->spec.target, u"ethos-u55-256"_s);
    ASSERT_EQ(reading->diagnostics.size(), 3U);
    EXPECT_EQ(reading->diagnostics[0].id, u"spec.vela-default"_s);
    EXPECT_EQ(reading->diagnostics[0].location.entity, u"target"_s);
    const auto u65 = fromVelaCommandLine(u"vela --accelerator-config ethos-u65-256 m.tflite"_s);
    ASSERT_TRUE(u65);
    EXPECT_EQ(u65->spec.systemConfig, u"Ethos_U65_Client_Server"_s);
    EXPECT_FALSE(u65->spec.memoryMode) << "the same in both";
    const auto u85 = fromVelaCommandLine(u"vela --accelerator-config ethos-u85-256 m.tflite"_s);
    ASSERT_TRUE(u85);
    EXPECT_EQ(u85->spec.memoryMode, u"Dedicated_Sram_384KB"_s);
    EXPECT_TRUE(u85->diagnostics.at(1).text.contains(u"Sram_Only"_s));
}

TEST(SpecText, VelaIsNeverGuessed)
{
    const auto refused = [](const QString &text) { return refusal(fromVelaCommandLine(text)); };
    EXPECT_EQ(refused(u" "_s), u"1, column 1: there is no command in this text"_s);
    EXPECT_EQ(refused(u"velo x"_s), u"1, column 1: the command is 'velo', not vela"_s);
    EXPECT_EQ(refused(u"vela --nope x"_s), u"1, column 6: Vela has no option '--nope'"_s);
    EXPECT_TRUE(refused(u"vela --disable-b --disable x"_s)
                    .startsWith(u"1, column 18: '--disable' fits several options of Vela: "_s));
    EXPECT_EQ(
        refused(u"vela a \\\n b"_s), u"2, column 2: Vela takes one network; 'b' is one too many"_s);
    EXPECT_EQ(refused(u"vela --config"_s), u"1, column 6: --config needs a value"_s);
    EXPECT_EQ(refused(u"vela --timing=1"_s), u"1, column 6: --timing takes no value"_s);
    EXPECT_EQ(refused(u"vela $X"_s),
        u"1, column 6: '$' is worked out by the shell; write what it stands for"_s);
    EXPECT_EQ(refused(u"vela \"a"_s), u"1, column 6: this quote does not end"_s);
    EXPECT_TRUE(refused(u"vela --config 'a b.ini' x"_s).contains(u"a spec cannot hold it"_s));
}

} // namespace tosaic::spec::spectexttests
