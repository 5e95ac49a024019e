// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/fvpcommand.h"

#include "profiler/targets/processsource.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using model::NpuProduct;

constexpr quint64 KiB = 1024;
constexpr quint64 MiB = 1024 * KiB;

QStringList parameter(const QString &name, const QString &value)
{
    return { u"-C"_s, name + u'=' + value };
}

QStringList boardArguments(const FvpTarget &target, const FvpPlatformFacts &facts)
{
    const bool is320 = target.platform == FvpTarget::Platform::Corstone320U85;
    auto arguments = parameter(facts.npu + u"num_macs"_s, QString::number(target.macs));
    arguments += parameter(facts.board + u"visualisation.disable-visualisation"_s, u"1"_s);
    if (is320)
        arguments += parameter(u"vis_hdlcd.disable_visualisation"_s, u"1"_s);
    arguments += parameter(facts.board + u"telnetterminal0.start_telnet"_s, u"0"_s);
    arguments += parameter(facts.board + u"uart0.out_file"_s, u"-"_s);
    if (is320)
        arguments += parameter(facts.board + u"uart0.unbuffered_output"_s, u"1"_s);
    arguments += parameter(facts.board + u"uart0.shutdown_on_eot"_s, u"1"_s);
    return arguments;
}

QStringList semihostingArguments(
    const FvpTarget &target, const FvpPlatformFacts &facts, const QString &folder)
{
    const auto prefix = facts.cpu + u"semihosting-"_s;
    return parameter(prefix + u"enable"_s, u"1"_s) + parameter(prefix + u"stack_base"_s, u"0"_s)
        + parameter(prefix + u"heap_limit"_s, u"0"_s) + parameter(prefix + u"cwd"_s, folder)
        + parameter(prefix + u"cmd_line"_s, semihostingLine(target));
}

QStringList npuArguments(const FvpTarget &target, const FvpPlatformFacts &facts)
{
    QStringList words;
    if (target.isFast)
        words += u"--fast"_s;
    if (target.writesPmuTrace)
        words += { u"--pmu-trace"_s, FvpTraceName };
    return words.isEmpty() ? words : parameter(facts.npu + u"extra_args"_s, words.join(u' '));
}

} // namespace

QString FvpPlatformFacts::target(quint32 macCount) const
{
    return u"ethos-%1-%2"_s.arg(model::productName(product).toLower()).arg(macCount);
}

const FvpPlatformFacts &factsOf(FvpTarget::Platform platform)
{
    static const FvpPlatformFacts corstone300U55{ u"FVP_Corstone_SSE-300_Ethos-U55"_s, u"ethosu."_s,
        u"cpu0."_s, u"mps3_board."_s, NpuProduct::U55, { 32, 64, 128, 256 } };
    static const FvpPlatformFacts corstone300U65{ u"FVP_Corstone_SSE-300_Ethos-U65"_s, u"ethosu."_s,
        u"cpu0."_s, u"mps3_board."_s, NpuProduct::U65, { 256, 512 } };
    static const FvpPlatformFacts corstone320{ u"FVP_Corstone_SSE-320"_s,
        u"mps4_board.subsystem.ethosu."_s, u"mps4_board.subsystem.cpu0."_s, u"mps4_board."_s,
        NpuProduct::U85, { 128, 256, 512, 1024, 2048 } };
    switch (platform) {
    case FvpTarget::Platform::Corstone300U65:
        return corstone300U65;
    case FvpTarget::Platform::Corstone320U85:
        return corstone320;
    case FvpTarget::Platform::Corstone300U55:
        break;
    }
    return corstone300U55;
}

const std::vector<FvpMemory> &memoriesOf(FvpTarget::Platform platform)
{
    static const std::vector<FvpMemory> corstone300{ { u"ITCM"_s, 0x10000000, 512 * KiB },
        { u"BRAM"_s, 0x11000000, MiB }, { u"DTCM"_s, 0x30000000, 512 * KiB },
        { u"SRAM"_s, 0x31000000, 2 * MiB }, { u"QSPI"_s, 0x38000000, 8 * MiB },
        { u"DDR"_s, 0x70000000, 1536 * MiB } };
    static const std::vector<FvpMemory> corstone320{ { u"ITCM"_s, 0x10000000, 32 * KiB },
        { u"BROM"_s, 0x11000000, 128 * KiB }, { u"BRAM"_s, 0x12000000, 2 * MiB },
        { u"DTCM"_s, 0x30000000, 32 * KiB }, { u"SRAM"_s, 0x31000000, 4 * MiB },
        { u"QSPI"_s, 0x38000000, 8 * MiB }, { u"DDR"_s, 0x70000000, 256 * MiB } };
    return platform == FvpTarget::Platform::Corstone320U85 ? corstone320 : corstone300;
}

QStringList fvpArguments(const FvpTarget &target, int timeLimitSeconds, const QString &folder)
{
    const auto &facts = factsOf(target.platform);
    auto arguments = boardArguments(target, facts);
    if (target.usesSemihosting)
        arguments += semihostingArguments(target, facts, folder);
    arguments += npuArguments(target, facts);
    arguments += { u"-a"_s, target.elf };
    if (!target.usesSemihosting && !target.pte.isEmpty())
        arguments
            += { u"--data"_s, u"%1@0x%2"_s.arg(target.pte, QString::number(target.address, 16)) };
    arguments += target.extraArguments;
    if (timeLimitSeconds > 0)
        arguments += { u"--timelimit"_s, QString::number(timeLimitSeconds) };
    return arguments;
}

QString findFvp(const FvpTarget &target)
{
    const auto name = target.program.isEmpty() ? factsOf(target.platform).program : target.program;
    return findProgram(name);
}

} // namespace tosaic::profile
