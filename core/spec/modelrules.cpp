// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/rulecontext.h"

#include "core/spec/specfields.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

constexpr int FewSamples = 8;
constexpr int EnoughSamples = 32;

/// A quantizer's text that must be one of a few.
std::optional<Finding> wrongChoice(
    const QString &key, const QString &value, const QStringList &choices)
{
    if (choices.contains(value))
        return {};
    return Finding{ key, u"'%1' must be one of: %2"_s.arg(value, choices.join(u", "_s)) };
}

/// Sets the quantizer's text to what was probably meant.
template <typename Write>
void addChoice(Findings &found, const RuleContext &context, const QString &key,
    const QString &value, const QStringList &choices, Write write)
{
    auto finding = wrongChoice(key, value, choices);
    if (!finding)
        return;
    const auto cased = withOtherCase(value, choices);
    const auto meant = cased.isEmpty() ? choices.front() : cased;
    finding->fix = fixOf(context, u"use"_s, meant, [&](CompileSpec &spec) { write(spec, meant); });
    found.push_back(*finding);
}

Findings checkQuantizerChoices(const RuleContext &context)
{
    Findings found;
    if (!context.spec.quantizer)
        return found;
    const auto &quantizer = *context.spec.quantizer;
    addChoice(found, context, u"quantizer.scheme"_s, quantizer.scheme,
        fieldOf(u"quantizer.scheme")->choices,
        [](CompileSpec &spec, const QString &text) { spec.quantizer->scheme = text; });
    addChoice(found, context, u"quantizer.activations"_s, quantizer.activations,
        fieldOf(u"quantizer.activations")->choices,
        [](CompileSpec &spec, const QString &text) { spec.quantizer->activations = text; });
    addChoice(found, context, u"quantizer.weights"_s, quantizer.weights,
        fieldOf(u"quantizer.weights")->choices,
        [](CompileSpec &spec, const QString &text) { spec.quantizer->weights = text; });
    addChoice(found, context, u"quantizer.io"_s, quantizer.io, fieldOf(u"quantizer.io")->choices,
        [](CompileSpec &spec, const QString &text) { spec.quantizer->io = text; });
    for (std::size_t i = 0; i < quantizer.overrides.size(); ++i) {
        const auto key = u"quantizer.overrides[%1]"_s.arg(i);
        const auto &rule = quantizer.overrides[i];
        if (!rule.scheme.isEmpty())
            addChoice(found, context, key + u".scheme"_s, rule.scheme,
                fieldOf(u"quantizer.scheme")->choices, [i](CompileSpec &spec, const QString &text) {
                    spec.quantizer->overrides[i].scheme = text;
                });
        if (!rule.activations.isEmpty())
            addChoice(found, context, key + u".activations"_s, rule.activations,
                fieldOf(u"quantizer.activations")->choices,
                [i](CompileSpec &spec, const QString &text) {
                    spec.quantizer->overrides[i].activations = text;
                });
    }
    return found;
}

Findings checkOverrides(const RuleContext &context)
{
    Findings found;
    const auto quantizer = context.spec.quantizer.value_or(Quantizer());
    for (std::size_t i = 0; i < quantizer.overrides.size(); ++i) {
        const auto &rule = quantizer.overrides[i];
        const auto key = u"quantizer.overrides[%1]"_s.arg(i);
        const auto fix = fixOf(context, u"remove"_s, key, [i](CompileSpec &spec) {
            auto &overrides = spec.quantizer->overrides;
            overrides.erase(overrides.begin() + static_cast<std::ptrdiff_t>(i));
        });
        if (rule.module.isEmpty() == rule.operatorName.isEmpty())
            found.push_back({ key, u"names either a module or an operator"_s, fix });
        else if (rule.scheme.isEmpty() && rule.activations.isEmpty())
            found.push_back({ key, u"says neither scheme nor activations"_s, fix });
    }
    return found;
}

bool isQuantised(const RuleContext &context)
{
    return context.full.quantizer.value_or(Quantizer()).scheme != u"none"_s;
}

bool hasOverrides(const RuleContext &context)
{
    return context.spec.quantizer && !context.spec.quantizer->overrides.empty();
}

Findings checkNotQuantised(const RuleContext &context)
{
    if (isQuantised(context) || !context.spec.delegate)
        return {};
    return { { u"quantizer.scheme"_s,
        u"without quantisation the NPU takes only operators that are integer already; a float "
        "model stays on the CPU"_s,
        fixOf(context, u"use"_s, u"symmetric"_s,
            [](CompileSpec &spec) { spec.quantizer->scheme = u"symmetric"_s; }) } };
}

Findings checkInt16(const RuleContext &context)
{
    const auto quantizer = context.full.quantizer.value_or(Quantizer());
    if (quantizer.activations != u"int16"_s || !context.family || context.family == Family::U85)
        return {};
    return { { u"quantizer.activations"_s,
        u"%1 has no int16 matrix product: attention layers are split and stay partly on the CPU"_s
            .arg(context.familyText()),
        fixOf(context, u"use"_s, u"int8"_s,
            [](CompileSpec &spec) { spec.quantizer->activations = u"int8"_s; }) } };
}

Findings checkInt4(const RuleContext &context)
{
    const auto quantizer = context.full.quantizer.value_or(Quantizer());
    if (quantizer.weights != u"int4"_s || !isQuantised(context))
        return {};
    if (quantizer.activations == u"int16"_s)
        return { { u"quantizer.weights"_s,
            u"ExecuTorch's quantizer has no 16-bit activations with 4-bit weights"_s,
            fixOf(context, u"use"_s, u"int8"_s,
                [](CompileSpec &spec) { spec.quantizer->weights = u"int8"_s; }) } };
    return {};
}

Findings tellInt4(const RuleContext &context)
{
    const auto quantizer = context.full.quantizer.value_or(Quantizer());
    if (quantizer.weights != u"int4"_s || quantizer.activations == u"int16"_s
        || !isQuantised(context))
        return {};
    return { { u"quantizer.weights"_s,
        u"weights get 15 values (-7 to 7) and stay int8 for the NPU: it computes no faster, but "
        "Vela compresses them further. Compare the accuracy"_s,
        fixOf(context, u"use"_s, u"int8"_s,
            [](CompileSpec &spec) { spec.quantizer->weights = u"int8"_s; }) } };
}

Findings checkPictures(const RuleContext &context)
{
    const auto &calibration = context.spec.calibration;
    if (!calibration || !calibration->hasImages())
        return {};
    Findings found;
    const auto &images = calibration->images;
    if (images.folder.isEmpty())
        found.push_back({ u"calibration.images.folder"_s, u"names no folder of pictures"_s,
            fixOf(context, u"remove"_s, u"calibration.images"_s,
                [](CompileSpec &spec) { spec.calibration->images = {}; }) });
    const std::pair<QString, QString CalibrationImages::*> channels[]
        = { { u"calibration.images.mean"_s, &CalibrationImages::mean },
              { u"calibration.images.std"_s, &CalibrationImages::deviation } };
    for (const auto &[key, member] : channels) {
        const auto numbers = (images.*member).split(u',');
        const bool isRight = (images.*member).isEmpty()
            || ((numbers.size() == 1 || numbers.size() == 3)
                && std::ranges::all_of(numbers, [&key](const QString &text) {
                       bool isNumber = false;
                       const auto value = text.trimmed().toDouble(&isNumber);
                       return isNumber && (!key.endsWith(u".std"_s) || value > 0);
                   }));
        if (!isRight)
            found.push_back({ key,
                u"'%1' is not one or three numbers with commas between%2"_s.arg(
                    images.*member, key.endsWith(u".std"_s) ? u", above 0"_s : QString()),
                fixOf(context, u"remove"_s, key,
                    [member](CompileSpec &spec) { (spec.calibration->images.*member).clear(); }) });
    }
    return found;
}

Findings checkUnusedCalibration(const RuleContext &context)
{
    if (!context.spec.calibration || isQuantised(context) || hasOverrides(context))
        return {};
    return { { u"calibration"_s, u"calibration has no effect without quantisation"_s,
        fixOf(context, u"remove"_s, u"calibration"_s,
            [](CompileSpec &spec) { spec.calibration.reset(); }) } };
}

Findings checkFewSamples(const RuleContext &context)
{
    const auto &calibration = context.spec.calibration;
    if (!calibration || !calibration->isRandom() || calibration->samples >= FewSamples
        || !isQuantised(context))
        return {};
    return { { u"calibration"_s,
        u"%1 random samples: the ranges of the activations depend on chance. Random data is for "
        "trying out; accuracy needs real inputs in files"_s.arg(calibration->samples),
        fixOf(context, u"use"_s, QString::number(EnoughSamples),
            [](CompileSpec &spec) { spec.calibration->samples = EnoughSamples; }) } };
}

Findings checkPassChoices(const RuleContext &context)
{
    Findings found;
    for (const auto &field : fields()) {
        if (field.key.startsWith("passPipeline."_L1) && !field.choices.isEmpty()
            && !field.isDefault(context.spec))
            addChoice(found, context, field.key, field.value(context.spec).toString(),
                field.choices, field.set);
    }
    return found;
}

Findings checkInfinities(const RuleContext &context)
{
    const auto &passes = context.spec.passes;
    const auto low = passes.quantizeNegativeInfinity.value_or(-256);
    const auto high = passes.quantizePositiveInfinity.value_or(255);
    if (low < high)
        return {};
    return { { u"passPipeline.quantizeInf"_s,
        u"what stands for -inf (%1) is not below what stands for +inf (%2)"_s.arg(low).arg(high),
        fixOf(context, u"default"_s, u"-256, 255"_s, [](CompileSpec &spec) {
            spec.passes.quantizeNegativeInfinity.reset();
            spec.passes.quantizePositiveInfinity.reset();
        }) } };
}

Findings checkMasked(const RuleContext &context)
{
    if (context.spec.passes.softmax != u"masked"_s || !context.family
        || context.family == Family::U85)
        return {};
    return { { u"passPipeline.softmax"_s,
        u"'masked' also takes masked_fill apart into operators that %1 does not run well; its "
        "default is 'stable'"_s.arg(context.familyText()),
        fixOf(context, u"default"_s, u"stable"_s,
            [](CompileSpec &spec) { spec.passes.softmax.reset(); }) } };
}

Findings checkIntegerIo(const RuleContext &context)
{
    if (!context.spec.integerIo || isQuantised(context))
        return {};
    return { { u"integerIo"_s,
        u"without quantisation there is no quantised input or output to keep"_s,
        fixOf(context, u"remove"_s, u"integerIo"_s,
            [](CompileSpec &spec) { spec.integerIo = false; }) } };
}

Findings checkCpuKernels(const RuleContext &context)
{
    if (context.spec.cpuKernels != CpuKernels::CortexM)
        return {};
    return { { u"cpuKernels"_s,
        u"the program calls cortex_m:: kernels; a runner built with the portable ones alone "
        "answers 'Missing operator'"_s,
        fixOf(context, u"default"_s, u"portable"_s,
            [](CompileSpec &spec) { spec.cpuKernels = CpuKernels::Portable; }) } };
}

Findings checkCortexQuantizer(const RuleContext &context)
{
    const auto quantizer = context.full.quantizer.value_or(Quantizer());
    if (context.spec.cpuKernels != CpuKernels::CortexM || context.spec.delegate
        || !isQuantised(context) || quantizer == Quantizer())
        return {};
    return { { u"quantizer"_s,
        u"the Cortex-M quantizer has no such choices: it always takes int8 per channel"_s,
        fixOf(context, u"default"_s, u"symmetric"_s,
            [](CompileSpec &spec) { spec.quantizer = Quantizer(); }) } };
}

} // namespace

std::vector<Rule> modelRules()
{
    using enum Severity;
    const auto pipeline = u"ExecuTorch 1.5.1 arm/common/pipeline_config.py"_s;
    return {
        { u"spec.value"_s, {}, Error, u"quantizer"_s, u"Tosaic's SPEC.json"_s,
            u"The quantizer's settings have fixed choices."_s, checkQuantizerChoices },
        { u"spec.not-quantised"_s, {}, Warning, u"quantizer.scheme"_s,
            u"ExecuTorch 1.5.1: 'Node was not marked as quantized in the Arm backend.'"_s,
            u"Ethos-U computes with integers; a float graph stays on the CPU."_s,
            checkNotQuantised },
        { u"spec.int16-matmul"_s, {}, Info, u"quantizer.activations"_s,
            u"ExecuTorch 1.5.1: aten.bmm 'has unsupported dtype torch.int16 (Supports int8)' on "
            "U55 and U65, one partition on U85"_s,
            u"16-bit attention needs Ethos-U85."_s, checkInt16 },
        { u"spec.int4-weights"_s, {}, Error, u"quantizer.weights"_s,
            u"ExecuTorch 1.5.1 arm_quantizer.py has get_symmetric_a8w4_quantization_config alone"_s,
            u"4-bit weights go with 8-bit activations."_s, checkInt4 },
        { u"spec.int4-weights"_s, u"effect"_s, Info, u"quantizer.weights"_s,
            u"ExecuTorch 1.5.1: a8w4 keeps int8 with limits of -7 and 7; measured with Vela 5.1.0"_s,
            u"4-bit weights save flash, not cycles of the MACs."_s, tellInt4 },
        { u"spec.calibration-images"_s, {}, Error, u"calibration.images"_s, u"Tosaic driver"_s,
            u"Pictures need a folder, and one or three numbers for mean and std."_s,
            checkPictures },
        { u"spec.no-effect"_s, u"calibration"_s, Info, u"calibration"_s, u"Tosaic driver"_s,
            u"Only quantisation uses calibration data."_s, checkUnusedCalibration },
        { u"spec.calibration-few"_s, {}, Info, u"calibration"_s,
            u"torchao 0.18.0: ranges are those that the observers saw"_s,
            u"Few random samples give ranges by chance."_s, checkFewSamples },
        { u"spec.override"_s, {}, Error, u"quantizer.overrides"_s, u"Tosaic driver"_s,
            u"An override names one thing and says what changes there."_s, checkOverrides },
        { u"spec.value"_s, u"passes"_s, Error, u"passPipeline"_s, pipeline,
            u"The choices of the pass pipeline are fixed."_s, checkPassChoices },
        { u"spec.quantize-inf"_s, {}, Error, u"passPipeline.quantizeInf"_s,
            pipeline + u": QuantizeInfConfig replaces the infinities before quantisation"_s,
            u"The replacement of -inf must be below that of +inf."_s, checkInfinities },
        { u"spec.softmax-masked"_s, {}, Warning, u"passPipeline.softmax"_s,
            u"ExecuTorch 1.5.1 arm_compile_spec.py: 'MASKED ... is not a good default fit for "
            "U55'"_s,
            u"U55 and U65 should keep the stable softmax."_s, checkMasked },
        { u"spec.integer-io"_s, {}, Warning, u"integerIo"_s,
            u"ExecuTorch 1.5.1: QuantizeInputs and QuantizeOutputs take away the quantize and "
            "dequantize kernels at the border"_s,
            u"Integer inputs and outputs need a quantised model."_s, checkIntegerIo },
        { u"spec.cortex-m"_s, {}, Info, u"cpuKernels"_s,
            u"ExecuTorch 1.5.1: ReplaceQuantNodesPass gives cortex_m::quantize_per_tensor.out"_s,
            u"The runner must be built with the Cortex-M kernels."_s, checkCpuKernels },
        { u"spec.no-effect"_s, u"cortex-m"_s, Info, u"quantizer"_s, u"Tosaic driver"_s,
            u"The Cortex-M quantizer has no choices."_s, checkCortexQuantizer },
    };
}

} // namespace tosaic::spec
