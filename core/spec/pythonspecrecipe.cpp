// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/pythonspecbuilder.h"
#include "core/spec/specfields.h"
#include "core/spec/specpasses.h"

#include <cmath>
#include <limits>
#include <map>

using namespace Qt::StringLiterals;

// What stands around EthosUCompileSpec(...) in a flow: pass pipeline, quantizer, partitioner.

namespace tosaic::spec {

namespace {

using Kind = PythonValue::Kind;

/// "aten.relu.default" of a text, torch.ops.aten.relu.default or exir_ops.edge.aten.relu.default.
QString operatorOf(const PythonValue &value)
{
    if (value.kind == Kind::Text)
        return value.text;
    for (const auto &prefix : { u"torch.ops."_s, u"exir_ops.edge."_s }) {
        if (value.kind == Kind::Name && value.text.startsWith(prefix))
            return value.text.sliced(prefix.size());
    }
    return {};
}

std::optional<QStringList> namesOf(const PythonValue &call)
{
    QStringList names;
    for (const auto &item : call.items) {
        const auto name = operatorOf(item);
        if (name.isEmpty())
            return {};
        names.append(name);
    }
    return names;
}

const PythonValue *keyword(const PythonValue &call, QStringView name)
{
    for (const auto &[key, value] : call.keywords) {
        if (key == name)
            return &value;
    }
    return nullptr;
}

bool isFalse(const PythonValue *value)
{
    return value && value->kind == Kind::Bool && value->number == 0;
}

} // namespace

Result<void> PythonSpecBuilder::pipeline(const PythonValue &value)
{
    if (!value.isCall(u"ArmPassPipelineConfig"))
        return refuse(value, u"the pipeline must be ArmPassPipelineConfig(...)"_s);
    static const QStringList names{ u"softmax"_s, u"leaky_relu"_s, u"quantize_inf"_s,
        u"sdpa_safe_softmax_guard"_s };
    // What the call leaves out is the class's default, whatever the target's is.
    auto &passes = m_reading.spec.passes;
    passes = PassPipeline{ .softmax = u"masked"_s };
    if (value.items.size() > 4)
        return refuse(value.items[4], u"ArmPassPipelineConfig takes four arguments"_s);
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (const auto done = pass(names[static_cast<qsizetype>(i)], value.items[i]); !done)
            return done;
    }
    for (const auto &[name, item] : value.keywords) {
        if (!names.contains(name))
            return refuse(item, u"ArmPassPipelineConfig has no argument '%1'"_s.arg(name));
        if (const auto done = pass(name, item); !done)
            return done;
    }
    dropDefaultPasses(m_reading.spec);
    return {};
}

Result<void> PythonSpecBuilder::pass(const QString &name, const PythonValue &value)
{
    if (name == u"quantize_inf"_s)
        return infinities(value);
    struct Choice
    {
        const char16_t *argument;
        const char16_t *type;
        const char16_t *key; ///< of SPEC.json
    };
    static constexpr Choice choices[] = {
        { u"softmax", u"SoftmaxDecompositionConfig", u"passPipeline.softmax" },
        { u"leaky_relu", u"LeakyReLULoweringConfig", u"passPipeline.leakyRelu" },
        { u"sdpa_safe_softmax_guard", u"SDPASafeSoftmaxGuardPolicy",
            u"passPipeline.sdpaSafeSoftmaxGuard" },
    };
    for (const auto &choice : choices) {
        if (name != QStringView(choice.argument))
            continue;
        const auto &field = *fieldOf(choice.key);
        const auto type = QString::fromUtf16(choice.type);
        QStringList values;
        for (const auto &own : field.choices)
            values.append(passToPython(own));
        if (value.kind == Kind::Name && value.text.section(u'.', -2, -2) == type
            && values.contains(value.lastName())) {
            field.set(m_reading.spec, passFromPython(value.lastName()));
            return {};
        }
        return refuse(value, u"%1 must be %2.%3"_s.arg(name, type, values.join(u" or ."_s)));
    }
    return {};
}

Result<void> PythonSpecBuilder::infinities(const PythonValue &value)
{
    if (!value.isCall(u"QuantizeInfConfig") || value.items.size() > 2)
        return refuse(value, u"quantize_inf must be QuantizeInfConfig(neg_inf=..., pos_inf=...)"_s);
    auto &passes = m_reading.spec.passes;
    const auto set = [&](bool isNegative, const PythonValue &number) -> Result<void> {
        if (number.kind != Kind::Number)
            return refuse(number, u"a number is expected here"_s);
        (isNegative ? passes.quantizeNegativeInfinity : passes.quantizePositiveInfinity)
            = number.number;
        return {};
    };
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (const auto done = set(i == 0, value.items[i]); !done)
            return done;
    }
    for (const auto &[name, item] : value.keywords) {
        if (name != u"neg_inf"_s && name != u"pos_inf"_s)
            return refuse(item, u"QuantizeInfConfig has no argument '%1'"_s.arg(name));
        if (const auto done = set(name == u"neg_inf"_s, item); !done)
            return done;
    }
    return {};
}

void PythonSpecBuilder::assigned(const QString &name, const PythonValue *value)
{
    const auto *root = value;
    while (root && !root->receiver.empty())
        root = &root->receiver.front();
    if (name == m_specName)
        m_specName.clear();
    if (root && root->isCall(u"EthosUQuantizer"))
        m_quantizerName = name;
    else if (name == m_quantizerName)
        m_quantizerName.clear();
    if (value)
        readCalibration(name, *value);
}

/// The names that a recipe gives them.
void PythonSpecBuilder::readCalibration(const QString &name, const PythonValue &value)
{
    const auto whole = [&](int least, int most) -> std::optional<int> {
        if (value.kind == Kind::Number && value.number >= least && value.number <= most
            && value.number == std::floor(value.number))
            return static_cast<int>(value.number);
        say(value, u"spec.python-left"_s, Severity::Warning,
            u"%1 must be a whole number from %2 to %3 and is left out"_s.arg(name).arg(least).arg(
                most));
        return {};
    };
    auto &calibration = m_reading.spec.calibration;
    static const std::map<QString, QString CalibrationImages::*> ofPictures{
        { u"CALIBRATION_IMAGES"_s, &CalibrationImages::folder },
        { u"IMAGE_MEAN"_s, &CalibrationImages::mean },
        { u"IMAGE_STD"_s, &CalibrationImages::deviation },
        { u"IMAGE_ORDER"_s, &CalibrationImages::order },
    };
    if (const auto member = ofPictures.find(name); member != ofPictures.end()) {
        calibration = calibration.value_or(Calibration());
        if (const auto read = text(value, name))
            calibration->images.*member->second = *read;
    } else if (name == u"IMAGE_RESIZE"_s) {
        calibration = calibration.value_or(Calibration());
        calibration->images.resize = whole(0, LargestPictureSide).value_or(0);
    } else if (name == u"CALIBRATION_FILES"_s) {
        if (const auto files = texts(value, name)) {
            calibration = Calibration();
            calibration->files = *files;
        }
    } else if (name == u"CALIBRATION_SAMPLES"_s) {
        calibration = calibration.value_or(Calibration());
        calibration->samples = whole(1, LargestSampleCount).value_or(calibration->samples);
    } else if (name == u"CALIBRATION_SEED"_s) {
        calibration = calibration.value_or(Calibration());
        calibration->seed = whole(0, std::numeric_limits<int>::max()).value_or(calibration->seed);
    }
}

bool PythonSpecBuilder::isRecipeCall(const PythonToken &token)
{
    return token.isName(u"EthosUPartitioner") || token.isName(u"EthosUQuantizer");
}

void PythonSpecBuilder::note(
    const PythonToken &token, const PythonToken &next, const QString &afterNext)
{
    auto &spec = m_reading.spec;
    if (m_constructed == 0)
        return;
    if (token.isName(u"partitioner") && next.is(u'=') && afterNext == u"None"_s)
        spec.delegate = false;
    if ((token.isName(u"ReplaceQuantNodesPass") || token.isName(u"CortexMPassManager"))
        && next.is(u'('))
        spec.cpuKernels = CpuKernels::CortexM;
    if (token.isName(u"QuantizeInputs") && next.is(u'('))
        spec.integerIo = true;
}

Result<void> PythonSpecBuilder::recipe(const PythonValue &value)
{
    if (m_constructed == 0)
        return {};
    const auto *root = &value;
    std::vector<const PythonValue *> methods;
    for (; !root->receiver.empty(); root = &root->receiver.front())
        methods.insert(methods.begin(), root);
    if (root->isCall(u"EthosUQuantizer")) {
        for (const auto *one : methods) {
            if (const auto done = quantizerMethod(*one); !done)
                return done;
        }
        return {};
    }
    const auto *checks = keyword(*root, u"additional_checks");
    if (!checks && root->items.size() > 1)
        checks = &root->items[1];
    if (!checks || checks->kind == Kind::None)
        return {};
    if (checks->kind != Kind::List)
        return refuse(*checks, u"additional_checks must be a list"_s);
    for (const auto &check : checks->items) {
        if (const auto done = partitionCheck(check); !done)
            return done;
    }
    return {};
}

Result<void> PythonSpecBuilder::partitionCheck(const PythonValue &value)
{
    auto &keep = m_reading.spec.keepOnCpu;
    const bool isPart = isFalse(keyword(value, u"exact"));
    if (value.isCall(u"DontPartitionModule")) {
        const auto *path = keyword(value, u"instance_name");
        if (!path || keyword(value, u"module_name") || isPart)
            return refuse(value, u"a spec knows modules by their exact instance_name only"_s);
        const auto name = text(*path, u"instance_name"_s);
        if (!name)
            return fail(name.error());
        keep.modules.append(*name);
        return {};
    }
    if (value.isCall(u"DontPartitionPattern")) { // of a recipe
        const auto patterns = namesOf(value);
        if (!patterns)
            return refuse(value, u"the patterns must be texts"_s);
        keep.patterns += *patterns;
        return {};
    }
    const bool isName = value.isCall(u"DontPartitionName");
    if (!isName && !value.isCall(u"DontPartition"))
        return refuse(value, u"this partitioner check is known only to Python"_s);
    const auto names = namesOf(value);
    if (!names)
        return refuse(value, u"the names of operators must be texts or torch.ops names"_s);
    if (isPart && !isName)
        return refuse(value, u"a spec has no parts of operator names; use DontPartitionName"_s);
    for (const auto &name : *names) {
        if (isPart)
            keep.patterns.append(u'*' + name + u'*');
        else
            (isName ? keep.nodes : keep.operators).append(name);
    }
    return {};
}

Result<std::optional<Quantizer>> PythonSpecBuilder::quantizerConfig(const PythonValue &value) const
{
    if (value.kind == Kind::None)
        return std::optional<Quantizer>();
    Quantizer quantizer;
    if (value.isCall(u"get_symmetric_a16w8_quantization_config"))
        quantizer.activations = u"int16"_s;
    else if (value.isCall(u"get_symmetric_a8w4_quantization_config"))
        quantizer.weights = u"int4"_s;
    else if (!value.isCall(u"get_symmetric_quantization_config"))
        return refuse(value,
            u"the configuration must be get_symmetric_quantization_config(...), "
            "get_symmetric_a16w8_quantization_config(...), "
            "get_symmetric_a8w4_quantization_config(...) or None"_s);
    if (!value.items.empty() && isFalse(&value.items.front()))
        quantizer.perChannel = false;
    for (const auto &[name, item] : value.keywords) {
        if (name == u"is_per_channel"_s)
            quantizer.perChannel = !isFalse(&item);
        else if (name == u"is_qat"_s && isFalse(&item))
            continue;
        else
            return refuse(item, u"a spec has nothing for '%1'"_s.arg(name));
    }
    return std::optional(quantizer);
}

Result<void> PythonSpecBuilder::quantizerMethod(const PythonValue &call)
{
    const auto name = call.lastName();
    if (name == u"set_module_name"_s)
        return quantizerOverride(call, &QuantizerOverride::module);
    if (name == u"set_node_target"_s)
        return quantizerOverride(call, &QuantizerOverride::operatorName);
    if (name == u"set_io"_s && call.items.size() == 1
        && call.items.front().isCall(u"get_uint8_io_quantization_config")) {
        m_reading.spec.quantizer = m_reading.spec.quantizer.value_or(Quantizer());
        m_reading.spec.quantizer->io = u"uint8"_s;
        return {};
    }
    if (name != u"set_global"_s || call.items.size() != 1)
        return refuse(call, u"a spec has nothing for the quantizer's %1()"_s.arg(name));
    const auto config = quantizerConfig(call.items.front());
    if (!config)
        return fail(config.error());
    auto known = m_reading.spec.quantizer.value_or(Quantizer());
    m_reading.spec.quantizer = config->value_or(Quantizer{ .scheme = u"none"_s });
    m_reading.spec.quantizer->overrides = std::move(known.overrides);
    m_reading.spec.quantizer->io = std::move(known.io);
    return {};
}

Result<void> PythonSpecBuilder::quantizerOverride(
    const PythonValue &call, QString QuantizerOverride::*field)
{
    if (call.items.size() != 2 || !call.keywords.empty())
        return refuse(call, u"%1() takes a name and a configuration"_s.arg(call.lastName()));
    const auto name = operatorOf(call.items[0]);
    if (name.isEmpty())
        return refuse(call.items[0], u"the name must be a text or a torch.ops name"_s);
    const auto config = quantizerConfig(call.items[1]);
    if (!config)
        return fail(config.error());
    QuantizerOverride rule;
    rule.*field = name;
    rule.scheme = *config ? u"symmetric"_s : u"none"_s;
    if (*config)
        rule.activations = (*config)->activations;
    auto &spec = m_reading.spec;
    spec.quantizer = spec.quantizer.value_or(Quantizer());
    spec.quantizer->overrides.push_back(rule);
    return {};
}

} // namespace tosaic::spec
