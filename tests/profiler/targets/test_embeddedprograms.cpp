// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/embeddedprograms.h"
#include "profiler/targets/liverun.h"
#include "tests/profiler/targets/runnerelf.h"
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>

#include <algorithm>
#include <random>

using namespace Qt::StringLiterals;

// Runners that carry their program, as ExecuTorch's build makes them when it is given a .pte.
namespace tosaic::test::embeddedprogramstests {

using profile::FvpTarget;

namespace {

QByteArray program(const QString &name)
{
    return contentOf(fixturePath(name));
}

const auto AddU55 = u"add-u55-128/add.pte"_s;
const auto AddU65 = u"add-u65-256/add.pte"_s;

std::vector<profile::EmbeddedProgram> found(const QByteArray &elf)
{
    return profile::embeddedPrograms(ByteSource::fromBytes(elf, u"runner.elf"_s));
}

FvpTarget targetOf(const QByteArray &elf, quint32 macs = 128)
{
    FvpTarget target;
    target.program = standInTarget();
    target.macs = macs;
    target.elf = written(u"runner.elf"_s, elf);
    return target;
}

std::vector<Diagnostic> findings(const FvpTarget &target)
{
    return profile::checkRequest({ .target = target });
}

} // namespace

TEST(EmbeddedPrograms, AreFoundWithTheBytesOfTheirFile)
{
    const auto add = program(AddU55);
    const auto other = program(AddU65);
    const auto programs = found(runner({ add, other }));
    ASSERT_EQ(programs.size(), 2U);
    EXPECT_EQ(programs[0].size, static_cast<quint64>(add.size()));
    EXPECT_EQ(programs[0].sha256(), sha256Hex(add));
    EXPECT_EQ(programs[1].sha256(), sha256Hex(other));
    EXPECT_EQ(programs[0].program->methods.front().delegates.front().ethosu->npu->name(),
        u"Ethos-U55-128"_s);
}

/// Without symbols the program's header says where it ends; without one nobody does.
TEST(EmbeddedPrograms, OfAStrippedRunnerOnlyAHeaderTellsTheSize)
{
    const auto programs = found(runner({ program(AddU55) }, true));
    ASSERT_EQ(programs.size(), 1U);
    EXPECT_FALSE(programs[0].size);
    EXPECT_EQ(programs[0].sha256(), QString());
    ASSERT_EQ(findings(targetOf(runner({ program(AddU55) }, true), 256)).size(), 1U);
    TOSAIC_NEED_SAMPLES();
    const auto withHeader
        = contentOf(samplesDir() + u"/generated/aot/twopart-int8-u55-256-segments/model.pte"_s);
    const auto sized = found(runner({ withHeader }, true));
    ASSERT_EQ(sized.size(), 1U);
    EXPECT_EQ(sized[0].sha256(), sha256Hex(withHeader));
}

TEST(EmbeddedPrograms, OfAFileThatIsNoRunnerNoneAreFound)
{
    const auto add = program(AddU55);
    EXPECT_TRUE(found({}).empty());
    EXPECT_TRUE(found(runner({})).empty());
    EXPECT_TRUE(found(add).empty()) << "a .pte is no ELF";
    EXPECT_TRUE(found("\x7f"
                      "ELF"
        + add)
                    .empty())
        << "not where the runtime could read it";
    EXPECT_TRUE(profile::embeddedPrograms(u"/no/such.elf"_s).empty());
}

TEST(EmbeddedPrograms, OneThatWasCutOffIsNone)
{
    const auto whole = runner({ program(AddU55) });
    const auto end = whole.indexOf(program(AddU55)) + program(AddU55).size();
    for (qsizetype size = 0; size < end; size += 7)
        EXPECT_TRUE(found(whole.first(size)).empty()) << size;
}

/// Whatever bytes come, the answer does: nothing is read outside, and it does not take long.
TEST(EmbeddedPrograms, HostileFilesAreEndured)
{
    const auto whole = runner({ program(AddU55), program(AddU65) });
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        auto changed = whole;
        for (int i = 0; i < 8; ++i)
            changed[16 + qsizetype(random() % quint64(changed.size() - 16))] = char(random());
        for (const auto &one : found(changed))
            EXPECT_LE(one.offset + one.size.value_or(0), quint64(changed.size()));
    }
    const QByteArray lie("\x0c\0\0\0ET12\x04\0\0\0\x04\0\0\0", 16);
    const auto lies = runner({ lie.repeated(2'000'000) }); // 32 MB
    QElapsedTimer clock;
    clock.start();
    found(lies);
    EXPECT_LT(clock.elapsed(), 20'000);
}

TEST(EmbeddedPrograms, MustBeCompiledForTheTarget)
{
    const auto elf = runner({ program(AddU55) });
    EXPECT_TRUE(findings(targetOf(elf)).empty());
    const auto macs = findings(targetOf(elf, 256));
    ASSERT_EQ(macs.size(), 1U);
    EXPECT_EQ(macs[0].id, u"run.mac-mismatch"_s);
    EXPECT_EQ(macs[0].severity, Severity::Error);
    EXPECT_TRUE(macs[0].location.file.endsWith(u"runner.elf"_s));
    for (const auto &part : { u"in the runner"_s, u"Ethos-U55-128"_s, u"Ethos-U55-256"_s })
        EXPECT_TRUE(macs[0].text.contains(part)) << macs[0].text.toStdString();
    auto target = targetOf(elf, 256);
    target.platform = FvpTarget::Platform::Corstone320U85;
    const auto product = findings(target);
    ASSERT_EQ(product.size(), 1U);
    EXPECT_EQ(product[0].id, u"run.product-mismatch"_s);
    target.pte
        = fixturePath(u"softmax-u85-256/softmax.pte"_s); // beside the runner: that is what runs
    EXPECT_TRUE(findings(target).empty());
}

/// Which of several runs is not known: only if none can, it is certain.
TEST(EmbeddedPrograms, OfSeveralEachIsChecked)
{
    const auto elf = runner({ program(AddU55), program(AddU65) });
    const auto some = findings(targetOf(elf));
    ASSERT_EQ(some.size(), 1U);
    EXPECT_EQ(some[0].id, u"run.product-mismatch"_s);
    EXPECT_EQ(some[0].severity, Severity::Warning);
    const auto none = findings(targetOf(elf, 64));
    ASSERT_EQ(none.size(), 2U);
    EXPECT_EQ(none[0].severity, Severity::Error);
    EXPECT_NE(none[0].text, none[1].text);
}

TEST(EmbeddedPrograms, TheOnlyOneIsTheProgramOfTheRun)
{
    qputenv("TOSAIC_STANDIN_CONSOLE", written(u"fvp.log"_s, completeConsole()).toUtf8());
    const auto hashOfRun = [](const QByteArray &elf) {
        RunWatch watch({ .target = targetOf(elf) });
        EXPECT_TRUE(watch.finish());
        const auto artefacts = watch.run.conditions().artefacts;
        EXPECT_EQ(artefacts.at(u"elf"_s), sha256Hex(elf));
        const auto pte = artefacts.find(u"pte"_s);
        return pte == artefacts.end() ? QString() : pte->second;
    };
    const auto add = program(AddU55);
    EXPECT_EQ(hashOfRun(runner({ add })), sha256Hex(add));
    EXPECT_EQ(hashOfRun(runner({ add, program(AddU65) })), QString()) << "which one ran?";
    EXPECT_EQ(hashOfRun(runner({})), QString());
}

} // namespace tosaic::test::embeddedprogramstests
