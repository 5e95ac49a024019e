// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/artefactfolder.h"

#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/base/try.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

Result<void> ArtefactFolder::usable() const
{
    if (m_path.isEmpty() || !QFileInfo(m_path).isDir())
        return fail(ErrorCode::IoOpen,
            u"the folder of the store's artefacts is not on this machine: mount it, or name it in "
            "the address (artefacts=FOLDER)"_s,
            { .file = m_path });
    return {};
}

QString ArtefactFolder::pathOf(const QString &sha256) const
{
    return u"%1/%2/%3"_s.arg(m_path, sha256.left(2), sha256);
}

bool ArtefactFolder::has(const QString &sha256, quint64 size) const
{
    const QFileInfo file(pathOf(sha256));
    return file.isFile() && static_cast<quint64>(file.size()) == size;
}

Result<void> ArtefactFolder::keep(const QString &sha256, const QByteArray &bytes) const
{
    if (has(sha256, static_cast<quint64>(bytes.size())))
        return {};
    TRY(usable());
    const auto path = pathOf(sha256);
    if (!QDir().mkpath(QFileInfo(path).path()))
        return fail(
            ErrorCode::IoWrite, u"the folder cannot be made"_s, { .file = QFileInfo(path).path() });
    return saveFile(path, bytes);
}

Result<QByteArray> ArtefactFolder::bytes(const QString &sha256) const
{
    const auto source = TRY(ByteSource::map(pathOf(sha256)));
    auto bytes = source->bytes().toByteArray();
    if (sha256Hex(bytes) != sha256)
        return fail(ErrorCode::FormatDamaged, u"its bytes do not have the hash it is kept under"_s,
            { .file = pathOf(sha256) });
    return bytes;
}

} // namespace tosaic::teamstore
