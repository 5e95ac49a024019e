// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ethosu/commandstream.h"

#include "core/formats/ethosu/opcodes.h"

#include <QtEndian>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats::ethosu {

namespace {

constexpr std::u16string_view OperationPrefix = u"NPU_OP_";

enum Action : quint32
{
    Reserved = 0,
    OptimizerConfig = 1,
    CommandStream = 2,
    ReadApb = 3,
    DumpShram = 4,
    Nop = 5
};
constexpr std::array ActionNames{ u"RESERVED", u"OPTIMIZER_CONFIG", u"COMMAND_STREAM", u"READ_APB",
    u"DUMP_SHRAM", u"NOP" };

QString actionName(quint32 id)
{
    return id < ActionNames.size() ? QString::fromUtf16(ActionNames.at(id))
                                   : u"ACTION %1"_s.arg(id);
}

/// Keeps the first ones, so that a payload of nothing but NOP cannot fill memory.
DriverAction *addAction(DriverPayload &payload, const QString &name, quint64 offset,
    quint32 parameter, DiagnosticSink &sink, const Location &place)
{
    if (payload.actions.size() < DriverPayload::ActionLimit)
        return &payload.actions.emplace_back(DriverAction{ name, offset, parameter, {} });
    if (payload.actions.size() == DriverPayload::ActionLimit) {
        // One beyond the limit takes what follows; it is dropped at the end.
        sink.add(u"limit.exceeded"_s, Severity::Warning,
            u"more than ActionLimit = %1 driver actions: the rest are not listed"_s.arg(
                DriverPayload::ActionLimit),
            place);
        return &payload.actions.emplace_back();
    }
    payload.actions.back() = {};
    return &payload.actions.back();
}

quint32 word(QByteArrayView bytes, quint64 index)
{
    return qFromLittleEndian<quint32>(bytes.data() + index * 4);
}

std::optional<model::NpuConfig> decodeConfig(
    quint32 config, quint32 id, DiagnosticSink &sink, const Location &place)
{
    const auto product = config >> 28;
    if (product > 2) {
        sink.add(u"ethosu.unknown-product"_s, Severity::Error,
            u"configuration word 0x%1 names product %2, which is not known"_s
                .arg(config, 8, 16, QLatin1Char('0'))
                .arg(product),
            place);
        return std::nullopt;
    }
    model::NpuConfig npu;
    npu.product = static_cast<model::NpuProduct>(product);
    npu.macs = 1U << (config & 0xF);
    npu.commandStreamVersion = (config >> 4) & 0xF;
    npu.configWord = config;
    npu.idWord = id;
    if (npu.macs < 32 || npu.macs > 2048) {
        sink.add(u"ethosu.unknown-product"_s, Severity::Warning,
            u"%1 MACs per cycle: no Ethos-%2 has so many"_s.arg(npu.macs).arg(
                model::productName(npu.product)),
            place);
    }
    return npu;
}

/// COP1: a list of driver actions, each one word and its payload.
class ActionReader
{
public:
    ActionReader(QByteArrayView bytes, DiagnosticSink &sink, const Location &place)
        : m_bytes(bytes), m_sink(sink), m_place(place), m_count(quint64(bytes.size()) / 4)
    {
    }

    DriverPayload read()
    {
        m_result.format = u"COP1"_s;
        while (m_at < m_count && step()) { }
        if (m_result.actions.size() > DriverPayload::ActionLimit)
            m_result.actions.resize(DriverPayload::ActionLimit);
        if (m_result.streams.empty())
            report(u"no command stream inside"_s);
        return std::move(m_result);
    }

private:
    bool step()
    {
        const auto offset = m_at * 4;
        const auto action = word(m_bytes, m_at++);
        const auto id = action & 0xFF;
        const auto parameter
            = id == CommandStream ? (action & 0xFF00) << 8 | action >> 16 : action >> 16;
        m_action = addAction(m_result, actionName(id), offset, parameter, m_sink, m_place);
        switch (id) {
        case OptimizerConfig:
            return readConfig();
        case CommandStream:
            return readStream(parameter);
        case Reserved:
        case ReadApb:
        case DumpShram:
        case Nop:
            return true;
        default:
            report(u"unknown driver action %1: what follows is not read"_s.arg(id));
            return false;
        }
    }

    bool readConfig()
    {
        if (m_count - m_at < 2) {
            report(u"cut off inside the configuration"_s);
            return false;
        }
        m_action->words = { word(m_bytes, m_at), word(m_bytes, m_at + 1) };
        m_result.npu = decodeConfig(m_action->words[0], m_action->words[1], m_sink, m_place);
        m_at += 2;
        return true;
    }

    bool readStream(quint64 words)
    {
        const auto present = std::min(words, m_count - m_at);
        if (present < words) {
            report(u"the command stream should have %1 words, %2 are there: the driver refuses it"_s
                       .arg(words)
                       .arg(present));
        }
        if (m_result.streams.size() >= DriverPayload::StreamLimit) {
            m_sink.add(u"limit.exceeded"_s, Severity::Error,
                u"more than StreamLimit = %1 command streams: the rest are not read"_s.arg(
                    DriverPayload::StreamLimit),
                m_place);
            return false;
        }
        m_result.streams.push_back(m_bytes.sliced(qsizetype(m_at * 4), qsizetype(present * 4)));
        m_at += present;
        return present == words;
    }

    void report(const QString &text)
    {
        m_sink.add(u"ethosu.command-data"_s, Severity::Error, text, m_place);
    }

    QByteArrayView m_bytes;
    DiagnosticSink &m_sink;
    const Location &m_place;
    quint64 m_count;
    quint64 m_at = 1; ///< words; the first is the magic
    DriverPayload m_result;
    DriverAction *m_action = nullptr;
};

/// COP2: one entry of type command stream: metadata ("VEUM"), then the commands to the end.
Result<DriverPayload> readCop2(QByteArrayView bytes, DiagnosticSink &sink, const Location &place)
{
    constexpr qsizetype HeaderSize = 60;
    constexpr qsizetype MetadataAt = 28;
    constexpr quint64 EntryDataAt = 24;
    const auto damaged = [&](const QString &text) {
        return fail(ErrorCode::FormatDamaged, u"COP2 command data: "_s + text, place);
    };
    if (bytes.size() < HeaderSize)
        return damaged(u"%1 bytes, the header alone has 60"_s.arg(bytes.size()));
    if (word(bytes, 4) != 1 || bytes.sliced(MetadataAt, 4) != "VEUM")
        return damaged(u"the first entry is not a command stream"_s);
    DriverPayload result;
    result.format = u"COP2"_s;
    result.npu = decodeConfig(word(bytes, 10), word(bytes, 11), sink, place);
    result.stagingBytes = qFromLittleEndian<quint64>(bytes.data() + 52);
    const auto stated = qFromLittleEndian<quint64>(bytes.data() + 8);
    const auto start = quint64(MetadataAt) + word(bytes, 6);
    auto end = quint64(bytes.size());
    if (stated > end - 16) {
        sink.add(u"ethosu.command-data"_s, Severity::Error,
            u"should have %1 bytes behind its header, %2 are there"_s.arg(stated).arg(end - 16),
            place);
    } else {
        end = stated + 16;
    }
    if (start > end)
        return damaged(u"the commands would begin at %1, behind its end %2"_s.arg(start).arg(end));
    // The entry's data begin behind type and length; another entry may follow.
    const auto entryEnd = EntryDataAt + quint64(word(bytes, 5));
    if (entryEnd >= start && entryEnd < end) {
        sink.add(u"ethosu.command-data"_s, Severity::Warning,
            u"%1 bytes behind the first entry are not read"_s.arg(end - entryEnd), place);
        end = entryEnd;
    } else if (entryEnd > end || entryEnd < start) {
        sink.add(u"ethosu.command-data"_s, Severity::Error,
            u"the entry should end at byte %1, the payload ends at %2"_s.arg(entryEnd).arg(end),
            place);
    }
    auto *action = addAction(result, u"COMMAND_STREAM"_s, 16, word(bytes, 5), sink, place);
    for (quint64 i = MetadataAt / 4; i < std::min(start, quint64(bytes.size())) / 4 && i < 64; ++i)
        action->words.push_back(word(bytes, i));
    result.streams.push_back(bytes.sliced(qsizetype(start), qsizetype((end - start) / 4 * 4)));
    return result;
}

} // namespace

Result<DriverPayload> readDriverPayload(
    QByteArrayView bytes, DiagnosticSink &sink, const Location &place)
{
    if (bytes.size() >= 4 && bytes.first(4) == "COP1")
        return ActionReader(bytes, sink, place).read();
    if (bytes.size() >= 4 && bytes.first(4) == "COP2")
        return readCop2(bytes, sink, place);
    return fail(ErrorCode::FormatDamaged,
        u"the command data begins with neither COP1 nor COP2: the driver refuses it"_s, place);
}

CommandCounts countCommands(QByteArrayView stream, model::NpuProduct product)
{
    CommandCounts counts;
    std::array<quint64, FirstRegisterOpcode> operations{};
    const auto words = quint64(stream.size()) / 4;
    quint64 branches = 0;
    quint64 farthestTarget = 0; ///< words
    quint64 at = 0;
    while (at < words && !counts.isStopped) {
        const auto command = word(stream, at);
        const auto opcode = command & OpcodeMask;
        const auto hasPayload = (command >> 14 & 3) != 0;
        ++counts.commands;
        if (hasReservedBits(command) || !findCommand(opcode, hasPayload, product)) {
            ++counts.unknown;
        } else if (!hasPayload && opcode < FirstRegisterOpcode) {
            ++operations[opcode];
            counts.isStopped = opcode == 0 && farthestTarget <= at;
        } else if (hasPayload && opcode == BranchOpcode) {
            ++branches;
            if (at + 1 < words)
                farthestTarget = std::max<quint64>(farthestTarget, word(stream, at + 1) / 4);
        }
        at += hasPayload ? 2 : 1;
    }
    counts.isCut = at > words;
    counts.wordsBehindStop = counts.isStopped ? words - at : 0;
    for (quint32 opcode = 0; opcode < operations.size(); ++opcode) {
        if (operations[opcode] == 0)
            continue;
        const auto name = findCommand(opcode, false, product)->name.substr(OperationPrefix.size());
        counts.kinds[QStringView(name).toString()] = operations[opcode];
        if (opcode != 0 && opcode <= 0x007 && opcode != 0x001)
            counts.operations += operations[opcode];
    }
    if (branches > 0)
        counts.kinds[u"BRANCH"_s] = branches;
    return counts;
}

} // namespace tosaic::formats::ethosu
