// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// makecorpus OUT [FOLDER...]: writes the seeds of every target to OUT/<target>, and copies the
// small .pte files below the folders (fixtures, samples) to OUT/pte.
#include "tests/fuzz/fuzztargets.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 SeedLimit = 65536; ///< larger inputs make a fuzzer slow

bool write(const QString &folder, const QByteArray &bytes)
{
    const auto name = QString::fromLatin1(
        QCryptographicHash::hash(bytes, QCryptographicHash::Sha1).toHex().first(16));
    QFile file(folder + u'/' + name);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc < 2) {
        std::fputs("usage: makecorpus OUT [FOLDER...]\n", stderr);
        return 2;
    }
    const auto out = QString::fromLocal8Bit(argv[1]);
    int written = 0;
    for (const auto &target : tosaic::fuzz::targets()) {
        const auto folder
            = out + u'/' + QString::fromLatin1(target.name.data(), qsizetype(target.name.size()));
        QDir().mkpath(folder);
        for (const auto &seed : tosaic::fuzz::seeds(target.name))
            written += write(folder, seed);
    }
    for (int i = 2; i < argc; ++i) {
        QDirIterator files(QString::fromLocal8Bit(argv[i]), { u"*.pte"_s }, QDir::Files,
            QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.size() <= SeedLimit && file.open(QIODevice::ReadOnly))
                written += write(out + u"/pte"_s, file.readAll());
        }
    }
    std::printf("%d seeds\n", written);
    return written > 0 ? 0 : 1;
}
