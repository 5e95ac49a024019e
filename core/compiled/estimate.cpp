// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/estimate.h"

#include "core/spec/specfields.h"
#include "core/spec/specpasses.h"
#include "core/spec/specrules.h"

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::compiled {

namespace {

/// U55 and U65 are lowered to the same TOSA.
bool isU85(const QString &target)
{
    return spec::familyOf(target) == spec::Family::U85;
}

/// What EthosUCompileSpec and its pass pipeline assume (ExecuTorch 1.5.1), so that a default that
/// is written out does not look like a change.
spec::CompileSpec filledIn(const spec::CompileSpec &asked)
{
    auto spec = spec::resolved(asked);
    if (!spec.quantizer) // a target that is being typed
        spec.quantizer = spec::Quantizer{ .scheme = spec.delegate ? u"symmetric"_s : u"none"_s };
    const auto defaults = spec::defaultsFor(spec.target);
    if (!spec.tosaSpec && defaults)
        spec.tosaSpec = defaults->tosaSpec;
    const spec::CompileSpec standard{ .passes = spec::defaultPasses(spec.target) };
    for (const auto &field : spec::fields()) {
        if (field.key.startsWith("passPipeline."_L1) && field.isDefault(spec))
            field.set(spec, field.value(standard));
    }
    return spec;
}

/// Lowering fills the folder, so that a .pte that names it needs a lowering for every change.
bool hasIntermediates(const spec::CompileSpec &a, const spec::CompileSpec &b)
{
    return !(a.intermediatesFolder.isEmpty() && b.intermediatesFolder.isEmpty());
}

bool sameLowering(const QString &before, const QString &after)
{
    const auto known = spec::familyOf(before) && spec::familyOf(after);
    return before == after || (known && isU85(before) == isU85(after));
}

} // namespace

QString sourceText(CellSource source)
{
    switch (source) {
    case CellSource::Computed:
        return u"computed"_s;
    case CellSource::Workspace:
        return u"workspace"_s;
    case CellSource::Store:
        return u"store"_s;
    }
    return {};
}

bool Estimate::isComplete() const
{
    return !partitions.empty()
        && std::all_of(partitions.begin(), partitions.end(),
            [](const PartitionEstimate &partition) { return partition.vela.has_value(); });
}

QStringList loweringKeys(const spec::CompileSpec &before, const spec::CompileSpec &after)
{
    const auto a = filledIn(before);
    const auto b = filledIn(after);
    const std::pair<const char16_t *, bool> same[] = {
        { u"target", sameLowering(a.target, b.target) },
        // What follows from another family is said once, by the target.
        { u"tosaSpec", a.tosaSpec == b.tosaSpec || (!before.tosaSpec && !after.tosaSpec) },
        { u"passPipeline", a.passes == b.passes || before.passes == after.passes },
        { u"quantizer", a.quantizer == b.quantizer },
        { u"calibration", a.calibration == b.calibration },
        { u"partition", a.keepOnCpu == b.keepOnCpu },
        { u"delegate", a.delegate == b.delegate },
        { u"debug", a.debug == b.debug },
        { u"cpuKernels", a.cpuKernels == b.cpuKernels },
        { u"integerIo", a.integerIo == b.integerIo },
        { u"intermediates", a == b || !hasIntermediates(a, b) },
    };
    QStringList keys;
    for (const auto &[key, isSame] : same) {
        if (!isSame)
            keys.append(QString::fromUtf16(key));
    }
    return keys;
}

QStringList untoldKeys(const spec::CompileSpec &spec)
{
    const std::pair<const char16_t *, bool> given[] = {
        { u"quantizer", spec.quantizer.has_value() },
        { u"calibration", spec.calibration.has_value() },
        { u"partition", !spec.keepOnCpu.isEmpty() },
        { u"cpuKernels", spec.cpuKernels == spec::CpuKernels::CortexM },
        { u"integerIo", spec.integerIo },
    };
    QStringList keys;
    for (const auto &[key, isGiven] : given) {
        if (isGiven)
            keys.append(QString::fromUtf16(key));
    }
    return keys;
}

ChangeKind changeKind(const spec::CompileSpec &before, const spec::CompileSpec &after)
{
    if (!loweringKeys(before, after).isEmpty())
        return ChangeKind::Lowering;
    return filledIn(before) == filledIn(after) ? ChangeKind::None : ChangeKind::Payload;
}

std::vector<EstimateInput> estimateInputs(const CompileResult &result)
{
    std::vector<EstimateInput> inputs;
    for (const auto &artefact : result.artefacts) {
        if (artefact.kind == u"tosa"_s)
            inputs.push_back(
                { artefact.partition.value_or(0), QDir(result.folder).filePath(artefact.path) });
    }
    if (inputs.empty() && !result.sourcePath.isEmpty())
        inputs.push_back({ 0, result.sourcePath });
    std::sort(inputs.begin(), inputs.end(),
        [](const EstimateInput &a, const EstimateInput &b) { return a.partition < b.partition; });
    return inputs;
}

} // namespace tosaic::compiled
