// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/profiledocument.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

bool isOfOtherProgram(const ProfileSubject &subject, const QString &traceName)
{
    return std::ranges::any_of(subject.diagnostics, [&traceName](const Diagnostic &diagnostic) {
        return diagnostic.id == "profile.trace-other"_L1 && diagnostic.location.file == traceName;
    });
}

model::EntityRef ProfileSubject::entityOf(size_t operation) const
{
    if (operation >= entities.size() || entities[operation].empty())
        return {};
    return entities[operation].front();
}

std::vector<size_t> ProfileSubject::operationsOf(const model::EntityRef &entity) const
{
    std::vector<size_t> found;
    for (size_t i = 0; i < entities.size(); ++i) {
        if (std::find(entities[i].begin(), entities[i].end(), entity) != entities[i].end())
            found.push_back(i);
    }
    for (size_t i = 0; found.empty() && i < carried.size(); ++i) {
        if (carried[i].entity == entity)
            found.push_back(carried[i].operation);
    }
    return found;
}

std::vector<model::EntityRef> ProfileSubject::relativesOf(const model::EntityRef &entity) const
{
    std::vector<model::EntityRef> relatives;
    for (const auto operation : operationsOf(entity)) {
        for (const auto &other : entities[operation]) {
            if (!(other == entity))
                relatives.push_back(other);
        }
    }
    return relatives;
}

model::EntityRef ProfileSubject::inStream(const model::EntityRef &entity) const
{
    if (entity.isEmpty() || entity.isPartOfStream())
        return entity;
    const auto relatives = relativesOf(entity);
    const auto found = std::ranges::find_if(relatives, &model::EntityRef::isPartOfStream);
    return found == relatives.end() ? entity : *found;
}

void ProfileDocument::set(std::shared_ptr<const ProfileSubject> subject)
{
    m_subject = std::move(subject);
    m_aligned.reset();
    m_isLoading = false;
    m_table.reset();
    m_ranged.reset();
    const auto hadRange = m_range.has_value();
    m_range.reset();
    Q_EMIT changed();
    if (hadRange)
        Q_EMIT rangeChanged();
}

std::shared_ptr<const profile::OperationTable> ProfileDocument::table() const
{
    if (m_table || !m_subject || !m_subject->table)
        return m_table;
    // Slices are in cycles; so must be the axis that the range was chosen on.
    const auto isInCycles
        = !m_subject->timeline || m_subject->timeline->timeUnit == QStringLiteral("cycles");
    if (!m_range || m_subject->slices.empty() || !isInCycles) {
        m_table = m_subject->table;
        return m_table;
    }
    if (!m_ranged)
        m_ranged
            = std::make_unique<profile::RangedOperations>(*m_subject->table, m_subject->slices);
    m_table = std::make_shared<const profile::OperationTable>(
        m_ranged->within(m_range->first, m_range->second));
    return m_table;
}

void ProfileDocument::setAligned(std::shared_ptr<const ProfileSubject> aligned)
{
    if (aligned == m_aligned)
        return;
    m_aligned = std::move(aligned);
    Q_EMIT alignedChanged();
}

void ProfileDocument::setLoading(bool loading)
{
    if (loading == m_isLoading)
        return;
    m_isLoading = loading;
    Q_EMIT changed();
}

void ProfileDocument::setRange(std::optional<Range> range)
{
    if (range == m_range)
        return;
    m_range = range;
    m_table.reset();
    Q_EMIT rangeChanged();
}

} // namespace tosaic
