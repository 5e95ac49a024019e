// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/memory.h"

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

/// Marsaglia's xorshift: noise that a seed gives again. Four of them side by side, as each number
/// waits for the one before.
void fillWithNoise(std::vector<quint8> &bytes, quint64 seed)
{
    std::array<quint64, 4> states{};
    for (size_t i = 0; i < states.size(); ++i)
        states[i] = (seed * states.size() + i) * 0x9E3779B97F4A7C15ULL + 0x2545F4914F6CDD1DULL;
    for (size_t at = 0; at < bytes.size(); at += sizeof states) {
        for (auto &state : states) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
        }
        std::memcpy(&bytes[at], states.data(), std::min(sizeof states, bytes.size() - at));
    }
}

} // namespace

namespace {

bool isRegion(int region)
{
    return region >= 0 && region <= Memory::Internal;
}

Error noRegion(int region)
{
    return { ErrorCode::FormatDamaged,
        u"it uses %1, which the file does not have"_s.arg(regionText(region)) };
}

} // namespace

QString regionText(int region)
{
    return region == Memory::Internal ? u"the NPU's own memory"_s : u"region %1"_s.arg(region);
}

void Memory::bindConstants(int region, QByteArrayView bytes)
{
    auto &target = bytesOf(region);
    target = {};
    target.constants
        = { reinterpret_cast<const quint8 *>(bytes.data()), nullptr, quint64(bytes.size()) };
    target.isBound = true;
}

Result<void> Memory::bind(int region, quint64 size, quint64 seed)
{
    if (size > RegionLimit)
        return fail(ErrorCode::LimitExceeded,
            u"%1 has %2 bytes; at most %3 are simulated"_s.arg(regionText(region))
                .arg(size)
                .arg(RegionLimit));
    auto &target = bytesOf(region);
    target = {};
    target.own.resize(size);
    target.written.assign(size, 0);
    fillWithNoise(target.own, seed + quint64(region));
    target.isBound = true;
    return {};
}

void Memory::alias(int region, int of)
{
    m_target.at(size_t(region)) = m_target.at(size_t(of));
}

bool Memory::isBound(int region) const
{
    return isRegion(region) && bytesOf(region).isBound;
}

Result<Memory::View> Memory::readable(int region) const
{
    if (!isBound(region))
        return fail(noRegion(region));
    const auto &target = bytesOf(region);
    if (target.constants.bytes || target.own.empty())
        return target.constants;
    return View{ target.own.data(), target.written.data(), target.own.size() };
}

Result<Memory::WritableView> Memory::writable(int region)
{
    if (!isBound(region))
        return fail(noRegion(region));
    auto &target = bytesOf(region);
    if (target.constants.bytes)
        return fail(ErrorCode::FormatDamaged,
            u"it writes to %1, which holds constants"_s.arg(regionText(region)));
    return WritableView{ target.own.data(), target.written.data(), target.own.size() };
}

quint64 Memory::ownBytes() const
{
    quint64 sum = 0;
    for (const auto &bytes : m_bytes)
        sum += bytes.own.size() + bytes.written.size();
    return sum;
}

Result<void> Memory::put(int region, qint64 address, QByteArrayView bytes)
{
    const auto target = writable(region);
    if (!target)
        return fail(target.error());
    if (!target->view().holds(address, quint64(bytes.size())))
        return fail(ErrorCode::FormatDamaged,
            u"%1 bytes at %2 are outside %3"_s.arg(bytes.size())
                .arg(address)
                .arg(regionText(region)));
    std::copy(bytes.begin(), bytes.end(), target->bytes + address);
    std::fill_n(target->written + address, bytes.size(), quint8(1));
    return {};
}

Result<QByteArrayView> Memory::get(int region, qint64 address, quint64 size) const
{
    const auto source = readable(region);
    if (!source)
        return fail(source.error());
    if (!source->holds(address, size))
        return fail(ErrorCode::FormatDamaged,
            u"%1 bytes at %2 are outside %3"_s.arg(size).arg(address).arg(regionText(region)));
    return QByteArrayView(source->bytes + address, qsizetype(size));
}

bool Memory::isWritten(int region, qint64 address, quint64 size) const
{
    const auto source = readable(region);
    if (!source || !source->holds(address, size))
        return false;
    return !source->written
        || std::find(source->written + address, source->written + address + size, quint8(0))
        == source->written + address + size;
}

} // namespace tosaic::npusim
