// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/profilebuilder.h"

#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/eventtable.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// "cntr3", without making it anew for the usual numbers.
QString slotLabel(quint64 slot)
{
    static const auto usual = [] {
        std::array<QString, 32> labels;
        for (size_t i = 0; i < labels.size(); ++i)
            labels[i] = u"cntr%1"_s.arg(i);
        return labels;
    }();
    return slot < usual.size() ? usual[slot] : u"cntr%1"_s.arg(slot);
}

} // namespace

Profile &ProfileBuilder::open()
{
    return m_isOpen ? m_profiles.back() : begin();
}

Profile &ProfileBuilder::begin(QString label)
{
    if (m_profiles.size() >= limits::Profiles) { // the last one is overwritten
        ++m_dropped;
        m_profiles.pop_back();
        m_blocks.pop_back();
    }
    auto &profile = m_profiles.emplace_back();
    m_blocks.emplace_back().isSection = !label.isEmpty();
    profile.label = !label.isEmpty() ? std::move(label)
        : m_defaultLabel.isEmpty()   ? m_model
                                     : m_defaultLabel;
    profile.layers = std::exchange(m_layers, std::nullopt);
    m_isOpen = true;
    return profile;
}

/// The block that a line goes into: the open one, or a new one if that has such a line already.
Profile &ProfileBuilder::next(bool hasLine, const QString &label)
{
    if (hasLine)
        return begin(label);
    takeLayers();
    return m_profiles.back();
}

/// Rows of layers that stood inside the open block.
void ProfileBuilder::takeLayers()
{
    if (m_layers)
        m_profiles.back().layers = std::exchange(m_layers, std::nullopt);
}

/// No line of a block came behind the rows.
void ProfileBuilder::settleLayers()
{
    if (!m_layers)
        return;
    open();
    takeLayers();
}

void ProfileBuilder::setInferences(std::optional<quint64> count)
{
    begin().inferences = count;
}

void ProfileBuilder::setDelegations(std::optional<quint64> count)
{
    const auto &profile = open();
    next(profile.delegations || !profile.counters.empty()).delegations = count;
}

void ProfileBuilder::addOperatorCycles(const QString &tag, std::optional<quint64> cycles)
{
    const auto &cpu = open().cpuCycles;
    auto &profile
        = next(!cpu.byOperator.empty() && (cpu.operators || cpu.inference || cpu.waitForNpu));
    if (cycles && profile.cpuCycles.byOperator.size() < limits::CountersPerProfile)
        profile.cpuCycles.byOperator[tag] += *cycles; // layer by layer: one line for each
}

void ProfileBuilder::setCpuCycles(
    std::optional<quint64> CpuCycles::*field, std::optional<quint64> cycles)
{
    next((open().cpuCycles.*field).has_value()).cpuCycles.*field = cycles;
}

void ProfileBuilder::add(Profile &profile, Counter counter)
{
    constexpr size_t Usual = 8; // as many as an NPU counts at once
    if (profile.counters.empty())
        profile.counters.reserve(Usual);
    if (profile.counters.size() < limits::CountersPerProfile)
        profile.counters.push_back(std::move(counter));
    else
        m_wasLimited = true;
}

void ProfileBuilder::setCycleCounter(std::optional<quint64> cycles)
{
    static const auto name = CycleCounter.toString();
    addNamed(name, cycles);
}

void ProfileBuilder::addNamed(const QString &name, std::optional<quint64> value, bool isDerived)
{
    const auto &before = open();
    auto &profile = next(before.counter(name) != nullptr, before.label);
    if (value)
        add(profile, { name, *value, findEvent(name).unit, isDerived });
}

bool ProfileBuilder::hasSlot(quint64 slot) const
{
    if (slot > m_blocks.back().highestSlot) // the usual case: they come in order
        return false;
    return std::ranges::any_of(
        m_blocks.back().slots, [slot](const auto &entry) { return entry.first == slot; });
}

void ProfileBuilder::setSlot(std::optional<quint64> slot, std::optional<quint64> value)
{
    open();
    const auto index = slot.value_or(block().nextSlot);
    next(hasSlot(index), m_profiles.back().label);
    block().nextSlot = index + 1;
    if (!value)
        return;
    block().highestSlot = std::max(block().highestSlot, index);
    if (block().slots.size() < limits::CountersPerProfile)
        block().slots.emplace_back(index, m_profiles.back().counters.size());
    add(m_profiles.back(), { slotLabel(index), *value, {}, false });
    if (!m_names.empty() && !block().slots.empty()) // those before it have their names
        nameSlot(m_profiles.back(), block().slots.back(), m_names);
}

void ProfileBuilder::nameSlot(Profile &profile, const Slot &slot, const std::vector<QString> &names)
{
    const auto [index, position] = slot;
    if (index >= names.size() || names[index].isEmpty() || position >= profile.counters.size())
        return;
    // Two slots may count the same event; the second keeps its label.
    if (profile.counter(names[index]))
        return;
    profile.counters[position].name = names[index];
    profile.counters[position].unit = findEvent(names[index]).unit;
}

void ProfileBuilder::setEventNames(std::vector<QString> names)
{
    const bool isForBlockBefore = !m_blocks.empty() && !m_blocks.back().isNamed
        && !m_blocks.back().slots.empty() && m_names.empty();
    if (!isForBlockBefore) {
        m_names = std::move(names);
        return;
    }
    if (m_isOpen)
        takeLayers();
    // Blocks of single delegates stand between the main block and the names of both.
    for (auto i = m_blocks.size(); i-- > 0;) {
        if (m_blocks[i].isNamed) // and so are those before it
            break;
        for (const auto &slot : m_blocks[i].slots)
            nameSlot(m_profiles[i], slot, names);
        m_blocks[i].isNamed = true;
        if (!m_blocks[i].delegate)
            break;
    }
    m_isOpen = false;
}

void ProfileBuilder::setTime(std::optional<quint64> nanoseconds)
{
    const auto &profile = open();
    next(profile.timeNs || !profile.runNs.empty()).timeNs = nanoseconds;
}

void ProfileBuilder::append(Profile profile)
{
    auto &made = begin();
    profile.layers = std::move(made.layers);
    made = std::move(profile);
    m_isOpen = false;
}

void ProfileBuilder::addTimes(Profile profile, size_t blocksBefore)
{
    const bool isOfOpen = m_isOpen && !block().isSection && endedCount() <= blocksBefore
        && !m_profiles.back().timeNs && m_profiles.back().runNs.empty();
    if (!isOfOpen)
        begin();
    takeLayers();
    auto &block = m_profiles.back();
    block.timeNs = profile.timeNs;
    block.runNs = std::move(profile.runNs);
    if (!block.inferences)
        block.inferences = profile.inferences;
}

Profile &ProfileBuilder::delegateBlock(quint64 index)
{
    if (m_isOpen && block().delegate == index)
        return next(false);
    // Its numbers are sums over the inferences of the report that they stand in.
    const auto inferences = m_profiles.empty() ? std::nullopt : m_profiles.back().inferences;
    auto &profile = begin(u"delegate %1"_s.arg(index));
    profile.inferences = inferences;
    block().delegate = index;
    return profile;
}

void ProfileBuilder::setDelegateSlot(quint64 index, quint64 slot, std::optional<quint64> value)
{
    delegateBlock(index);
    setSlot(slot, value);
    block().delegate = index;
}

void ProfileBuilder::addLayers(LayerTable layers)
{
    settleLayers();
    m_layers = std::move(layers);
    if (m_isOpen && m_profiles.back().layers) // those of the next block
        m_isOpen = false;
}

std::vector<Profile> ProfileBuilder::take()
{
    settleLayers();
    return std::move(m_profiles);
}

} // namespace tosaic::profile
