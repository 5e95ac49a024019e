// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include "core/formats/openprogram.h"
#include "profiler/kernels/hostfacts.h"
#include "profiler/kernels/kerneljson.h"
#include "profiler/kernels/recordedvalues.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/store/runstore.h"

#include <QCommandLineParser>
#include <QJsonArray>
#include <QJsonDocument>

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

Result<Material> readMaterial(const QCommandLineParser &parser)
{
    Material material;
    auto source = ByteSource::map(parser.positionalArguments().front());
    if (!source)
        return fail(std::move(source.error()));
    auto dump = profile::readEtDump(*source);
    if (!dump)
        return fail(std::move(dump.error()));
    material.dump = std::move(*dump);
    if (const auto path = parser.value(u"program"_s); !path.isEmpty()) {
        auto bytes = ByteSource::map(path);
        if (!bytes)
            return fail(std::move(bytes.error()));
        auto program = formats::readProgram(*bytes);
        if (!program)
            return fail(std::move(program.error()));
        material.program = *program;
    }
    if (const auto path = parser.value(u"buffer"_s); !path.isEmpty()) {
        auto bytes = ByteSource::map(path);
        if (!bytes)
            return fail(std::move(bytes.error()));
        if (const auto fits = checkBuffer(material.dump, **bytes); !fits)
            return fail(fits.error());
        material.buffer = *bytes;
    }
    if (const auto path = parser.value(u"result"_s); !path.isEmpty()) {
        auto bytes = ByteSource::map(path);
        if (!bytes)
            return fail(std::move(bytes.error()));
        auto facts = profile::readHostFacts((*bytes)->bytes().toByteArray());
        if (!facts)
            return fail(std::move(facts.error()));
        material.host = std::move(*facts);
        material.origin = Origin::ThisMachine;
    }
    if (parser.isSet(u"origin"_s))
        material.origin = profile::originFromKey(parser.value(u"origin"_s));
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

QStringList cellsOf(const profile::KernelRow &row)
{
    const auto spread = row.times().spread();
    const auto unnamed
        = row.kind == profile::KernelKind::Delegate ? u"(delegate)"_s : u"(not named)"_s;
    const auto name = row.name.isEmpty() ? unnamed : row.name;
    return { row.place.chain ? QString::number(row.place.instruction) : u"-"_s,
        profile::kernelKindName(row.kind), row.isInside() ? u"  "_s + name : name,
        ticks(spread, &profile::Spread::median), ticks(spread, &profile::Spread::smallest),
        ticks(spread, &profile::Spread::largest),
        row.share ? QString::number(100 * *row.share, 'f', 1) + u" %"_s : u"-"_s,
        callsText(row.times()) };
}

void printTable(const std::vector<QStringList> &lines, Streams &streams)
{
    std::vector<qsizetype> widths(static_cast<size_t>(lines.front().size()));
    for (const auto &line : lines) {
        for (qsizetype i = 0; i < line.size(); ++i)
            widths[size_t(i)] = std::max(widths[size_t(i)], line[i].size());
    }
    for (const auto &line : lines) {
        QString text;
        for (qsizetype i = 0; i < line.size(); ++i) {
            const auto width = static_cast<int>(widths[size_t(i)]);
            const bool isText = i == 1 || i == 2;
            text += isText ? line[i].leftJustified(width) : line[i].rightJustified(width);
            text += u"  "_s;
        }
        streams.out << text.trimmed().prepend(
            QString(line[0].size() < widths[0] ? int(widths[0] - line[0].size()) : 0, u' '))
                    << '\n';
    }
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
    if (!method.rows.empty()) {
        std::vector<QStringList> lines{ { u"instruction"_s, u"kind"_s, u"operator"_s,
            u"median "_s + unit, u"min"_s, u"max"_s, u"share"_s, u"calls/execution"_s } };
        for (const auto &row : method.rows)
            lines.push_back(cellsOf(row));
        printTable(lines, streams);
    }
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

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"What an ETDump says by kernel: every instruction with the times of every repeat, parts "
        "of delegates, allocations, and recorded values that differ between executions."_s);
    parser.addPositionalArgument(u"file"_s, u"the ETDump (.etdp)"_s, u"FILE.etdp"_s);
    parser.addOptions({ { u"program"_s, u"the program that ran, for names"_s, u"FILE.pte"_s },
        { u"method"_s, u"the method that ran; without it the one that fits"_s, u"NAME"_s },
        { u"buffer"_s, u"the debug buffer, to compare recorded tensors"_s, u"FILE.bin"_s },
        { u"result"_s, u"result.json of the run on this machine that made the dump"_s,
            u"FILE.json"_s },
        { u"origin"_s, u"fvp, board or this-machine: tells the unit of the times"_s, u"ORIGIN"_s },
        { u"warmup"_s,
            u"leaves the first N executions of the dump out of times and shares; without it as "
            "--result says"_s,
            u"N"_s },
        { u"json"_s, u"print JSON"_s } });
    if (const auto end = endsAtArguments(parser, u"kernels"_s, arguments, streams))
        return *end;
    if (parser.positionalArguments().size() != 1)
        return usageError(u"one ETDump is needed: tosaic-cli kernels FILE.etdp"_s, streams);
    if (parser.isSet(u"origin"_s) && !profile::originFromKey(parser.value(u"origin"_s)))
        return usageError(u"--origin needs fvp, board or this-machine"_s, streams);
    bool isNumber = true;
    const auto warmups
        = parser.isSet(u"warmup"_s) ? parser.value(u"warmup"_s).toULongLong(&isNumber) : 0;
    if (!isNumber)
        return usageError(u"--warmup needs a number of executions"_s, streams);
    auto material = readMaterial(parser);
    if (material && parser.isSet(u"warmup"_s))
        material->warmups = warmups;
    if (!material)
        return inputError(material.error(), streams);
    const auto profile = profileOf(*material, parser.value(u"method"_s));
    tellProblems(profile.diagnostics, streams);
    if (parser.isSet(u"json"_s)) {
        auto object = profile::kernelJson(profile);
        if (material->origin)
            object.insert(u"origin"_s, profile::originKey(material->origin));
        streams.out << QJsonDocument(object).toJson();
    } else {
        printText(profile, *material, streams);
    }
    streams.out.flush();
    return Fine;
}

} // namespace
} // namespace kernelscommand

Command kernelsCommand()
{
    using namespace kernelscommand;
    return { u"kernels"_s, u"what an ETDump says by kernel: times of every repeat"_s, false, run };
}

} // namespace tosaic::cli
