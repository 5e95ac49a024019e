// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"

#include "core/base/bytesource.h"
#include "core/documents/externaldata.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/programin.h"
#include "core/inspect/disasmdescription.h"
#include "core/inspect/openstreams.h"

#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace disasmcommand {
namespace {

struct Wanted
{
    QString path;
    std::optional<int> delegate;
    bool isJson = false;
    bool isText = false;
    QStringList dataFiles; ///< .ptd that are not beside the program, absolute
};

/// Keeps the stream of one delegate: in a .pte the number that `inspect` gives it, elsewhere the
/// place in the order of streams.
void keepDelegate(int wanted, std::vector<npu::StreamPlace> &places)
{
    std::vector<npu::StreamPlace> kept;
    for (size_t i = 0; i < places.size(); ++i) {
        if (places[i].owner.streamNumber(int(i)) == wanted)
            kept.push_back(places[i]);
    }
    places = std::move(kept);
}

void print(const Wanted &wanted, const ByteSource &source, const inspect::FileStreams &opened,
    const std::vector<npu::PlacedStream> &placed, Streams &streams)
{
    if (wanted.isJson) {
        QJsonArray list;
        for (const auto &stream : placed) {
            auto json = inspect::streamToJson(stream);
            if (const auto key = opened.keyOf(stream.place); !key.isEmpty())
                json[u"key"_s] = key;
            list.append(json);
        }
        const QJsonObject file{ { u"name"_s, source.fileName() },
            { u"size"_s, qint64(source.size()) } };
        printDocument({ { u"file"_s, file }, { u"streams"_s, list } }, streams);
        return;
    }
    if (!wanted.isText) {
        std::vector<DescriptionSection> sections;
        for (const auto &stream : placed)
            sections.push_back(inspect::describeStream(stream, opened.ownerOf(stream.place)));
        streams.out << descriptionText(source.fileName(), sections, streams.width);
        return;
    }
    for (const auto &stream : placed) {
        if (!stream.stream)
            continue;
        const auto owner = opened.ownerOf(stream.place);
        if (placed.size() > 1 && !owner.isEmpty())
            streams.out << "# " << owner << '\n';
        inspect::writeCommands(*stream.stream, streams.out);
    }
}

Answer disassemble(const Wanted &wanted, Streams &streams)
{
    const auto source = TRY(ByteSource::map(wanted.path));
    auto opened = TRY(inspect::openStreams(source));
    const auto external
        = findExternal(opened, QFileInfo(wanted.path).absolutePath(), wanted.dataFiles);
    if (external)
        tellProblems(external->diagnostics, streams);
    if (wanted.delegate)
        keepDelegate(*wanted.delegate, opened.places);
    if (opened.places.empty())
        return fail(ErrorCode::FormatUnsupported,
            wanted.delegate ? u"delegate %1 is not there or has no Ethos-U command stream"_s.arg(
                *wanted.delegate)
                            : u"the file has no Ethos-U command stream"_s,
            { .file = wanted.path });
    const auto placed = npu::disassembleAll(*opened.source, opened.places);
    for (const auto &stream : placed) {
        if (stream.error)
            tellProblem(diagnosticOf(*stream.error), streams);
        if (stream.stream)
            tellProblems(stream.stream->diagnostics, streams);
    }
    print(wanted, *source, opened, placed, streams);
    const auto isComplete = std::all_of(placed.begin(), placed.end(),
        [](const npu::PlacedStream &stream) { return stream.stream != nullptr; });
    return isComplete ? Fine : BadInput;
}

Answer run(const Input &in)
{
    Wanted wanted{ in.names.value(0), {}, in.wantsJson(), in.isSet(u"text"_s) };
    if (!in.number(u"delegate"_s, wanted.delegate) || in.names.size() != 1
        || (wanted.isJson && wanted.isText))
        return misuse(u"tosaic-cli disasm FILE [--delegate N] [--data FILE.ptd] [--json|--text]"_s);
    wanted.path = TRY(programIn(wanted.path));
    for (const auto &path : in.values(u"data"_s))
        wanted.dataFiles << QFileInfo(path).absoluteFilePath();
    return disassemble(wanted, in.streams);
}

} // namespace
} // namespace disasmcommand

Command disasmCommand()
{
    return commandOf({ .name = u"disasm"_s,
        .summary = u"take an Ethos-U command stream apart"_s,
        .description
        = u"Takes the Ethos-U command streams of a .pte, a .bpte, the command data of a .ptd, a "
          "Vela-compiled .tflite, a Vela .npz or a driver payload apart."_s,
        .names = { { u"FILE"_s,
            u"The program, or the folder of its compile; content decides, not the name."_s } },
        .options = { { u"text"_s, u"Print one command a line."_s },
            { u"delegate"_s,
                u"Only this one: in a .pte the delegate's index, else the stream's; both count "
                "from 0."_s,
                u"N"_s },
            { u"data"_s,
                u"A .ptd file that holds commands of the program; those beside it are found."_s,
                u"FILE.ptd"_s } },
        .answer = disasmcommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
