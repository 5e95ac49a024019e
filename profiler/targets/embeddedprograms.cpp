// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/embeddedprograms.h"

#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "profiler/targets/elfobjects.h"

#include <QtEndian>

#include <algorithm>
#include <limits>

namespace tosaic::profile {

namespace {

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
