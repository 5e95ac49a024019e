// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using spec::CompileSpec;

QString debugText(spec::DebugMode mode)
{
    switch (mode) {
    case spec::DebugMode::None:
        return u"none"_s;
    case spec::DebugMode::Tosa:
        return u"tosa"_s;
    case spec::DebugMode::Json:
        return u"json"_s;
    }
    return {};
}

QString overrideText(const spec::QuantizerOverride &rule)
{
    const auto what = rule.module.isEmpty() ? rule.operatorName : rule.module;
    const auto how = rule.scheme.isEmpty() ? rule.activations : rule.scheme;
    return u"%1=%2"_s.arg(what, how);
}

QString quantizerText(const spec::Quantizer &quantizer)
{
    if (quantizer.scheme == "none"_L1)
        return quantizer.scheme;
    QStringList parts{ quantizer.scheme, quantizer.activations,
        quantizer.perChannel ? u"per-channel"_s : u"per-tensor"_s };
    for (const auto &rule : quantizer.overrides)
        parts += overrideText(rule);
    return parts.join(u' ');
}

QString calibrationText(const spec::Calibration &calibration)
{
    if (!calibration.files.isEmpty())
        return calibration.files.join(u' ');
    return u"random samples=%1 seed=%2"_s.arg(calibration.samples).arg(calibration.seed);
}

QString passesText(const spec::PassPipeline &passes)
{
    QStringList parts;
    const auto add = [&parts](const QString &name, const std::optional<QString> &value) {
        if (value)
            parts += u"%1=%2"_s.arg(name, *value);
    };
    const auto number = [](const std::optional<double> &value) {
        return value ? std::optional(QString::number(*value)) : std::nullopt;
    };
    add(u"softmax"_s, passes.softmax);
    add(u"leaky-relu"_s, passes.leakyRelu);
    add(u"-inf"_s, number(passes.quantizeNegativeInfinity));
    add(u"+inf"_s, number(passes.quantizePositiveInfinity));
    add(u"sdpa-guard"_s, passes.sdpaSafeSoftmaxGuard);
    return parts.join(u' ');
}

/// Order says nothing in these; null for the other fields.
const QStringList *namesOf(const CompileSpec &spec, SpecField field)
{
    switch (field) {
    case SpecField::KeptNodes:
        return &spec.keepOnCpu.nodes;
    case SpecField::KeptOperators:
        return &spec.keepOnCpu.operators;
    case SpecField::KeptModules:
        return &spec.keepOnCpu.modules;
    case SpecField::KeptPatterns:
        return &spec.keepOnCpu.patterns;
    default:
        return nullptr;
    }
}

QStringList without(const QStringList &names, const QStringList &others)
{
    QStringList rest;
    for (const auto &name : names) {
        if (!others.contains(name))
            rest += name;
    }
    return rest;
}

} // namespace

std::span<const SpecField> allSpecFields()
{
    static constexpr std::array Fields{ SpecField::Target, SpecField::SystemConfig,
        SpecField::MemoryMode, SpecField::ConfigIni, SpecField::ExtraFlags, SpecField::CommandTag,
        SpecField::WeightTag, SpecField::Debug, SpecField::Delegate, SpecField::Quantizer,
        SpecField::Calibration, SpecField::KeptNodes, SpecField::KeptOperators,
        SpecField::KeptModules, SpecField::KeptPatterns, SpecField::Intermediates,
        SpecField::TosaSpec, SpecField::Passes, SpecField::CpuKernels, SpecField::IntegerIo };
    return Fields;
}

QString specValue(const CompileSpec &spec, SpecField field)
{
    if (const auto *names = namesOf(spec, field))
        return names->join(u' ');
    switch (field) {
    case SpecField::Target:
        return spec.target;
    case SpecField::SystemConfig:
        return spec.systemConfig.value_or(QString());
    case SpecField::MemoryMode:
        return spec.memoryMode.value_or(QString());
    case SpecField::ConfigIni:
        return spec.configIni.value_or(QString());
    case SpecField::ExtraFlags:
        return spec.extraFlags.join(u' ');
    case SpecField::CommandTag:
        return spec.externalCommandTag;
    case SpecField::WeightTag:
        return spec.externalWeightTag;
    case SpecField::Debug:
        return debugText(spec.debug);
    case SpecField::Delegate:
        return spec.delegate ? u"true"_s : u"false"_s;
    case SpecField::Quantizer:
        return spec.quantizer ? quantizerText(*spec.quantizer) : QString();
    case SpecField::Calibration:
        return spec.calibration ? calibrationText(*spec.calibration) : QString();
    case SpecField::Intermediates:
        return spec.intermediatesFolder;
    case SpecField::TosaSpec:
        return spec.tosaSpec.value_or(QString());
    case SpecField::Passes:
        return passesText(spec.passes);
    case SpecField::CpuKernels:
        return spec.cpuKernels == spec::CpuKernels::CortexM ? u"cortex-m"_s : QString();
    case SpecField::IntegerIo:
        return spec.integerIo ? u"true"_s : QString();
    default:
        return {};
    }
}

std::vector<SpecChange> specChanges(const CompileSpec &oldSpec, const CompileSpec &newSpec)
{
    std::vector<SpecChange> changes;
    for (const auto field : allSpecFields()) {
        SpecChange change{ .field = field };
        if (const auto *oldNames = namesOf(oldSpec, field)) {
            const auto *newNames = namesOf(newSpec, field);
            change.added = without(*newNames, *oldNames);
            change.removed = without(*oldNames, *newNames);
            if (!change.added.isEmpty() || !change.removed.isEmpty())
                changes.push_back(std::move(change));
            continue;
        }
        change.oldValue = specValue(oldSpec, field);
        change.newValue = specValue(newSpec, field);
        if (change.oldValue != change.newValue)
            changes.push_back(std::move(change));
    }
    return changes;
}

} // namespace tosaic::analysis
