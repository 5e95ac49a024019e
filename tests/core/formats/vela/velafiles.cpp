// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/vela/velafiles.h"

#include "tests/core/formats/npy/npybuilder.h"
#include "tests/core/formats/velabuilder.h"
#include "tests/core/formats/zip/zipbuilder.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QtEndian>

using namespace Qt::StringLiterals;

namespace tosaic::test {

QByteArray int64Bytes(const std::vector<qint64> &numbers)
{
    QByteArray bytes(qsizetype(numbers.size()) * 8, '\0');
    for (size_t i = 0; i < numbers.size(); ++i)
        qToLittleEndian<qint64>(numbers[i], bytes.data() + i * 8);
    return bytes;
}

QByteArray velaNpz(const QByteArray &weights)
{
    const auto commands = cop1(ConfigU55With128, { OpConv, OpStop });
    const auto text = [](const QByteArray &data) {
        return npyBytes("'|S" + QByteArray::number(data.size()) + "'", "()", data);
    };
    const auto numbers = [](const QByteArray &shape, const std::vector<qint64> &values) {
        return npyBytes("'<i8'", shape, int64Bytes(values));
    };
    return storedZip({ { "cmd_data.npy", text(commands) }, { "weight_data.npy", text(weights) },
        { "weight_region.npy", numbers("()", { 0 }) },
        { "scratch_size.npy", numbers("()", { 4096 }) },
        { "scratch_shape.npy", numbers("(1,)", { 4096 }) },
        { "scratch_fast_size.npy", numbers("()", { 0 }) },
        { "input_shape.npy", numbers("(1, 6)", { 1, 1, 1, 8, 8, 3 }) },
        { "input_elem_size.npy", numbers("(1,)", { 1 }) },
        { "input_region.npy", numbers("(1,)", { 1 }) },
        { "input_offset.npy", numbers("(1,)", { 256 }) },
        { "output_shape.npy", numbers("(1, 6)", { 1, 1, 1, 1, 1, 10 }) },
        { "output_elem_size.npy", numbers("(1,)", { 2 }) },
        { "output_region.npy", numbers("(1,)", { 1 }) },
        { "output_offset.npy", numbers("(1,)", { 16 }) },
        { "variable_offset.npy", npyBytes("'<f8'", "(0,)", {}) },
        { "input_quantization.npy", npyBytes("'|O'", "(1,)", "\x80\x04pickle") } });
}

QByteArray regorDebugXml(const QByteArray &name)
{
    return R"(<?xml version='1.0' encoding='UTF-8'?>
<debug source="out/net">
<table name="perf">
<![CDATA[
"id","source_id","optimised_id","operator","name","staging_usage","op_cycles","npu_cycles","mac_count","lutram_ac","Sram_ac"
12,1,7,"Conv2D",")"
        + name + R"(",1280,576,570,18432,0,256
17,1,6,"Relu",")"
        + name + R"(",0,0,0,0,0,0
19,2,5,"Conv2D","plain",1408,592,592,2048,0,266
]]>
</table>
<table name="perf_debug_conn">
<![CDATA[
"id","input_op_id","input_index"
12,"-1",0
"-2",19,0
]]>
</table>
<table name="tensors">
<![CDATA[
"id","data_type","memory","usage","start_time","end_time","start_address","end_address","size","format","name"
0,"Int8","Sram","OpLocal",0,1,"0x400","0x500","0x100","NHWC","in"
3,"Int8","Sram","OpLocal",0,3,"0x0","0x400","0x400","NHCWB16",")"
        + name + R"("
4,"Int8","Sram","OpLocal",2,3,"0x0","0x400","0x400","NHCWB16","in place"
6,"Int8","Dram","OpLocal",2,5,"0x400","0x500","0x100","NHWC","plain"
]]>
</table>
<table name="queue">
<![CDATA[
"offset","cmdstream_id","optimised_id","scheduled_id"
288,1,7,12
480,1,5,19
300,2,0,40
]]>
</table>
<table name="group">
<![CDATA[
"id","group_id"
17,12
]]>
</table>
<table name="cmdstream">
<![CDATA[
"id"
1
2
]]>
</table>
<table name="optimised">
<![CDATA[
"id","source_id","operator","kernel_w","kernel_h","ofm_w","ofm_h","ofm_d"
5,2,"Conv2D",1,1,8,8,4
7,1,"Conv2D",3,3,8,8,8
]]>
</table>
<table name="source">
<![CDATA[
"id","operator","kernel_w","kernel_h","ofm_w","ofm_h","ofm_d","ext_key"
1,"Conv2D",1,1,8,8,8,0
2,"Conv2D",1,1,8,8,4,1
]]>
</table>
</debug>
)";
}

QByteArray pythonDebugXml()
{
    return "<?xml version='1.0' encoding='UTF-8'?>\n"
           "<debug source=\"a.tflite\" optimised=\"out/a_vela.tflite\">\n"
           "  <table name='source'><![CDATA[\"id\",\"operator\",\"ext_key\"\r\n"
           "0,\"Conv \"\"x\"\"\",0\r\n1,\"Add\",1\r\n]]></table>\n"
           "  <table name='queue'><![CDATA[\"offset\",\"cmdstream_id\",\"optimised_id\"\r\n"
           "328,0,-1\r\n400,0,1\r\n]]></table>\n"
           "  <table name='cmdstream'><![CDATA[\"id\",\"file_offset\"\r\n0,52\r\n]]></table>\n"
           "</debug>\n";
}

QByteArray summaryCsv()
{
    return "experiment,network,accelerator_configuration,system_config,memory_mode,core_clock,"
           "arena_cache_size,inferences_per_second,inference_time,sram_memory_used,dram_memory_"
           "used,"
           "on_chip_flash_memory_used,off_chip_flash_memory_used,total_original_weights,"
           "total_npu_encoded_weights,nn_macs,cycles_npu,cycles_total\r\n"
           "default,\"a, "
           "\"\"b\"\"\",Ethos_U55_128,Sys,Shared_Sram,500000000.0,4194304.0,nan,0.0001,"
           "1.5,0.0,,30.25,100,90,2664792,84604.5,88000\r\n";
}

QByteArray regorPerLayerCsv()
{
    return "Original Operator,NNG Operator,Target,Staging Usage,Peak% (Staging),Op Cycles,Network% "
           "(cycles),NPU,SRAM AC,DRAM AC,OnFlash AC,OffFlash AC,MAC Count,Network% (MAC),Util% "
           "(MAC),Name\n"
           "Conv2D,Conv2D,NPU,1280,90.9,576,49.3,576,256,0,0,432,18432,90.0,12.5,a,b;c \"q\" <t>\n"
           "Conv2D,Relu,NPU,0,0.0,0,0.0,0,0,0,0,0,0,0.0,100,\"quoted\"\n"
           "Custom,Passthrough,CPU,0,NaN,0,100,0,0,0,0,0,0,100,100,\n";
}

QByteArray pythonPerLayerCsv()
{
    const QByteArray header
        = "TFLite_operator,NNG Operator,SRAM Usage,Peak%,Op Cycles,Network%,NPU,SRAM AC,DRAM "
          "AC,OnFlash AC,OffFlash AC,MAC Count,Network%,Util%,Name\r\n";
    return header
        + "CONV_2D,Conv2DBias,12928,58.5,21994.5,25.9,21994.0,3560.0,0.0,0.0,0.0,480000,16.9,17.0,"
          "\"a,b\"\r\n"
        + header + "ADD,Add,10,1.0,5,25.0,5,1,0,0,0,0,0,0,c\r\n";
}

QByteArray consoleText()
{
    return "Warning: No memory mode specified. Using a default of Shared_Sram. Compilation may be "
           "invalid.\n\n"
           "Warning (supported operators) operator: CUSTOM, ofm: 'win, dow'\n"
           "Reason: Unsupported opType\n\n"
           "Warning: CONV_2D 'late' is not supported on the NPU. Placing on CPU instead\n"
           " - Kernel too large\n   77\n\n"
           "Network summary for two_parts\n"
           "Accelerator configuration               Ethos_U55_128\n"
           "System configuration             Ethos_U55_High_End_Embedded\n"
           "Memory mode                               Shared_Sram\n"
           "Accelerator clock                                 500 MHz\n"
           "Design peak SRAM bandwidth                       3.73 GB/s\n\n"
           "Total SRAM used                                 12.50 KiB\n"
           "Total Off-chip Flash used                        3.80 KiB\n\n"
           "CPU operators = 1 (11.1%)\n"
           "   CPU: Passthrough = gelu (outputs [1, 16, 16, 16])\n"
           "NPU operators = 8 (88.9%)\n\n"
           "Average SRAM bandwidth                           1.36 GB/s\n"
           "Input   SRAM bandwidth                           0.04 MB/batch\n"
           "Total   SRAM bandwidth            per input      0.08 MB/inference (batch size 1)\n\n"
           "Neural network macs                            802816 MACs/batch\n\n"
           "Info: The numbers below are internal compiler estimates.\n\n"
           "Network Tops/s                                   0.03 Tops/s\n\n"
           "NPU cycles                                      28276 cycles/batch\n"
           "Off-chip Flash Access cycles                     2960 cycles/batch\n"
           "Total cycles                                    28277 cycles/batch\n\n"
           "Batch Inference time                 0.06 ms, 17682.84 inferences/s (batch size 1)\n";
}

QByteArray iniText()
{
    return "; my board\n"
           "[System_Config.Ethos_U55_Board]\n"
           "core_clock=400e6\n"
           "axi0_port=Sram\n"
           "axi1_port=OffChipFlash\n"
           "Sram_clock_scale=1.0\n"
           "Sram_burst_length=32\n"
           "Sram_read_latency=32\n"
           "Sram_max_reads=4\n"
           "OffChipFlash_clock_scale=0.0625\n"
           "\n"
           "[System_Config.Ethos_U55_Fast]\n"
           "inherit=System_Config.Ethos_U55_Board\n"
           "OffChipFlash_clock_scale=0.25\n"
           "\n"
           "[Memory_Mode.Shared]\n"
           "const_mem_area=Axi1\n"
           "arena_mem_area=Axi0\n"
           "cache_mem_area=Axi0\n"
           "[Memory_Mode.Small]\n"
           "inherit=Memory_Mode.Shared\n"
           "arena_cache_size=18432\n";
}

std::shared_ptr<const ByteSource> sourceOf(const QByteArray &bytes, const QString &name)
{
    return ByteSource::fromBytes(bytes, name);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject jsonOf(const QString &path)
{
    return QJsonDocument::fromJson(contentOf(path)).object();
}

QStringList findBelow(const QString &folder, const QString &pattern)
{
    QStringList paths;
    QDirIterator files(folder, { pattern }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        paths << files.next();
    paths.sort();
    return paths;
}

bool contains(const std::vector<Diagnostic> &diagnostics, const QString &id)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
        [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

QByteArray runPython(const QString &script, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(
        qEnvironmentVariable("TOSAIC_PYTHON"), QStringList{ u"-c"_s, script } + arguments);
    if (!process.waitForFinished(300'000) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0)
        return {};
    return process.readAllStandardOutput();
}

} // namespace tosaic::test
