// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/rejectiongroups.h"

#include "core/analysis/coverage.h"
#include "core/spec/keeprules.h"
#include "core/spec/othertarget.h"
#include "core/spec/pins.h"
#include "core/spec/specrules.h"
#include "views/models/rejectionhints.h"
#include "views/models/rejectionrewrites.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

const auto LargerTarget = u"ethos-u85-256"_s; // of the family that takes most

spec::OperatorKey keyOf(const compiled::ModelNode &node)
{
    return { .name = node.name, .target = node.target, .module = node.module };
}

std::optional<Remedy> withoutPins(const RejectionGroup &group, spec::CompileSpec spec)
{
    const auto before = spec.keepOnCpu;
    for (const auto &node : group.operators)
        spec.keepOnCpu
            = spec::without(spec.keepOnCpu, spec::hittingRules(keyOf(node), spec.keepOnCpu));
    if (spec.keepOnCpu == before)
        return std::nullopt;
    return Remedy{ Remedy::Kind::RemovePins, std::move(spec) };
}

/// Only where the spec says that it is not to be quantised: else the quantizer does not know it.
std::optional<Remedy> quantised(const RejectionGroup &group, spec::CompileSpec spec)
{
    if (!spec.quantizer)
        return std::nullopt;
    const auto before = *spec.quantizer;
    if (spec.quantizer->scheme == "none"_L1)
        spec.quantizer->scheme = u"symmetric"_s;
    std::erase_if(spec.quantizer->overrides, [&](const spec::QuantizerOverride &override) {
        return override.scheme == "none"_L1
            && std::ranges::any_of(group.operators, [&](const auto &node) {
                   return override.module.isEmpty()
                       ? spec::matchesOperator(keyOf(node), override.operatorName)
                       : spec::matchesModule(keyOf(node), override.module);
               });
    });
    if (*spec.quantizer == before)
        return std::nullopt;
    return Remedy{ Remedy::Kind::Quantise, std::move(spec) };
}

std::optional<Remedy> forLargerTarget(const spec::CompileSpec &spec)
{
    if (spec::familyOf(spec.target) == spec::familyOf(LargerTarget))
        return std::nullopt;
    return Remedy{ Remedy::Kind::OtherTarget, spec::withTarget(spec, LargerTarget) };
}

} // namespace

std::vector<RejectionGroup> rejectionGroups(const compiled::CompileResult &result)
{
    std::vector<RejectionGroup> groups;
    std::vector<QSet<QString>> wordings; ///< of groups
    std::map<QString, size_t> known;
    for (const auto &node : result.nodes) {
        const auto *rejection = result.rejection(node.name);
        if (!rejection || node.partition || !analysis::countsAsOperator(node.target))
            continue;
        QSet<size_t> seen; // one operator in a group once
        for (qsizetype i = 0; i < rejection->reasons.size(); ++i) {
            const auto check = rejection->checks.value(i);
            const auto &reason = rejection->reasons[i];
            const auto hint = rejectionHint(check, reason, node.target);
            const auto key = check + u'\n' + (hint.isEmpty() ? reason : hint);
            const auto [at, isNew] = known.try_emplace(key, groups.size());
            if (isNew) {
                groups.push_back({ .check = check, .reason = reason, .hint = hint });
                wordings.emplace_back();
            }
            wordings[at->second].insert(reason);
            if (!groups[at->second].rewrite)
                groups[at->second].rewrite = rewriteFor(check, reason, result);
            if (!seen.contains(at->second))
                groups[at->second].operators.push_back(node);
            seen.insert(at->second);
        }
    }
    for (size_t i = 0; i < groups.size(); ++i)
        groups[i].otherWordings = static_cast<int>(wordings[i].size()) - 1;
    std::ranges::stable_sort(
        groups, std::greater(), [](const RejectionGroup &group) { return group.operators.size(); });
    return groups;
}

std::optional<Remedy> remedyFor(const RejectionGroup &group, const spec::CompileSpec &spec)
{
    if (group.check == "keepOnCpu"_L1)
        return withoutPins(group, spec);
    if (group.check == "CheckArmQuantized"_L1 || group.check == "CheckProperQuantization"_L1)
        return quantised(group, spec);
    if (group.check.startsWith("EthosU55"_L1) || group.check.startsWith("ControlFlow"_L1))
        return forLargerTarget(spec);
    return std::nullopt;
}

QString remedyText(const Remedy &remedy)
{
    switch (remedy.kind) {
    case Remedy::Kind::RemovePins:
        return QCoreApplication::translate("RejectionGroups", "Remove the pins");
    case Remedy::Kind::Quantise:
        return QCoreApplication::translate("RejectionGroups", "Quantise it");
    case Remedy::Kind::OtherTarget:
        return QCoreApplication::translate("RejectionGroups", "Try %1").arg(remedy.spec.target);
    }
    return {};
}

QString remedyKey(Remedy::Kind kind)
{
    switch (kind) {
    case Remedy::Kind::RemovePins:
        return u"remove-pins"_s;
    case Remedy::Kind::Quantise:
        return u"quantise"_s;
    case Remedy::Kind::OtherTarget:
        return u"other-target"_s;
    }
    return {};
}

} // namespace tosaic::views
