// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/methodrun.h"

#include "core/analysis/instructionaccess.h"
#include "core/base/try.h"
#include "core/localrun/cpukernels.h"
#include "core/localrun/indexinputs.h"
#include "core/localrun/simulateddelegate.h"
#include "core/npu/externalstreams.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

constexpr quint64 InstructionLimit = 10'000'000; ///< of ExecuTorch's runtime

class MethodRun
{
public:
    MethodRun(const model::Program &program, int index, const LocalRequest &request)
        : m_program(program), m_method(program.methods[size_t(index)]), m_index(index),
          m_request(request)
    {
    }

    Result<LocalResult> run();

private:
    Result<void> setInputs();
    QString nameOf(qint32 value, size_t index, const std::vector<QString> &names) const;
    void readStreams();
    Result<void> execute();
    Result<void> simulate(const model::DelegateCall &call);
    Result<void> runSegment();
    bool needsRuntime(const model::Instruction &instruction) const;
    Segment segmentFrom(size_t first) const;
    bool isSimulated(const model::DelegateCall &call) const;

    const model::Program &m_program;
    const model::Method &m_method;
    int m_index;
    const LocalRequest &m_request;
    std::optional<MethodMemory> m_memory;
    std::map<int, std::vector<npu::PlacedStream>> m_streams; ///< by delegate
    LocalResult m_result;
    size_t m_next = 0;
};

Result<LocalResult> MethodRun::run()
{
    m_memory = TRY(MethodMemory::of(m_program, m_method, m_request.external));
    readStreams();
    TRY(setInputs());
    TRY(execute());
    if (!m_result.refused.empty())
        return std::move(m_result);
    for (const auto output : m_method.outputs) {
        m_result.outputNames.push_back(
            nameOf(qint32(output.value), m_result.outputNames.size(), m_request.names.outputs));
        if (!m_memory->tensor(qint32(output.value)))
            return fail(ErrorCode::FormatUnsupported, u"an output of the method is no tensor"_s);
        m_result.outputs.push_back(TRY(m_memory->array(qint32(output.value))));
    }
    return std::move(m_result);
}

void MethodRun::readStreams()
{
    std::vector<npu::StreamPlace> places;
    for (auto &place : npu::streamsOf(m_program)) {
        if (place.owner.method != m_index)
            continue;
        npu::findExternal(place, m_request.external);
        places.push_back(std::move(place));
    }
    // What is not at hand is told when the delegate is called.
    for (auto &placed : npu::disassembleAll(*m_program.source, places))
        m_streams[placed.place.owner.index].push_back(std::move(placed));
}

/// As the program has it, else as the model does.
QString MethodRun::nameOf(qint32 value, size_t index, const std::vector<QString> &names) const
{
    const auto *tensor = m_memory->tensor(value);
    if (tensor && !tensor->name.isEmpty())
        return tensor->name;
    return index < names.size() ? names[index] : QString();
}

Result<void> MethodRun::setInputs()
{
    for (const auto input : m_method.inputs) {
        m_result.inputNames.push_back(
            nameOf(qint32(input.value), m_result.inputNames.size(), m_request.names.inputs));
    }
    TRY(checkInputKeys(m_request, m_result.inputNames));
    const auto bounds = indexBounds(m_method, m_streams);
    for (size_t i = 0; i < m_method.inputs.size(); ++i) {
        const auto index = qint32(m_method.inputs[i].value);
        const auto *tensor = m_memory->tensor(index);
        if (!tensor)
            continue; // a number: the program runs with its own
        auto array = TRY(inputFor(m_request, i,
            { .name = m_result.inputNames[i],
                .type = tensor->dtype,
                .shape = { tensor->shape.begin(), tensor->shape.end() },
                .bound = bounds.contains(index) ? bounds.at(index) : 0 }));
        TRY(m_memory->set(index, array));
        m_result.inputs.push_back(std::move(array));
    }
    return {};
}

bool MethodRun::isSimulated(const model::DelegateCall &call) const
{
    const auto index = call.delegate.value;
    return index < m_method.delegates.size() && m_method.delegates[index].isEthosU();
}

bool MethodRun::needsRuntime(const model::Instruction &instruction) const
{
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction))
        return !isSimulated(*call);
    return std::holds_alternative<model::KernelCall>(instruction)
        && !hasNativeKernel(m_method.operatorName(instruction));
}

Segment MethodRun::segmentFrom(size_t first) const
{
    // A jump into the middle ends a segment.
    std::set<size_t> targets;
    for (const auto &instruction : m_method.instructions) {
        if (const auto *jump = std::get_if<model::JumpFalseCall>(&instruction))
            targets.insert(size_t(std::max(jump->destination, 0)));
    }
    Segment segment{ first, first, {}, {} };
    std::set<qint32> reads;
    std::set<qint32> writes;
    while (segment.end < m_method.instructions.size()
        && needsRuntime(m_method.instructions[segment.end])
        && (segment.end == first || !targets.contains(segment.end))) {
        const auto access = analysis::accessOf(m_method, m_method.instructions[segment.end]);
        for (const auto value : access.reads) {
            const auto *tensor = m_memory->tensor(value);
            const bool isConstant = tensor && tensor->constant && !tensor->isMutable;
            if (tensor && !isConstant && !writes.contains(value))
                reads.insert(value);
        }
        for (const auto value : access.writes) {
            if (m_memory->tensor(value))
                writes.insert(value);
        }
        ++segment.end;
    }
    segment.reads.assign(reads.begin(), reads.end());
    segment.writes.assign(writes.begin(), writes.end());
    return segment;
}

Result<void> MethodRun::runSegment()
{
    const auto segment = segmentFrom(m_next);
    const auto &instruction = m_method.instructions[m_next];
    if (!m_request.runtime) {
        const auto *call = std::get_if<model::DelegateCall>(&instruction);
        return fail(ErrorCode::ToolMissing,
            call ? u"delegate %1 needs ExecuTorch's runtime, which is not there"_s.arg(
                call->delegate.value)
                 : u"%1 needs ExecuTorch's runtime, which is not there"_s.arg(
                     m_method.operatorName(instruction)));
    }
    TRY(m_request.runtime(segment, *m_memory));
    for (auto at = segment.first; at < segment.end; ++at) {
        const auto *call = std::get_if<model::DelegateCall>(&m_method.instructions[at]);
        if (call && call->delegate.value < m_method.delegates.size())
            m_result.delegates.push_back({ int(call->delegate.value),
                m_method.delegates[call->delegate.value].id, false, 0, 0 });
    }
    m_next = segment.end;
    return {};
}

Result<void> MethodRun::simulate(const model::DelegateCall &call)
{
    const auto index = int(call.delegate.value);
    const auto streams = m_streams.find(index);
    if (streams == m_streams.end())
        return fail(ErrorCode::FormatUnsupported,
            u"the payload of delegate %1 cannot be read"_s.arg(index));
    const auto &place = streams->second.front().place;
    const auto inputs = place.payload->inputs.size();
    const auto outputsOfStream = place.payload->outputs.size();
    const auto leftOut = [&]() -> Error {
        return { ErrorCode::FormatUnsupported,
            u"delegate %1 is called with %2 tensors, but its stream has %3 inputs and writes %4 "
            "outputs: the compiler left some out, and no file says which. Vela 5.1 leaves "
            "out an output that is transposed and whose only other reader transposes it back"_s
                .arg(index)
                .arg(call.arguments.size())
                .arg(inputs)
                .arg(outputsOfStream) };
    };
    if (call.arguments.size() < inputs + outputsOfStream)
        return fail(leftOut());
    std::vector<QByteArray> given;
    for (size_t i = 0; i < inputs; ++i)
        given.push_back(TRY(m_memory->bytes(call.arguments[i])).toByteArray());
    const auto outputs = TRY(runSimulated(
        index, streams->second, npusim::regionSizes(place), given, m_request, m_result));
    // It was run all the same: whoever watches sees what it computes.
    if (m_result.refused.empty() && call.arguments.size() > inputs + outputsOfStream)
        return fail(leftOut());
    for (size_t i = 0; i < outputs.size(); ++i) {
        const auto value = call.arguments[inputs + i];
        if (TRY(m_memory->bytes(value)).size() != outputs[i].size())
            return fail(ErrorCode::FormatDamaged,
                u"output %1 of delegate %2 has %3 bytes, its tensor another number"_s.arg(i)
                    .arg(index)
                    .arg(outputs[i].size()));
        std::copy(outputs[i].begin(), outputs[i].end(), TRY(m_memory->writable(value)));
    }
    return {};
}

Result<void> MethodRun::execute()
{
    quint64 executed = 0;
    const auto limit = std::min(InstructionLimit, m_request.limits.commands);
    while (m_next < m_method.instructions.size() && m_result.refused.empty()) {
        if (++executed > limit)
            return fail(
                ErrorCode::LimitExceeded, u"the method goes on after %1 instructions"_s.arg(limit));
        const auto &instruction = m_method.instructions[m_next];
        if (needsRuntime(instruction)) {
            TRY(runSegment());
            continue;
        }
        ++m_next;
        if (const auto *kernel = std::get_if<model::KernelCall>(&instruction)) {
            TRY(runNativeKernel(m_method.operatorName(instruction), *kernel, *m_memory));
        } else if (const auto *call = std::get_if<model::DelegateCall>(&instruction)) {
            TRY(simulate(*call));
        } else if (const auto *move = std::get_if<model::MoveCall>(&instruction)) {
            TRY(m_memory->move(move->from, move->to));
        } else if (const auto *jump = std::get_if<model::JumpFalseCall>(&instruction)) {
            bool isTrue = false;
            if (m_memory->tensor(jump->condition))
                isTrue = std::ranges::any_of(
                    TRY(m_memory->bytes(jump->condition)), [](char byte) { return byte != 0; });
            else
                isTrue = TRY(m_memory->number(jump->condition)) != 0;
            if (!isTrue)
                m_next = size_t(std::max(jump->destination, 0));
        }
    }
    return {};
}

} // namespace

Result<LocalResult> runMethod(
    const std::shared_ptr<const model::Program> &program, const LocalRequest &request)
{
    const auto &methods = program->methods;
    const auto found = std::ranges::find(methods, request.method, &model::Method::name);
    if (found == methods.end())
        return fail(ErrorCode::SpecInvalid, u"the program has no method %1"_s.arg(request.method));
    return MethodRun(*program, int(found - methods.begin()), request).run();
}

} // namespace tosaic::localrun
