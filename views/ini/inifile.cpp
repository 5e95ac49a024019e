// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inifile.h"

#include "core/base/savefile.h"

#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qint64 FileLimit = qint64(1) << 20; // bytes; also the limit of the reader in core

Result<QByteArray> bytesOf(const QString &path)
{
    const Location location{ .file = path };
    if (!QFileInfo(path).isFile())
        return fail(ErrorCode::IoRead, u"there is no such file"_s, location);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::IoRead, file.errorString(), location);
    const auto bytes = file.read(FileLimit + 1);
    if (bytes.size() > FileLimit)
        return fail(ErrorCode::LimitExceeded,
            u"more than FileLimit = %1 bytes of ini file"_s.arg(FileLimit), location);
    return bytes;
}

} // namespace

IniFile::IniFile(QObject *parent) : QObject(parent), m_lineEnd(u"\n"_s)
{
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &IniFile::checkDisk);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &IniFile::checkDisk);
}

Result<QString> IniFile::load(const QString &path)
{
    const auto bytes = bytesOf(path);
    if (!bytes)
        return fail(bytes.error());
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    QString text = decoder(*bytes);
    if (decoder.hasError())
        return fail(ErrorCode::FormatDamaged,
            u"the file is not UTF-8: Vela cannot read it, and editing would damage it"_s,
            Location{ .file = path });
    const auto pairs = text.count(u"\r\n"_s);
    const auto feeds = text.count(u'\n');
    const auto returns = text.count(u'\r');
    m_lineEnd = pairs > feeds - pairs ? u"\r\n"_s : u"\n"_s;
    m_hasMixedEnds = (pairs > 0 && pairs != feeds) || returns != pairs;
    text.replace(u"\r\n"_s, u"\n"_s);
    text.replace(u'\r', u'\n');
    m_seen = *bytes;
    m_path = QFileInfo(path).absoluteFilePath();
    m_isProtected = false;
    watch();
    return text;
}

Result<void> IniFile::save(const QString &path, const QString &text)
{
    auto written = text;
    if (m_lineEnd != u"\n"_s)
        written.replace(u"\n"_s, m_lineEnd);
    const auto bytes = written.toUtf8();
    const auto before = m_seen;
    m_seen = bytes; // the watcher is told of our own writing too
    if (const auto saved = saveFile(path, bytes); !saved) {
        m_seen = before;
        return saved;
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_hasMixedEnds = false;
    m_isProtected = false;
    watch();
    return {};
}

void IniFile::forget()
{
    m_path.clear();
    m_seen.clear();
    m_lineEnd = u"\n"_s;
    m_hasMixedEnds = false;
    m_isProtected = false;
    watch();
}

bool IniFile::isReadOnly() const
{
    return m_isProtected || (!m_path.isEmpty() && !QFileInfo(m_path).isWritable());
}

void IniFile::watch()
{
    const auto watched = m_watcher.files() + m_watcher.directories();
    if (!watched.isEmpty())
        m_watcher.removePaths(watched);
    if (m_path.isEmpty())
        return;
    // The folder too: editors replace files, and then the file's own watch ends.
    m_watcher.addPath(QFileInfo(m_path).path());
    if (QFileInfo::exists(m_path))
        m_watcher.addPath(m_path);
}

void IniFile::checkDisk()
{
    if (m_path.isEmpty())
        return;
    const auto bytes = bytesOf(m_path);
    if (bytes && *bytes == m_seen)
        return watch();
    m_seen = bytes.value_or(QByteArray());
    watch();
    Q_EMIT changedOnDisk(!bytes);
}

} // namespace tosaic::views
