// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>

#include <array>
#include <vector>

namespace tosaic::npusim {

/// The bytes that a command stream sees: eight regions and the NPU's own memory, each with a map of
/// the bytes that something was written to. Values of bytes nobody wrote are noise, as on a device:
/// a stream that is right does not depend on them.
class Memory
{
public:
    static constexpr int RegionCount = 8;
    static constexpr int Internal = RegionCount; ///< the NPU's own memory, for look-up tables
    /// One region may have this many bytes; a file cannot make us ask for more.
    static constexpr quint64 RegionLimit = quint64(1) << 28;

    /// A run of bytes. `written` has one byte for each: 0 while nobody wrote it; null where all
    /// are known (constants).
    struct View
    {
        const quint8 *bytes = nullptr;
        const quint8 *written = nullptr;
        quint64 size = 0;

        bool holds(qint64 address, quint64 length) const
        {
            return address >= 0 && quint64(address) <= size && length <= size - quint64(address);
        }
    };
    struct WritableView
    {
        quint8 *bytes = nullptr;
        quint8 *written = nullptr;
        quint64 size = 0;

        View view() const { return { bytes, written, size }; }
    };

    /// Bytes that are given and only read; they must outlive the memory.
    void bindConstants(int region, QByteArrayView bytes);
    /// LimitExceeded above RegionLimit. `seed` of the noise.
    Result<void> bind(int region, quint64 size, quint64 seed);
    /// `region` names the same bytes as `of`.
    void alias(int region, int of);

    bool isBound(int region) const;
    /// Bytes that it takes up itself, without constants.
    quint64 ownBytes() const;
    /// FormatDamaged if there is no such region.
    Result<View> readable(int region) const;
    /// As above; also if the region holds constants.
    Result<WritableView> writable(int region);

    /// From outside: an input, or a variable that begins as 0. FormatDamaged outside the region.
    Result<void> put(int region, qint64 address, QByteArrayView bytes);
    Result<QByteArrayView> get(int region, qint64 address, quint64 size) const;
    /// Whether something was written to all of these bytes.
    bool isWritten(int region, qint64 address, quint64 size) const;

private:
    struct Bytes
    {
        std::vector<quint8> own;
        std::vector<quint8> written;
        View constants;
        bool isBound = false;
    };
    const Bytes &bytesOf(int region) const { return m_bytes.at(m_target.at(size_t(region))); }
    Bytes &bytesOf(int region) { return m_bytes.at(m_target.at(size_t(region))); }

    std::array<size_t, RegionCount + 1> m_target{ 0, 1, 2, 3, 4, 5, 6, 7, 8 };
    std::array<Bytes, RegionCount + 1> m_bytes;
};

/// "region 1", "the NPU's own memory".
QString regionText(int region);

} // namespace tosaic::npusim
