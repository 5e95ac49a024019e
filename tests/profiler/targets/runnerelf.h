// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QtEndian>

#include <initializer_list>

namespace tosaic::test {

inline QByteArray aligned(QByteArray bytes)
{
    return bytes.append(QByteArray((16 - bytes.size() % 16) % 16, '\0'));
}

template <typename Number>
inline void put(QByteArray &bytes, std::initializer_list<Number> numbers)
{
    for (const auto number : numbers) {
        const auto stored = qToLittleEndian(number);
        bytes.append(reinterpret_cast<const char *>(&stored), sizeof stored);
    }
}

/// A runner as ExecuTorch's build makes it: a 32-bit ELF for Arm: code, the programs as a linker
/// lays them out, a symbol for each, and the headers of the sections.
inline QByteArray runner(const QByteArrayList &programs, bool isStripped = false)
{
    constexpr qsizetype HeaderSize = 64; // 52 and padding
    constexpr quint32 Ddr = 0x70000000;
    auto data = aligned("code that compares with ET12 and eh00");
    QByteArray symbols(16, '\0');
    for (const auto &one : programs) {
        put<quint32>(symbols, { 1, Ddr + quint32(data.size()), quint32(one.size()) });
        put<quint16>(symbols, { 0x0011, 1 }); // a global object in section 1
        data += aligned(one);
    }
    const auto symbolsAt = quint32(HeaderSize + data.size());
    QByteArray sections(40, '\0');
    put<quint32>(
        sections, { 1, 1, 3, Ddr, quint32(HeaderSize), quint32(data.size()), 0, 0, 16, 0 });
    put<quint32>(sections, { 1, 2, 0, 0, symbolsAt, quint32(symbols.size()), 0, 0, 4, 16 });
    QByteArray header("\x7f"
                      "ELF\x01\x01\x01");
    header.append(QByteArray(9, '\0'));
    put<quint16>(header, { 2, 40 }); // executable, Arm
    put<quint32>(header, { 1, Ddr, 0, isStripped ? 0 : symbolsAt + quint32(symbols.size()), 0 });
    put<quint16>(header, { 52, 32, 0, 40, quint16(isStripped ? 0 : 3), 0 });
    header.append(QByteArray(HeaderSize - header.size(), '\0'));
    return header + data + symbols + sections;
}

} // namespace tosaic::test
