// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/openstreams.h"

#include "core/base/try.h"
#include "core/formats/bundled/bundledreader.h"
#include "core/formats/flattensor/flattensorreader.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/formats/tflite/tflitereader.h"
#include "core/formats/vela/velanpz.h"
#include "core/inspect/descriptionparts.h"
#include "core/inspect/disasmdescription.h"

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

Result<FileStreams> ofNpz(const std::shared_ptr<const ByteSource> &source)
{
    const auto npz = TRY(formats::vela::readNpz(source));
    FileStreams streams;
    streams.source = source;
    streams.model = npz;
    npu::StreamPlace place;
    place.owner = model::EntityRef::file();
    place.payload = npz->payload;
    place.weights = npz->weightData();
    const auto *weights = npz->array(u"weight_data"_s);
    if (weights && weights->range)
        place.weightsOffset = weights->range->offset;
    if (const auto range = npz->commandRange()) {
        place.driverPayload = *range;
    } else if (const auto *commands = npz->array(u"cmd_data"_s); commands && commands->data) {
        streams.source = commands->data; // unpacked
        place.driverPayload = { 0, commands->data->size() };
    } else {
        return fail(ErrorCode::FormatDamaged, u"the archive has no readable cmd_data"_s,
            { .file = source->name() });
    }
    streams.places.push_back(place);
    return streams;
}

FileStreams ofProgram(const std::shared_ptr<const model::Program> &program)
{
    FileStreams streams;
    streams.source = program->source;
    streams.program = program;
    streams.places = npu::streamsOf(*program);
    for (const auto &method : program->methods)
        streams.methods << method.name;
    return streams;
}

Result<FileStreams> ofBundle(const std::shared_ptr<const ByteSource> &source)
{
    const auto bundle = TRY(formats::readBundled(source));
    if (bundle->program)
        return ofProgram(bundle->program);
    // Why is in the diagnostics of the bundle.
    const auto &said = bundle->diagnostics;
    return fail(ErrorCode::FormatDamaged,
        u"the program in this bundled program cannot be read"_s
            + (said.empty() ? QString() : u": "_s + said.front().text),
        { .file = source->name() });
}

/// Command data that a delegate of some .pte keeps here; which delegate is not known.
Result<FileStreams> ofFlatTensor(const std::shared_ptr<const ByteSource> &source)
{
    const auto file = formats::readFlatTensor(source);
    if (!file)
        return fail(file.error());
    FileStreams streams;
    streams.source = source;
    streams.model = *file;
    for (const auto &entry : (*file)->tensors) {
        if (entry.layout || !entry.bytes || entry.bytes->size < 4)
            continue;
        const auto mark = source->slice(entry.bytes->offset, 4);
        if (!mark || (*mark != "COP1" && *mark != "COP2"))
            continue;
        npu::StreamPlace place;
        place.owner = model::EntityRef::file();
        place.driverPayload = *entry.bytes;
        streams.places.push_back(place);
        streams.keys.emplace(entry.bytes->offset, entry.key);
    }
    if (streams.places.empty())
        return fail(ErrorCode::FormatUnsupported,
            u"none of the %1 entries of this .ptd is Ethos-U command data (COP1, COP2)"_s.arg(
                countText((*file)->tensors.size())),
            { .file = source->name() });
    return streams;
}

} // namespace

QString FileStreams::ownerOf(const npu::StreamPlace &place) const
{
    const auto &owner = place.owner;
    if (owner.kind == model::EntityRef::Kind::Delegate && owner.method < methods.size()
        && !methods[owner.method].isEmpty())
        return u"method %1, delegate %2"_s.arg(nameText(methods[owner.method])).arg(owner.index);
    if (const auto found = keys.find(place.driverPayload.offset); found != keys.end())
        return u"key "_s + nameText(found->second);
    return ownerText(owner);
}

QString FileStreams::keyOf(const npu::StreamPlace &place) const
{
    if (const auto found = keys.find(place.driverPayload.offset); found != keys.end())
        return found->second;
    const auto *commands = place.payload ? place.payload->block(u"cmd_data"_s) : nullptr;
    return commands ? commands->externalKey : QString();
}

Result<FileStreams> openStreams(const std::shared_ptr<const ByteSource> &source)
{
    const auto kind = formats::recognise(source->bytes());
    switch (kind) {
    case formats::FileKind::Pte: {
        const auto program = TRY(formats::readProgram(source));
        return ofProgram(program);
    }
    case formats::FileKind::BundledProgram:
        return ofBundle(source);
    case formats::FileKind::FlatTensor:
        return ofFlatTensor(source);
    case formats::FileKind::TfLite: {
        const auto network = TRY(formats::readTfLite(source));
        return FileStreams{
            .source = source, .model = network, .places = npu::streamsOf(*network)
        };
    }
    case formats::FileKind::CommandStream:
    case formats::FileKind::VelaStream: {
        auto places = TRY(npu::streamsOfFile(source, kind));
        return FileStreams{ .source = source, .places = std::move(places) };
    }
    case formats::FileKind::VelaNpz:
        return ofNpz(source);
    default:
        if (const auto error = formats::nothingToRead(kind, *source))
            return fail(*error);
        return fail(ErrorCode::FormatUnsupported,
            u"the file (%1) has no Ethos-U command stream"_s.arg(formats::describe(kind)),
            { .file = source->name() });
    }
}

} // namespace tosaic::inspect
