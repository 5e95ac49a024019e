// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/etdumpbuilder.h"

#include "etdump_generated.h"

namespace tosaic::test {

namespace {

namespace fb = tosaic::profile::fb;
using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;
using Events = std::vector<Offset<fb::Event>>;

constexpr quint64 NoChain = ~quint64(0);

Offset<fb::Event> profile(FlatBufferBuilder &b, const char *name, int chain, int instruction,
    quint64 start, quint64 end, int id = -1, const char *text = nullptr,
    const std::vector<quint8> *metadata = nullptr)
{
    const auto event
        = fb::CreateProfileEventDirect(b, name, chain, instruction, id, text, metadata, start, end);
    return fb::CreateEvent(b, event);
}

Offset<fb::Event> allocation(FlatBufferBuilder &b, int allocator, quint64 size)
{
    return fb::CreateEvent(b, 0, fb::CreateAllocationEvent(b, allocator, size));
}

Offset<fb::Event> debug(FlatBufferBuilder &b, quint64 chain, int instruction,
    Offset<fb::DebugValue> value, const char *text = nullptr)
{
    return fb::CreateEvent(
        b, 0, 0, fb::CreateDebugEventDirect(b, chain, instruction, value, -1, text));
}

Offset<fb::TensorValue> tensor(FlatBufferBuilder &b, int64_t offset)
{
    const std::vector<int64_t> sizes{ 2, 3 };
    const std::vector<int64_t> strides{ 1, 2 };
    return fb::CreateTensorValueDirect(b, 6, &sizes, &strides, offset);
}

Events debugEvents(FlatBufferBuilder &b)
{
    const std::vector<Offset<fb::TensorValue>> list{ tensor(b, 64), tensor(b, 128) };
    const auto tensors = fb::CreateTensorListValueDirect(b, &list);
    return {
        debug(b, 0, 3, fb::CreateDebugValue(b, fb::ValueKind::Tensor, tensor(b, 16))),
        debug(b, 0, 3, fb::CreateDebugValue(b, fb::ValueKind::TensorList, 0, tensors), "pair"),
        debug(
            b, 0, 3, fb::CreateDebugValue(b, fb::ValueKind::Int, 0, 0, fb::CreateIntValue(b, -7))),
        debug(b, 0, 3,
            fb::CreateDebugValue(
                b, fb::ValueKind::Double, 0, 0, 0, 0, fb::CreateDoubleValue(b, 0.25))),
        debug(b, 0, 3,
            fb::CreateDebugValue(b, fb::ValueKind::Float, 0, 0, 0, fb::CreateFloatValue(b, 0.5F))),
        debug(b, 0, 3,
            fb::CreateDebugValue(
                b, fb::ValueKind::Bool, 0, 0, 0, 0, 0, fb::CreateBoolValue(b, true))),
        debug(b, 0, 3, fb::CreateDebugValue(b, fb::ValueKind::String)),
        debug(b, NoChain, 0,
            fb::CreateDebugValue(b, fb::ValueKind::Tensor, tensor(b, 256), 0, 0, 0, 0, 0,
                fb::CreateBoolValue(b, true))),
    };
}

QByteArray finished(FlatBufferBuilder &b, Offset<fb::ETDump> dump, bool hasSizePrefix)
{
    if (hasSizePrefix)
        b.FinishSizePrefixed(dump, "ED00");
    else
        b.Finish(dump, "ED00");
    return { reinterpret_cast<const char *>(b.GetBufferPointer()), qsizetype(b.GetSize()) };
}

} // namespace

QByteArray etDumpBytes(bool hasSizePrefix)
{
    FlatBufferBuilder b;
    const std::vector<Offset<fb::Allocator>> allocators{ fb::CreateAllocatorDirect(b, "method"),
        fb::CreateAllocatorDirect(b, "temp") };
    const Events loading{ allocation(b, 1, 1000), allocation(b, 1, 24), allocation(b, 2, 48),
        profile(b, "Program::load_method", -1, 0, 100, 150) };
    const std::vector<quint8> metadata{ 'm', 'e', 't', 'a' };
    Events running{ profile(b, "native_call_add.out", 0, 3, 1000, 1100),
        profile(b, "OPERATOR_CALL", 0, 3, 990, 1110),
        profile(b, nullptr, 0, 4, 4294967290, 10, 12, nullptr, &metadata),
        profile(b, nullptr, 0, 4, quint64(1) << 40, 10, -1, "conv_7"),
        profile(b, "OPERATOR_CALL", 0, 5, 2000, 2010) };
    const auto logged = debugEvents(b);
    running.insert(running.end(), logged.begin(), logged.end());
    const std::vector<Offset<fb::RunData>> runs{
        fb::CreateRunDataDirect(b, "Default", -1, &allocators, &loading),
        fb::CreateRunDataDirect(b, "Execute", 2, nullptr, &running),
        fb::CreateRunData(b),
    };
    return finished(b, fb::CreateETDumpDirect(b, 0, &runs), hasSizePrefix);
}

QByteArray sharedEventsBytes(quint32 count)
{
    FlatBufferBuilder b;
    const Events events(count, profile(b, "OPERATOR_CALL", 0, 1, 1, 2));
    const auto vector = b.CreateVector(events);
    // Runs, too, share their events.
    const auto run = fb::CreateRunData(b, 0, -1, 0, vector);
    const std::vector<Offset<fb::RunData>> runs(count, run);
    return finished(b, fb::CreateETDumpDirect(b, 0, &runs), true);
}

} // namespace tosaic::test
