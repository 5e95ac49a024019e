// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/consolespool.h"

#include "core/base/savefile.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

Result<void> ConsoleSpool::open(const QString &folder)
{
    if (folder.isEmpty()) {
        m_temporary = std::make_unique<QTemporaryDir>();
        if (!m_temporary->isValid())
            return fail(ErrorCode::IoOpen, m_temporary->errorString());
    }
    const QDir dir(folder.isEmpty() ? m_temporary->path() : folder);
    m_folder = dir.absolutePath();
    if (!dir.mkpath(u"."_s))
        return fail(ErrorCode::IoOpen, u"the folder cannot be made"_s, { .file = m_folder });
    const auto path = dir.absoluteFilePath(u"console.txt"_s);
    if (QFile::exists(path))
        return fail(ErrorCode::IoOpen,
            u"the folder holds the console of another run; name another"_s, { .file = path });
    m_file.setFileName(path);
    if (m_file.open(QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered))
        return {};
    const auto why = m_file.errorString();
    m_file.setFileName({}); // it is not ours to read
    return fail(ErrorCode::IoOpen, why, { .file = path });
}

Result<void> ConsoleSpool::append(QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return {};
    if (const auto written = writeAll(m_file, bytes); !written)
        return written;
    m_size += static_cast<quint64>(bytes.size());
    m_last = bytes.back();
    return {};
}

QByteArray ConsoleSpool::readAll() const
{
    QFile file(path());
    return !path().isEmpty() && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace tosaic::profile
