// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/runtargetoptions.h"

#include "core/documents/programin.h"
#include "core/model/ethosu.h"
#include "core/toolchain/environment.h"
#include "profiler/targets/fvpcheck.h"
#include "profiler/targets/fvpcommand.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using profile::CommandTarget;
using profile::FvpTarget;
using profile::HostTarget;
using profile::SerialTarget;
using profile::TcpTarget;

QStringList absolute(const QStringList &paths)
{
    QStringList all;
    for (const auto &path : paths)
        all += path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
    return all;
}

class FvpOptions : public TargetOptions
{
public:
    using TargetOptions::TargetOptions;

    void declare() override
    {
        add(u"target"_s,
            u"NPU to simulate: ethos-u55-128, ethos-u65-512, ethos-u85-256, ...; without it the "
            "one that the program was compiled for"_s,
            u"TARGET"_s, u"ethos-u55-128"_s);
        add(u"elf"_s, u"runner that is loaded"_s, u"ELF"_s);
        add(u"pte"_s, u"program beside it; without it the runner holds one"_s, u"FILE.pte"_s);
        add(u"address"_s, u"where the program is loaded"_s, u"0x..."_s, u"0x38000000"_s);
        add(u"semihosting"_s, u"the runner reads the program from this machine"_s);
        add(u"input"_s, u"semihosting: raw input, one for each tensor; without them all ones"_s,
            u"FILE"_s);
        add(u"fast"_s, u"functional model only: no valid cycles, counters or times"_s);
        add(u"pmu-trace"_s, u"records a trace of the NPU's operations"_s);
        add(u"fvp"_s, u"the simulator; without it, by its name on PATH"_s, u"PROGRAM"_s);
        add(u"fvp-argument"_s, u"one more argument for the simulator; again for more"_s,
            u"ARGUMENT"_s);
        add(u"print-command"_s, u"prints the command line and runs nothing"_s);
    }
    QString read(const QStringList &positional, RunOptions &options) override
    {
        if (!positional.isEmpty())
            return u"fvp takes no FILE: use --elf and --pte"_s;
        FvpTarget target;
        if (auto wrong = readTarget(target); !wrong.isEmpty())
            return wrong;
        if (!has(u"elf"_s))
            return u"fvp needs --elf, the runner that is loaded"_s;
        target.elf = text(u"elf"_s);
        target.pte = text(u"pte"_s);
        if (!has(u"target"_s))
            profile::aimAtProgram(target);
        target.usesSemihosting = has(u"semihosting"_s);
        target.inputFiles = m_parser.values(u"input"_s);
        target.isFast = has(u"fast"_s);
        target.writesPmuTrace = has(u"pmu-trace"_s);
        target.program = text(u"fvp"_s);
        target.extraArguments = m_parser.values(u"fvp-argument"_s);
        options.printsCommand = has(u"print-command"_s);
        const auto wrong = number(u"address"_s, target.address, 0, 0xffffffff);
        options.request.target = target;
        return wrong;
    }

private:
    QString readTarget(FvpTarget &target) const
    {
        const auto words = text(u"target"_s).toLower().split(u'-');
        bool isNumber = false;
        target.macs = words.value(2).toUInt(&isNumber);
        using Platform = FvpTarget::Platform;
        for (const auto platform :
            { Platform::Corstone300U55, Platform::Corstone300U65, Platform::Corstone320U85 }) {
            const auto product = model::productName(profile::factsOf(platform).product).toLower();
            if (isNumber && words.size() == 3 && words[0] == "ethos"_L1 && words[1] == product) {
                target.platform = platform;
                return {};
            }
        }
        return u"--target is ethos-u55-N, ethos-u65-N or ethos-u85-N with N MACs per cycle"_s;
    }
};

class SerialOptions : public TargetOptions
{
public:
    using TargetOptions::TargetOptions;

    void declare() override
    {
        add(u"baud"_s, u"baud rate; 8N1"_s, u"RATE"_s, u"115200"_s);
        add(u"no-reconnect"_s, u"ends when the port goes away"_s);
    }
    QString read(const QStringList &positional, RunOptions &options) override
    {
        if (positional.size() != 1)
            return u"serial takes one port, such as /dev/ttyUSB0"_s;
        SerialTarget target{ .port = positional[0], .reconnects = !has(u"no-reconnect"_s) };
        const auto wrong = number(u"baud"_s, target.baudRate, 1, 100'000'000);
        options.request.target = target;
        return wrong;
    }
};

class TcpOptions : public TargetOptions
{
public:
    using TargetOptions::TargetOptions;

    void declare() override { add(u"no-reconnect"_s, u"ends when the connection goes away"_s); }
    QString read(const QStringList &positional, RunOptions &options) override
    {
        const auto place = positional.value(0);
        const auto colon = place.lastIndexOf(u':');
        bool isNumber = false;
        const auto port = place.sliced(colon + 1).toUShort(&isNumber);
        if (positional.size() != 1 || colon <= 0 || !isNumber || port == 0)
            return u"tcp takes one HOST:PORT, such as localhost:5000"_s;
        auto host = place.first(colon);
        if (host.startsWith(u'[') && host.endsWith(u']'))
            host = host.sliced(1, host.size() - 2); // an IPv6 address
        options.request.target
            = TcpTarget{ .host = host, .port = port, .reconnects = !has(u"no-reconnect"_s) };
        return {};
    }
};

class CommandOptions : public TargetOptions
{
public:
    using TargetOptions::TargetOptions;

    void declare() override { add(u"folder"_s, u"working folder of the program"_s, u"DIR"_s); }
    QString read(const QStringList &positional, RunOptions &options) override
    {
        if (positional.isEmpty())
            return u"command takes a program and its arguments, behind --"_s;
        options.request.target = CommandTarget{ .program = positional[0],
            .arguments = positional.sliced(1),
            .workingFolder = text(u"folder"_s) };
        return {};
    }
};

class HostOptions : public TargetOptions
{
public:
    using TargetOptions::TargetOptions;

    void declare() override
    {
        add(u"python"_s, u"interpreter with ExecuTorch; without it the first that is found"_s,
            u"INTERPRETER"_s);
        add(u"data"_s, u"external data; again for more"_s, u"FILE.ptd"_s);
        add(u"method"_s, u"method to run"_s, u"NAME"_s, u"forward"_s);
        add(u"input"_s, u"one for each tensor input; without them random values"_s, u"FILE.npy"_s);
        add(u"seed"_s, u"of random inputs"_s, u"N"_s, u"0"_s);
        add(u"warmups"_s, u"calls that are not counted"_s, u"N"_s, u"1"_s);
        add(u"repeats"_s, u"calls that are"_s, u"N"_s, u"10"_s);
        add(u"no-etdump"_s, u"records no ETDump"_s);
        add(u"intermediate-outputs"_s, u"records the output of every operator"_s);
    }
    QString read(const QStringList &positional, RunOptions &options) override
    {
        if (positional.size() != 1)
            return u"this-machine takes one FILE.pte"_s;
        const auto program = programIn(absolute(positional)[0], { u"pte"_s });
        if (!program)
            return program.error().detail;
        HostTarget target{ .interpreter = toolchain::interpreterPath(text(u"python"_s)),
            .pte = *program,
            .dataFiles = absolute(m_parser.values(u"data"_s)),
            .method = text(u"method"_s),
            .inputFiles = absolute(m_parser.values(u"input"_s)),
            .recordsEtdump = !has(u"no-etdump"_s),
            .recordsOutputs = has(u"intermediate-outputs"_s) };
        auto wrong = number(u"seed"_s, target.seed, 0, 2147483647);
        if (wrong.isEmpty())
            wrong = number(u"warmups"_s, target.warmups, 0, 1'000'000);
        if (wrong.isEmpty())
            wrong = number(u"repeats"_s, target.repeats, 1, 1'000'000);
        options.request.conditions.repeats = static_cast<quint64>(target.repeats);
        options.request.target = target;
        return wrong;
    }
};

} // namespace

std::unique_ptr<TargetOptions> targetOptions(const QString &kind, QCommandLineParser &parser)
{
    if (kind == "fvp"_L1)
        return std::make_unique<FvpOptions>(parser);
    if (kind == "serial"_L1)
        return std::make_unique<SerialOptions>(parser);
    if (kind == "tcp"_L1)
        return std::make_unique<TcpOptions>(parser);
    if (kind == "command"_L1)
        return std::make_unique<CommandOptions>(parser);
    if (kind == "this-machine"_L1)
        return std::make_unique<HostOptions>(parser);
    return {};
}

} // namespace tosaic::cli
