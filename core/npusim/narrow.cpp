// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/narrow.h"

#include "core/npusim/weights.h"

#include <algorithm>
#include <limits>

// One more copy of a function for processors with AVX2, chosen by the loader. Sanitizers run too
// late for that; other processors have vectors of one kind that compilers use anyway.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define TOSAIC_SANITIZED
#endif
#endif
#if defined(__x86_64__) && defined(__ELF__) && !defined(__SANITIZE_ADDRESS__)                      \
    && !defined(TOSAIC_SANITIZED)
#define TOSAIC_FOR_NEW_PROCESSORS __attribute__((target_clones("avx2", "default")))
#else
#define TOSAIC_FOR_NEW_PROCESSORS
#endif

namespace tosaic::npusim {

// What has copies is called from here alone: compilers do not agree on its name.
namespace narrow {
namespace {

TOSAIC_FOR_NEW_PROCESSORS
void multiply(const qint16 *const *pixels, const qint16 *weights, qint64 length, qint64 outputs,
    qint32 *const *sums)
{
    const auto *__restrict p0 = pixels[0];
    const auto *__restrict p1 = pixels[1];
    const auto *__restrict p2 = pixels[2];
    const auto *__restrict p3 = pixels[3];
    for (qint64 o = 0; o < outputs; o += 2) {
        const bool hasSecond = o + 1 < outputs;
        const auto *__restrict w0 = weights + o * length;
        const auto *__restrict w1 = hasSecond ? w0 + length : w0;
        qint32 a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0;
        for (qint64 i = 0; i < length; ++i) {
            a0 += p0[i] * w0[i];
            a1 += p1[i] * w0[i];
            a2 += p2[i] * w0[i];
            a3 += p3[i] * w0[i];
            b0 += p0[i] * w1[i];
            b1 += p1[i] * w1[i];
            b2 += p2[i] * w1[i];
            b3 += p3[i] * w1[i];
        }
        sums[0][o] = a0;
        sums[1][o] = a1;
        sums[2][o] = a2;
        sums[3][o] = a3;
        if (hasSecond) {
            sums[0][o + 1] = b0;
            sums[1][o + 1] = b1;
            sums[2][o + 1] = b2;
            sums[3][o + 1] = b3;
        }
    }
}

TOSAIC_FOR_NEW_PROCESSORS
void addProductsOf(const qint16 *__restrict pixel, const qint16 *__restrict weights, qint64 depth,
    qint32 *__restrict sums)
{
    for (qint64 c = 0; c < depth; ++c)
        sums[c] += pixel[c] * weights[c];
}

/// Most kernels have three columns: one way to the sums and back for all of them.
TOSAIC_FOR_NEW_PROCESSORS
void addThreeProducts(const qint16 *__restrict p0, const qint16 *__restrict p1,
    const qint16 *__restrict p2, const qint16 *__restrict weights, qint64 rowLength, qint64 depth,
    qint32 *__restrict sums)
{
    const auto *__restrict w1 = weights + rowLength;
    const auto *__restrict w2 = w1 + rowLength;
    for (qint64 c = 0; c < depth; ++c)
        sums[c] += p0[c] * weights[c] + p1[c] * w1[c] + p2[c] * w2[c];
}

/// Pointers to what NarrowScales has of each channel.
struct Channels
{
    const qint32 *bias;
    const qint32 *multiplier;
    const quint64 *half;
    const quint64 *shift;
    const quint64 *back;
};

/// (value + half) >> shift, by shifts of numbers without sign: vectors have no others.
TOSAIC_FOR_NEW_PROCESSORS
void scaleOnce(qint32 *__restrict row, qint64 count, const Channels &channels,
    const NarrowScales::Limits &limits)
{
    constexpr quint64 Sign = quint64(1) << 63;
    const auto *__restrict bias = channels.bias;
    const auto *__restrict multiplier = channels.multiplier;
    const auto *__restrict half = channels.half;
    const auto *__restrict shift = channels.shift;
    const auto *__restrict back = channels.back;
    const auto [zeroPoint, smallest, largest] = limits;
    for (qint64 c = 0; c < count; ++c) {
        const auto product = quint64(qint64(row[c] + bias[c]) * multiplier[c]);
        const auto moved = ((product + half[c]) ^ Sign) >> shift[c];
        const auto value = qint64(moved - back[c]) + zeroPoint;
        row[c] = qint32(std::min(std::max(value, smallest), largest));
    }
}

/// Rounding::Double: by 2^31 first, halves up, then the rest of the shift, halves away from zero.
TOSAIC_FOR_NEW_PROCESSORS
void scaleTwice(qint32 *__restrict row, qint64 count, const Channels &channels,
    const NarrowScales::Limits &limits)
{
    constexpr quint64 Half31 = quint64(1) << 30;
    const auto *__restrict bias = channels.bias;
    const auto *__restrict multiplier = channels.multiplier;
    const auto *__restrict half = channels.half;
    const auto *__restrict shift = channels.shift;
    const auto [zeroPoint, smallest, largest] = limits;
    for (qint64 c = 0; c < count; ++c) {
        const auto product = qint64(row[c] + bias[c]) * multiplier[c];
        const auto sign = product < 0 ? ~quint64(0) : quint64(0);
        const auto size = (quint64(product) ^ sign) - sign;
        const auto scaled = (((size + Half31 + sign) >> 31) + half[c]) >> shift[c];
        const auto value = qint64((scaled ^ sign) - sign) + zeroPoint;
        row[c] = qint32(std::min(std::max(value, smallest), largest));
    }
}

} // namespace
} // namespace narrow

void multiplyNarrow(const qint16 *const (&pixels)[NarrowPixels], const qint16 *weights,
    qint64 length, qint64 outputs, qint32 *const (&sums)[NarrowPixels])
{
    narrow::multiply(pixels, weights, length, outputs, sums);
}

void addProducts(const qint16 *const *taps, qint64 count, qint64 offset, const qint16 *weights,
    qint64 rowLength, qint64 depth, qint32 *sums)
{
    qint64 tap = 0;
    for (; tap + 2 < count; tap += 3)
        narrow::addThreeProducts(taps[tap] + offset, taps[tap + 1] + offset, taps[tap + 2] + offset,
            weights + tap * rowLength, rowLength, depth, sums);
    for (; tap < count; ++tap)
        narrow::addProductsOf(taps[tap] + offset, weights + tap * rowLength, depth, sums);
}

std::optional<NarrowScales> NarrowScales::of(
    Rounding rounding, const ChannelScales &scales, qint64 largestSum, const Limits &limits)
{
    constexpr int FirstStep = 31;
    constexpr qint64 Largest = std::numeric_limits<qint32>::max();
    const auto fits = [](qint64 value) { return value >= -Largest && value <= Largest; };
    const auto channels = scales.bias.size();
    if ((rounding != Rounding::Double && rounding != Rounding::Natural) || !fits(limits.smallest)
        || !fits(limits.largest) || limits.smallest > limits.largest || channels == 0)
        return std::nullopt;
    NarrowScales narrow;
    narrow.m_limits = limits;
    narrow.m_isTwoSteps = rounding == Rounding::Double && scales.shift.front() > FirstStep;
    constexpr size_t Least = 64;
    const auto rounds = (Least + channels - 1) / channels;
    for (size_t at = 0; at < rounds * channels; ++at) {
        const auto i = at % channels;
        const auto bias = scales.bias[i];
        int shift = scales.shift[i];
        auto scale = scales.scale[i];
        // How U55 and U65 copy: (v * (2^31 + 1) + 2^30) >> 31 is v.
        if (scale == 0x80000001 && shift == FirstStep && largestSum < (1 << 30) && bias == 0) {
            scale = 1;
            shift = 0;
        }
        const bool isTwoSteps = rounding == Rounding::Double && shift > FirstStep;
        // Products are below 2^62: that leaves room for the half.
        if (!fits(bias) || largestSum > Largest - std::abs(bias) || scale > Largest || shift > 62
            || isTwoSteps != narrow.m_isTwoSteps)
            return std::nullopt;
        const auto lastStep = isTwoSteps ? shift - FirstStep : shift;
        narrow.m_bias.push_back(qint32(bias));
        narrow.m_multiplier.push_back(qint32(scale));
        narrow.m_half.push_back(lastStep > 0 ? quint64(1) << (lastStep - 1) : 0);
        narrow.m_shift.push_back(quint64(lastStep));
        narrow.m_back.push_back((quint64(1) << 63) >> lastStep);
    }
    return narrow;
}

void NarrowScales::apply(qint32 *row, qint64 count) const
{
    const auto known = qint64(m_bias.size());
    const narrow::Channels channels{ m_bias.data(), m_multiplier.data(), m_half.data(),
        m_shift.data(), m_back.data() };
    for (qint64 at = 0; at < count; at += known) {
        const auto length = std::min(known, count - at);
        if (m_isTwoSteps)
            narrow::scaleTwice(row + at, length, channels, m_limits);
        else
            narrow::scaleOnce(row + at, length, channels, m_limits);
    }
}

} // namespace tosaic::npusim
