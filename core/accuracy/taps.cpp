// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/taps.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::accuracy {

namespace {

using npusim::Values;

/// Vela's own name of the only stream of a partition.
constexpr qint64 OnlyStream = 0;

void append(npusim::ChannelScales &to, const npusim::ChannelScales &from)
{
    to.bias.insert(to.bias.end(), from.bias.begin(), from.bias.end());
    to.scale.insert(to.scale.end(), from.scale.begin(), from.scale.end());
    to.shift.insert(to.shift.end(), from.shift.begin(), from.shift.end());
}

/// Slices of the depth side by side: [first, end) have the same rows and columns.
void joinDepth(std::span<const Values> slices, qint64 depth, std::vector<qint64> &to)
{
    const auto pixels = slices.front().shape.height * slices.front().shape.width;
    const auto begin = qint64(to.size());
    to.resize(size_t(begin + pixels * depth));
    qint64 channel = 0;
    for (const auto &slice : slices) {
        for (qint64 pixel = 0; pixel < pixels; ++pixel)
            std::copy_n(slice.numbers.begin() + pixel * slice.shape.depth, slice.shape.depth,
                to.begin() + begin + pixel * depth + channel);
        channel += slice.shape.depth;
    }
}

/// All pieces in their order; empty if they do not make whole rows of `depth`.
std::vector<qint64> joined(std::span<const Values> pieces, qint64 depth)
{
    std::vector<qint64> all;
    for (size_t first = 0; first < pieces.size();) {
        auto end = first;
        qint64 channels = 0;
        while (end < pieces.size() && channels < depth
            && pieces[end].shape.height == pieces[first].shape.height
            && pieces[end].shape.width == pieces[first].shape.width)
            channels += pieces[end++].shape.depth;
        if (channels != depth)
            return {};
        joinDepth(pieces.subspan(first, end - first), depth, all);
        first = end;
    }
    return all;
}

qint64 elementsOf(const Tap &tap)
{
    return std::accumulate(tap.shape.begin(), tap.shape.end(), qint64(1), std::multiplies());
}

/// The scheduled operation; -1: the database has none for it.
qint64 scheduledOf(const formats::vela::VelaDebugDb &database, const npu::Operation &operation)
{
    // Vela numbers streams, but a partition has one.
    const auto stream = database.queue().empty() ? OnlyStream : database.queue().begin()->first;
    const auto *entry = database.queueEntryAt(stream, operation.offset);
    return entry ? entry->scheduled.value_or(-1) : -1;
}

} // namespace

TapCollector::TapCollector(std::shared_ptr<const formats::vela::VelaDebugDb> database)
    : m_database(std::move(database))
{
    if (!m_database)
        return;
    for (const auto &row : m_database->performance())
        m_described[row.id].name = row.name;
    const auto *shapes = m_database->table("perf_debug"_L1);
    for (size_t i = 0; shapes && i < shapes->rows(); ++i) {
        const auto found = m_described.find(shapes->integer("id"_L1, i).value_or(-1));
        if (found == m_described.end())
            continue;
        constexpr std::array Columns{ "ofm_shape_n"_L1, "ofm_shape_h"_L1, "ofm_shape_w"_L1,
            "ofm_shape_c"_L1 };
        for (size_t axis = 0; axis < Columns.size(); ++axis)
            found->second.shape[axis] = shapes->integer(Columns[axis], i).value_or(0);
    }
}

TapCollector::Row &TapCollector::rowOf(const npu::Operation &operation)
{
    auto id = -1 - qint64(operation.index);
    Row row;
    if (m_database) {
        const auto described = m_described.find(scheduledOf(*m_database, operation));
        if (described != m_described.end()) {
            id = described->first;
            row.tap = described->second;
        }
    }
    const auto [known, isNew] = m_rowOf.emplace(id, m_rows.size());
    if (isNew) {
        if (row.tap.name.isEmpty())
            row.tap.name = u"operation %1"_s.arg(operation.index);
        row.tap.first = operation.index;
        m_rows.push_back(std::move(row));
    }
    return m_rows[known->second];
}

void TapCollector::stepped(npusim::Simulator &simulator)
{
    const auto *operation = simulator.operation();
    if (!operation || !npu::isKernel(operation->kind) || !simulator.output() || !operation->ofm)
        return;
    const auto &map = simulator.output()->map;
    const auto shape = operation->ofm->memoryShape();
    const npusim::Shape wanted{ shape[0], shape[1], shape[2] };
    m_isCut = m_isCut || m_kept + quint64(wanted.elements()) > Limit;
    if (m_isCut)
        return;
    auto values = simulator.valuesOf(map, wanted);
    if (!values)
        return;
    m_kept += values->numbers.size();
    auto &row = rowOf(*operation);
    auto &tap = row.tap;
    tap.last = operation->index;
    tap.offset = operation->offset;
    tap.kind = operation->kind;
    tap.zeroPoint = map.zeroPoint;
    tap.bits = 8 * map.bytes;
    tap.isSigned = map.isSigned;
    tap.scale = operation->ofmScale;
    if (!operation->scales.empty() && !operation->ofmScale) {
        npusim::AccessNotes notes;
        auto setup = simulator.setup();
        if (const auto records
            = npusim::readScales(setup, simulator.memory(), operation->ofm->depth, notes))
            append(tap.records, *records);
    }
    row.pieces.push_back(std::move(*values));
}

bool TapCollector::assemble(Row &row)
{
    auto &pieces = row.pieces;
    if (pieces.empty())
        return false;
    auto &stored = row.tap.stored;
    if (elementsOf(row.tap) <= 0)
        row.tap.shape = { 1, pieces.back().shape.height, pieces.back().shape.width,
            pieces.back().shape.depth };
    const auto elements = elementsOf(row.tap);
    // An operator may take several operations, of which the last ones write its result.
    qint64 sum = 0;
    auto first = pieces.size();
    while (first > 0 && sum < elements)
        sum += pieces[--first].shape.elements();
    if (sum != elements)
        return false;
    if (first + 1 == pieces.size()) {
        stored = std::move(pieces.back().numbers);
    } else {
        std::vector<Values> parts;
        for (auto i = first; i < pieces.size(); ++i)
            parts.push_back(std::move(pieces[i]));
        stored = joined(parts, row.tap.shape.back());
    }
    const auto channels = size_t(row.tap.shape.back());
    if (row.tap.records.bias.size() > channels) { // of the stripes, which share them
        row.tap.records.bias.resize(channels);
        row.tap.records.scale.resize(channels);
        row.tap.records.shift.resize(channels);
    }
    return !stored.empty();
}

std::vector<Tap> TapCollector::take()
{
    std::ranges::stable_sort(m_rows, {}, [](const Row &row) { return row.tap.last; });
    std::vector<Tap> taps;
    for (auto &row : m_rows) {
        if (assemble(row))
            taps.push_back(std::move(row.tap));
    }
    m_rows.clear();
    m_rowOf.clear();
    m_kept = 0;
    return taps;
}

} // namespace tosaic::accuracy
