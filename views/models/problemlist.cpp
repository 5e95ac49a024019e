// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/problemlist.h"

#include "core/base/alikeproblems.h"

#include <algorithm>

namespace tosaic::views {

model::EntityRef entityOf(const Diagnostic &diagnostic)
{
    if (!diagnostic.location.offset)
        return {};
    return model::EntityRef::byteRange(
        { *diagnostic.location.offset, diagnostic.location.length.value_or(1) });
}

std::vector<Problem> collapsed(const std::vector<Problem> &problems)
{
    std::vector<Diagnostic> diagnostics;
    for (const auto &problem : problems)
        diagnostics.push_back(problem.diagnostic);
    std::vector<Problem> rows;
    for (const auto &group : alikeProblems(diagnostics)) {
        rows.push_back(problems[group.front()]);
        for (const auto place : std::span(group).subspan(1))
            rows.back().alike.push_back(diagnostics[place]);
    }
    return rows;
}

void ProblemList::set(const QString &source, std::vector<Problem> problems)
{
    const auto known = m_bySource.find(source);
    if (known == m_bySource.end() ? problems.empty() : problems == known->second)
        return;
    if (problems.empty())
        m_bySource.erase(source);
    else
        m_bySource[source] = std::move(problems);
    Q_EMIT changed();
}

void ProblemList::set(const QString &source, const std::vector<Diagnostic> &diagnostics)
{
    std::vector<Problem> problems;
    problems.reserve(diagnostics.size());
    for (const auto &diagnostic : diagnostics)
        problems.push_back({ diagnostic, entityOf(diagnostic) });
    set(source, std::move(problems));
}

void ProblemList::add(const QString &source, Problem problem)
{
    m_bySource[source].push_back(std::move(problem));
    Q_EMIT changed();
}

std::vector<Problem> ProblemList::of(const QString &source) const
{
    const auto known = m_bySource.find(source);
    return known == m_bySource.end() ? std::vector<Problem>() : known->second;
}

std::vector<Problem> ProblemList::all() const
{
    std::vector<Problem> result;
    for (const auto &[source, problems] : m_bySource) {
        for (const auto &problem : problems) {
            // What one reports the next may repeat: a rule of the spec, the compile that broke it.
            const auto known = std::ranges::find(result, problem.diagnostic, &Problem::diagnostic);
            if (known == result.end())
                result.push_back(problem);
            else if (known->entity.isEmpty())
                known->entity = problem.entity;
        }
    }
    return result;
}

int ProblemList::count(Severity severity) const
{
    return static_cast<int>(std::ranges::count_if(
        all(), [severity](const Problem &p) { return p.diagnostic.severity == severity; }));
}

} // namespace tosaic::views
