// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/candidates.h"

#include "core/spec/flaglist.h"
#include "core/spec/pins.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"
#include "core/sweep/expansion.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::advice {

namespace {

using spec::CompileSpec;

bool isMet(const Condition &condition, const Facts &facts)
{
    const auto found = facts.find(condition.fact);
    if (found == facts.end())
        return false;
    const auto text = found->second.value.toString();
    return (condition.is.isEmpty() || condition.is.contains(text))
        && !condition.isNot.contains(text)
        && (!condition.atLeast || found->second.value.toDouble() >= *condition.atLeast)
        && (!condition.atMost || found->second.value.toDouble() <= *condition.atMost);
}

/// RFC 7396.
QJsonObject patched(QJsonObject to, const QJsonObject &patch)
{
    for (auto it = patch.begin(); it != patch.end(); ++it) {
        if (it->isNull())
            to.remove(it.key());
        else if (it->isObject())
            to.insert(it.key(), patched(to.value(it.key()).toObject(), it->toObject()));
        else
            to.insert(it.key(), *it);
    }
    return to;
}

/// What has to be laid over `from` to make `to`.
QJsonObject patchBetween(const QJsonObject &from, const QJsonObject &to)
{
    QJsonObject patch;
    for (auto it = to.begin(); it != to.end(); ++it) {
        const auto before = from.value(it.key());
        if (before == *it)
            continue;
        if (before.isObject() && it->isObject())
            patch.insert(it.key(), patchBetween(before.toObject(), it->toObject()));
        else
            patch.insert(it.key(), *it);
    }
    for (const auto &key : from.keys()) {
        if (!to.contains(key))
            patch.insert(key, QJsonValue::Null);
    }
    return patch;
}

QStringList withOption(const QStringList &flags, const QStringList &words)
{
    const spec::FlagList list(flags);
    if (const auto *use = list.last(words.constFirst()))
        return list.with(*use, words);
    return flags + words;
}

/// The next target of the family with more or fewer MACs; empty if there is none.
QStringList neighbour(const QString &target, bool isLarger)
{
    const auto own = spec::defaultsFor(target);
    std::optional<std::pair<int, QString>> best;
    for (const auto &name : spec::targets()) {
        const auto other = spec::defaultsFor(name);
        if (!own || !other || other->family != own->family || other->macs == own->macs
            || (other->macs > own->macs) != isLarger)
            continue;
        if (!best || (other->macs < best->first) == isLarger)
            best = { other->macs, name };
    }
    return best ? QStringList{ best->second } : QStringList();
}

/// The Ethos-U85 that has at least as many MACs.
QStringList u85Like(const QString &target)
{
    const auto own = spec::defaultsFor(target);
    for (const auto &name : spec::targets()) {
        const auto other = spec::defaultsFor(name);
        if (own && other && other->family == spec::Family::U85 && other->macs >= own->macs)
            return { name };
    }
    return {};
}

class Specs
{
public:
    Specs(const CompileSpec &asked, const Facts &facts, const spec::IniFacts &ini)
        : m_facts(facts), m_ini(ini), m_named(asked)
    {
        // So that a change of the target changes the target alone.
        const auto resolved = spec::resolved(asked);
        m_named.systemConfig = resolved.systemConfig;
        m_named.memoryMode = resolved.memoryMode;
    }

    std::vector<CompileSpec> of(const Experiment &experiment) const
    {
        if (!experiment.each.isEmpty())
            return each(experiment.each);
        auto spec = m_named;
        if (!experiment.flags.isEmpty()) {
            spec.extraFlags = withOption(spec.extraFlags, experiment.flags);
        } else if (experiment.arenaCacheShare) {
            const auto bytes = arenaBytes(*experiment.arenaCacheShare);
            if (!bytes)
                return {};
            spec.extraFlags
                = withOption(spec.extraFlags, { u"--arena-cache-size"_s, QString::number(*bytes) });
        } else if (!experiment.keep.isEmpty()) {
            const auto nodes = m_facts.find(experiment.keep);
            if (nodes == m_facts.end())
                return {};
            spec.keepOnCpu
                = spec::united(spec.keepOnCpu, { .nodes = nodes->second.value.toStringList() });
        } else if (!experiment.patch.isEmpty()) {
            const auto changed = spec::fromJson(patched(spec::toJson(spec), experiment.patch));
            if (!changed)
                return {};
            spec = *changed;
        }
        return { spec };
    }

private:
    std::vector<CompileSpec> each(const QString &what) const
    {
        std::vector<CompileSpec> all;
        const auto add = [&](const QStringList &values, auto set) {
            for (const auto &value : values) {
                all.push_back(m_named);
                set(all.back(), value);
            }
        };
        const auto setTarget = [](CompileSpec &spec, const QString &value) { spec.target = value; };
        if (what == "memoryMode"_L1)
            add(m_ini.modeNames(),
                [](CompileSpec &spec, const QString &value) { spec.memoryMode = value; });
        else if (what == "systemConfig"_L1)
            add(m_ini.systemNames(),
                [](CompileSpec &spec, const QString &value) { spec.systemConfig = value; });
        else if (what == "largerTarget"_L1)
            add(neighbour(m_named.target, true), setTarget);
        else if (what == "smallerTarget"_L1)
            add(neighbour(m_named.target, false), setTarget);
        else if (what == "pin"_L1)
            add(spec::pinsOf(m_named.keepOnCpu), [](CompileSpec &spec, const QString &pin) {
                spec.keepOnCpu = spec::without(spec.keepOnCpu, *spec::pinOf(pin));
            });
        else if (what == "u85Target"_L1)
            add(u85Like(m_named.target), [](CompileSpec &spec, const QString &value) {
                spec.target = value;
                spec.systemConfig.reset(); // there is none for both families
                spec.memoryMode.reset();
                spec.tosaSpec.reset();
            });
        return all;
    }

    /// In whole KiB.
    std::optional<quint64> arenaBytes(double share) const
    {
        const auto scratch = m_facts.find(u"scratchBytes"_s);
        if (scratch == m_facts.end())
            return {};
        constexpr quint64 Step = 1024;
        return std::max<quint64>(1, quint64(scratch->second.value.toDouble() * share) / Step)
            * Step;
    }

    const Facts &m_facts;
    const spec::IniFacts &m_ini;
    CompileSpec m_named;
};

/// Without the names that `asked` leaves to the tools and that are the same by default.
CompileSpec shortened(CompileSpec tried, const CompileSpec &asked)
{
    for (auto key : { &CompileSpec::systemConfig, &CompileSpec::memoryMode }) {
        auto without = tried;
        without.*key = asked.*key;
        if (spec::resolved(without) == spec::resolved(tried))
            tried = without;
    }
    return tried;
}

} // namespace

bool applies(const Rule &rule, const Facts &facts)
{
    return std::ranges::all_of(
        rule.conditions, [&](const Condition &condition) { return isMet(condition, facts); });
}

std::vector<Candidate> candidatesOf(const std::vector<Rule> &rules, const Facts &facts,
    const CompileSpec &asked, const spec::IniFacts &ini)
{
    const Specs specs(asked, facts, ini);
    std::vector<CompileSpec> known{ spec::resolved(asked) };
    std::vector<Candidate> candidates;
    for (const auto &rule : rules) {
        if (!applies(rule, facts))
            continue;
        for (const auto &experiment : rule.experiments) {
            if (!experiment.model.isEmpty()) {
                candidates.push_back({ rule, asked, asked, {}, experiment.model });
                continue;
            }
            for (const auto &tried : specs.of(experiment)) {
                const auto whole = spec::resolved(tried);
                if (std::ranges::find(known, whole) != known.end()
                    || sweep::exclusionOf(tried, ini))
                    continue;
                known.push_back(whole);
                const auto taken = shortened(tried, asked);
                candidates.push_back({ rule, asked, taken,
                    patchBetween(spec::toJson(asked), spec::toJson(taken)), {} });
            }
        }
    }
    return candidates;
}

} // namespace tosaic::advice
