// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/formatsupport.h"
#include "tests/core/formats/velabuilder.h"

#include "core/formats/registry.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

namespace tosaic::test::registrytests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using formats::FileKind;

TEST(Registry, RecognisesContentNeverNames)
{
    const std::vector<std::pair<QByteArray, FileKind>> contents{
        { {}, FileKind::Empty },
        { QByteArray("\x10\0\0\0ET12", 8), FileKind::Pte },
        { QByteArray("\x10\0\0\0ET99", 8), FileKind::Pte },
        { QByteArray("\x10\0\0\0FT01FH01", 12), FileKind::FlatTensor },
        { QByteArray("\x10\0\0\0BP08", 8), FileKind::BundledProgram },
        { QByteArray("\x08\0\0\0\x04\0\0\0ED00", 12), FileKind::EtDump },
        { QByteArray("\x10\0\0\0ED00", 8), FileKind::EtDump },
        { QByteArray("\x10\0\0\0TOSA", 8), FileKind::Tosa },
        { QByteArray("\x10\0\0\0TFL3", 8), FileKind::TfLite },
        { smallVelaStream(), FileKind::VelaStream },
        { cop1(ConfigU55With128, { OpStop }), FileKind::CommandStream },
        { cop2(ConfigU85With256, { OpStop }), FileKind::CommandStream },
        { QByteArray("\x1f\x8b\x08", 3), FileKind::Gzip },
        { QByteArray("SQLite format 3\0", 16), FileKind::Workspace },
        { "experiment,network,accelerator_configuration\n", FileKind::VelaSummary },
        { "TFLite_operator,NNG Operator\n", FileKind::VelaPerLayer },
        { "TOSA_operator,NNG Operator\n", FileKind::VelaPerLayer },
        { "Original Operator,NNG Operator\n", FileKind::VelaPerLayer },
        { "; my board\n[System_Config.Board]\n", FileKind::VelaIni },
        { "{\"target\":\"ethos-u55-128\"}", FileKind::CompileSpec },
        { "I [executorch:main.cpp] hello\n", FileKind::Text },
        { "I [executorch:main.cpp] Program complete, exiting.\r\n\x04\r\n", FileKind::Text },
        { QByteArray("\0I [executorch:main.cpp] after a reset\n", 39), FileKind::Text },
        { QByteArray("\xff\xfeI\0 \0[\0e\0x\0]\0\n\0", 16), FileKind::Text },
        { QByteArray(64, '\0'), FileKind::Unknown },
        { QByteArray("\0\x01\x02\x03\x04\x05\x06\x07\x08", 9), FileKind::Unknown },
    };
    for (const auto &[bytes, kind] : contents)
        EXPECT_EQ(formats::recognise(bytes), kind) << bytes.toStdString();
}

TEST(Registry, RecognisesRealFilesOfEveryKind)
{
    TOSAIC_NEED_SAMPLES();
    const std::vector<std::pair<QString, FileKind>> files{
        { u"models/ptd/et-linear.ptd"_s, FileKind::FlatTensor },
        { u"models/other/et-bundled-program.bpte"_s, FileKind::BundledProgram },
        { u"models/other/et-tutorial-etdump.etdp"_s, FileKind::EtDump },
        { u"models/other/et-devtools-etrecord.bin"_s, FileKind::EtRecord },
        { u"models/tosa/test_add_1x4x4x4_f32.tosa"_s, FileKind::Tosa },
        { u"models/vgf/vww4.vgf"_s, FileKind::Vgf },
        { u"models/tflite/hello_world_int8.tflite"_s, FileKind::TfLite },
        { u"generated/aot/mv2-int8-u55-256/partition0-tag0/out_vela.npz"_s, FileKind::VelaNpz },
        { u"generated/aot/mv2-int8-u55-256/partition0-tag0/out_debug.xml"_s,
            FileKind::VelaDebugDb },
        { u"generated/aot/mv2-int8-u55-256/partition0-tag0/out_per-layer.csv"_s,
            FileKind::VelaPerLayer },
        { u"generated/host/pt2/mlp.pt2"_s, FileKind::Pt2 },
        { u"generated/host/etrecord/mlp.etrecord"_s, FileKind::EtRecord },
        { u"vela/ini/arm-vela-3.10.ini"_s, FileKind::VelaIni },
        { u"logs/08-mlek-u55-kws.log"_s, FileKind::Text },
    };
    for (const auto &[path, kind] : files)
        EXPECT_EQ(formats::recognise(fileBytes(samplesDir() + u'/' + path)), kind)
            << path.toStdString();
}

TEST(Registry, SaysWhatAForeignFileIsAndWhatToDo)
{
    const auto program = openBytes(QByteArray("\x10\0\0\0TOSA", 8));
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().code, ErrorCode::FormatUnsupported);
    EXPECT_EQ(program.error().detail,
        u"this is a TOSA graph, not an ExecuTorch program (.pte); compile it with Vela"_s);
    const auto tflite = openBytes(QByteArray("\x10\0\0\0TFL3", 8)).error().detail;
    EXPECT_TRUE(tflite.contains(u"what Vela made of it inspect"_s)) << tflite.toStdString();
    EXPECT_EQ(openBytes("plain words").error().code, ErrorCode::FormatUnknown);
}

} // namespace tosaic::test::registrytests
