// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ethosu/velastream.h"

#include "core/formats/ethosu/blocks.h"
#include "core/formats/ethosu/payloadcommands.h"

#include <QtEndian>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats::ethosu {

namespace {

bool isKnownBlock(const QString &name)
{
    constexpr std::array Known{ "vela_bin_stream", "cmd_data", "weight_data", "scratch_data",
        "scratch_size", "scratch_shape", "persistent_size", "persistent_init", "inputs", "outputs",
        "input_shape", "input_offset", "output_shape", "output_offset", "vela_end_stream" };
    return std::any_of(Known.begin(), Known.end(),
        [&](const char *known) { return name == QLatin1StringView(known); });
}

class StreamReader
{
public:
    StreamReader(QByteArrayView stream, StreamContext &context)
        : m_stream(stream), m_context(context)
    {
    }

    model::EthosUPayload read()
    {
        splitBlocks(m_stream, m_context, m_payload);
        checkNames();
        readSizes();
        readDescriptors(m_stream, m_context, m_payload);
        readCommands();
        return std::move(m_payload);
    }

private:
    void report(const QString &id, Severity severity, const QString &name, const QString &text)
    {
        const auto *block = m_payload.block(name);
        m_context.sink.add(
            id, severity, text, blockPlace(m_context, name, block ? block->offset : 0));
    }

    void checkNames()
    {
        QStringList seen;
        for (const auto &block : m_payload.blocks) {
            if (seen.contains(block.name))
                report(u"ethosu.block"_s, Severity::Warning, block.name,
                    u"a second block of this name: only the first is used"_s);
            else if (!isKnownBlock(block.name))
                report(u"ethosu.block"_s, Severity::Info, block.name,
                    u"not known: shown as bytes; an older runtime refuses the stream"_s);
            if (seen.size() < 64)
                seen << block.name;
        }
    }

    std::optional<quint64> numberIn(const QString &name)
    {
        const auto *block = m_payload.block(name);
        if (!block)
            return std::nullopt;
        if (block->size == 4)
            return qFromLittleEndian<quint32>(blockBytes(m_stream, *block).data());
        report(u"ethosu.block"_s, Severity::Error, name,
            u"should hold one 32-bit number, but has %1 bytes"_s.arg(block->size));
        return std::nullopt;
    }

    void readSizes()
    {
        m_payload.arenaBytes = numberIn(u"scratch_size"_s);
        m_payload.persistentBytes = numberIn(u"persistent_size"_s);
        const auto *scratch = m_payload.block(u"scratch_data"_s);
        if (scratch) {
            // Until May 2025 the arena itself was stored, filled with zeros.
            m_payload.arenaBytes = scratch->size;
            m_payload.streamVersion = std::min(m_payload.streamVersion.value_or(1), 1);
        }
        const auto hasExternal = std::any_of(m_payload.blocks.begin(), m_payload.blocks.end(),
            [](const model::PayloadBlock &block) { return block.isExternal; });
        if (hasExternal || m_payload.persistentBytes)
            m_payload.streamVersion = 3;
    }

    std::optional<QByteArrayView> commandData()
    {
        const auto *block = m_payload.block(u"cmd_data"_s);
        if (!block) {
            report(u"ethosu.block"_s, Severity::Error, u"cmd_data"_s,
                u"the stream has no command data: there is nothing to run"_s);
            return std::nullopt;
        }
        if (!block->isExternal)
            return blockBytes(m_stream, *block);
        auto elsewhere = m_context.external ? m_context.external(block->externalKey) : std::nullopt;
        if (!elsewhere)
            report(u"ethosu.external-block"_s, Severity::Info, block->name,
                u"the bytes are in a companion .ptd under key %1: NPU and operations are not known "
                "from this file"_s.arg(block->externalKey));
        return elsewhere;
    }

    void readCommands()
    {
        const auto bytes = commandData();
        if (!bytes)
            return;
        const auto *block = m_payload.block(u"cmd_data"_s);
        auto place = blockPlace(m_context, block->name, block->offset);
        if (block->isExternal)
            place.section += u" in named data"_s; // the offset is that of its key
        readPayloadCommands(*bytes, m_payload, m_context.sink, place, m_context.budget);
    }

    QByteArrayView m_stream;
    StreamContext &m_context;
    model::EthosUPayload m_payload;
};

} // namespace

bool isVelaStream(QByteArrayView bytes)
{
    return bytes.size() >= NameSize
        && bytes.first(NameSize) == QByteArrayView("vela_bin_stream\0", 16);
}

Result<model::EthosUPayload> readVelaStream(QByteArrayView bytes, StreamContext &context)
{
    if (!isVelaStream(bytes))
        return fail(ErrorCode::FormatDamaged, u"the payload does not begin with vela_bin_stream"_s,
            context.place);
    return StreamReader(bytes, context).read();
}

} // namespace tosaic::formats::ethosu
