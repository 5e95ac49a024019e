// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/memorycourses.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::MemoryCourse;
using profile::TimedOperation;
using Bytes = std::map<size_t, quint64>;

/// The most bytes from an operation of the stream on, until another that is not before it.
quint64 mostBytes(const std::vector<npu::RegionUse> &uses, quint32 from, quint32 last)
{
    auto use = std::ranges::upper_bound(uses, from, {}, &npu::RegionUse::from);
    quint64 most = use == uses.begin() ? 0 : std::prev(use)->bytes;
    for (; use != uses.end() && use->from <= last; ++use)
        most = std::max(most, use->bytes);
    return most;
}

/// By kick the operation of the table; without transfers.
std::map<quint32, size_t> kernelsOf(
    const profile::OperationTable &table, const model::EntityRef &owner)
{
    std::map<quint32, size_t> kernels;
    for (size_t i = 0; i < table.operations.size(); ++i) {
        const auto &operation = table.operations[i];
        if (operation.role == TimedOperation::Role::Dma || table.ownerOf(operation.stream) != owner)
            continue;
        for (const auto kick : operation.kicks)
            kernels.emplace(kick, i);
    }
    return kernels;
}

Bytes bytesOf(const std::map<quint32, size_t> &kernels, const std::vector<npu::RegionUse> &uses)
{
    Bytes bytes;
    quint32 from = 0;
    for (const auto &[kick, operation] : kernels) {
        auto &most = bytes[operation];
        most = std::max(most, mostBytes(uses, from, kick));
        from = kick + 1;
    }
    return bytes;
}

/// Of the streams that `isKnown` does not know by their owner.
Bytes plannedByVela(const ProfileSubject &subject, const auto &isKnown)
{
    std::map<std::pair<const void *, qint64>, quint64> planned;
    for (const auto &stream : subject.streams) {
        if (!stream.database || isKnown(stream.owner))
            continue;
        const auto rows = stream.database->performance();
        for (const auto &row : rows) {
            if (row.stagingBytes && *row.stagingBytes >= 0)
                planned[{ stream.database.get(), row.id }] = quint64(*row.stagingBytes);
        }
    }
    Bytes bytes;
    const auto &operations = subject.table->operations;
    for (size_t i = 0; i < operations.size(); ++i) {
        const auto &operation = operations[i];
        if (operation.stream < 0 || !operation.scheduled
            || size_t(operation.stream) >= subject.streams.size())
            continue;
        const auto &stream = subject.streams[size_t(operation.stream)];
        const auto found = planned.find({ stream.database.get(), *operation.scheduled });
        if (found != planned.end() && !isKnown(stream.owner))
            bytes.emplace(i, found->second);
    }
    return bytes;
}

} // namespace

std::vector<MemoryCourse> memoryCourses(const ProfileSubject &subject, const NpuAnalyses &streams)
{
    MemoryCourse arena{ .name = u"Arena in use"_s, .bytes = {} };
    MemoryCourse fast{ .name = u"Fast scratch in use"_s, .bytes = {} };
    const std::array courses{ std::pair(1, &arena), std::pair(2, &fast) }; // by region
    for (const auto &analysis : streams) {
        if (!analysis->stream() || analysis->owner().isEmpty())
            continue;
        const auto kernels = kernelsOf(*subject.table, analysis->owner());
        for (const auto &[region, course] : courses) {
            if (const auto uses = npu::usesOf(analysis->dataflow.buffers, region); !uses.empty())
                course->bytes.merge(bytesOf(kernels, uses));
        }
    }
    const auto isKnown = [&](const model::EntityRef &owner) {
        return !owner.isEmpty() && std::ranges::any_of(streams, [&](const auto &analysis) {
            return analysis->stream() && analysis->owner() == owner;
        });
    };
    MemoryCourse planned{ .name = u"Staging memory in use, by Vela's plan"_s,
        .bytes = plannedByVela(subject, isKnown) };
    std::vector<MemoryCourse> found{ std::move(arena), std::move(fast), std::move(planned) };
    std::erase_if(found, [](const MemoryCourse &course) { return course.bytes.empty(); });
    return found;
}

} // namespace tosaic
