// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/argumentnames.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

bool isUtf8(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes).toUtf8() == bytes;
}

/// Bytes that are not ASCII as %E9.
QByteArray escaped(const QByteArray &name)
{
    QByteArray text;
    for (const char c : name) {
        if (static_cast<uchar>(c) < 0x80)
            text += c;
        else
            text += '%' + QByteArray(1, c).toHex().toUpper();
    }
    return text;
}

/// The end of the first part of the path that is not UTF-8; -1: all are.
qsizetype firstForeign(const QByteArray &path, qsizetype &begin)
{
    begin = 0;
    while (begin <= path.size()) {
        const auto slash = path.indexOf('/', begin);
        const auto end = slash < 0 ? path.size() : slash;
        if (!isUtf8(path.mid(begin, end - begin)))
            return end;
        begin = end + 1;
    }
    return -1;
}

/// A link to the file or folder; empty if there is none, or no place for it (`problem`).
QByteArray linkTo(const QByteArray &path, const QByteArray &name, QString &problem)
{
    const std::unique_ptr<char, decltype(&std::free)> whole(
        ::realpath(path.constData(), nullptr), std::free);
    if (!whole)
        return {};
    const QByteArray target(whole.get());
    const auto hash
        = QCryptographicHash::hash(target, QCryptographicHash::Sha256).toHex().first(16);
    const auto folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)
        + u"/tosaic/names/"_s + QString::fromLatin1(hash);
    const auto link = QFile::encodeName(folder) + '/' + escaped(name);
    if (!QDir().mkpath(folder)
        || (::symlink(target.constData(), link.constData()) != 0 && errno != EEXIST)) {
        problem = u"the name %1 is not UTF-8, and no link to it can be made in %2"_s.arg(
            QString::fromLatin1(escaped(name)), folder);
        return {};
    }
    return link;
}

} // namespace

ArgumentNames::ArgumentNames(int argc, char *argv[])
{
    for (int i = 1; i < argc; ++i) {
        if (isUtf8(argv[i]))
            continue;
        if (auto name = readable(argv[i]); !name.isEmpty()) {
            m_kept.push_back(std::move(name));
            argv[i] = m_kept.back().data();
        } else if (m_problem.isEmpty()) {
            m_problem = u"argument %1, \"%2\", is not UTF-8 and names nothing that exists"_s.arg(
                QString::number(i), QString::fromLatin1(escaped(argv[i])));
        }
    }
}

QByteArray ArgumentNames::readable(const QByteArray &argument)
{
    // A path may also stand behind "--data=" or "0=".
    const auto value = ::access(argument.constData(), F_OK) == 0 ? 0 : argument.indexOf('=') + 1;
    auto path = argument.mid(value);
    qsizetype begin = 0;
    for (auto end = firstForeign(path, begin); end >= 0; end = firstForeign(path, begin)) {
        const auto link = linkTo(path.first(end), path.mid(begin, end - begin), m_problem);
        if (link.isEmpty())
            return {};
        path = link + path.mid(end);
    }
    return argument.first(value) + path;
}

} // namespace tosaic
