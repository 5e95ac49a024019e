// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/problemlist.h"

#include <algorithm>

namespace tosaic::views {

model::EntityRef entityOf(const Diagnostic &diagnostic)
{
    if (!diagnostic.location.offset)
        return {};
    return model::EntityRef::byteRange(
        { *diagnostic.location.offset, diagnostic.location.length.value_or(1) });
}

void ProblemList::set(const QString &source, std::vector<Problem> problems)
{
    if (problems.empty() && !m_bySource.contains(source))
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

std::vector<Problem> ProblemList::all() const
{
    std::vector<Problem> result;
    for (const auto &[source, problems] : m_bySource)
        result.insert(result.end(), problems.begin(), problems.end());
    return result;
}

int ProblemList::count(Severity severity) const
{
    qsizetype count = 0;
    for (const auto &[source, problems] : m_bySource) {
        count += std::count_if(problems.begin(), problems.end(),
            [severity](const Problem &p) { return p.diagnostic.severity == severity; });
    }
    return static_cast<int>(count);
}

} // namespace tosaic::views
