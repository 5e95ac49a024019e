// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds, all their prefixes, and every input a fuzzer ever stumbled over, as a plain test.
#include "tests/fuzz/fuzztargets.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>

#include <random>

namespace tosaic::test::fuzzcorpustests {

using namespace Qt::StringLiterals;
using namespace tosaic;

namespace {

void run(fuzz::Target target, const QByteArray &bytes)
{
    // A block of exactly this size, so that a sanitizer notices one byte too many.
    const std::vector<quint8> exact(bytes.begin(), bytes.end());
    target(exact);
}

std::string nameOf(const testing::TestParamInfo<fuzz::NamedTarget> &target)
{
    return std::string(target.param.name);
}

class FuzzCorpus : public testing::TestWithParam<fuzz::NamedTarget>
{
protected:
    /// What of so many tries is made with this target.
    static qsizetype share(qsizetype tries) { return GetParam().isSlow ? tries / 20 : tries; }
};

bool isFull()
{
    return qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX");
}

// Of one seed, prefixes spread evenly over longer ones. Fuzzing itself (run-all.sh) cuts and
// changes them anywhere; TOSAIC_FULL_MATRIX takes more of each.
qsizetype mostPrefixes()
{
    return isFull() ? 4000 : 120;
}

qsizetype byteChanges()
{
    return isFull() ? 500 : 100;
}

qsizetype structureChanges()
{
    return isFull() ? 400 : 100;
}

constexpr qsizetype LargestChanged = 100'000;

} // namespace

TEST_P(FuzzCorpus, SeedsAndTheirPrefixes)
{
    const auto seeds = GetParam().seeds();
    ASSERT_FALSE(seeds.empty());
    for (const auto &seed : seeds) {
        const auto step = seed.size() / share(mostPrefixes()) + 1;
        for (qsizetype size = 0; size < seed.size(); size += step)
            run(GetParam().run, seed.first(size));
        run(GetParam().run, seed);
    }
}

TEST_P(FuzzCorpus, SeedsWithChangedBytes)
{
    std::mt19937 random(5);
    for (const auto &seed : GetParam().seeds()) {
        for (qsizetype round = 0; round < share(byteChanges()) && !seed.isEmpty(); ++round) {
            auto changed = seed;
            for (int i = 0; i <= round % 3; ++i)
                changed[qsizetype(random() % quint64(seed.size()))] = char(random());
            run(GetParam().run, changed);
        }
    }
}

TEST_P(FuzzCorpus, SeedsWithChangedStructure)
{
    const auto &target = GetParam();
    if (!target.mutate)
        return;
    fuzz::Random random(7);
    const auto changeBytes = [&](QByteArray bytes, qsizetype) {
        if (!bytes.isEmpty())
            bytes[qsizetype(random() % quint64(bytes.size()))] = char(random());
        return bytes;
    };
    for (const auto &seed : target.seeds()) {
        auto changed = seed;
        for (qsizetype round = 0; round < share(structureChanges()); ++round) {
            // Changes of changes, and now and then from the start.
            changed = target.mutate(round % 5 == 0 ? seed : changed, random, changeBytes);
            if (changed.isNull() || changed.size() > LargestChanged)
                changed = seed;
            run(target.run, changed);
        }
    }
}

TEST_P(FuzzCorpus, KeptInputs)
{
    for (const auto &input : fuzz::corpusOf(GetParam().name))
        run(GetParam().run, input);
}

TEST_P(FuzzCorpus, FormerFindings)
{
    const QDir folder(test::sourcePath(u"tests/fuzz/findings/"_s)
        + QString::fromLatin1(GetParam().name.data(), qsizetype(GetParam().name.size())));
    for (const auto &name : folder.entryList(QDir::Files)) {
        SCOPED_TRACE(name.toStdString());
        QFile file(folder.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        run(GetParam().run, file.readAll());
    }
}

INSTANTIATE_TEST_SUITE_P(Readers, FuzzCorpus, testing::ValuesIn(fuzz::targets()), nameOf);

} // namespace tosaic::test::fuzzcorpustests
