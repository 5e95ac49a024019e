// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/specdocument.h"

#include "core/spec/othertarget.h"
#include "core/spec/pins.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr std::size_t LargestHistory = 500; // steps

} // namespace

void SpecDocument::setSpec(const spec::CompileSpec &spec, const QString &what)
{
    if (spec == m_state.spec)
        return;
    m_state.steps.resize(m_state.position);
    if (!mergeIntoLast(spec, what))
        m_state.steps.push_back({ m_state.spec, spec, what });
    if (m_state.steps.size() > LargestHistory)
        m_state.steps.erase(m_state.steps.begin());
    m_state.position = m_state.steps.size();
    m_mayMerge = true;
    show(spec);
}

bool SpecDocument::mergeIntoLast(const spec::CompileSpec &spec, const QString &what)
{
    if (!m_mayMerge || what.isEmpty() || m_state.steps.empty() || m_state.steps.back().what != what)
        return false;
    if (m_state.steps.back().before == spec)
        m_state.steps.pop_back(); // typed and deleted again: nothing happened
    else
        m_state.steps.back().after = spec;
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
    addStep(spec::withTarget(m_state.spec, target), u"target"_s);
}

void SpecDocument::reset(const spec::CompileSpec &spec)
{
    exchange({ .spec = spec, .saved = spec, .drafts = m_state.drafts });
}

void SpecDocument::restore(State state)
{
    exchange(std::move(state));
    Q_EMIT restored();
}

void SpecDocument::setDraft(const QString &field, const QString &text)
{
    if (text.isEmpty())
        m_state.drafts.remove(field);
    else
        m_state.drafts.insert(field, text);
}

void SpecDocument::exchange(State state)
{
    auto spec = std::move(state.spec);
    state.spec = std::move(m_state.spec);
    m_state = std::move(state);
    m_mayMerge = false;
    show(spec);
}

void SpecDocument::undo()
{
    if (!canUndo())
        return;
    m_mayMerge = false;
    show(m_state.steps[--m_state.position].before);
}

void SpecDocument::redo()
{
    if (!canRedo())
        return;
    m_mayMerge = false;
    show(m_state.steps[m_state.position++].after);
}

void SpecDocument::markSaved()
{
    m_state.saved = m_state.spec;
    m_mayMerge = false;
    Q_EMIT historyChanged();
}

bool SpecDocument::isModified() const
{
    return m_state.spec != m_state.saved;
}

void SpecDocument::show(const spec::CompileSpec &spec)
{
    if (spec != m_state.spec) {
        if (spec.configIni != m_state.spec.configIni)
            m_ini.reset();
        m_state.spec = spec;
        check();
        Q_EMIT changed();
        Q_EMIT checked();
    }
    Q_EMIT historyChanged();
}

void SpecDocument::check()
{
    m_hits = spec::checkRules(m_state.spec, m_ini ? &*m_ini : nullptr);
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
    auto next = m_state.spec;
    next.keepOnCpu = spec::united(next.keepOnCpu, more);
    addStep(next, u"partition"_s);
}

} // namespace tosaic
