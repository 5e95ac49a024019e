// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/expansion.h"

#include "core/compiled/estimate.h"
#include "core/spec/ruletable.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::sweep {

namespace {

constexpr qsizetype MostCombinations = 10000;
const auto DefaultSystem = u"default"_s;

/// Taken by the tools, but about a product that is not there.
const QStringList FamilyRules{ u"spec.system-config-family"_s, u"spec.memory-mode-family"_s };

/// Paths are given to Vela as they are, blanks and all.
bool excludes(const spec::RuleHit &hit)
{
    const auto &diagnostic = hit.diagnostic;
    if (diagnostic.severity == Severity::Error)
        return !(diagnostic.id == u"spec.space"_s && diagnostic.location.entity == u"configIni"_s);
    return FamilyRules.contains(diagnostic.id);
}

std::vector<QStringList> flagAlternatives(const Grid &grid)
{
    const auto flags = grid.extraFlags.empty() ? std::vector<QStringList>{ {} } : grid.extraFlags;
    if (grid.optimise.isEmpty())
        return flags;
    std::vector<QStringList> all;
    for (const auto &some : flags) {
        for (const auto &strategy : grid.optimise)
            all.push_back(some + QStringList{ u"--optimise"_s, strategy });
    }
    return all;
}

bool isBundled(const spec::CompileSpec &spec)
{
    return spec.configIni.value_or(u"Arm/vela.ini"_s) == "Arm/vela.ini"_L1;
}

/// Names for one target; the grid's "default" becomes the name it stands for.
QStringList systemsOf(const Grid &grid, const spec::Defaults &defaults,
    const spec::CompileSpec &shared, const spec::IniFacts &ini)
{
    if (!grid.systemConfigs)
        return isBundled(shared) ? spec::systemConfigs(defaults.family) : ini.systemNames();
    auto names = *grid.systemConfigs;
    std::ranges::replace(names, DefaultSystem, defaults.systemConfig);
    names.removeDuplicates();
    return names;
}

void place(spec::CompileSpec spec, const spec::IniFacts &ini, Expansion &into)
{
    if (auto excluded = exclusionOf(spec, ini))
        into.excluded.push_back(std::move(*excluded));
    else
        into.cells.push_back({ std::move(spec) });
}

} // namespace

Result<spec::CompileSpec> sharedSpec(const Grid &grid, const std::optional<spec::CompileSpec> &kept,
    std::vector<Diagnostic> *diagnostics)
{
    auto object = kept ? spec::toJson(*kept) : QJsonObject();
    for (auto it = grid.spec.begin(); it != grid.spec.end(); ++it)
        object.insert(it.key(), it.value());
    object.insert(u"target"_s, spec::targets().first());
    std::vector<Diagnostic> found;
    auto shared = spec::fromJson(object, &found);
    if (!shared) {
        auto error = shared.error();
        error.location.entity.prepend(u"spec."_s);
        return fail(std::move(error));
    }
    if (diagnostics)
        diagnostics->insert(diagnostics->end(), found.begin(), found.end());
    shared->target.clear();
    shared->systemConfig.reset();
    shared->memoryMode.reset();
    return shared;
}

QStringList targetsOf(const spec::CompileSpec &kept)
{
    QStringList served;
    for (const auto &target : spec::targets()) {
        auto spec = kept;
        spec.target = target;
        if (!compiled::loweringKeys(kept, spec).contains(u"target"_s))
            served.append(target);
    }
    return served;
}

std::optional<Excluded> exclusionOf(const spec::CompileSpec &spec, const spec::IniFacts &ini)
{
    const auto hits = spec::checkRules(spec, &ini);
    const auto found = std::ranges::find_if(hits, excludes);
    if (found == hits.end())
        return {};
    return Excluded{ spec, found->diagnostic.id, found->diagnostic.text };
}

Result<Expansion> expand(const Grid &grid, const spec::CompileSpec &shared,
    const QStringList &targets, const spec::IniFacts &ini)
{
    const auto names = grid.targets.value_or(targets);
    const auto modes = grid.memoryModes.value_or(ini.modeNames());
    const auto flags = flagAlternatives(grid);
    Expansion expansion;
    qsizetype count = 0;
    for (const auto &target : names) {
        const auto defaults = spec::defaultsFor(target);
        if (!defaults)
            continue;
        const auto systems = systemsOf(grid, *defaults, shared, ini);
        count += systems.size() * modes.size() * static_cast<qsizetype>(flags.size());
        if (count > MostCombinations)
            return fail(ErrorCode::LimitExceeded,
                u"a grid of more than %1 combinations"_s.arg(MostCombinations));
        for (const auto &system : systems) {
            for (const auto &mode : modes) {
                for (const auto &more : flags) {
                    auto spec = shared;
                    spec.target = target;
                    spec.systemConfig = system;
                    spec.memoryMode = mode;
                    spec.extraFlags += more;
                    place(std::move(spec), ini, expansion);
                }
            }
        }
    }
    return expansion;
}

Result<Expansion> inEnvironments(Expansion expansion, const QStringList &names)
{
    if (names.isEmpty())
        return expansion;
    const auto count = static_cast<qsizetype>(expansion.cells.size()) * names.size();
    if (count > MostCombinations)
        return fail(ErrorCode::LimitExceeded,
            u"a grid of more than %1 combinations"_s.arg(MostCombinations));
    std::vector<Cell> cells;
    cells.reserve(static_cast<std::size_t>(count));
    for (const auto &cell : expansion.cells) {
        for (const auto &name : names)
            cells.push_back({ cell.spec, name });
    }
    expansion.cells = std::move(cells);
    return expansion;
}

} // namespace tosaic::sweep
