// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/logfacts.h"

#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/eventtable.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

void NpuFacts::setProductNumber(quint64 number)
{
    if (number < 3)
        m_driverProduct = number == 0 ? u"U55"_s : number == 1 ? u"U65"_s : u"U85"_s;
}

void NpuFacts::addProductName(const QString &product)
{
    m_named.insert(product);
}

void NpuFacts::setMacsLog2(quint64 exponent)
{
    if (exponent >= 5 && exponent <= 11) // 32 to 2048 MACs exist
        m_npu.macs = 1U << exponent;
}

QString NpuFacts::product(const std::vector<Profile> &profiles) const
{
    if (!m_driverProduct.isEmpty())
        return m_driverProduct;
    if (m_named.size() == 1)
        return *m_named.begin();
    if (m_npu.archVersion.startsWith(u"2."))
        return u"U85"_s;
    bool hasU85 = false;
    bool hasOther = false;
    for (const auto &profile : profiles) {
        for (const auto &counter : profile.counters) {
            const auto products = findEvent(counter.name).products;
            hasU85 = hasU85 || products == EventProducts::U85;
            hasOther = hasOther || products == EventProducts::U55U65;
        }
    }
    if (hasU85) // of two NPUs none is meant
        return hasOther ? QString() : u"U85"_s;
    if (!m_npu.macs)
        return {};
    if (*m_npu.macs >= 1024)
        return u"U85"_s;
    const bool isArch1 = m_npu.archVersion.startsWith(u"1.");
    if (*m_npu.macs <= 64 || (isArch1 && *m_npu.macs == 128))
        return u"U55"_s;
    return isArch1 && *m_npu.macs == 512 ? u"U65"_s : QString();
}

std::optional<LogNpu> NpuFacts::finish(const std::vector<Profile> &profiles) const
{
    auto npu = m_npu;
    npu.product = product(profiles);
    if (npu.product.isEmpty() && !npu.macs && npu.archVersion.isEmpty()
        && npu.driverVersion.isEmpty() && !npu.commandStreamVersion)
        return std::nullopt;
    return npu;
}

void ModelFacts::beginTensors(bool areInputs)
{
    keepTensors();
    m_section = areInputs ? Section::Inputs : Section::Outputs;
}

void ModelFacts::setTensorType(const QString &dtype)
{
    if (m_section != Section::None && m_tensors.size() < limits::TensorsPerList)
        m_tensors.push_back({ .dtype = dtype });
}

void ModelFacts::setTensorBytes(std::optional<quint64> bytes)
{
    if (m_section != Section::None && !m_tensors.empty() && m_tensors.back().shape.empty())
        m_tensors.back().bytes = bytes;
}

bool ModelFacts::addDimension(quint64 dimension, qint64 size)
{
    if (m_section == Section::None || m_tensors.empty() || !m_tensors.back().bytes
        || m_tensors.back().shape.size() != dimension || dimension > 16)
        return false;
    m_tensors.back().shape.push_back(size);
    return true;
}

void ModelFacts::keepTensors()
{
    auto tensors = std::exchange(m_tensors, {});
    auto &kept = m_section == Section::Inputs ? model.inputs : model.outputs;
    // A list printed twice counts once.
    if (m_section != Section::None && kept.empty())
        kept = std::move(tensors);
}

void ModelFacts::endTensors()
{
    keepTensors();
    m_section = Section::None;
}

void ModelFacts::setOperatorCount(std::optional<quint64> count)
{
    if (!m_operatorCount)
        m_operatorCount = count;
}

void ModelFacts::addOperator(quint64 index, const QString &name)
{
    if (index == model.operators.size() && model.operators.size() < limits::Operators)
        model.operators.push_back(name);
    else if (index > model.operators.size())
        m_operatorsBroken = true;
    // Smaller indices: the list is printed again.
}

std::optional<LogModel> ModelFacts::finish(
    bool isExecutorch, bool isAbridged, const NpuFacts &compiledFor)
{
    keepTensors();
    const bool isComplete
        = m_operatorCount ? model.operators.size() == *m_operatorCount : !isAbridged;
    if (m_operatorsBroken || !isComplete)
        model.operators.clear();
    if (isExecutorch && !model.pteBytes)
        model.pteBytes = modelSize;
    if (!isExecutorch)
        model.bytes = modelSize;
    if (unknownPteSize && model.pteBytes == unknownPteSize)
        model.pteBytes.reset();
    model.compiledFor = compiledFor.finish({});
    const auto &m = model;
    const bool isEmpty = m.name.isEmpty() && !m.pteBytes && !m.bytes && !m.methodCount
        && m.operators.empty() && m.inputs.empty() && m.outputs.empty() && !m.commandStreamWords
        && !m.compiledFor;
    return isEmpty ? std::nullopt : std::optional(std::move(model));
}

void PlannedBuffers::add(quint64 number, quint64 bytes)
{
    if (m_buffers.contains(number)) {
        m_differ = m_differ || (m_before && *m_before != m_buffers);
        m_before = std::exchange(m_buffers, {});
    }
    if (m_buffers.size() < limits::Outputs)
        m_buffers.emplace(number, bytes);
}

std::optional<quint64> PlannedBuffers::bytes() const
{
    // The text may stop before the last start has announced all of its buffers.
    const bool isLastWhole = !m_before || m_buffers.size() >= m_before->size();
    const bool isOther = m_differ || (m_before && isLastWhole && *m_before != m_buffers);
    if (isOther || m_buffers.empty())
        return std::nullopt;
    return sumOf(isLastWhole ? m_buffers : *m_before);
}

quint64 PlannedBuffers::sumOf(const std::map<quint64, quint64> &buffers)
{
    quint64 sum = 0;
    for (const auto &[number, bytes] : buffers)
        sum += bytes;
    return sum;
}

void LoadedPrograms::add(quint64 bytes, size_t measurementsBefore)
{
    const bool isOther = m_loads.empty() || m_loads.back().second != bytes;
    if (isOther && m_loads.size() < limits::Profiles)
        m_loads.emplace_back(measurementsBefore, bytes);
}

void LoadedPrograms::label(std::vector<Profile> &profiles) const
{
    for (size_t i = 0; i < profiles.size(); ++i) {
        const auto after
            = std::ranges::upper_bound(m_loads, i, {}, &std::pair<size_t, quint64>::first);
        if (after != m_loads.begin() && profiles[i].label.isEmpty())
            profiles[i].label = u"PTE of %1 bytes"_s.arg(std::prev(after)->second);
    }
}

void InferenceCounts::add(
    std::optional<quint64> InferenceCounts::*field, std::optional<quint64> count)
{
    if (count)
        this->*field = (this->*field).value_or(0) + *count;
}

std::optional<quint64> InferenceCounts::finish(
    std::optional<quint64> answeredJobs, bool isAbridged) const
{
    for (const auto &source : { total, finished, npuInferences, overRuns }) {
        if (source)
            return source;
    }
    // Where text was left out, what is left cannot be counted.
    if (answeredJobs && !isAbridged)
        return answeredJobs;
    return lastOf;
}

} // namespace tosaic::profile
