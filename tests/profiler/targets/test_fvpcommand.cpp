// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/fvpcheck.h"
#include "profiler/targets/fvpcommand.h"
#include "profiler/targets/liverun.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::fvpcommandtests {

using profile::FvpTarget;
using Platform = FvpTarget::Platform;

namespace {

FvpTarget targetOf(Platform platform, quint32 macs)
{
    FvpTarget target;
    target.platform = platform;
    target.macs = macs;
    target.elf = u"arm_executor_runner"_s;
    return target;
}

QString lineOf(const FvpTarget &target, int timeLimit = 600)
{
    return profile::commandLine({ .target = target, .timeLimitSeconds = timeLimit });
}

const auto Sse300 = u"-C mps3_board.visualisation.disable-visualisation=1 "
                    "-C mps3_board.telnetterminal0.start_telnet=0 "
                    "-C mps3_board.uart0.out_file=- "
                    "-C mps3_board.uart0.shutdown_on_eot=1 "_s;
const auto Sse320 = u"-C mps4_board.visualisation.disable-visualisation=1 "
                    "-C vis_hdlcd.disable_visualisation=1 "
                    "-C mps4_board.telnetterminal0.start_telnet=0 "
                    "-C mps4_board.uart0.out_file=- "
                    "-C mps4_board.uart0.unbuffered_output=1 "
                    "-C mps4_board.uart0.shutdown_on_eot=1 "_s;

/// Ids of what checkRequest() finds, warnings among it; those about programs that are not
/// installed here are left out.
QStringList findings(const profile::RunRequest &request)
{
    QStringList ids;
    const auto all = profile::checkRequest(request);
    for (const auto &finding : all) {
        if (finding.id != "run.no-fvp"_L1)
            ids += finding.id;
    }
    return ids;
}

QString someElf()
{
    const auto path = temporaryDir() + u"/runner.elf"_s;
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write("\x7f"
                   "ELF");
    return path;
}

} // namespace

TEST(FvpCommand, Corstone300WithU55)
{
    EXPECT_EQ(lineOf(targetOf(Platform::Corstone300U55, 128)),
        u"FVP_Corstone_SSE-300_Ethos-U55 -C ethosu.num_macs=128 "_s + Sse300
            + u"-a arm_executor_runner --timelimit 600"_s);
}

TEST(FvpCommand, Corstone300WithU65)
{
    EXPECT_EQ(lineOf(targetOf(Platform::Corstone300U65, 512), 0),
        u"FVP_Corstone_SSE-300_Ethos-U65 -C ethosu.num_macs=512 "_s + Sse300
            + u"-a arm_executor_runner"_s);
}

TEST(FvpCommand, Corstone320WithU85)
{
    EXPECT_EQ(lineOf(targetOf(Platform::Corstone320U85, 256), 60),
        u"FVP_Corstone_SSE-320 -C mps4_board.subsystem.ethosu.num_macs=256 "_s + Sse320
            + u"-a arm_executor_runner --timelimit 60"_s);
}

TEST(FvpCommand, AProgramBesideTheRunnerIsLoadedAtItsAddress)
{
    auto target = targetOf(Platform::Corstone300U55, 128);
    target.pte = u"models/my add.pte"_s;
    target.extraArguments = { u"--stat"_s };
    EXPECT_TRUE(lineOf(target).endsWith(
        u"-a arm_executor_runner --data 'models/my add.pte@0x38000000' --stat --timelimit 600"_s))
        << lineOf(target).toStdString();
    target.address = 0x70000000;
    EXPECT_TRUE(profile::fvpArguments(target, 0).contains(u"models/my add.pte@0x70000000"_s));
}

TEST(FvpCommand, FastModeAndTraceAreArgumentsOfTheNpu)
{
    auto target = targetOf(Platform::Corstone320U85, 256);
    target.writesPmuTrace = true;
    EXPECT_EQ(lineOf(target, 0),
        u"FVP_Corstone_SSE-320 -C mps4_board.subsystem.ethosu.num_macs=256 "_s + Sse320
            + u"-C 'mps4_board.subsystem.ethosu.extra_args=--pmu-trace pmu_trace.gz' "
              "-a arm_executor_runner"_s);
    target.platform = Platform::Corstone300U55;
    target.isFast = true;
    EXPECT_TRUE(
        lineOf(target).contains(u"-C 'ethosu.extra_args=--fast --pmu-trace pmu_trace.gz' -a"_s));
}

TEST(FvpCommand, SemihostingNamesProgramAndInputs)
{
    auto target = targetOf(Platform::Corstone300U55, 128);
    target.usesSemihosting = true;
    target.pte = fixturePath(u"add-u55-128/add.pte"_s);
    EXPECT_EQ(lineOf(target, 0),
        u"FVP_Corstone_SSE-300_Ethos-U55 -C ethosu.num_macs=128 "_s + Sse300
            + u"-C cpu0.semihosting-enable=1 -C cpu0.semihosting-stack_base=0 "
              "-C cpu0.semihosting-heap_limit=0 -C cpu0.semihosting-cwd=. "
              "-C 'cpu0.semihosting-cmd_line=executor_runner -m add.pte -i in0.bin "
              "-o out' -a arm_executor_runner"_s);
    target.platform = Platform::Corstone320U85;
    target.inputFiles = { u"a/x.bin"_s, u"b/x.bin"_s };
    const auto arguments = profile::fvpArguments(target, 0, u"/run"_s);
    EXPECT_TRUE(arguments.contains(u"mps4_board.subsystem.cpu0.semihosting-cwd=/run"_s));
    EXPECT_TRUE(arguments.contains(u"mps4_board.subsystem.cpu0.semihosting-cmd_line="
                                   "executor_runner -m add.pte -i x.bin -i in1.bin -o out"_s));
    EXPECT_FALSE(arguments.contains(u"--data"_s));
}

TEST(FvpCheck, TheProgramMustBeCompiledForTheTarget)
{
    auto target = targetOf(Platform::Corstone300U55, 128);
    target.elf = someElf();
    target.pte = fixturePath(u"add-u55-128/add.pte"_s);
    EXPECT_EQ(findings({ .target = target }), QStringList());
    target.macs = 256;
    EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.mac-mismatch"_s });
    const auto all = profile::checkRequest({ .target = target });
    EXPECT_TRUE(std::ranges::any_of(all, [](const Diagnostic &finding) {
        return finding.severity == Severity::Error && finding.text.contains(u"Ethos-U55-128"_s)
            && finding.text.contains(u"Ethos-U55-256"_s);
    }));
    target.platform = Platform::Corstone320U85;
    EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.product-mismatch"_s });
}

TEST(FvpCheck, CommandsInAFileBesideTheProgramSayForWhatItWasCompiled)
{
    auto target = targetOf(Platform::Corstone320U85, 128);
    target.elf = someElf();
    target.pte = fixturePath(u"two_partitions-u85-256-external/two_partitions.pte"_s);
    EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.mac-mismatch"_s });
    profile::aimAtProgram(target);
    EXPECT_EQ(target.macs, 256U);
    EXPECT_EQ(findings({ .target = target }), QStringList());
}

TEST(FvpCheck, MacsMustExist)
{
    for (const auto &[platform, good] :
        { std::pair(Platform::Corstone300U55, 32U), std::pair(Platform::Corstone300U65, 512U),
            std::pair(Platform::Corstone320U85, 2048U) }) {
        auto target = targetOf(platform, good);
        target.elf = someElf();
        EXPECT_EQ(findings({ .target = target }), QStringList());
        target.macs = platform == Platform::Corstone320U85 ? 64 : 1024;
        EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.macs"_s });
    }
}

TEST(FvpCheck, MissingFilesAreNamed)
{
    auto target = targetOf(Platform::Corstone300U55, 128);
    target.elf.clear();
    EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.no-elf"_s });
    target.elf = u"/no/such.elf"_s;
    target.pte = u"/no/such.pte"_s;
    EXPECT_EQ(findings({ .target = target }), (QStringList{ u"run.no-elf"_s, u"run.no-pte"_s }));
    target.elf = someElf();
    target.pte = someElf();
    EXPECT_EQ(findings({ .target = target }).value(0), u"run.pte"_s);
    target.pte.clear();
    target.usesSemihosting = true;
    EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.no-pte"_s });
}

TEST(FvpCheck, AMissingFvpIsSaidWithNamePathAndNextStep)
{
    auto target = targetOf(Platform::Corstone320U85, 256);
    target.elf = someElf();
    const auto path = qgetenv("PATH");
    qputenv("PATH", "/no/such/folder");
    auto all = profile::checkRequest({ .target = target });
    target.program = u"/opt/fvp/FVP_Corstone_SSE-320"_s;
    const auto named = profile::checkRequest({ .target = target });
    qputenv("PATH", path);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].id, u"run.no-fvp"_s);
    for (const auto &part :
        { u"FVP_Corstone_SSE-320"_s, u"PATH"_s, u"/no/such/folder"_s, u"setup.sh"_s })
        EXPECT_TRUE(all[0].text.contains(part)) << all[0].text.toStdString();
    ASSERT_EQ(named.size(), 1U);
    EXPECT_EQ(named[0].location.file, target.program);
}

TEST(FvpCheck, FastModeAndAddressesAreWarnedOf)
{
    auto target = targetOf(Platform::Corstone300U55, 128);
    target.elf = someElf();
    target.pte = fixturePath(u"add-u55-128/add.pte"_s);
    target.isFast = true;
    EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.fast"_s });
    target.isFast = false;
    target.address = 0x20000000;
    EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.address"_s });
    target.address = 0x38000000 + 8 * 1024 * 1024 - 16; // ends outside of QSPI
    EXPECT_EQ(findings({ .target = target }), QStringList{ u"run.address"_s });
    target.address = 0x70000000;
    EXPECT_EQ(findings({ .target = target }), QStringList());
}

TEST(RequestCheck, OtherTargets)
{
    EXPECT_EQ(findings({ .target = profile::SerialTarget{ .port = u"/dev/no-such-port"_s } }),
        QStringList{ u"run.no-port"_s });
    EXPECT_EQ(findings({ .target = profile::SerialTarget{} }), QStringList{ u"run.no-port"_s });
    EXPECT_EQ(
        findings({ .target = profile::SerialTarget{ .port = u"/dev/null"_s, .baudRate = 0 } }),
        QStringList{ u"run.baud-rate"_s });
    EXPECT_EQ(
        findings({ .target = profile::SerialTarget{ .port = u"/dev/null"_s, .baudRate = 12345 } }),
        QStringList{ u"run.baud-rate"_s });
    EXPECT_EQ(findings({ .target = profile::TcpTarget{ .host = {}, .port = 0 } }),
        (QStringList{ u"run.no-host"_s, u"run.no-port"_s }));
    EXPECT_EQ(findings({ .target = profile::CommandTarget{} }), QStringList{ u"run.no-program"_s });
    EXPECT_EQ(findings({ .target = profile::CommandTarget{ .program = u"no-such-program"_s,
                             .workingFolder = u"/no/folder"_s } }),
        (QStringList{ u"run.no-program"_s, u"run.no-folder"_s }));
    EXPECT_EQ(findings({ .target = profile::CommandTarget{ .program = u"sh"_s } }), QStringList());
    EXPECT_EQ(findings({ .target = profile::HostTarget{} }), QStringList{ u"run.no-pte"_s });
}

TEST(RunFacts, NamesOriginsAndLines)
{
    auto fvp = targetOf(Platform::Corstone300U55, 128);
    fvp.pte = u"/models/add.pte"_s;
    EXPECT_EQ(profile::runName({ .target = fvp }), u"add.pte on ethos-u55-128"_s);
    EXPECT_EQ(profile::runName({ .name = u"mine"_s, .target = fvp }), u"mine"_s);
    EXPECT_EQ(profile::runName({ .target = FvpTarget{} }), u"ethos-u55-128"_s);
    EXPECT_EQ(profile::runName({ .target = profile::HostTarget{} }), u"this machine"_s);
    EXPECT_EQ(profile::originOf({ .target = fvp }), Origin::Fvp);
    EXPECT_EQ(profile::originOf({ .target = profile::SerialTarget{} }), Origin::Board);
    EXPECT_EQ(profile::originOf({ .target = profile::TcpTarget{} }), std::nullopt);
    EXPECT_EQ(profile::originOf({ .target = profile::TcpTarget{}, .origin = Origin::Board }),
        Origin::Board);
    EXPECT_EQ(
        profile::commandLine({ .target = profile::SerialTarget{ .port = u"x"_s } }), QString());
    EXPECT_EQ(profile::commandLine({ .target
                  = profile::CommandTarget{ .program = u"run it"_s, .arguments = { u"-v"_s } } }),
        u"'run it' -v"_s);
}

} // namespace tosaic::test::fvpcommandtests
