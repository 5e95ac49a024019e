// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {
constexpr qint64 UnmappableLimit = qint64(1)
    << 30; // bytes read from something that cannot be mapped
}

ByteSource::~ByteSource() = default;

Result<std::shared_ptr<const ByteSource>> ByteSource::map(const QString &path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return fail(ErrorCode::IoOpen, u"is a folder, not a file"_s, { .file = path });
    auto source = std::shared_ptr<ByteSource>(new ByteSource);
    source->m_name = info.absoluteFilePath();
    source->m_file = std::make_unique<QFile>(path);
    if (!source->m_file->open(QIODevice::ReadOnly))
        return fail(ErrorCode::IoOpen, source->m_file->errorString(), { .file = path });
    const auto size = source->m_file->size();
    if (size > 0) {
        if (const auto *data = source->m_file->map(0, size)) {
            source->m_view = QByteArrayView(data, size);
            return source;
        }
    }
    source->m_owned = source->m_file->read(UnmappableLimit + 1);
    if (source->m_file->error() != QFileDevice::NoError)
        return fail(ErrorCode::IoRead, source->m_file->errorString(), { .file = path });
    if (source->m_owned.size() > UnmappableLimit)
        return fail(ErrorCode::LimitExceeded,
            u"more than 1 GiB from something that cannot be mapped"_s, { .file = path });
    source->m_view = source->m_owned;
    return source;
}

std::shared_ptr<const ByteSource> ByteSource::fromBytes(QByteArray bytes, QString name)
{
    auto source = std::shared_ptr<ByteSource>(new ByteSource);
    source->m_owned = std::move(bytes);
    source->m_view = source->m_owned;
    source->m_name = std::move(name);
    return source;
}

Result<std::shared_ptr<const ByteSource>> ByteSource::part(
    std::shared_ptr<const ByteSource> whole, quint64 offset, quint64 size)
{
    const auto bytes = whole->slice(offset, size);
    if (!bytes)
        return fail(bytes.error());
    auto source = std::shared_ptr<ByteSource>(new ByteSource);
    source->m_view = *bytes;
    source->m_name = whole->name();
    source->m_whole = std::move(whole);
    return source;
}

QString ByteSource::fileName() const
{
    return QFileInfo(m_name).fileName();
}

Result<QByteArrayView> ByteSource::slice(quint64 offset, quint64 length) const
{
    if (offset > size() || length > size() - offset) {
        return fail(ErrorCode::FormatDamaged,
            u"%1 bytes wanted at %2, but the file has %3"_s.arg(length).arg(offset).arg(size()),
            { .file = m_name, .offset = offset, .length = length });
    }
    return m_view.sliced(static_cast<qsizetype>(offset), static_cast<qsizetype>(length));
}

QString sha256Hex(QByteArrayView bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    // addData takes an int-sized view on some platforms; feed in pieces so that any size works.
    constexpr qsizetype Piece = qsizetype(64) << 20;
    for (qsizetype at = 0; at < bytes.size(); at += Piece)
        hash.addData(bytes.sliced(at, std::min(Piece, bytes.size() - at)));
    return QString::fromLatin1(hash.result().toHex());
}

} // namespace tosaic
