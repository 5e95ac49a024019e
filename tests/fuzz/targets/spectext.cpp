// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/spectext.h"
#include "core/spec/ruletable.h"
#include "core/spec/specjson.h"
#include "core/spec/specpasses.h"
#include "core/spec/specprogram.h"
#include "core/spec/specpython.h"

#include <cstdlib>
#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

namespace {

void use(const Result<spec::SpecReading> &reading)
{
    if (!reading)
        return;
    static_cast<void>(spec::checkRules(reading->spec));
    // What was read can be written, and is then read as the same.
    auto expected = reading->spec;
    spec::dropDefaultPasses(expected);
    expected.quantizer.reset();
    expected.calibration.reset();
    expected.keepOnCpu = {};
    expected.delegate = true;
    expected.cpuKernels = spec::CpuKernels::Portable;
    expected.integerIo = false;
    const auto again = spec::fromPythonCall(spec::pythonCall(expected));
    if (!again || again->spec != expected)
        std::abort();
}

} // namespace

/// The input is text: Python, a command line, SPEC.json, and the flags of a program.
void fuzzSpecText(std::span<const quint8> input)
{
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto text = QString::fromUtf8(bytes);
    use(spec::fromPythonCall(text));
    use(spec::fromVelaCommandLine(text));
    static_cast<void>(spec::fromJsonText(bytes));
    use(spec::fromProgramSpecs({ { u"target"_s, "ethos-u55-128" }, { u"compile_flags"_s, bytes },
        { u"transform_pipeline_config"_s, bytes }, { u"external_block_placements"_s, bytes } }));
}

std::vector<QByteArray> seedsSpecText()
{
    return { "spec = EthosUCompileSpec('ethos-u55-128', memory_mode=\"Sram_Only\", extra_flags=["
             "r'--optimise=Size', f\"--x\" + 'y'], # c\n  external_block_placements="
             "VelaExternalBlockPlacements(cmd_data='c', weight_data=None),).dump_debug_info("
             "EthosUCompileSpec.DebugMode.JSON)\nspec.set_pass_pipeline_config("
             "ArmPassPipelineConfig(quantize_inf=QuantizeInfConfig(neg_inf=-1e3, pos_inf=0x10)))\n"
             "q = EthosUQuantizer(spec)\nq.set_global(get_symmetric_quantization_config())\n"
             "p = EthosUPartitioner(spec, additional_checks=[DontPartition(torch.ops.aten.x)])\n",
        "$ A=1 /x/vela --accel ethos-u65-256 --config 'a b.ini' \\\n m.tosa --optimise=Size",
        "--optimise Size --accelerator-config=ethos-u55-128 --memory-mode=Shared_Sram",
        R"({"target":"ethos-u55-128","softmax":"STABLE","quantize_inf":{"neg_inf":-1.5}})" };
}

} // namespace tosaic::fuzz
