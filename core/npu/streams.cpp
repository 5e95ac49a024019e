// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/streams.h"

#include "core/formats/ethosu/velastream.h"
#include "core/npu/streamreader.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

/// Named data of a program, in the same file; nothing if the key is not there.
std::optional<model::ByteRange> namedData(const model::Program &program, const QString &key)
{
    const auto found = std::find_if(program.namedData.begin(), program.namedData.end(),
        [&](const model::NamedData &data) { return data.key == key; });
    if (found == program.namedData.end() || found->segmentIndex >= program.segments.size())
        return std::nullopt;
    auto range = program.absoluteSegment(found->segmentIndex);
    if (found->size > 0)
        range.size = std::min(range.size, found->size);
    return range;
}

/// Where a block's bytes lie; `base` is the start of the payload in the file.
std::optional<model::ByteRange> blockRange(const model::EthosUPayload &payload, const QString &name,
    quint64 base, const model::Program *program)
{
    const auto *block = payload.block(name);
    if (!block)
        return std::nullopt;
    if (!block->isExternal)
        return model::ByteRange{ base + block->offset, block->size };
    return program ? namedData(*program, block->externalKey) : std::nullopt;
}

StreamPlace placeOf(const model::EntityRef &owner,
    const std::shared_ptr<const model::EthosUPayload> &payload, quint64 base,
    const ByteSource &source, const model::Program *program)
{
    StreamPlace place;
    place.owner = owner;
    place.payload = payload;
    place.driverPayload
        = blockRange(*payload, u"cmd_data"_s, base, program).value_or(model::ByteRange{});
    if (const auto weights = blockRange(*payload, u"weight_data"_s, base, program)) {
        if (const auto bytes = source.slice(weights->offset, weights->size)) {
            place.weights = *bytes;
            place.weightsOffset = weights->offset;
        }
    }
    return place;
}

Error missingPayload(const StreamPlace &place, const ByteSource &source)
{
    const auto *block = place.payload ? place.payload->block(u"cmd_data"_s) : nullptr;
    Location location{ .file = source.name() };
    if (!block)
        return { ErrorCode::FormatDamaged, u"the payload has no command data"_s, location };
    location.section = u"block cmd_data"_s;
    return { ErrorCode::FormatUnsupported,
        u"the commands are in a .ptd that is not beside the program, or not whole, under the key "
        "%1: put it there, or give it with the program"_s.arg(block->externalKey),
        location };
}

} // namespace

std::optional<model::ByteRange> StreamPlace::inFile(quint64 offset, quint64 size) const
{
    return driverPayload.size > 0
        ? std::optional(model::ByteRange{ driverPayload.offset + offset, size })
        : std::nullopt;
}

std::vector<StreamPlace> streamsOf(const model::Program &program)
{
    std::vector<StreamPlace> places;
    for (size_t m = 0; m < program.methods.size(); ++m) {
        const auto &delegates = program.methods[m].delegates;
        for (size_t d = 0; d < delegates.size(); ++d) {
            if (delegates[d].ethosu)
                places.push_back(placeOf(model::EntityRef::delegate(int(m), int(d)),
                    delegates[d].ethosu, delegates[d].data.offset, *program.source, &program));
        }
    }
    return places;
}

std::vector<StreamPlace> streamsOf(const model::Network &network)
{
    std::vector<StreamPlace> places;
    for (size_t s = 0; s < network.subgraphs.size(); ++s) {
        const auto &operators = network.subgraphs[s].operators;
        for (size_t o = 0; o < operators.size(); ++o) {
            if (operators[o].ethosu)
                places.push_back(placeOf(model::EntityRef::networkOperator(int(s), int(o)),
                    operators[o].ethosu, 0, *network.source, nullptr));
        }
    }
    return places;
}

Result<std::vector<StreamPlace>> streamsOfFile(
    const std::shared_ptr<const ByteSource> &source, formats::FileKind kind)
{
    if (kind == formats::FileKind::CommandStream) {
        StreamPlace place;
        place.owner = model::EntityRef::file();
        place.driverPayload = { 0, source->size() };
        return std::vector{ place };
    }
    if (kind != formats::FileKind::VelaStream)
        return fail(ErrorCode::FormatUnsupported,
            u"this is neither a driver payload nor a Vela stream"_s, { .file = source->name() });
    DiagnosticSink sink;
    formats::ethosu::CommandBudget budget;
    formats::ethosu::StreamContext context{ sink, { .file = source->name() },
        [](const QString &) { return std::nullopt; }, budget };
    auto payload = formats::ethosu::readVelaStream(source->bytes(), context);
    if (!payload)
        return fail(payload.error());
    return std::vector{ placeOf(model::EntityRef::file(),
        std::make_shared<const model::EthosUPayload>(std::move(*payload)), 0, *source, nullptr) };
}

std::vector<PlacedStream> disassembleAll(
    const ByteSource &source, const std::vector<StreamPlace> &places)
{
    std::vector<PlacedStream> result;
    StreamBudget budget;
    using Streams = Result<std::vector<std::shared_ptr<const Stream>>>;
    // Delegates may share a payload: it is read once.
    std::map<std::pair<const char *, qsizetype>, Streams> known;
    for (const auto &place : places) {
        const auto &range = place.driverPayload;
        const bool isHere = range.size > 0;
        if (!isHere && place.external.isEmpty()) {
            result.push_back({ place, nullptr, missingPayload(place, source) });
            continue;
        }
        const auto bytes = isHere ? source.slice(range.offset, range.size)
                                  : Result<QByteArrayView>(place.external);
        if (!bytes) {
            result.push_back({ place, nullptr, bytes.error() });
            continue;
        }
        auto found = known.find({ bytes->data(), bytes->size() });
        if (found == known.end()) {
            Location location{ .file = source.name() };
            if (isHere)
                location.offset = range.offset;
            else
                location.section = u"block cmd_data in a .ptd"_s;
            found = known
                        .emplace(std::pair(bytes->data(), bytes->size()),
                            disassembleWithin(*bytes, location, budget))
                        .first;
        }
        if (!found->second) {
            result.push_back({ place, nullptr, found->second.error() });
            continue;
        }
        for (const auto &stream : *found->second)
            result.push_back({ place, stream, std::nullopt });
    }
    return result;
}

} // namespace tosaic::npu
