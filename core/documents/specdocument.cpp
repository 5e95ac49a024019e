// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/specdocument.h"

#include "core/spec/specrules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr std::size_t LargestHistory = 500; // steps

void addMissing(QStringList &list, const QStringList &more)
{
    for (const auto &item : more) {
        if (!list.contains(item))
            list.append(item);
    }
}

} // namespace

void SpecDocument::setSpec(const spec::CompileSpec &spec, const QString &what)
{
    if (spec == m_spec)
        return;
    m_steps.resize(m_position);
    if (!mergeIntoLast(spec, what))
        m_steps.push_back({ m_spec, spec, what });
    if (m_steps.size() > LargestHistory)
        m_steps.erase(m_steps.begin());
    m_position = m_steps.size();
    m_mayMerge = true;
    show(spec);
}

bool SpecDocument::mergeIntoLast(const spec::CompileSpec &spec, const QString &what)
{
    if (!m_mayMerge || what.isEmpty() || m_steps.empty() || m_steps.back().what != what)
        return false;
    if (m_steps.back().before == spec)
        m_steps.pop_back(); // typed and deleted again: nothing happened
    else
        m_steps.back().after = spec;
    return true;
}

void SpecDocument::addStep(const spec::CompileSpec &spec, const QString &what)
{
    endStep();
    setSpec(spec, what);
    endStep();
}

void SpecDocument::setTarget(const QString &target)
{
    auto next = m_spec;
    next.target = target;
    const auto family = spec::familyOf(target);
    if (family && family != spec::familyOf(m_spec.target)) {
        for (const auto &config : spec::systemConfigs()) {
            if (next.systemConfig == config.name && config.family != *family)
                next.systemConfig.reset();
        }
        const bool isDedicated
            = next.memoryMode && next.memoryMode->startsWith("Dedicated_Sram"_L1);
        if (isDedicated && *family == spec::Family::U55)
            next.memoryMode.reset();
    }
    addStep(next, u"target"_s);
}

void SpecDocument::reset(const spec::CompileSpec &spec)
{
    m_steps.clear();
    m_position = 0;
    m_mayMerge = false;
    m_saved = spec;
    show(spec);
}

void SpecDocument::undo()
{
    if (!canUndo())
        return;
    m_mayMerge = false;
    show(m_steps[--m_position].before);
}

void SpecDocument::redo()
{
    if (!canRedo())
        return;
    m_mayMerge = false;
    show(m_steps[m_position++].after);
}

void SpecDocument::markSaved()
{
    m_saved = m_spec;
    m_mayMerge = false;
    Q_EMIT historyChanged();
}

bool SpecDocument::isModified() const
{
    return m_spec != m_saved;
}

void SpecDocument::show(const spec::CompileSpec &spec)
{
    if (spec != m_spec) {
        if (spec.configIni != m_spec.configIni)
            m_ini.reset();
        m_spec = spec;
        check();
        Q_EMIT changed();
        Q_EMIT checked();
    }
    Q_EMIT historyChanged();
}

void SpecDocument::check()
{
    m_hits = spec::checkRules(m_spec, m_ini ? &*m_ini : nullptr);
}

bool SpecDocument::hasError() const
{
    return std::ranges::any_of(m_hits,
        [](const spec::RuleHit &hit) { return hit.diagnostic.severity == Severity::Error; });
}

void SpecDocument::setIniFacts(const std::optional<spec::IniFacts> &facts)
{
    m_ini = facts;
    check();
    Q_EMIT checked();
}

void SpecDocument::keepOnCpu(const spec::KeepOnCpu &more)
{
    auto next = m_spec;
    addMissing(next.keepOnCpu.nodes, more.nodes);
    addMissing(next.keepOnCpu.operators, more.operators);
    addMissing(next.keepOnCpu.modules, more.modules);
    addMissing(next.keepOnCpu.patterns, more.patterns);
    addStep(next, u"partition"_s);
}

} // namespace tosaic
