// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/expansion.h"

#include "core/compiled/estimate.h"
#include "core/spec/flaglist.h"
#include "core/spec/ruletable.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <unordered_set>
#include <utility>

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

QStringList withoutOptionsOf(QStringList flags, const QStringList &alternative)
{
    const spec::FlagList named(alternative);
    for (const auto &use : named.uses()) {
        if (!use.option() || use.option()->isCumulative())
            continue;
        for (spec::FlagList list(flags); const auto *left = list.last(use.option()->name);
             list = spec::FlagList(flags))
            flags = list.without(*left);
    }
    return flags;
}

/// Names for one target; the grid's "default" becomes the name it stands for.
QStringList systemsOf(const Grid &grid, const spec::Defaults &defaults,
    const spec::CompileSpec &shared, const spec::IniFacts &ini)
{
    if (!grid.systemConfigs)
        return spec::usesBundledIni(shared) ? spec::systemConfigs(defaults.family)
                                            : ini.systemNames();
    auto names = *grid.systemConfigs;
    std::ranges::replace(names, DefaultSystem, defaults.systemConfig);
    names.removeDuplicates();
    return names;
}

/// The axes of a grid with everything filled in. A combination is a number: target, system, mode,
/// flags and variant are its digits, the variant the last.
class Combinations
{
public:
    Combinations(const Grid &grid, const QStringList &targets, const spec::CompileSpec &shared,
        const spec::IniFacts &ini)
        : m_modes(grid.memoryModes.value_or(ini.modeNames())), m_flags(flagAlternatives(grid))
    {
        for (const auto &target : grid.targets.value_or(targets)) {
            if (const auto defaults = spec::defaultsFor(target))
                m_targets.emplace_back(target, systemsOf(grid, *defaults, shared, ini));
        }
    }

    /// Specs under what the axes say; one without variants.
    void addVariant(const QString &name, const spec::CompileSpec &spec)
    {
        m_variants.emplace_back(name, spec);
    }
    quint64 count() const
    {
        quint64 systems = 0;
        for (const auto &[target, names] : m_targets)
            systems += static_cast<quint64>(names.size());
        return systems * perSystem();
    }
    Cell at(quint64 number) const
    {
        auto system = static_cast<qsizetype>(number / perSystem());
        auto block = m_targets.begin();
        for (; system >= block->second.size(); ++block)
            system -= block->second.size();
        auto rest = number % perSystem();
        const auto digit = [&rest](std::size_t base) {
            const auto value = rest % base;
            rest /= base;
            return value;
        };
        const auto &[variant, shared] = m_variants[digit(m_variants.size())];
        const auto &flags = m_flags[digit(m_flags.size())];
        Cell cell{ .spec = shared, .environment = {}, .variant = variant };
        cell.spec.target = block->first;
        cell.spec.systemConfig = block->second[system];
        cell.spec.memoryMode = m_modes[static_cast<qsizetype>(rest)];
        cell.spec.extraFlags = withAlternative(cell.spec.extraFlags, flags);
        cell.flags = flags;
        return cell;
    }

private:
    quint64 perSystem() const
    {
        return static_cast<quint64>(m_modes.size()) * m_flags.size() * m_variants.size();
    }

    std::vector<std::pair<QString, QStringList>> m_targets; // with their systems
    QStringList m_modes;
    std::vector<QStringList> m_flags;
    std::vector<std::pair<QString, spec::CompileSpec>> m_variants;
};

/// So many different numbers below `count` that `take` wants, in rising order of their drawing.
void draw(const Sampling &sample, quint64 count, const std::function<bool(quint64)> &take)
{
    constexpr quint64 MostDraws = 200; // for one cell, where few combinations exist
    std::mt19937_64 random(sample.seed);
    std::unordered_set<quint64> seen;
    int taken = 0;
    for (quint64 tried = 0; taken < sample.cells && seen.size() < count
         && tried < MostDraws * static_cast<quint64>(sample.cells);
         ++tried) {
        const auto number = random() % count; // standard distributions differ between libraries
        if (seen.insert(number).second && take(number))
            ++taken;
    }
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

QStringList withAlternative(const QStringList &flags, const QStringList &alternative)
{
    return withoutOptionsOf(flags, alternative) + alternative;
}

Result<spec::CompileSpec> withoutAlternatives(const Grid &grid, const spec::CompileSpec &spec)
{
    auto rest = spec;
    for (const auto &alternative : flagAlternatives(grid))
        rest.extraFlags = withoutOptionsOf(rest.extraFlags, alternative);
    auto object = spec::toJson(rest);
    object.insert(u"target"_s, spec::targets().first());
    for (const auto &variant : grid.variants) {
        for (const auto &key : variant.spec.keys())
            object.remove(key);
    }
    auto left = spec::fromJson(object);
    if (left)
        left->target = spec.target;
    return left;
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
    Combinations combinations(grid, targets, shared, ini);
    for (const auto &variant : grid.variants) {
        auto spec = sharedSpec(Grid{ .spec = variant.spec }, shared);
        if (!spec)
            return fail(spec.error());
        combinations.addVariant(variant.name, *spec);
    }
    if (grid.variants.empty())
        combinations.addVariant({}, shared);
    Expansion expansion{ .combinations = combinations.count() };
    const auto isTooMany = [](quint64 count) { return count > quint64(MostCombinations); };
    if (isTooMany(grid.sample ? quint64(grid.sample->cells) : expansion.combinations))
        return fail(ErrorCode::LimitExceeded,
            u"a grid of more than %1 combinations; \"sample\" takes some of them"_s.arg(
                MostCombinations));
    std::map<quint64, Cell> cells; // in the order of the grid, whatever that of drawing
    const auto take = [&](quint64 number) {
        auto cell = combinations.at(number);
        if (auto excluded = exclusionOf(cell.spec, ini)) {
            excluded->variant = cell.variant;
            excluded->flags = cell.flags;
            expansion.excluded.push_back(std::move(*excluded));
            return false;
        }
        cells.emplace(number, std::move(cell));
        return true;
    };
    if (grid.sample && expansion.combinations > quint64(grid.sample->cells)) {
        expansion.sample = grid.sample;
        draw(*grid.sample, expansion.combinations, take);
    } else {
        for (quint64 number = 0; number < expansion.combinations; ++number)
            take(number);
    }
    for (auto &[number, cell] : cells)
        expansion.cells.push_back(std::move(cell));
    return expansion;
}

Result<Expansion> together(std::vector<std::pair<QString, Expansion>> models)
{
    Expansion all;
    for (auto &[name, one] : models) {
        for (auto &cell : one.cells) {
            cell.model = name;
            all.cells.push_back(std::move(cell));
        }
        for (const auto &excluded : one.excluded) {
            // What does not exist does so for every model.
            const auto isSame = [&](const Excluded &other) {
                return other.spec == excluded.spec && other.variant == excluded.variant;
            };
            if (std::ranges::none_of(all.excluded, isSame))
                all.excluded.push_back(excluded);
        }
        all.combinations += one.combinations;
        if (one.sample)
            all.sample = one.sample;
    }
    if (all.cells.size() > std::size_t(MostCombinations))
        return fail(ErrorCode::LimitExceeded,
            u"a grid of more than %1 combinations"_s.arg(MostCombinations));
    return all;
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
        for (const auto &name : names) {
            auto &added = cells.emplace_back(cell);
            added.environment = name;
        }
    }
    expansion.cells = std::move(cells);
    return expansion;
}

} // namespace tosaic::sweep
