// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// makecorpus OUT [FOLDER...]: writes the seeds and the kept corpus of every target to OUT/<target>,
// and copies the small files below the folders (fixtures, samples) to the targets that read their
// kind.
#include "tests/fuzz/fuzztargets.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <algorithm>
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
        std::fputs("usage: makecorpus --list | makecorpus OUT [FOLDER...]\n", stderr);
        return 2;
    }
    const auto out = QString::fromLocal8Bit(argv[1]);
    const auto folderOf = [&](const tosaic::fuzz::NamedTarget &target) {
        return out + u'/' + QString::fromLatin1(target.name.data(), qsizetype(target.name.size()));
    };
    if (out == "--list"_L1) {
        for (const auto &target : tosaic::fuzz::targets())
            std::printf("%.*s\n", int(target.name.size()), target.name.data());
        return 0;
    }
    int written = 0;
    for (const auto &target : tosaic::fuzz::targets()) {
        QDir().mkpath(folderOf(target));
        for (const auto &seed : target.seeds())
            written += write(folderOf(target), seed);
        for (const auto &input : tosaic::fuzz::corpusOf(target.name))
            written += write(folderOf(target), input);
    }
    for (int i = 2; i < argc; ++i) {
        QDirIterator files(
            QString::fromLocal8Bit(argv[i]), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.size() > SeedLimit || !file.open(QIODevice::ReadOnly))
                continue;
            const auto bytes = file.readAll();
            const auto kind = tosaic::formats::recognise(bytes);
            for (const auto &target : tosaic::fuzz::targets()) {
                if (std::find(target.kinds.begin(), target.kinds.end(), kind) != target.kinds.end())
                    written += write(folderOf(target), bytes);
            }
        }
    }
    std::printf("%d seeds\n", written);
    return written > 0 ? 0 : 1;
}
