// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"

#include <QtEndian>

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace tosaic {

namespace {

constexpr qsizetype BlockSize = 64; // bytes
constexpr std::array<quint32, 8> Start{ 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
    0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

#if defined(__x86_64__)

/// FIPS 180-4, 4.2.2.
alignas(16) constexpr std::array<quint32, 64> Constants{ 0x428a2f98, 0x71374491, 0xb5c0fbcf,
    0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6,
    0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70,
    0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c,
    0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814,
    0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };

bool hasInstructions()
{
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    constexpr unsigned Ssse3 = 1U << 9;
    constexpr unsigned Sse41 = 1U << 19;
    constexpr unsigned Sha = 1U << 29;
    const bool hasVectors
        = __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & (Ssse3 | Sse41)) == (Ssse3 | Sse41);
    return hasVectors && __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & Sha) != 0;
}

__m128i loaded(const void *data)
{
    return _mm_loadu_si128(static_cast<const __m128i *>(data));
}

/// The instructions take the state as two halves, ABEF and CDGH, and do two rounds at a time.
__attribute__((target("sha,sse4.1,ssse3"))) void compress(
    std::array<quint32, 8> &state, const char *data, qsizetype blocks)
{
    const auto bigEndian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const auto cdab = _mm_shuffle_epi32(loaded(state.data()), 0xB1);
    const auto efgh = _mm_shuffle_epi32(loaded(state.data() + 4), 0x1B);
    auto abef = _mm_alignr_epi8(cdab, efgh, 8);
    auto cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    for (; blocks > 0; --blocks, data += BlockSize) {
        const auto abefBefore = abef;
        const auto cdghBefore = cdgh;
        __m128i words[4]; // the last 16 of the message schedule
        for (int i = 0; i < 4; ++i)
            words[i] = _mm_shuffle_epi8(loaded(data + 16 * i), bigEndian);
        for (unsigned step = 0; step < 16; ++step) {
            auto &now = words[step % 4];
            if (step >= 4) {
                const auto &last = words[(step + 3) % 4];
                now = _mm_sha256msg1_epu32(now, words[(step + 1) % 4]);
                now = _mm_add_epi32(now, _mm_alignr_epi8(last, words[(step + 2) % 4], 4));
                now = _mm_sha256msg2_epu32(now, last);
            }
            const auto keyed = _mm_add_epi32(now, loaded(Constants.data() + 4 * step));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, keyed);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(keyed, 0x0E));
        }
        abef = _mm_add_epi32(abef, abefBefore);
        cdgh = _mm_add_epi32(cdgh, cdghBefore);
    }
    const auto feba = _mm_shuffle_epi32(abef, 0x1B);
    const auto dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128(reinterpret_cast<__m128i *>(state.data()), _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128(reinterpret_cast<__m128i *>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool hasInstructions()
{
    return false;
}

void compress(std::array<quint32, 8> &, const char *, qsizetype) { }

#endif

} // namespace

bool Sha256::isFast()
{
    static const bool fast = hasInstructions();
    return fast;
}

Sha256::Sha256() : m_state(Start), m_rest{}
{
    if (!isFast())
        m_other.emplace(QCryptographicHash::Sha256);
}

void Sha256::addData(QByteArrayView data)
{
    if (m_other)
        return m_other->addData(data);
    m_size += static_cast<quint64>(data.size());
    if (m_restSize > 0) {
        const auto taken = std::min(BlockSize - m_restSize, data.size());
        std::copy_n(data.data(), taken, m_rest.data() + m_restSize);
        m_restSize += taken;
        data = data.sliced(taken);
        if (m_restSize < BlockSize)
            return;
        compress(m_state, m_rest.data(), 1);
    }
    const auto blocks = data.size() / BlockSize;
    compress(m_state, data.data(), blocks);
    m_restSize = data.size() - blocks * BlockSize;
    std::copy_n(data.data() + blocks * BlockSize, m_restSize, m_rest.data());
}

QByteArray Sha256::result()
{
    if (m_other)
        return m_other->result();
    // A one bit, zeros, and the length in bits fill the last block.
    const auto bits = qToBigEndian(m_size * 8);
    const auto used = m_restSize + 1 + qsizetype(sizeof bits);
    QByteArray end(used > BlockSize ? 2 * BlockSize - m_restSize : BlockSize - m_restSize, '\0');
    end[0] = '\x80';
    std::memcpy(end.data() + end.size() - qsizetype(sizeof bits), &bits, sizeof bits);
    addData(end);
    QByteArray digest(qsizetype(sizeof m_state), Qt::Uninitialized);
    qToBigEndian<quint32>(m_state.data(), qsizetype(m_state.size()), digest.data());
    return digest;
}

} // namespace tosaic
