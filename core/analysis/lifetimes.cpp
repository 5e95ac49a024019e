// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/lifetimes.h"

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
                model::instructionArguments(method.instructions[static_cast<size_t>(i)]))
                touch(value, i, 0);
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
    /// Lists name other values; one level of nesting is all the schema allows.
    void touch(qint32 value, qsizetype instruction, int depth)
    {
        if (value < 0 || static_cast<size_t>(value) >= m_spans.size())
            return;
        m_spans[static_cast<size_t>(value)].touch(instruction);
        if (depth > 0)
            return;
        const auto &held = m_method.values[static_cast<size_t>(value)];
        if (const auto *list = std::get_if<model::TensorList>(&held)) {
            for (const auto element : list->values)
                touch(element, instruction, depth + 1);
        } else if (const auto *optional = std::get_if<model::OptionalTensorList>(&held)) {
            for (const auto element : optional->values)
                touch(element, instruction, depth + 1);
        }
    }

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

/// Whether an instruction writes the value. A kernel is given its outputs twice, as "out" arguments
/// and as results; a delegate its inputs first.
bool writes(const model::Method &method, const model::Instruction &instruction, qint32 value)
{
    const auto arguments = model::instructionArguments(instruction);
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction)) {
        if (call->delegate.value >= method.delegates.size())
            return false;
        const auto &payload = method.delegates[call->delegate.value].ethosu;
        const auto inputs = payload ? std::min(payload->inputs.size(), arguments.size()) : 0;
        return std::find(arguments.begin() + static_cast<qsizetype>(inputs), arguments.end(), value)
            != arguments.end();
    }
    if (const auto *move = std::get_if<model::MoveCall>(&instruction))
        return move->to == value;
    if (!std::holds_alternative<model::KernelCall>(instruction))
        return false;
    if (std::count(arguments.begin(), arguments.end(), value) > 1)
        return true;
    return std::any_of(arguments.begin(), arguments.end(), [&](qint32 argument) {
        if (argument < 0 || static_cast<size_t>(argument) >= method.values.size())
            return false;
        const auto *list
            = std::get_if<model::TensorList>(&method.values[static_cast<size_t>(argument)]);
        return list && std::count(arguments.begin(), arguments.end(), argument) > 1
            && std::find(list->values.begin(), list->values.end(), value) != list->values.end();
    });
}

/// Finds the values that are read before anything writes them: views of bytes that are there.
void joinViews(const model::Method &method, std::vector<Lifetime> &lifetimes)
{
    if (method.instructions.empty() || lifetimes.size() > LargestForViews)
        return;
    for (auto &view : lifetimes) {
        const auto value = static_cast<qint32>(view.value.value);
        const auto first = static_cast<size_t>(view.first);
        if (view.isInput || !view.bytes || first >= method.instructions.size()
            || writes(method, method.instructions[first], value))
            continue;
        const Lifetime *base = nullptr;
        for (const auto &other : lifetimes) {
            const auto holds = other.memoryId == view.memoryId && other.bytes && !other.viewOf
                && other.offset <= view.offset && *view.bytes <= *other.bytes
                && view.offset - other.offset <= *other.bytes - *view.bytes;
            if (holds && &other != &view && other.first < view.first
                && (!base || other.first >= base->first))
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

MemoryUse memoryUse(const model::Method &method)
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
    memory.buffers = bufferUses(method, memory);
    return memory;
}

} // namespace tosaic::analysis
