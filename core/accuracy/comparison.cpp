// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/comparison.h"

#include <algorithm>
#include <array>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::accuracy {

namespace {

using model::ScalarType;

int bitsOf(ScalarType type)
{
    switch (type) {
    case ScalarType::Char:
    case ScalarType::Byte:
    case ScalarType::Bool:
        return 8;
    case ScalarType::Short:
        return 16;
    case ScalarType::Int:
        return 32;
    case ScalarType::Long:
        return 64;
    default:
        return 0; // not a whole number
    }
}

/// Both sides store the same bits, but may read them with another sign.
qint64 asSigned(qint64 value, int bits)
{
    constexpr int Width = 64;
    return qint64(quint64(value) << (Width - bits)) >> (Width - bits);
}

/// Channels-last order of a channels-first array.
std::vector<double> channelsLast(
    const std::vector<double> &numbers, const std::vector<qint64> &shape)
{
    const auto channels = size_t(shape[1]);
    const auto pixels = size_t(shape[2] * shape[3]);
    std::vector<double> moved(numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
        const auto batch = i / (channels * pixels);
        const auto channel = i / pixels % channels;
        moved[(batch * pixels + i % pixels) * channels + channel] = numbers[i];
    }
    return moved;
}

double cosineOf(const std::vector<double> &left, const std::vector<double> &right)
{
    Measures measures;
    for (size_t i = 0; i < left.size(); ++i)
        measures.add(left[i], right[i]);
    return measures.cosine().value_or(0);
}

/// ExecuTorch computes images with channels first, the NPU with channels last, and no file says
/// where the order changes: shapes do, and where they fit both ways, the numbers.
std::vector<double> asTapped(const Tap &tap, const std::vector<double> &computed,
    std::vector<double> expected, const std::vector<qint64> &shape)
{
    constexpr size_t Rank = 4;
    if (shape.size() != Rank
        || !std::ranges::equal(tap.shape, std::array{ shape[0], shape[2], shape[3], shape[1] }))
        return expected;
    auto moved = channelsLast(expected, shape);
    const bool isEither = std::ranges::equal(tap.shape, shape);
    return isEither && cosineOf(computed, expected) > cosineOf(computed, moved)
        ? std::move(expected)
        : std::move(moved);
}

bool isSameWithoutOrder(std::vector<double> left, std::vector<double> right)
{
    std::ranges::sort(left);
    std::ranges::sort(right);
    return left == right;
}

} // namespace

QString againstKey(Against against)
{
    switch (against) {
    case Against::Reference:
        return u"reference"_s;
    case Against::Board:
        return u"board"_s;
    case Against::Quantised:
        return u"quantised"_s;
    case Against::Float:
        return u"float"_s;
    }
    return {};
}

bool OperatorAccuracy::isBroken(double leastSqnrDb) const
{
    if (isReordered || measures.differing() == 0)
        return false;
    if (against == Against::Reference || against == Against::Board)
        return true;
    const auto sqnr = measures.sqnrDb();
    return sqnr ? *sqnr < leastSqnrDb : measures.largest().value_or(1) > 0;
}

const QString &OperatorAccuracy::title() const
{
    return !known.isEmpty() ? known : !node.isEmpty() ? node : name;
}

void AccuracyTable::setNames(const OperatorNames &names)
{
    for (auto &row : m_operators) {
        if (const auto found = names.find({ row.partition, row.name }); found != names.end())
            row.known = found->second;
    }
}

OperatorAccuracy &AccuracyTable::rowOf(
    int partition, const QString &node, const Tap &tap, Against against)
{
    const auto order = [](const OperatorAccuracy &row) {
        return std::tuple(row.against, row.partition, row.operation);
    };
    OperatorAccuracy row{ .partition = partition,
        .name = tap.name,
        .node = node,
        .operation = tap.last,
        .offset = tap.offset,
        .kind = tap.kind,
        .against = against,
        .range = RangeUse(tap.bits, tap.isSigned, tap.zeroPoint) };
    const auto at = std::ranges::lower_bound(m_operators, order(row), {}, order);
    if (at != m_operators.end() && order(*at) == order(row))
        return *at;
    // Rows move, and what was seen of them with them.
    std::map<size_t, Closer> moved;
    const auto index = size_t(at - m_operators.begin());
    for (auto &[key, value] : m_closer)
        moved.emplace(key < index ? key : key + 1, std::move(value));
    m_closer = std::move(moved);
    return *m_operators.insert(at, std::move(row));
}

void AccuracyTable::look(size_t row, const Tap &tap, const std::vector<double> &computed,
    const std::vector<double> &expected)
{
    Closer closer{ .expected = histogramOf(expected),
        .computed = histogramOf(computed),
        .channels = quint64(std::max<qint64>(tap.shape.back(), 1)),
        .scale = tap.scale,
        .zeroPoint = tap.zeroPoint };
    std::vector<quint64> differing(closer.channels);
    for (size_t i = 0; i < computed.size(); ++i)
        differing[i % differing.size()] += computed[i] != expected[i] ? 1U : 0U;
    for (size_t channel = 0; channel < differing.size(); ++channel) {
        if (differing[channel] == 0)
            continue;
        ++closer.wrongChannels;
        if (closer.worst.size() == Closer::ChannelLimit)
            continue;
        WrongChannel wrong{ .channel = qint64(channel), .differing = differing[channel] };
        if (channel < tap.records.bias.size()) {
            wrong.bias = tap.records.bias[channel];
            wrong.multiplier = tap.records.scale[channel];
            wrong.shift = tap.records.shift[channel];
        }
        closer.worst.push_back(wrong);
    }
    m_closer.emplace(row, std::move(closer));
}

bool AccuracyTable::addStored(int partition, const QString &node, const Tap &tap,
    const localrun::Array &expected, Against against)
{
    const auto bits = bitsOf(expected.type);
    auto right = localrun::numbersOf(expected);
    if (bits != tap.bits || right.size() != tap.stored.size())
        return false;
    const bool isSigned = expected.type != ScalarType::Byte && expected.type != ScalarType::Bool;
    std::vector<double> left(tap.stored.size());
    std::ranges::transform(tap.stored, left.begin(),
        [&](qint64 value) { return double(isSigned ? asSigned(value, bits) : value); });
    // The signal counts from the number that stands for 0.
    for (auto *numbers : { &left, &right }) {
        for (auto &number : *numbers)
            number -= double(tap.zeroPoint);
    }
    addNumbers(rowOf(partition, node, tap, against), tap, left, right);
    return true;
}

bool AccuracyTable::addReal(int partition, const QString &node, const Tap &tap,
    const RealScale &scale, const Expected &expected, Against against)
{
    auto right = localrun::numbersOf(expected.array);
    if (right.size() != tap.stored.size())
        return false;
    const auto real = [](const RealScale &of, double value) {
        return of.scale * (value - double(of.zeroPoint));
    };
    if (expected.scale)
        std::ranges::transform(
            right, right.begin(), [&](double value) { return real(*expected.scale, value); });
    std::vector<double> left(tap.stored.size());
    std::ranges::transform(
        tap.stored, left.begin(), [&](qint64 value) { return real(scale, double(value)); });
    right = asTapped(tap, left, std::move(right), expected.array.shape);
    auto &row = rowOf(partition, node, tap, against);
    addNumbers(row, tap, left, right);
    return !row.isReordered;
}

void AccuracyTable::addNumbers(OperatorAccuracy &row, const Tap &tap,
    const std::vector<double> &computed, const std::vector<double> &expected)
{
    const auto before = row.measures.differing();
    for (size_t i = 0; i < computed.size(); ++i) {
        row.measures.add(computed[i], expected[i]);
        row.range.add(tap.stored[i]);
    }
    if (row.measures.differing() == before)
        return;
    row.isReordered = (before == 0 || row.isReordered) && isSameWithoutOrder(computed, expected);
    if (const auto index = size_t(&row - m_operators.data());
        row.isBroken(m_leastSqnrDb) && !m_closer.contains(index))
        look(index, tap, computed, expected);
}

const OperatorAccuracy *AccuracyTable::first() const
{
    const auto found = std::ranges::find_if(
        m_operators, [this](const OperatorAccuracy &row) { return row.isBroken(m_leastSqnrDb); });
    return found == m_operators.end() ? nullptr : &*found;
}

const Closer *AccuracyTable::closer() const
{
    const auto *row = first();
    const auto found = row ? m_closer.find(size_t(row - m_operators.data())) : m_closer.end();
    return found == m_closer.end() ? nullptr : &found->second;
}

} // namespace tosaic::accuracy
