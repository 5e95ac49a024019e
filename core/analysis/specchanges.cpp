// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"

#include "core/spec/specfields.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using spec::CompileSpec;

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
    if (quantizer.weights != "int8"_L1)
        parts += u"weights=%1"_s.arg(quantizer.weights);
    if (quantizer.io != "activations"_L1)
        parts += u"inputs and outputs=%1"_s.arg(quantizer.io);
    for (const auto &rule : quantizer.overrides)
        parts += overrideText(rule);
    return parts.join(u' ');
}

QString calibrationText(const spec::Calibration &calibration)
{
    if (!calibration.files.isEmpty())
        return calibration.files.join(u' ');
    if (calibration.hasImages())
        return u"pictures of %1"_s.arg(calibration.images.folder);
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

struct Telling
{
    SpecField field;
    const char16_t *key; ///< of SPEC.json
};

constexpr std::array Tellings{
    Telling{ SpecField::Target, u"target" },
    Telling{ SpecField::SystemConfig, u"systemConfig" },
    Telling{ SpecField::MemoryMode, u"memoryMode" },
    Telling{ SpecField::ConfigIni, u"configIni" },
    Telling{ SpecField::ExtraFlags, u"extraFlags" },
    Telling{ SpecField::CommandTag, u"externalBlocks.cmdData" },
    Telling{ SpecField::WeightTag, u"externalBlocks.weightData" },
    Telling{ SpecField::Debug, u"debug" },
    Telling{ SpecField::Delegate, u"delegate" },
    Telling{ SpecField::Quantizer, u"quantizer" },
    Telling{ SpecField::Calibration, u"calibration" },
    Telling{ SpecField::KeptNodes, u"partition.keepOnCpu.nodes" },
    Telling{ SpecField::KeptOperators, u"partition.keepOnCpu.operators" },
    Telling{ SpecField::KeptModules, u"partition.keepOnCpu.modules" },
    Telling{ SpecField::KeptPatterns, u"partition.keepOnCpu.patterns" },
    Telling{ SpecField::Intermediates, u"intermediates" },
    Telling{ SpecField::TosaSpec, u"tosaSpec" },
    Telling{ SpecField::Passes, u"passPipeline" },
    Telling{ SpecField::CpuKernels, u"cpuKernels" },
    Telling{ SpecField::IntegerIo, u"integerIo" },
};

const spec::Field *fieldOf(SpecField field)
{
    return spec::fieldOf(std::ranges::find(Tellings, field, &Telling::field)->key);
}

/// Order says nothing in these; absent for the other fields.
std::optional<QStringList> namesOf(const CompileSpec &spec, SpecField field)
{
    if (field < SpecField::KeptNodes || field > SpecField::KeptPatterns)
        return {};
    return fieldOf(field)->value(spec).toVariant().toStringList();
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

std::vector<SpecField> allSpecFields()
{
    std::vector<SpecField> all;
    for (const auto &telling : Tellings)
        all.push_back(telling.field);
    return all;
}

QString specValue(const CompileSpec &spec, SpecField field)
{
    switch (field) {
    case SpecField::Quantizer:
        return spec.quantizer ? quantizerText(*spec.quantizer) : QString();
    case SpecField::Calibration:
        return spec.calibration ? calibrationText(*spec.calibration) : QString();
    case SpecField::Passes:
        return passesText(spec.passes);
    case SpecField::CpuKernels:
    case SpecField::IntegerIo:
        if (fieldOf(field)->isDefault(spec))
            return {};
        break;
    default:
        break;
    }
    const auto value = fieldOf(field)->value(spec);
    return value.isBool() ? (value.toBool() ? u"true"_s : u"false"_s)
                          : value.toVariant().toStringList().join(u' ');
}

std::vector<SpecChange> specChanges(const CompileSpec &oldSpec, const CompileSpec &newSpec)
{
    std::vector<SpecChange> changes;
    for (const auto field : allSpecFields()) {
        SpecChange change{ .field = field };
        if (const auto oldNames = namesOf(oldSpec, field)) {
            const auto newNames = namesOf(newSpec, field);
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
