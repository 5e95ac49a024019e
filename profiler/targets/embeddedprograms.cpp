// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/embeddedprograms.h"

#include "core/formats/openprogram.h"
#include "core/formats/registry.h"

#include <QByteArrayView>
#include <QtEndian>

#include <algorithm>
#include <limits>
#include <map>
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

/// Data objects (arrays, structures) that the symbol table of an ELF names: offset of the first
/// byte in the file -> size, both in bytes. Of 32-bit little-endian files, as those for Cortex-M
/// are; empty for others and for stripped ones. Nothing in the file is trusted: what lies outside
/// is left out, and a million symbols are read at most. Facts: System V ABI, gABI chapter 4.
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

constexpr qsizetype Alignment = 16;
constexpr qsizetype ScannedBytes = qsizetype(512) << 20;
constexpr int MostTries = 16; ///< a hostile file must not make the search as long as it likes

/// Identifier, and a root table that begins behind it, aligned, inside the bytes.
bool maybeProgram(QByteArrayView bytes)
{
    constexpr qsizetype IdentifierAt = 4;
    if (bytes.size() < Alignment || bytes[IdentifierAt] != 'E' || bytes[IdentifierAt + 1] != 'T'
        || formats::recognise(bytes.first(Alignment)) != formats::FileKind::Pte)
        return false;
    const auto root = qFromLittleEndian<quint32>(bytes.data());
    return root >= 8 && root % sizeof(quint32) == 0 && root < static_cast<quint64>(bytes.size());
}

/// What the header states of the .pte's bytes: absent if nothing; more than there are if it was
/// cut off.
std::optional<quint64> statedSize(const model::Program &program)
{
    if (!program.header || !program.header->segmentDataSize)
        return std::nullopt;
    const auto &header = *program.header;
    quint64 end = 0;
    if (__builtin_add_overflow(header.segmentBaseOffset, *header.segmentDataSize, &end))
        return std::numeric_limits<quint64>::max();
    return std::max(end, header.programSize);
}

std::optional<EmbeddedProgram> programAt(
    const std::shared_ptr<const ByteSource> &elf, quint64 offset, quint64 room)
{
    const auto part = ByteSource::part(elf, offset, room);
    if (!part)
        return std::nullopt;
    const auto program = formats::readProgram(*part);
    if (!program)
        return std::nullopt;
    const auto size = statedSize(**program);
    if (size && (*size < static_cast<quint64>(Alignment) || *size > room))
        return std::nullopt;
    return EmbeddedProgram{ *program, offset, size };
}

/// Arrays have the size of the file they were made from; a header, where there is one, counts less.
std::optional<quint64> sizeOf(
    const EmbeddedProgram &program, const std::map<quint64, quint64> &objects)
{
    const auto array = objects.find(program.offset);
    const bool isWhole = array != objects.end() && array->second >= program.size.value_or(Alignment)
        && array->second <= program.program->source->size();
    return isWhole ? array->second : program.size;
}

} // namespace

QString EmbeddedProgram::sha256() const
{
    return size ? sha256Hex(program->source->bytes().first(static_cast<qsizetype>(*size)))
                : QString();
}

std::vector<EmbeddedProgram> embeddedPrograms(const std::shared_ptr<const ByteSource> &elf)
{
    static constexpr char Magic[] = { '\x7f', 'E', 'L', 'F' };
    std::vector<EmbeddedProgram> found;
    if (!elf->bytes().startsWith(QByteArrayView(Magic)))
        return found;
    const auto bytes = elf->bytes().first(std::min(elf->bytes().size(), ScannedBytes));
    const auto objects = elfObjects(elf->bytes());
    int tries = 0;
    for (qsizetype at = 0; at < bytes.size() && tries < MostTries;) {
        const auto rest = bytes.sliced(at);
        if (!maybeProgram(rest)) {
            at += Alignment;
            continue;
        }
        ++tries;
        auto program = programAt(elf, static_cast<quint64>(at), static_cast<quint64>(rest.size()));
        if (program)
            program->size = sizeOf(*program, objects);
        const auto size = program ? static_cast<qsizetype>(program->size.value_or(0)) : 0;
        at += std::max(Alignment, (size + Alignment - 1) / Alignment * Alignment);
        if (program)
            found.push_back(std::move(*program));
    }
    return found;
}

std::vector<EmbeddedProgram> embeddedPrograms(const QString &elfPath)
{
    const auto elf = ByteSource::map(elfPath);
    return elf ? embeddedPrograms(*elf) : std::vector<EmbeddedProgram>();
}

} // namespace tosaic::profile
