// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zip/zipnames.h"

#include "core/formats/zip/zipdirectory.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

/// Members that are looked at, to bound the time that a hostile file takes.
constexpr quint64 LargestDirectory = 1'000'000;

QByteArrayView lastPart(QByteArrayView name)
{
    const auto slash = name.lastIndexOf('/');
    return slash < 0 ? name : name.sliced(slash + 1);
}

std::optional<ZipMark> markOf(QByteArrayView name)
{
    const auto last = lastPart(name);
    if (last == "ETRECORD_V0")
        return ZipMark::EtRecord;
    if (last == "archive_format" || name == "serialized_exported_program.json")
        return ZipMark::Pt2;
    if (name == "cmd_data.npy")
        return ZipMark::VelaNpz;
    if (last == "program.ptg")
        return ZipMark::NativePackage;
    if (last == "data.pkl" && last.size() < name.size())
        return ZipMark::TorchArchive;
    return std::nullopt;
}

} // namespace

ZipMarks zipMarks(QByteArrayView archive)
{
    ZipMarks marks;
    quint64 seen = 0;
    walkZipDirectory(archive, [&](const ZipDirectoryEntry &entry) {
        if (const auto mark = markOf(entry.name))
            marks.found[size_t(*mark)] = true;
        return ++seen < LargestDirectory;
    });
    return marks;
}

std::optional<QString> zipDamage(QByteArrayView archive)
{
    const auto stated = statedZipEntries(archive);
    if (!stated)
        return u"the directory at the end of this ZIP archive is missing: the file was cut off"_s;
    if (*stated == 0)
        return u"this ZIP archive has no members"_s;
    quint64 seen = 0;
    walkZipDirectory(archive, [&](const ZipDirectoryEntry &) { return ++seen < LargestDirectory; });
    if (seen >= *stated || seen >= LargestDirectory)
        return std::nullopt;
    return u"the directory of this ZIP archive should list %1 members, %2 can be read: the file is "
           "damaged"_s.arg(*stated)
               .arg(seen);
}

QString zipMembersText(QByteArrayView archive)
{
    constexpr qsizetype Shown = 3;
    constexpr qsizetype LongestName = 60;
    QStringList names;
    walkZipDirectory(archive, [&](const ZipDirectoryEntry &entry) {
        const auto name = QString::fromUtf8(entry.name);
        names << (name.size() > LongestName ? name.first(LongestName) + u"..."_s : name);
        return names.size() < Shown;
    });
    const auto stated = statedZipEntries(archive).value_or(0);
    if (stated == 1)
        return u"1 member: "_s + names.join(u", "_s);
    if (stated > quint64(names.size()))
        names << u"..."_s;
    return u"%1 members: %2"_s.arg(stated).arg(names.join(u", "_s));
}

} // namespace tosaic::formats
