// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <array>
#include <optional>

namespace tosaic::formats {

/// Members by which kinds of ZIP archives are told apart.
enum class ZipMark
{
    EtRecord, ///< ".../ETRECORD_V0"
    Pt2, ///< ".../archive_format", "serialized_exported_program.json"
    VelaNpz, ///< "cmd_data.npy"
    NativePackage, ///< ".../program.ptg"
    TorchArchive ///< ".../data.pkl"
};

/// What the central directory says. No name is kept, so the number of members costs no memory.
struct ZipMarks
{
    std::array<bool, 5> found = {};

    bool has(ZipMark mark) const { return found[size_t(mark)]; }
};
ZipMarks zipMarks(QByteArrayView archive);

/// Why there is nothing to read in an archive: its directory is missing or breaks off, or it has no
/// members. Absent if the directory is sound.
std::optional<QString> zipDamage(QByteArrayView archive);

/// "3 members: a.txt, b.txt, c.txt": the first few, for a sentence.
QString zipMembersText(QByteArrayView archive);

} // namespace tosaic::formats
