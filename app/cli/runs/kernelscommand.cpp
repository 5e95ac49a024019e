// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/base/try.h"

#include "core/documents/programin.h"
#include "core/formats/openprogram.h"
#include "profiler/kernels/hostfacts.h"
#include "profiler/kernels/kerneljson.h"
#include "profiler/kernels/recordedvalues.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/store/runstore.h"
#include "views/kernels/kernelwords.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace kernelscommand {
namespace {

/// The files of the command line, read.
struct Material
{
    profile::EtDump dump;
    std::shared_ptr<const model::Program> program; ///< null: none was given
    std::shared_ptr<const ByteSource> buffer; ///< null: none was given
    std::optional<profile::HostFacts> host;
    std::optional<Origin> origin;
    std::optional<quint64> warmups; ///< stated by the user
};

/// The buffer has no mark of its own: what can be told is whether all tensors of the dump are in
/// it.
Result<void> checkBuffer(const profile::EtDump &dump, const ByteSource &buffer)
{
    const auto refuse = [&](const QString &why) {
        return fail(ErrorCode::FormatUnsupported, why, { .file = buffer.name() });
    };
    const auto least = profile::leastBufferSize(dump);
    if (least == 0)
        return refuse(u"the dump recorded no tensor: no debug buffer belongs to it"_s);
    if (buffer.size() < least)
        return refuse(
            u"this is not the debug buffer of the dump: its tensors reach to byte %1 and the file "
            "has %2 bytes"_s.arg(least)
                .arg(buffer.size()));
    return {};
}

Result<Material> readMaterial(const Input &in)
{
    Material material;
    material.dump = TRY(profile::readEtDump(TRY(ByteSource::map(in.names.front()))));
    if (const auto path = in.value(u"program"_s); !path.isEmpty())
        material.program
            = TRY(formats::readProgram(TRY(ByteSource::map(TRY(programIn(path, { u"pte"_s }))))));
    if (const auto path = in.value(u"buffer"_s); !path.isEmpty()) {
        material.buffer = TRY(ByteSource::map(path));
        TRY(checkBuffer(material.dump, *material.buffer));
    }
    if (const auto path = in.value(u"result"_s); !path.isEmpty()) {
        const auto bytes = TRY(ByteSource::map(path));
        material.host = TRY(profile::readHostFacts(bytes->bytes().toByteArray()));
        material.origin = Origin::ThisMachine;
    }
    if (in.isSet(u"origin"_s))
        material.origin = profile::originFromKey(in.value(u"origin"_s));
    return material;
}

profile::KernelProfile profileOf(const Material &material, const QString &method)
{
    profile::KernelContext context{ .program = material.program.get(),
        .method = method,
        .unit = profile::tickUnitOf(material.origin),
        .buffer = material.buffer };
    if (material.host) {
        context.warmups = material.host->warmups;
        if (method.isEmpty())
            context.method = material.host->method;
    }
    if (material.warmups)
        context.warmups = *material.warmups;
    return profile::kernelProfile(material.dump, context);
}

QString ticks(const std::optional<profile::Spread> &spread, double profile::Spread::*member)
{
    return spread ? QString::number((*spread).*member, 'f', 0) : u"not known"_s;
}

/// In one execution: "1", or "0-3" where they differ.
QString callsText(const profile::KernelTimes &times)
{
    const auto fewest = times.leastRepeats();
    const auto most = times.mostRepeats();
    return fewest == most ? QString::number(most) : u"%1-%2"_s.arg(fewest).arg(most);
}

Columns<profile::KernelRow> columnsOf(const QString &unit)
{
    using Row = profile::KernelRow;
    const auto time = [](double profile::Spread::*member) {
        return [member](const Row &row) { return QVariant(ticks(row.times().spread(), member)); };
    };
    return { { { u"instruction"_s, u"instruction"_s, {}, true },
                 [](const Row &row) {
                     return row.place.chain ? QVariant(row.place.instruction) : QVariant();
                 } },
        { { u"kind"_s, u"kind"_s },
            [](const Row &row) { return profile::kernelKindName(row.kind); } },
        { { u"operator"_s, u"operator"_s },
            [](const Row &row) {
                const auto unnamed = row.kind == profile::KernelKind::Delegate ? u"(delegate)"_s
                                                                               : u"(not named)"_s;
                return (row.isInside() ? u"  "_s : QString())
                    + (row.name.isEmpty() ? unnamed : row.name);
            } },
        { { u"median"_s, u"median "_s + unit, {}, true }, time(&profile::Spread::median) },
        { { u"min"_s, u"min"_s, {}, true }, time(&profile::Spread::smallest) },
        { { u"max"_s, u"max"_s, {}, true }, time(&profile::Spread::largest) },
        { { u"share"_s, u"share"_s, column_unit::Share, true },
            [](const Row &row) { return row.share ? QVariant(*row.share) : QVariant(); },
            views::kernelShareText },
        { { u"calls"_s, u"calls/execution"_s, {}, true },
            [](const Row &row) { return callsText(row.times()); } } };
}

void printMethod(const profile::MethodProfile &method, const QString &unit, Streams &streams)
{
    streams.out << (method.name.isEmpty() ? u"method not known"_s : u"method %1"_s.arg(method.name))
                << ": " << method.executions.size() << " executions";
    if (!method.warmups.empty())
        streams.out << ", " << method.warmups.size() << " warm-up left out";
    if (const auto spread = method.times.spread())
        streams.out << ", median " << ticks(spread, &profile::Spread::median) << ' ' << unit << " ("
                    << ticks(spread, &profile::Spread::smallest) << " to "
                    << ticks(spread, &profile::Spread::largest) << ')';
    streams.out << '\n';
    if (!method.rows.empty())
        printTable(tableOf(columnsOf(unit), method.rows), streams);
    for (const auto &value : method.values) {
        if (value.isChanged())
            streams.out << (value.isProgramOutput
                    ? u"output %1 of the program differs"_s.arg(value.position)
                    : u"value %1 of instruction %2 differs"_s.arg(value.position)
                          .arg(value.place.instruction))
                        << " in " << value.differing.size() << " of " << value.executions.size()
                        << " executions\n";
    }
}

void printText(const profile::KernelProfile &profile, const Material &material, Streams &streams)
{
    const auto unit = profile::tickUnitName(profile.unit);
    streams.out << "origin: " << (material.origin ? originTag(*material.origin) : u"not stated"_s)
                << ", times in " << unit << '\n';
    if (material.origin == Origin::ThisMachine)
        streams.out << "host CPU, portable kernels: kernel times estimate nothing on a device\n";
    for (const auto &method : profile.methods)
        printMethod(method, unit, streams);
    for (const auto &row : profile.loading)
        streams.out << "loading: " << row.name << ' '
                    << (row.ticks ? QString::number(*row.ticks) : u"not known"_s) << ' ' << unit
                    << '\n';
    for (const auto &row : profile.allocations)
        streams.out << "allocations in " << row.phase << ", "
                    << (row.name.isEmpty() ? u"allocator %1"_s.arg(row.allocator) : row.name)
                    << ": " << row.count << " of " << row.bytes << " bytes, at most " << row.peak
                    << " bytes in one run\n";
}

Answer run(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"one ETDump is needed: tosaic-cli kernels FILE.etdp"_s);
    if (in.isSet(u"origin"_s) && !profile::originFromKey(in.value(u"origin"_s)))
        return misuse(u"--origin needs fvp, board or this-machine"_s);
    std::optional<quint64> warmups;
    if (!in.number(u"warmup"_s, warmups))
        return misuse(u"--warmup needs a number of executions"_s);
    auto material = TRY(readMaterial(in));
    material.warmups = warmups;
    const auto profile = profileOf(material, in.value(u"method"_s));
    tellProblems(profile.diagnostics, in.streams);
    if (in.wantsJson()) {
        auto object = profile::kernelJson(profile);
        if (material.origin)
            object.insert(u"origin"_s, profile::originKey(material.origin));
        printDocument(object, in.streams);
    } else {
        printText(profile, material, in.streams);
    }
    return Fine;
}

} // namespace
} // namespace kernelscommand

Command kernelsCommand()
{
    return commandOf({ .name = u"kernels"_s,
        .summary = u"what an ETDump says by kernel: times of every repeat"_s,
        .description
        = u"What an ETDump says by kernel: every instruction with the times of every repeat, parts "
          "of delegates, allocations, and recorded values that differ between executions."_s,
        .names = { { u"file"_s, u"the ETDump (.etdp)"_s, u"FILE.etdp"_s } },
        .options = { { u"program"_s, u"the program that ran, for names"_s, u"FILE.pte"_s },
            { u"method"_s, u"the method that ran; without it the one that fits"_s, u"NAME"_s },
            { u"buffer"_s, u"the debug buffer, to compare recorded tensors"_s, u"FILE.bin"_s },
            { u"result"_s, u"result.json of the run on this machine that made the dump"_s,
                u"FILE.json"_s },
            { u"origin"_s, u"fvp, board or this-machine: tells the unit of the times"_s,
                u"ORIGIN"_s },
            { u"warmup"_s,
                u"leaves the first N executions of the dump out of times and shares; without it as "
                "--result says"_s,
                u"N"_s } },
        .answer = kernelscommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
