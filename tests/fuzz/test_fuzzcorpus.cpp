// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds, all their prefixes, and every input a fuzzer ever stumbled over, as a plain test.
#include "tests/fuzz/fuzztargets.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>

#include <random>

using namespace Qt::StringLiterals;
using namespace tosaic;

namespace {

void run(fuzz::Target target, const QByteArray &bytes)
{
    // A block of exactly this size, so that a sanitizer notices one byte too many.
    const std::vector<quint8> exact(bytes.begin(), bytes.end());
    target(exact);
}

} // namespace

TEST(FuzzCorpus, SeedsAndTheirPrefixes)
{
    for (const auto &target : fuzz::targets()) {
        const auto seeds = fuzz::seeds(target.name);
        ASSERT_FALSE(seeds.empty());
        for (const auto &seed : seeds) {
            for (qsizetype size = 0; size <= seed.size(); ++size)
                run(target.run, seed.first(size));
        }
    }
}

TEST(FuzzCorpus, SeedsWithChangedBytes)
{
    std::mt19937 random(5);
    for (const auto &target : fuzz::targets()) {
        for (const auto &seed : fuzz::seeds(target.name)) {
            for (int round = 0; round < 500; ++round) {
                auto changed = seed;
                for (int i = 0; i <= round % 3; ++i)
                    changed[qsizetype(random() % quint64(seed.size()))] = char(random());
                run(target.run, changed);
            }
        }
    }
}

TEST(FuzzCorpus, FormerFindings)
{
    for (const auto &target : fuzz::targets()) {
        const QDir folder(QStringLiteral(TOSAIC_SOURCE_DIR) + u"/tests/fuzz/findings/"_s
            + QString::fromLatin1(target.name.data(), qsizetype(target.name.size())));
        for (const auto &name : folder.entryList(QDir::Files)) {
            SCOPED_TRACE(name.toStdString());
            QFile file(folder.filePath(name));
            ASSERT_TRUE(file.open(QIODevice::ReadOnly));
            run(target.run, file.readAll());
        }
    }
}
