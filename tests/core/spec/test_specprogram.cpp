// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specprogram.h"
#include "tests/core/spec/specsupport.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::spec::specprogramtests {

namespace {

QByteArray jsonOf(const Result<SpecReading> &reading)
{
    return reading ? QJsonDocument(toJson(reading->spec)).toJson(QJsonDocument::Compact)
                   : reading.error().toText().toUtf8();
}

QStringList idsOf(const Result<SpecReading> &reading)
{
    QStringList ids;
    if (reading) {
        for (const auto &diagnostic : reading->diagnostics)
            ids.append(diagnostic.id + u' ' + diagnostic.location.entity);
    }
    return ids;
}

} // namespace

TEST(SpecProgram, TodaysKeys)
{
    const auto reading = fromProgramSpecs({
        { u"tosa_spec"_s, "TOSA-1.0+INT+int16+int4+u55" },
        { u"compile_flags"_s,
            "--optimise Size --enable-debug-db --accelerator-config=ethos-u55-128 "
            "--config=Arm/vela.ini --output-format=raw "
            "--system-config=Ethos_U55_High_End_Embedded --memory-mode=Shared_Sram" },
        { u"output_format"_s, "vela" },
        { u"debug_artifact_path"_s, "/tmp/a b" },
        { u"dump_debug_info"_s, "JSON" },
        { u"transform_pipeline_config"_s,
            R"({"softmax": "STABLE", "leaky_relu": "TABLE", "quantize_inf": {"neg_inf": -256.0,
                "pos_inf": 100.0}, "sdpa_safe_softmax_guard": "REMOVE_WHEN_PROVEN"})" },
        { u"preserve_io_quantization"_s, "False" },
        { u"target"_s, "ethos-u55-128" },
        { u"external_block_placements"_s, R"({"cmd_data":"c","weight_data":"w"})" },
    });
    EXPECT_EQ(jsonOf(reading),
        QJsonDocument(toJson(specOf(R"({"target":"ethos-u55-128","debug":"json",
            "systemConfig":"Ethos_U55_High_End_Embedded","memoryMode":"Shared_Sram",
            "extraFlags":["--optimise","Size","--enable-debug-db"],"intermediates":"/tmp/a b",
            "externalBlocks":{"cmdData":"c","weightData":"w"},"passPipeline":{"leakyRelu":"table",
            "quantizeInf":{"positive":100},"sdpaSafeSoftmaxGuard":"remove-when-proven"}})")))
            .toJson(QJsonDocument::Compact));
    EXPECT_TRUE(idsOf(reading).isEmpty());
}

TEST(SpecProgram, DuplicatesTakeTheLastValue)
{
    const auto reading
        = fromProgramSpecs({ { u"target"_s, "ethos-u55-32" }, { u"target"_s, "ethos-u85-256" },
            { u"compile_flags"_s,
                "--output-format=raw --debug-force-regor --memory-mode=Shared_Sram "
                "--accelerator-config=ethos-u85-256 --output-format=raw --debug-force-regor "
                "--system-config=Ethos_U85_SYS_DRAM_Mid --memory-mode=Sram_Only "
                "--config=./my/own.ini" } });
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->spec.target, u"ethos-u85-256"_s);
    EXPECT_EQ(reading->spec.memoryMode, u"Sram_Only"_s);
    EXPECT_EQ(reading->spec.configIni, u"./my/own.ini"_s);
    EXPECT_EQ(reading->spec.extraFlags,
        (QStringList{ u"--output-format=raw"_s, u"--debug-force-regor"_s,
            u"--memory-mode=Shared_Sram"_s, u"--debug-force-regor"_s }));
}

TEST(SpecProgram, HistoricalKeys)
{
    const auto reading = fromProgramSpecs({ { u"tosa_version"_s, "TOSA-0.80.0+BI+u55" },
        { u"compile_flags"_s, "--accelerator-config=ethos-u55-64 --optimise Size" },
        { u"debug_tosa_path"_s, "out" }, { u"permute_memory_format"_s, "nhwc" },
        { u"quantize_io"_s, "True" }, { u"input_order"_s, "0" } });
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->spec.target, u"ethos-u55-64"_s);
    EXPECT_EQ(reading->spec.tosaSpec, u"TOSA-0.80.0+BI+u55"_s);
    EXPECT_EQ(reading->spec.intermediatesFolder, u"out"_s);
    EXPECT_FALSE(reading->spec.systemConfig);
    EXPECT_EQ(idsOf(reading),
        (QStringList{ u"spec.program-key permute_memory_format"_s,
            u"spec.program-key quantize_io"_s, u"spec.program-key input_order"_s }));
}

TEST(SpecProgram, ContradictionsAndDamage)
{
    EXPECT_EQ(idsOf(fromProgramSpecs({ { u"target"_s, "ethos-u85-256" },
                  { u"compile_flags"_s, "--accelerator-config=ethos-u55-128" } })),
        QStringList{ u"spec.program-mismatch target"_s });
    EXPECT_EQ(idsOf(fromProgramSpecs(
                  { { u"target"_s, "ethos-u85-256" }, { u"transform_pipeline_config"_s, "{" } })),
        QStringList{ u"spec.program-key transform_pipeline_config"_s });
    const auto later = fromProgramSpecs({ { u"target"_s, "ethos-u85-256" },
        { u"transform_pipeline_config"_s, R"({"softmax":"FAST","leaky_relu":"TABLE"})" } });
    EXPECT_EQ(idsOf(later), QStringList{ u"spec.program-key transform_pipeline_config"_s });
    EXPECT_FALSE(later->spec.passes.softmax);
    EXPECT_EQ(later->spec.passes.leakyRelu, u"table"_s);
    const auto nothing = fromProgramSpecs({ { u"output_format"_s, "vela" } });
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, ErrorCode::SpecInvalid);
}

} // namespace tosaic::spec::specprogramtests
