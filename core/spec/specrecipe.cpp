// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpython.h"

#include "core/spec/specpasses.h"
#include "core/spec/specrules.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

QString joined(const QStringList &texts)
{
    QStringList quoted;
    for (const auto &text : texts)
        quoted.append(pythonText(text));
    return quoted.join(u", "_s);
}

QString from(const QString &module, QStringList names)
{
    names.removeDuplicates();
    names.sort();
    return u"from "_s + module + u" import "_s + names.join(u", "_s) + u'\n';
}

bool isQuantised(const Quantizer &quantizer)
{
    return quantizer.scheme != u"none"_s || !quantizer.overrides.empty();
}

// Each does what Tosaic's driver does there (resources/drivers/tosaic_driver).

constexpr auto LoadPython
    = R"(source = importlib.util.spec_from_file_location("tosaic_model", MODEL)
module = importlib.util.module_from_spec(source)
sys.modules["tosaic_model"] = module
sys.path.append(str(MODEL.parent))
source.loader.exec_module(module)
inputs = tuple(module.ModelInputs)
program = torch.export.export(module.ModelUnderTest.eval(), inputs))";

constexpr auto SamplesFromFiles = R"(def rows(name, like):
    array = torch.from_numpy(numpy.load(MODEL.parent / name)).to(like.dtype)
    if array.shape == like.shape:
        return [array]
    if array.shape[1:] == like.shape:  # samples are stacked
        return list(array)
    assert like.shape[0] == 1 and array.shape[1:] == like.shape[1:], name
    return [row.unsqueeze(0) for row in array]

samples = []
for start in range(0, len(CALIBRATION_FILES), len(inputs)):
    names = CALIBRATION_FILES[start:start + len(inputs)]
    samples += zip(*[rows(name, like) for name, like in zip(names, inputs)], strict=True))";

/// As `tosaic-cli images` prepares them; another library scales a little differently.
constexpr auto SamplesFromImages = R"(def channels(text, otherwise):
    return torch.tensor([float(part) for part in text.split(",")] if text else [otherwise])

def sample(path):
    like = inputs[0]
    is_last = like.shape[1] not in (1, 3)
    height, width = like.shape[1:3] if is_last else like.shape[2:4]
    count = like.shape[3] if is_last else like.shape[1]
    image = Image.open(path).convert("RGB" if count == 3 else "L")
    if IMAGE_RESIZE:
        factor = IMAGE_RESIZE / min(image.size)
        image = image.resize([round(side * factor) for side in image.size])
        left, top = (image.width - width) // 2, (image.height - height) // 2
        image = image.crop((left, top, left + width, top + height))
    else:
        image = image.resize((width, height))
    data = torch.tensor(list(image.tobytes()), dtype=torch.uint8).reshape(height, width, count)
    if IMAGE_ORDER == "bgr":
        data = data.flip(2)
    if like.is_floating_point():
        data = (data / 255 - channels(IMAGE_MEAN, 0)) / channels(IMAGE_STD, 1)
    elif like.dtype == torch.int8:
        data = (data.int() - 128)
    data = data.to(like.dtype)
    return ((data if is_last else data.permute(2, 0, 1)).unsqueeze(0).contiguous(),)

paths = sorted(path for path in (MODEL.parent / CALIBRATION_IMAGES).iterdir() if path.is_file())
count = min(len(paths), 200)
samples = [sample(paths[i * len(paths) // count]) for i in range(count)])";

constexpr auto RandomSamples = R"(generator = torch.Generator().manual_seed(CALIBRATION_SEED)
samples = [tuple(torch.randn(i.shape, generator=generator, dtype=torch.float32).to(i.dtype)
                 if isinstance(i, torch.Tensor) and i.is_floating_point() else i for i in inputs)
           for _ in range(CALIBRATION_SAMPLES)])";

constexpr auto QuantiseForCortexM = R"(def channels_last(value):
    is_image = isinstance(value, torch.Tensor) and value.dim() == 4
    return value.to(memory_format=torch.channels_last) if is_image else value

inputs = tuple(channels_last(i) for i in inputs)
module = program.module(check_guards=False).to(memory_format=torch.channels_last)
module = torch.export.export(module, inputs).module(check_guards=False)
prepared = prepare_pt2e(module, CortexMQuantizer())
for sample in samples:
    prepared(*(channels_last(i) for i in sample))
program = torch.export.export(convert_pt2e(prepared), inputs))";

constexpr auto IntegerIo = R"(exported = edge.exported_program()
nodes = {node.name: node for node in exported.graph.nodes}

def is_call_of(node, name):
    return f"quantized_decomposed.{name}_per_tensor" in str(getattr(node, "target", ""))

def is_quantised(name):  # by exactly one operator
    return name in nodes and len(nodes[name].users) == 1 and is_call_of(
        next(iter(nodes[name].users)), "quantize")

inputs_at = [i for i, name in enumerate(exported.graph_signature.user_inputs)
             if is_quantised(name)]
outputs_at = [i for i, node in enumerate(exported.graph.output_node().args[0])
              if is_call_of(node, "dequantize")]
if inputs_at or outputs_at:
    edge = edge.transform(([QuantizeInputs(edge, inputs_at)] if inputs_at else [])
                          + ([QuantizeOutputs(edge, outputs_at)] if outputs_at else [])))";

/// The reader knows it by its name.
constexpr auto PatternCheck = R"(class DontPartitionPattern(OperatorSupportBase):
    """Globs on node names and module paths."""

    def __init__(self, *patterns):
        self.patterns = patterns

    def is_node_supported(self, submodules, node):
        if "quantized_decomposed" in str(node.target) or "getitem" in str(node.target):
            return True
        stack = (node.meta.get("nn_module_stack") or {}).values()
        paths = [str(entry[0]).removeprefix("L['self']").lstrip(".") for entry in stack]
        return not any(fnmatch.fnmatchcase(name, pattern)
                       for name in [node.name, *filter(None, paths)] for pattern in self.patterns)
)";

/// One script; each part adds its lines.
class Recipe
{
public:
    Recipe(const CompileSpec &spec, QString model)
        : m_spec(spec), m_quantizer(resolved(spec).quantizer.value_or(Quantizer())),
          m_model(std::move(model)), m_isPython(m_model.endsWith(u".py"_s))
    {
    }

    QString run()
    {
        body();
        return imports() + u'\n' + m_body;
    }

    /// Specification, quantizer and partitioner alone.
    QString declarations()
    {
        line(pythonStatements(m_spec));
        if (m_spec.quantizer)
            makeQuantizer();
        if (m_spec.delegate && !m_spec.keepOnCpu.isEmpty()) {
            definePatternCheck();
            line(u"partitioner = "_s + partitionerCall());
        }
        return m_body.trimmed();
    }

private:
    void line(const QString &text) { m_body += text + u'\n'; }

    QString imports() const
    {
        QString text = u"import torch\n"_s;
        if (m_isPython)
            text = u"import importlib.util\nimport sys\n"_s + text;
        if (!m_spec.keepOnCpu.patterns.isEmpty() && m_spec.delegate)
            text = u"import fnmatch\n"_s + text;
        if (usesFolder())
            text += u"from pathlib import Path\n"_s;
        QStringList ethosu{ u"EthosUCompileSpec"_s };
        if (m_spec.delegate)
            ethosu.append(u"EthosUPartitioner"_s);
        if (!m_spec.externalCommandTag.isEmpty() || !m_spec.externalWeightTag.isEmpty())
            ethosu.append(u"VelaExternalBlockPlacements"_s);
        text += from(u"executorch.backends.arm.ethosu"_s, ethosu);
        if (hasPasses(m_spec.passes))
            text += from(u"executorch.backends.arm.common.pipeline_config"_s,
                { u"ArmPassPipelineConfig"_s, u"LeakyReLULoweringConfig"_s, u"QuantizeInfConfig"_s,
                    u"SDPASafeSoftmaxGuardPolicy"_s, u"SoftmaxDecompositionConfig"_s });
        if (m_spec.tosaSpec)
            text += from(u"executorch.backends.arm.tosa"_s, { u"TosaSpecification"_s });
        text
            += u"import executorch.backends.arm.quantizer  # registers the quantised operators\n"_s;
        if (isQuantised(m_quantizer)) {
            if (!isCortexMAlone())
                text += quantizerImports();
            text += from(u"torchao.quantization.pt2e.quantize_pt2e"_s,
                { u"convert_pt2e"_s, u"prepare_pt2e"_s });
        }
        text += from(u"executorch.exir"_s,
            { u"EdgeCompileConfig"_s, u"ExecutorchBackendConfig"_s,
                u"to_edge_transform_and_lower"_s });
        if (m_spec.delegate && !m_spec.keepOnCpu.isEmpty())
            text += from(u"executorch.exir.backend.operator_support"_s,
                { u"DontPartition"_s, u"DontPartitionModule"_s, u"DontPartitionName"_s });
        if (m_spec.integerIo)
            text += from(u"executorch.exir.passes.quantize_io_pass"_s,
                { u"QuantizeInputs"_s, u"QuantizeOutputs"_s });
        if (m_spec.delegate && !m_spec.keepOnCpu.patterns.isEmpty())
            text += from(u"torch.fx.passes.operator_support"_s, { u"OperatorSupportBase"_s });
        return text + cortexMImports();
    }

    QString quantizerImports() const
    {
        QStringList names{ u"EthosUQuantizer"_s, u"get_symmetric_a16w8_quantization_config"_s,
            u"get_symmetric_quantization_config"_s };
        if (hasByteIo())
            names.append(u"get_uint8_io_quantization_config"_s);
        const auto package = u"executorch.backends.arm.quantizer"_s;
        return from(package, names)
            + (isInt4() ? from(
                   package + u".arm_quantizer"_s, { u"get_symmetric_a8w4_quantization_config"_s })
                        : QString());
    }
    bool isInt4() const { return m_quantizer.weights == u"int4"_s; }
    bool hasByteIo() const { return m_quantizer.io == u"uint8"_s; }

    /// Without the NPU, the Cortex-M kernels have a quantizer and passes of their own.
    bool isCortexMAlone() const
    {
        return !m_spec.delegate && m_spec.cpuKernels == CpuKernels::CortexM;
    }

    bool usesFolder() const
    {
        return m_isPython
            || (isQuantised(m_quantizer) && m_spec.calibration && !m_spec.calibration->isRandom());
    }

    QString cortexMImports() const
    {
        if (m_spec.cpuKernels != CpuKernels::CortexM)
            return {};
        if (m_spec.delegate)
            return from(u"executorch.backends.cortex_m.passes.replace_quant_nodes_pass"_s,
                { u"ReplaceQuantNodesPass"_s });
        return from(u"executorch.backends.cortex_m.edge_compile_config"_s,
                   { u"cortex_m_edge_compile_config"_s })
            + from(u"executorch.backends.cortex_m.passes.cortex_m_pass_manager"_s,
                { u"CortexMPassManager"_s })
            + from(u"executorch.backends.cortex_m.quantizer.quantizer"_s, { u"CortexMQuantizer"_s })
            + from(u"executorch.backends.cortex_m.target_config"_s, { u"CortexMTargetConfig"_s });
    }

    void load()
    {
        if (usesFolder())
            line(u"MODEL = Path("_s + pythonText(m_model) + u')');
        line(u"torch.manual_seed(0)"_s);
        if (m_isPython)
            return line(QString::fromLatin1(LoadPython));
        line(u"program = torch.export.load("_s + pythonText(m_model) + u')');
        line(u"inputs = program.example_inputs[0]"_s);
    }

    void useCortexM()
    {
        if (m_spec.delegate)
            return line(u"edge = edge.transform([ReplaceQuantNodesPass()])"_s);
        const auto core
            = m_spec.target.startsWith(u"ethos-u85"_s) ? u"cortex-m85"_s : u"cortex-m55"_s;
        line(u"edge._edge_programs[\"forward\"] = CortexMPassManager(edge.exported_program(),\n"
             "    target_config=CortexMTargetConfig.from_target_string("_s
            + pythonText(core) + u")).transform()"_s);
    }

    void body()
    {
        const auto stem = QFileInfo(m_model).completeBaseName();
        line(pythonStatements(m_spec));
        load();
        if (isQuantised(m_quantizer))
            quantise();
        lower();
        if (m_spec.integerIo)
            line(QString::fromLatin1(IntegerIo));
        if (m_spec.cpuKernels == CpuKernels::CortexM)
            useCortexM();
        line(
            u"result = "
            "edge.to_executorch(config=ExecutorchBackendConfig(extract_delegate_segments=False))"_s);
        line(u"with open("_s + pythonText(stem + u".pte"_s) + u", \"wb\") as file:"_s);
        line(u"    result.write_to_file(file)"_s);
        if (!m_spec.externalCommandTag.isEmpty() || !m_spec.externalWeightTag.isEmpty())
            line(u"result.write_tensor_data_to_file(\".\")"_s);
    }

    QString configCall(const QString &scheme, const QString &activations) const
    {
        if (scheme == u"none"_s)
            return u"None"_s;
        QStringList arguments;
        if (!m_quantizer.perChannel)
            arguments.append(u"is_per_channel=False"_s);
        auto name = u"get_symmetric_quantization_config("_s;
        if (activations == u"int16"_s)
            name = u"get_symmetric_a16w8_quantization_config("_s;
        else if (isInt4()) { // its own default is for training
            name = u"get_symmetric_a8w4_quantization_config("_s;
            arguments.append(u"is_qat=False"_s);
        }
        return name + arguments.join(u", "_s) + u')';
    }

    void quantise()
    {
        if (isCortexMAlone()) {
            const auto own = m_spec.quantizer.value_or(Quantizer());
            if (own != Quantizer())
                line(u"# not in this script, nor in Tosaic's compile: Cortex-M's quantizer has no "
                     "settings"_s);
            calibrate();
            return line(QString::fromLatin1(QuantiseForCortexM));
        }
        makeQuantizer();
        calibrate();
        line(u"prepared = prepare_pt2e(program.module(check_guards=False), quantizer)"_s);
        line(u"for sample in samples:\n    prepared(*sample)"_s);
        line(u"program = torch.export.export(convert_pt2e(prepared), inputs)"_s);
    }

    void makeQuantizer()
    {
        line(u"quantizer = EthosUQuantizer(spec)"_s);
        line(u"quantizer.set_global("_s + configCall(m_quantizer.scheme, m_quantizer.activations)
            + u')');
        for (const auto &rule : m_quantizer.overrides) {
            const auto activations
                = rule.activations.isEmpty() ? m_quantizer.activations : rule.activations;
            const auto config = configCall(rule.scheme, activations);
            if (!rule.module.isEmpty())
                line(u"quantizer.set_module_name("_s + pythonText(rule.module) + u", "_s + config
                    + u')');
            else
                line(u"quantizer.set_node_target(torch.ops."_s + rule.operatorName + u", "_s
                    + config + u')');
        }
        if (hasByteIo())
            line(u"quantizer.set_io(get_uint8_io_quantization_config())"_s);
    }

    void calibrate()
    {
        const auto &calibration = m_spec.calibration;
        if (!calibration)
            return line(u"samples = [inputs]"_s);
        if (!calibration->files.isEmpty()) {
            line(u"import numpy"_s);
            line(u"CALIBRATION_FILES = ["_s + joined(calibration->files) + u']');
            return line(QString::fromLatin1(SamplesFromFiles));
        }
        if (calibration->hasImages())
            return pictures(calibration->images);
        line(u"CALIBRATION_SAMPLES = %1"_s.arg(calibration->samples));
        line(u"CALIBRATION_SEED = %1"_s.arg(calibration->seed));
        line(QString::fromLatin1(RandomSamples));
    }

    void pictures(const CalibrationImages &images)
    {
        line(u"from PIL import Image  # Pillow"_s);
        line(u"CALIBRATION_IMAGES = "_s + pythonText(images.folder));
        line(u"IMAGE_MEAN = "_s + pythonText(images.mean));
        line(u"IMAGE_STD = "_s + pythonText(images.deviation));
        line(u"IMAGE_ORDER = "_s + pythonText(images.order));
        line(u"IMAGE_RESIZE = %1"_s.arg(images.resize));
        line(QString::fromLatin1(SamplesFromImages));
    }

    QStringList checks() const
    {
        const auto &keep = m_spec.keepOnCpu;
        QStringList all;
        if (!keep.nodes.isEmpty())
            all.append(u"DontPartitionName("_s + joined(keep.nodes) + u')');
        if (!keep.operators.isEmpty())
            all.append(u"DontPartition("_s + joined(keep.operators) + u')');
        for (const auto &module : keep.modules)
            all.append(u"DontPartitionModule(instance_name="_s + pythonText(module) + u')');
        if (!keep.patterns.isEmpty())
            all.append(u"DontPartitionPattern("_s + joined(keep.patterns) + u')');
        return all;
    }

    void definePatternCheck()
    {
        if (m_spec.delegate && !m_spec.keepOnCpu.patterns.isEmpty())
            line(QString::fromLatin1(PatternCheck));
    }

    QString partitionerCall() const
    {
        const auto all = checks();
        return all.isEmpty() ? u"EthosUPartitioner(spec)"_s
                             : u"EthosUPartitioner(spec, additional_checks=[\n    "_s
                + all.join(u",\n    "_s) + u",\n])"_s;
    }

    void lower()
    {
        if (m_spec.delegate && !m_spec.keepOnCpu.isEmpty())
            line(u"# Tosaic's compile also keeps what only lowers together with these; its result "
                 "names them"_s);
        definePatternCheck();
        const auto partitioner = m_spec.delegate ? u'[' + partitionerCall() + u']' : u"None"_s;
        line(u"edge = to_edge_transform_and_lower(program, partitioner="_s + partitioner
            + u",\n    compile_config="_s
            + (isCortexMAlone() ? u"cortex_m_edge_compile_config())"_s
                                : u"EdgeCompileConfig(_check_ir_validity=False))"_s));
    }

    const CompileSpec &m_spec;
    Quantizer m_quantizer;
    QString m_model;
    bool m_isPython;
    QString m_body;
};

} // namespace

QString pythonDeclarations(const CompileSpec &spec)
{
    const bool isCallAlone = !spec.quantizer && (!spec.delegate || spec.keepOnCpu.isEmpty());
    return isCallAlone ? pythonCall(spec) : Recipe(spec, {}).declarations();
}

QString pythonRecipe(const CompileSpec &spec, const QString &model)
{
    return Recipe(spec, model).run();
}

} // namespace tosaic::spec
