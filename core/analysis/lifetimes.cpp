// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/lifetimes.h"

#include "core/analysis/instructionaccess.h"

#include <algorithm>
#include <map>

namespace tosaic::analysis {

namespace {

constexpr size_t MostSteps = 100'000'000; // tensors times instructions
constexpr size_t LargestForViews = 20'000; // tensors: the search compares all pairs

/// First and last instruction that names a value; -1 while there is none.
struct Span
{
    qsizetype first = -1;
    qsizetype last = -1;

    void touch(qsizetype instruction)
    {
        if (first < 0)
            first = instruction;
        last = instruction;
    }
};

class Spans
{
public:
    explicit Spans(const model::Method &method) : m_method(method), m_spans(method.values.size())
    {
        const auto count = static_cast<qsizetype>(method.instructions.size());
        for (qsizetype i = 0; i < count; ++i) {
            for (const auto value :
                namedValues(method, method.instructions[static_cast<size_t>(i)]))
                m_spans[static_cast<size_t>(value)].touch(i);
        }
        for (const auto input : method.inputs)
            hold(input, 0);
        for (const auto output : method.outputs)
            hold(output, std::max<qsizetype>(count - 1, 0));
        for (qsizetype i = 0; i < count; ++i)
            stretchOverLoop(i);
    }

    const Span &of(size_t value) const { return m_spans[value]; }

private:
    /// Inputs from the start, outputs to the end; also those that no instruction names.
    void hold(model::ValueIndex value, qsizetype instruction)
    {
        if (!value || value.value >= m_spans.size())
            return;
        auto &span = m_spans[value.value];
        span.first = span.first < 0 ? instruction : std::min(span.first, instruction);
        span.last = std::max(span.last, instruction);
    }

    void stretchOverLoop(qsizetype instruction)
    {
        const auto *jump = std::get_if<model::JumpFalseCall>(
            &m_method.instructions[static_cast<size_t>(instruction)]);
        if (!jump || jump->destination < 0 || jump->destination > instruction)
            return;
        for (auto &span : m_spans) {
            if (span.first >= 0 && span.first < jump->destination && span.last >= jump->destination)
                span.last = std::max(span.last, instruction);
        }
    }

    const model::Method &m_method;
    std::vector<Span> m_spans;
};

/// What the first instruction that names a value does with it.
struct FirstUse
{
    bool isNamed = false;
    bool isWrite = false;
    bool isCertain = true; ///< as Access::isCertain
};

std::vector<FirstUse> firstUses(const model::Method &method)
{
    std::vector<FirstUse> uses(method.values.size());
    for (const auto &instruction : method.instructions) {
        const auto access = accessOf(method, instruction);
        const auto note = [&](const std::vector<qint32> &values, bool isWrite) {
            for (const auto value : values) {
                if (auto &use = uses[static_cast<size_t>(value)]; !use.isNamed)
                    use = { true, isWrite, access.isCertain };
            }
        };
        note(access.writes, true);
        note(access.reads, false);
    }
    return uses;
}

/// Finds the values that are read before anything writes them: views of bytes that are there.
void joinViews(const model::Method &method, std::vector<Lifetime> &lifetimes)
{
    if (method.instructions.empty() || lifetimes.size() > LargestForViews)
        return;
    const auto uses = firstUses(method);
    for (auto &view : lifetimes) {
        const auto use = uses[view.value.value];
        view.isFirstUseKnown = use.isCertain;
        const auto *tensor = method.tensor(static_cast<qint32>(view.value.value));
        const bool hasInitialBytes = tensor->dataBufferIndex != 0 || tensor->isExternal;
        if (view.isInput || use.isWrite || hasInitialBytes || !view.bytes)
            continue;
        const Lifetime *base = nullptr;
        for (const auto &other : lifetimes) {
            const auto holds = other.memoryId == view.memoryId && other.bytes && !other.viewOf
                && other.offset <= view.offset && *view.bytes <= *other.bytes
                && view.offset - other.offset <= *other.bytes - *view.bytes;
            const bool isEarlier = other.first < view.first || other.isInput
                || (!use.isNamed && uses[other.value.value].isNamed);
            if (holds && &other != &view && isEarlier && (!base || other.first >= base->first))
                base = &other;
        }
        if (base) {
            view.viewOf = base->value;
            view.first = base->first;
        }
    }
}

bool contains(const std::vector<model::ValueIndex> &values, size_t value)
{
    return std::find(values.begin(), values.end(), model::ValueIndex(value)) != values.end();
}

/// Bytes covered by the living tensors; tensors that share memory count once.
quint64 coveredBytes(std::vector<std::pair<quint64, quint64>> &ranges)
{
    std::sort(ranges.begin(), ranges.end());
    quint64 covered = 0;
    quint64 end = 0;
    for (const auto &[from, to] : ranges) {
        const auto start = std::max(from, end);
        if (to > start)
            covered += to - start;
        end = std::max(end, to);
    }
    return covered;
}

void measure(BufferUse &use, const std::vector<const Lifetime *> &tensors, qsizetype instructions)
{
    std::vector<std::pair<quint64, quint64>> ranges;
    for (const auto *tensor : tensors) {
        if (tensor->bytes && tensor->offset + *tensor->bytes >= tensor->offset)
            use.highWaterBytes = std::max(use.highWaterBytes, tensor->offset + *tensor->bytes);
        else
            ++use.unknownTensors;
    }
    if (tensors.size() * static_cast<size_t>(instructions) > MostSteps)
        return;
    for (qsizetype i = 0; i < instructions; ++i) {
        ranges.clear();
        for (const auto *tensor : tensors) {
            if (tensor->bytes && tensor->isAliveAt(i)
                && tensor->offset + *tensor->bytes >= tensor->offset)
                ranges.emplace_back(tensor->offset, tensor->offset + *tensor->bytes);
        }
        use.liveBytes.push_back(coveredBytes(ranges));
        if (use.peakInstruction < 0 || use.liveBytes.back() > use.peakBytes) {
            use.peakBytes = use.liveBytes.back();
            use.peakInstruction = i;
        }
    }
}

std::vector<BufferUse> bufferUses(const model::Method &method, const MemoryUse &memory)
{
    std::map<quint32, std::vector<const Lifetime *>> byBuffer;
    for (size_t id = 1; id < method.plannedBuffers.size(); ++id)
        byBuffer[static_cast<quint32>(id)];
    for (const auto &lifetime : memory.lifetimes)
        byBuffer[lifetime.memoryId].push_back(&lifetime);
    std::vector<BufferUse> uses;
    for (const auto &[id, tensors] : byBuffer) {
        BufferUse use{ .memoryId = id };
        if (id > 0 && id < method.plannedBuffers.size() && method.plannedBuffers[id] >= 0)
            use.plannedBytes = static_cast<quint64>(method.plannedBuffers[id]);
        measure(use, tensors, static_cast<qsizetype>(method.instructions.size()));
        uses.push_back(std::move(use));
    }
    return uses;
}

/// Without the buffers.
MemoryUse findLifetimes(const model::Method &method)
{
    const Spans spans(method);
    MemoryUse memory;
    for (size_t i = 0; i < method.values.size(); ++i) {
        const auto *tensor = std::get_if<model::Tensor>(&method.values[i]);
        if (!tensor || !tensor->planned)
            continue;
        const auto &span = spans.of(i);
        if (span.first < 0) {
            memory.unused.emplace_back(i);
            continue;
        }
        memory.lifetimes.push_back({ .value = model::ValueIndex(i),
            .first = span.first,
            .last = span.last,
            .memoryId = tensor->planned->memoryId,
            .offset = tensor->planned->offset,
            .bytes = tensor->byteSize(),
            .isInput = contains(method.inputs, i),
            .isOutput = contains(method.outputs, i) });
    }
    joinViews(method, memory.lifetimes);
    return memory;
}

} // namespace

const Lifetime *MemoryUse::lifetime(model::ValueIndex value) const
{
    const auto found = std::find_if(lifetimes.begin(), lifetimes.end(),
        [&](const Lifetime &lifetime) { return lifetime.value == value; });
    return found == lifetimes.end() ? nullptr : &*found;
}

const BufferUse *MemoryUse::buffer(quint32 memoryId) const
{
    const auto found = std::find_if(buffers.begin(), buffers.end(),
        [&](const BufferUse &use) { return use.memoryId == memoryId; });
    return found == buffers.end() ? nullptr : &*found;
}

std::map<qint32, qint32> viewedValues(const model::Method &method)
{
    std::map<qint32, qint32> viewed;
    for (const auto &lifetime : findLifetimes(method).lifetimes) {
        if (lifetime.viewOf)
            viewed[static_cast<qint32>(lifetime.value.value)]
                = static_cast<qint32>(lifetime.viewOf->value);
    }
    return viewed;
}

MemoryUse memoryUse(const model::Method &method)
{
    auto memory = findLifetimes(method);
    memory.buffers = bufferUses(method, memory);
    return memory;
}

} // namespace tosaic::analysis
