// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/elfobjects.h"

#include <QtEndian>

#include <algorithm>
#include <vector>

namespace tosaic::profile {

namespace {

constexpr quint64 MostSymbols = 1'000'000;
constexpr quint64 SectionHeaderSize = 40;
constexpr quint64 SymbolSize = 16;
constexpr quint32 ProgramBits = 1; // SHT_PROGBITS
constexpr quint32 SymbolTable = 2; // SHT_SYMTAB
constexpr quint8 Object = 1; // STT_OBJECT

/// Numbers at offsets; 0 beyond the end.
class Numbers
{
public:
    explicit Numbers(QByteArrayView bytes) : m_bytes(bytes) { }
    quint64 size() const { return static_cast<quint64>(m_bytes.size()); }

    template <typename Number>
    Number at(quint64 offset) const
    {
        if (offset > size() || sizeof(Number) > size() - offset)
            return 0;
        return qFromLittleEndian<Number>(m_bytes.data() + offset);
    }

private:
    QByteArrayView m_bytes;
};

struct Section
{
    quint32 type = 0;
    quint32 address = 0;
    quint32 offset = 0; ///< in the file
    quint32 size = 0; ///< bytes
};

std::vector<Section> sectionsOf(const Numbers &elf)
{
    const quint64 table = elf.at<quint32>(32);
    const auto count = elf.at<quint16>(46) == SectionHeaderSize ? elf.at<quint16>(48) : 0;
    std::vector<Section> sections;
    for (quint64 i = 0; i < static_cast<quint64>(count); ++i) {
        const auto at = table + i * SectionHeaderSize;
        sections.push_back({ elf.at<quint32>(at + 4), elf.at<quint32>(at + 12),
            elf.at<quint32>(at + 16), elf.at<quint32>(at + 20) });
    }
    return sections;
}

} // namespace

std::map<quint64, quint64> elfObjects(QByteArrayView bytes)
{
    static constexpr char Arm[] = { '\x7f', 'E', 'L', 'F', 1, 1 }; // 32 bit, little-endian
    std::map<quint64, quint64> objects;
    if (!bytes.startsWith(QByteArrayView(Arm)))
        return objects;
    const Numbers elf(bytes);
    const auto sections = sectionsOf(elf);
    quint64 left = MostSymbols;
    for (const auto &table : sections) {
        if (table.type != SymbolTable || table.offset > elf.size())
            continue;
        const auto room = std::min<quint64>(table.size, elf.size() - table.offset);
        const auto count = std::min(left, room / SymbolSize);
        left -= count;
        for (quint64 i = 0; i < count; ++i) {
            const auto at = table.offset + i * SymbolSize;
            const auto index = elf.at<quint16>(at + 14);
            if ((elf.at<quint8>(at + 12) & 0xf) != Object || index >= sections.size())
                continue;
            const auto &home = sections[index];
            const quint64 value = elf.at<quint32>(at + 4);
            const quint64 size = elf.at<quint32>(at + 8);
            if (home.type != ProgramBits || value < home.address || size > home.size
                || value - home.address > home.size - size)
                continue;
            const auto offset = home.offset + (value - home.address);
            if (offset <= elf.size() && size <= elf.size() - offset)
                objects.emplace(offset, size);
        }
    }
    return objects;
}

} // namespace tosaic::profile
