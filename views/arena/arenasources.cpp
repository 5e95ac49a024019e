// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/arenasources.h"

#include "core/analysis/lifetimes.h"
#include "core/base/sizestext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString shapeText(const std::vector<qint32> &shape)
{
    return u"[%1]"_s.arg(sizesText(shape, u", "_s));
}

QString stepName(const model::Method &method, size_t index)
{
    const auto &instruction = method.instructions[index];
    QString what = method.operatorName(instruction);
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction)) {
        const auto delegate = call->delegate.value;
        what = delegate < method.delegates.size() ? method.delegates[delegate].id
                                                  : ArenaText::tr("Delegate");
    }
    if (what.isEmpty())
        what = model::instructionKindName(instruction);
    if (const auto space = what.indexOf(u"::"_s); space >= 0)
        what = what.sliced(space + 2); // the namespace says little and takes much room
    return u"#%1 %2"_s.arg(QString::number(index), what);
}

using Uses = std::vector<std::vector<qsizetype>>; // by value index

Uses usesOf(const model::Method &method)
{
    Uses uses(method.values.size());
    for (size_t i = 0; i < method.instructions.size(); ++i) {
        for (const auto value : model::instructionArguments(method.instructions[i])) {
            if (value < 0 || static_cast<size_t>(value) >= uses.size())
                continue;
            auto &steps = uses[static_cast<size_t>(value)];
            if (steps.empty() || steps.back() != static_cast<qsizetype>(i))
                steps.push_back(static_cast<qsizetype>(i));
        }
    }
    return uses;
}

ArenaBuffer plannedBuffer(
    const model::Method &method, int methodIndex, const analysis::Lifetime &life, const Uses &uses)
{
    ArenaBuffer buffer;
    const auto index = static_cast<int>(life.value.value);
    const auto *tensor = method.tensor(index);
    buffer.name = ArenaText::tr("Value %1").arg(index);
    if (tensor) {
        if (!tensor->name.isEmpty())
            buffer.name = tensor->name;
        buffer.detail = u"%1 %2"_s.arg(model::dtypeName(tensor->dtype), shapeText(tensor->shape));
    }
    buffer.entity = model::EntityRef::value(methodIndex, index);
    buffer.kind = life.isInput ? ArenaBuffer::Kind::Input
        : life.isOutput        ? ArenaBuffer::Kind::Output
                               : ArenaBuffer::Kind::FeatureMap;
    buffer.first = life.first;
    buffer.last = buffer.lastUse = life.last;
    buffer.offset = life.offset;
    buffer.bytes = life.bytes;
    buffer.users = uses[static_cast<size_t>(index)];
    return buffer;
}

void sortByFirst(Arena &arena)
{
    std::ranges::stable_sort(
        arena.buffers, {}, [](const ArenaBuffer &b) { return std::pair(b.first, b.offset); });
}

Arena plannedArena(const model::Method &method, int methodIndex, const analysis::MemoryUse &use,
    const analysis::BufferUse &memory, const Uses &uses)
{
    Arena arena;
    arena.title = ArenaText::tr("%1: planned buffer %2 (CPU)")
                      .arg(method.name, QString::number(memory.memoryId));
    arena.owner = model::EntityRef::ofMethod(methodIndex);
    for (size_t i = 0; i < method.instructions.size(); ++i)
        arena.steps.push_back(stepName(method, i));
    for (const auto &life : use.lifetimes) {
        if (life.memoryId == memory.memoryId && life.value.value < uses.size())
            arena.buffers.push_back(plannedBuffer(method, methodIndex, life, uses));
    }
    sortByFirst(arena);
    arena.liveBytes = memory.liveBytes;
    arena.peakBytes = memory.peakBytes;
    arena.peakStep = memory.peakInstruction;
    arena.highWater = memory.highWaterBytes;
    arena.capacity = memory.plannedBytes;
    arena.unknownBuffers = memory.unknownTensors;
    return arena;
}

QString mapText(const npu::FeatureMap &map)
{
    if (map.height == 0 || map.width == 0 || map.depth == 0)
        return {};
    return u"%1%2 %3×%4×%5"_s.arg(map.isSigned ? u"int"_s : u"uint"_s, QString::number(map.bits),
        QString::number(map.height), QString::number(map.width), QString::number(map.depth));
}

QString operationName(const npu::Operation &operation)
{
    const auto kind = npu::operationKindName(operation.kind);
    return operation.mode.isEmpty()
        ? u"#%1 %2"_s.arg(QString::number(operation.index), kind)
        : u"#%1 %2 %3"_s.arg(QString::number(operation.index), kind, operation.mode);
}

ArenaBuffer::Kind kindOf(npu::Buffer::Kind kind)
{
    switch (kind) {
    case npu::Buffer::Kind::Input:
        return ArenaBuffer::Kind::Input;
    case npu::Buffer::Kind::Output:
        return ArenaBuffer::Kind::Output;
    case npu::Buffer::Kind::FeatureMap:
        return ArenaBuffer::Kind::FeatureMap;
    case npu::Buffer::Kind::Weights:
        return ArenaBuffer::Kind::Weights;
    case npu::Buffer::Kind::Other:
        break;
    }
    return ArenaBuffer::Kind::Other;
}

/// What wrote it says best what it is; an input is described by what reads it.
void nameBuffer(ArenaBuffer &shown, const npu::Buffer &buffer, const npu::Stream &stream)
{
    const auto kind = bufferKindWord(shown.kind);
    const auto operation = [&](const std::vector<quint32> &list) -> const npu::Operation * {
        return !list.empty() && list.front() < stream.operations.size()
            ? &stream.operations[list.front()]
            : nullptr;
    };
    const auto *writer = operation(buffer.writers);
    const auto *reader = operation(buffer.readers);
    if (writer) {
        shown.name = ArenaText::tr("%1 from %2").arg(kind, operationName(*writer));
        if (writer->ofm)
            shown.detail = mapText(*writer->ofm);
    } else if (reader) {
        shown.name = ArenaText::tr("%1 for %2").arg(kind, operationName(*reader));
        if (reader->ifm)
            shown.detail = mapText(*reader->ifm);
    } else {
        shown.name = kind;
    }
}

ArenaBuffer npuBuffer(const NpuAnalysis &analysis, size_t index)
{
    const auto &buffer = analysis.dataflow.buffers[index];
    ArenaBuffer shown;
    shown.entity = model::EntityRef::npuBuffer(analysis.owner(), static_cast<int>(index));
    shown.kind = kindOf(buffer.kind);
    shown.first = buffer.firstOperation;
    shown.lastUse = buffer.lastOperation;
    shown.last = std::max(buffer.lastOperation, buffer.heldUntil);
    shown.offset = buffer.range.address;
    shown.bytes = buffer.range.length;
    for (const auto *list : { &buffer.writers, &buffer.readers })
        shown.users.insert(shown.users.end(), list->begin(), list->end());
    std::ranges::sort(shown.users);
    const auto [first, last] = std::ranges::unique(shown.users);
    shown.users.erase(first, last);
    nameBuffer(shown, buffer, *analysis.stream());
    return shown;
}

QString regionName(int region)
{
    const char *use = npu::regionUse(region);
    if (use && *use) {
        return ArenaText::tr("region %1, %2")
            .arg(QString::number(region), QCoreApplication::translate("Description", use));
    }
    return ArenaText::tr("region %1").arg(region);
}

QString reservationNote(npu::Reservation reservation)
{
    switch (reservation) {
    case npu::Reservation::Shared:
        return ArenaText::tr("The file asks for more than this stream uses: CPU operators and "
                             "other streams of the file live there too.");
    case npu::Reservation::Branches:
        return ArenaText::tr("The file asks for more than the registers name: buffers are planned "
                             "for bodies of branches or loops.");
    case npu::Reservation::Unexplained:
        return ArenaText::tr(
            "The file asks for more than this stream uses; nothing in it tells why.");
    case npu::Reservation::TooSmall:
        return ArenaText::tr("The file asks for less than this stream touches: it would overwrite "
                             "what lies behind.");
    case npu::Reservation::Unknown:
    case npu::Reservation::Exact:
        break;
    }
    return {};
}

QStringList gapSentences(const npu::Gaps &gaps)
{
    QStringList out;
    if (gaps.hasUnknownAddresses)
        out << ArenaText::tr("Some addresses are not known: their registers were never written, "
                             "so buffers are missing here.");
    if (gaps.hasBranches)
        out << ArenaText::tr("The stream branches; operations are followed in the order in which "
                             "they stand.");
    if (gaps.hasCoarseMaps)
        out << ArenaText::tr("Maps in very many pieces were taken together with their gaps.");
    if (gaps.isCut)
        out << ArenaText::tr("Following was stopped at its limit; what comes later is missing.");
    return out;
}

} // namespace

std::vector<Arena> plannedArenas(const model::Program &program)
{
    std::vector<Arena> arenas;
    for (size_t i = 0; i < program.methods.size(); ++i) {
        const auto &method = program.methods[i];
        const auto use = analysis::memoryUse(method);
        const auto uses = usesOf(method);
        for (const auto &memory : use.buffers) {
            auto arena = plannedArena(method, static_cast<int>(i), use, memory, uses);
            if (!arena.buffers.empty())
                arenas.push_back(std::move(arena));
        }
    }
    return arenas;
}

std::vector<Arena> npuArenas(const NpuAnalysis &analysis, const QString &title)
{
    std::vector<Arena> arenas;
    const auto *stream = analysis.stream();
    if (!stream)
        return arenas;
    std::vector<QString> steps;
    for (const auto &operation : stream->operations)
        steps.push_back(operationName(operation));
    for (const auto &peak : analysis.dataflow.peaks) {
        Arena arena;
        arena.title = u"%1: %2"_s.arg(title, regionName(peak.region));
        arena.owner = analysis.owner();
        arena.isNpu = true;
        arena.steps = steps;
        for (size_t i = 0; i < analysis.dataflow.buffers.size(); ++i) {
            if (analysis.dataflow.buffers[i].range.region == peak.region)
                arena.buffers.push_back(npuBuffer(analysis, i));
        }
        sortByFirst(arena);
        arena.quantum = npu::AllocationQuantum;
        arena.liveBytes = liveBytesOf(arena);
        arena.peakBytes = peak.bytes;
        arena.peakStep = peak.operation;
        arena.highWater = peak.highWater;
        arena.capacity = peak.reserved;
        arena.capacityNote = reservationNote(peak.reservation);
        arena.gaps = gapSentences(analysis.dataflow.gaps);
        arenas.push_back(std::move(arena));
    }
    return arenas;
}

} // namespace tosaic::views
