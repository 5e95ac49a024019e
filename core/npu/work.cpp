// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/work.h"

#include "core/npu/access.h"
#include "core/npu/registers.h"

#include <QtGlobal>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

constexpr auto Most = std::numeric_limits<quint64>::max();

quint64 times(quint64 a, quint64 b)
{
    return b != 0 && a > Most / b ? Most : a * b;
}

void add(quint64 &sum, quint64 value)
{
    sum = value > Most - sum ? Most : sum + value;
}

bool multiplies(const Operation &operation)
{
    return operation.kind == OperationKind::Conv || operation.kind == OperationKind::Depthwise
        || operation.kind == OperationKind::Pool;
}

/// Whether every input channel goes into every output channel.
bool sumsChannels(const Operation &operation)
{
    return operation.kind == OperationKind::Conv
        || (operation.kind == OperationKind::Pool && operation.mode == "REDUCE_SUM"_L1);
}

quint64 magnitude(qint64 value)
{
    return static_cast<quint64>(value < 0 ? -value : value);
}

/// U55 and U65 have no transposition: Vela writes it as 1x1 average pools with the factor 1,
/// which it writes as (2^31 + 1) / 2^31, or with output strides in another order than the axes.
bool isRearrangement(const Operation &operation)
{
    if (operation.kind != OperationKind::Pool || operation.mode != "AVERAGE"_L1 || !operation.ofm
        || !operation.kernel || operation.kernel->width != 1 || operation.kernel->height != 1)
        return false;
    constexpr quint32 One = 0x80000001;
    if (operation.ofmScale && operation.ofmScale->multiplier == One
        && operation.ofmScale->shift == 31)
        return true;
    const auto &ofm = *operation.ofm;
    return !ofm.isBrick && ofm.height > 1 && ofm.width > 1 && ofm.strideX && ofm.strideY
        && magnitude(*ofm.strideY) < magnitude(*ofm.strideX);
}

void countMacs(const Operation &operation, const Stream &stream, bool isSparse, Work &work)
{
    if (!multiplies(operation))
        return;
    work.isUncounted = true;
    if (!operation.ofm || !operation.kernel)
        return;
    const auto &ofm = *operation.ofm;
    if (ofm.height == 0 || ofm.width == 0 || ofm.depth == 0)
        return;
    auto macs = times(times(ofm.height, ofm.width), ofm.depth);
    macs = times(macs, times(operation.kernel->width, operation.kernel->height));
    if (sumsChannels(operation)) {
        if (!operation.ifm || operation.ifm->depth == 0)
            return;
        macs = times(macs, operation.ifm->depth);
    }
    work.isUncounted = false;
    work.denseMacs = macs;
    work.macs = macs;
    work.macRule = MacRule::Full;
    if (isSparse && !operation.weights.empty()) {
        work.macs = macs / 2;
        work.macRule = MacRule::SparseWeights;
    } else if (stream.config.product != NpuProduct::U85 && isRearrangement(operation)) {
        work.macs = 0;
        work.macRule = MacRule::Rearrangement;
    }
}

/// Bytes that the read really moves: of a strided transfer less than the range it spans.
quint64 readBytes(const Access &access, const Operation &operation)
{
    const auto bytes = bytesOf(access.ranges);
    return operation.dma && access.port == Port::DmaSource && operation.dma->bytes > 0
        ? std::min(bytes, operation.dma->bytes)
        : bytes;
}

void countBytes(const Operation &operation, Work &work)
{
    const auto accesses = accessesOf(operation);
    for (const auto &access : accesses.reads) {
        const auto bytes = readBytes(access, operation);
        add(work.readBytes[access.ranges.front().region], bytes);
        add(work.readByPort[access.port], bytes);
    }
    if (!accesses.writes.empty()) {
        auto bytes = bytesOf(accesses.writes);
        if (operation.dma && operation.dma->bytes > 0)
            bytes = std::min(bytes, operation.dma->bytes);
        add(work.writtenBytes[accesses.writes.front().region], bytes);
    }
}

template <typename Key>
void addAll(std::map<Key, quint64> &sums, const std::map<Key, quint64> &values)
{
    for (const auto &[key, value] : values)
        add(sums[key], value);
}

} // namespace

const char *macRuleNote(MacRule rule)
{
    switch (rule) {
    case MacRule::SparseWeights:
        return QT_TRANSLATE_NOOP(
            "Description", "2:4 sparse weights: half of the multiplications are skipped");
    case MacRule::Rearrangement:
        return QT_TRANSLATE_NOOP(
            "Description", "only permutes axes: runs as a 1x1 pool, counted as 0 MACs");
    case MacRule::None:
    case MacRule::Full:
        break;
    }
    return "";
}

std::vector<Work> workOf(const Stream &stream)
{
    std::vector<Work> all;
    all.reserve(stream.operations.size());
    WeightFormatWalk weightFormat(stream);
    for (const auto &operation : stream.operations) {
        auto &work = all.emplace_back();
        countMacs(operation, stream, weightFormat.isSparseAt(operation), work);
        countBytes(operation, work);
    }
    return all;
}

WorkTotal total(const std::vector<Work> &all)
{
    WorkTotal sum;
    for (const auto &work : all) {
        add(sum.macs, work.macs.value_or(0));
        add(sum.denseMacs, work.denseMacs);
        sum.operationsWithoutMacs += work.isUncounted ? 1 : 0;
        sum.sparseOperations += work.macRule == MacRule::SparseWeights ? 1 : 0;
        sum.rearrangements += work.macRule == MacRule::Rearrangement ? 1 : 0;
        addAll(sum.readBytes, work.readBytes);
        addAll(sum.writtenBytes, work.writtenBytes);
        addAll(sum.readByPort, work.readByPort);
    }
    return sum;
}

const char *regionUse(int region)
{
    switch (region) {
    case 0:
        return QT_TRANSLATE_NOOP("Description", "weights and constants (read only)");
    case 1:
        return QT_TRANSLATE_NOOP("Description", "arena (scratch)");
    case 2:
        return QT_TRANSLATE_NOOP("Description", "fast scratch");
    case 3:
        return QT_TRANSLATE_NOOP("Description", "network inputs (separate regions)");
    case 4:
        return QT_TRANSLATE_NOOP("Description", "network outputs (separate regions)");
    default:
        return "";
    }
}

} // namespace tosaic::npu
