// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/methods.h"

#include "core/formats/pte/values.h"

#include "program_generated.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace fb = tosaic::pte::fb;

namespace {

/// Stands for an instruction that cannot be read, so that the indices of the others stay right.
model::Instruction unreadableInstruction()
{
    return model::KernelCall{ std::numeric_limits<quint32>::max(), {} };
}

class MethodReader
{
public:
    MethodReader(ReadContext &context, const fb::ExecutionPlan &plan, model::Method &method)
        : m_context(context), m_plan(plan), m_method(method)
    {
    }

    void readOperators()
    {
        for (quint32 i = 0, count = m_context.count(m_plan.operators()); i < count; ++i) {
            const auto *from = m_plan.operators()->Get(i);
            const auto overload = m_context.text(from->overload());
            auto name = m_context.text(from->name());
            if (!overload.isEmpty() && m_context.takeText(quint64(overload.size())))
                name += u'.' + overload;
            m_method.operators.push_back(name);
        }
    }

    void readChains()
    {
        const auto count = m_context.count(m_plan.chains());
        if (count > 1) {
            m_context.report(u"pte.several-chains"_s, Severity::Info,
                u"%1 chains: they run one after the other and are shown as one list"_s.arg(count),
                m_context.inEntity(u"method %1"_s.arg(m_method.name)));
        } else if (count == 0) {
            m_context.report(u"pte.no-chain"_s, Severity::Error,
                u"no instructions at all: the runtime refuses to load the method"_s,
                m_context.inEntity(u"method %1"_s.arg(m_method.name)));
        }
        for (quint32 i = 0; i < count; ++i)
            readChain(*m_plan.chains()->Get(i));
    }

private:
    void readChain(const fb::Chain &chain)
    {
        const auto first = m_method.instructions.size();
        const auto count = m_context.count(chain.instructions());
        m_method.instructions.reserve(first + count);
        for (quint32 i = 0; i < count; ++i)
            m_method.instructions.push_back(
                readInstruction(*chain.instructions()->Get(i), static_cast<qint32>(first)));
        if (const auto frames = m_context.count(chain.stacktrace()); frames > 0) {
            m_method.stackTraces.resize(first);
            for (quint32 i = 0; i < frames && i < count; ++i)
                m_method.stackTraces.push_back(readFrames(*chain.stacktrace()->Get(i)));
        }
        // Parallel to the instructions, or empty; control flow at the end has fewer lists.
        if (!m_method.stackTraces.empty())
            m_method.stackTraces.resize(m_method.instructions.size());
    }

    model::Instruction readInstruction(const fb::Instruction &from, qint32 chainStart)
    {
        using Kind = fb::InstructionArguments;
        const auto kind = from.instr_args_type();
        if (from.instr_args()) {
            switch (kind) {
            case Kind::KernelCall: {
                const auto *call = from.instr_args_as_KernelCall();
                return model::KernelCall{ static_cast<quint32>(call->op_index()),
                    m_context.list<qint32>(call->args()) };
            }
            case Kind::DelegateCall: {
                const auto *call = from.instr_args_as_DelegateCall();
                return model::DelegateCall{ model::DelegateIndex(call->delegate_index()),
                    m_context.list<qint32>(call->args()) };
            }
            case Kind::MoveCall: {
                const auto *call = from.instr_args_as_MoveCall();
                return model::MoveCall{ call->move_from(), call->move_to() };
            }
            case Kind::JumpFalseCall: {
                const auto *call = from.instr_args_as_JumpFalseCall();
                qint32 destination = 0;
                if (__builtin_add_overflow(
                        call->destination_instruction(), chainStart, &destination))
                    destination = -1;
                return model::JumpFalseCall{ call->cond_value_index(), destination };
            }
            case Kind::FreeCall:
                return model::FreeCall{ from.instr_args_as_FreeCall()->value_index() };
            case Kind::NONE:
                break;
            }
        }
        m_context.report(u"pte.unknown-instruction"_s, Severity::Error,
            u"instruction of unknown kind %1: shown as a call without operator; written by a newer "
            "ExecuTorch, or damaged"_s.arg(int(kind)),
            m_context.inEntity(
                u"method %1, instruction %2"_s.arg(m_method.name).arg(m_method.instructions.size()),
                m_context.offsetOf(&from)));
        return unreadableInstruction();
    }

    std::vector<model::SourceFrame> readFrames(const fb::FrameList &list)
    {
        std::vector<model::SourceFrame> result;
        for (quint32 i = 0, count = m_context.count(list.items()); i < count; ++i) {
            const auto *frame = list.items()->Get(i);
            result.push_back({ m_context.text(frame->filename()), frame->lineno(),
                m_context.text(frame->name()), m_context.text(frame->context()) });
        }
        return result;
    }

    ReadContext &m_context;
    const fb::ExecutionPlan &m_plan;
    model::Method &m_method;
};

std::vector<model::ValueIndex> indices(
    ReadContext &context, const flatbuffers::Vector<qint32> *from)
{
    std::vector<model::ValueIndex> result;
    for (const auto index : context.list<qint32>(from))
        result.push_back(model::ValueIndex(index));
    return result;
}

} // namespace

model::Method readMethod(ReadContext &context, const fb::ExecutionPlan &plan,
    const TensorData &data, DelegateReader &delegates)
{
    model::Method method;
    method.name = context.text(plan.name());
    if (const auto *trees = plan.container_meta_type()) {
        method.inputTreeSpec = context.text(trees->encoded_inp_str());
        method.outputTreeSpec = context.text(trees->encoded_out_str());
    }
    method.inputs = indices(context, plan.inputs());
    method.outputs = indices(context, plan.outputs());
    method.plannedBuffers = context.list<qint64>(plan.non_const_buffer_sizes());
    const auto place = [&](const QString &part, quint32 index) {
        return u"method "_s + method.name + u", "_s + part + u' ' + QString::number(index);
    };
    for (quint32 i = 0, count = context.count(plan.non_const_buffer_device()); i < count; ++i) {
        const auto *device = plan.non_const_buffer_device()->Get(i);
        if (device->device_type() != fb::DeviceType::CPU)
            context.report(u"pte.buffer-device"_s, Severity::Warning,
                u"planned buffer %1 is on a device of type %2: a runtime without an allocator for "
                u"it "
                "refuses to load the method"_s.arg(device->buffer_idx())
                    .arg(int(device->device_type())),
                context.inEntity(u"method "_s + method.name));
    }
    const auto values = context.count(plan.values());
    method.values.reserve(values);
    for (quint32 i = 0; i < values; ++i)
        method.values.push_back(
            readValue(context, data, *plan.values()->Get(i), place(u"value"_s, i)));
    for (quint32 i = 0, count = context.count(plan.delegates()); i < count; ++i)
        method.delegates.push_back(
            delegates.read(*plan.delegates()->Get(i), place(u"delegate"_s, i)));
    MethodReader reader(context, plan, method);
    reader.readOperators();
    reader.readChains();
    return method;
}

} // namespace tosaic::formats::pte
