// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memorynumbers.h"

#include <QFileInfo>

#include <algorithm>

namespace tosaic::views {

namespace {

/// An estimate of the same graph has the same delegates: a click on its parts leads to them.
void takeEntities(const std::vector<KnownNumbers> &known, analysis::PartitionMemory &partition)
{
    for (const auto &numbers : known) {
        const auto same = std::ranges::find(
            numbers.partitions, partition.partition, &analysis::PartitionMemory::partition);
        if (numbers.source == KnownNumbers::Source::Estimate || same == numbers.partitions.end())
            continue;
        partition.entity = same->entity;
        partition.commandEntity = same->commandEntity;
        partition.weightEntity = same->weightEntity;
        return;
    }
}

} // namespace

void MemoryNumbers::setFacts(analysis::MemoryFacts facts, bool isCompile)
{
    m_known.clear();
    m_program = std::move(facts.program);
    m_factsSpec = facts.spec;
    if (!facts.partitions.empty())
        m_known.push_back({ spec::resolved(facts.spec), std::move(facts.partitions),
            isCompile ? KnownNumbers::Source::Compile : KnownNumbers::Source::File });
}

void MemoryNumbers::addEstimate(const compiled::Estimate &estimate)
{
    if (!estimate.isComplete() || estimate.partitions.empty())
        return;
    const auto spec = spec::resolved(estimate.spec);
    const auto same = std::ranges::find_if(m_known,
        [&](const KnownNumbers &known) { return analysis::isSameMemory(known.spec, spec); });
    if (same != m_known.end() && same->source == KnownNumbers::Source::Compile)
        return;
    KnownNumbers numbers{ spec, {}, KnownNumbers::Source::Estimate };
    for (const auto &partition : estimate.partitions) {
        auto memory = analysis::partitionMemory(partition);
        takeEntities(m_known, memory);
        numbers.partitions.push_back(std::move(memory));
    }
    if (same == m_known.end() || same->source == KnownNumbers::Source::File)
        m_known.insert(m_known.begin(), std::move(numbers));
    else
        *same = std::move(numbers);
}

const KnownNumbers *MemoryNumbers::find(const spec::CompileSpec &spec) const
{
    const auto found = std::ranges::find_if(m_known,
        [&](const KnownNumbers &known) { return analysis::isSameMemory(known.spec, spec); });
    return found == m_known.end() ? nullptr : &*found;
}

std::optional<analysis::MemorySystem> MemoryNumbers::systemOf(const spec::CompileSpec &spec) const
{
    const auto full = spec::resolved(spec);
    const QFileInfo file(full.configIni.value_or(QString()));
    if (!file.isAbsolute())
        return {}; // the bundled one, which is known
    ReadSystem read{ file.filePath(), file.lastModified(), full.systemConfig.value_or(QString()),
        full.memoryMode.value_or(QString()), {} };
    const auto same = std::ranges::find_if(m_systems, [&](const ReadSystem &other) {
        return other.path == read.path && other.changed == read.changed
            && other.systemConfig == read.systemConfig && other.memoryMode == read.memoryMode;
    });
    if (same != m_systems.end())
        return same->system;
    std::erase_if(m_systems, [&](const ReadSystem &other) {
        return other.path != read.path || other.changed != read.changed;
    });
    read.system = analysis::memorySystemOf(spec);
    m_systems.push_back(read);
    return read.system;
}

analysis::MemoryPicture MemoryNumbers::picture(const spec::CompileSpec &spec) const
{
    analysis::PictureInput input;
    input.spec = spec;
    input.system = systemOf(spec);
    if (const auto *numbers = find(spec))
        input.partitions = numbers->partitions;
    input.program = m_program;
    return analysis::memoryPicture(input);
}

} // namespace tosaic::views
