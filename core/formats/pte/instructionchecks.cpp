// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/methodchecks.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace {

constexpr size_t ScanLimit = 10'000'000; ///< instructions looked at in the search for endless loops

class InstructionChecker
{
public:
    InstructionChecker(ReadContext &context, const model::Method &method)
        : m_context(context), m_method(method), m_isWritten(method.values.size(), false)
    {
        for (const auto &instruction : method.instructions) {
            for (const auto argument : writable(instruction)) {
                if (argument >= 0 && size_t(argument) < m_isWritten.size())
                    m_isWritten[size_t(argument)] = true;
            }
        }
        for (const auto input : method.inputs) {
            if (input.value < m_isWritten.size())
                m_isWritten[input.value] = true;
        }
    }

    void check()
    {
        for (m_index = 0; m_index < m_method.instructions.size(); ++m_index) {
            const auto &instruction = m_method.instructions[m_index];
            checkArguments(instruction);
            if (const auto *kernel = std::get_if<model::KernelCall>(&instruction))
                checkKernel(*kernel);
            else if (const auto *delegate = std::get_if<model::DelegateCall>(&instruction))
                checkDelegate(*delegate);
            else if (const auto *jump = std::get_if<model::JumpFalseCall>(&instruction))
                checkJump(*jump);
        }
    }

private:
    /// Values an instruction may change; kernels do not say which of their arguments they write.
    static std::vector<qint32> writable(const model::Instruction &instruction)
    {
        if (const auto *move = std::get_if<model::MoveCall>(&instruction))
            return { move->to };
        if (std::holds_alternative<model::KernelCall>(instruction)
            || std::holds_alternative<model::DelegateCall>(instruction))
            return model::instructionArguments(instruction);
        return {};
    }

    void report(const QString &id, Severity severity, const QString &text)
    {
        m_context.report(id, severity, text,
            m_context.inEntity(u"method %1, instruction %2"_s.arg(m_method.name).arg(m_index)));
    }

    void checkArguments(const model::Instruction &instruction)
    {
        for (const auto argument : model::instructionArguments(instruction)) {
            if (argument < 0 || size_t(argument) >= m_method.values.size()) {
                report(u"pte.index-out-of-range"_s, Severity::Error,
                    u"argument names value %1, the method has %2: the runtime refuses to load the "
                    "method"_s.arg(argument)
                        .arg(m_method.values.size()));
            }
        }
    }

    void checkKernel(const model::KernelCall &call)
    {
        if (call.operatorIndex >= m_method.operators.size()) {
            report(u"pte.index-out-of-range"_s, Severity::Error,
                u"calls operator %1, the method has %2: the runtime may crash on it"_s
                    .arg(static_cast<qint32>(call.operatorIndex))
                    .arg(m_method.operators.size()));
        }
    }

    void checkDelegate(const model::DelegateCall &call)
    {
        if (call.delegate.value >= m_method.delegates.size()) {
            report(u"pte.index-out-of-range"_s, Severity::Error,
                u"calls delegate %1, the method has %2: the runtime stops here"_s
                    .arg(static_cast<qint32>(call.delegate.value))
                    .arg(m_method.delegates.size()));
        }
    }

    void checkJump(const model::JumpFalseCall &jump)
    {
        // One past the end is legal: it ends the chain.
        if (jump.destination < 0 || size_t(jump.destination) > m_method.instructions.size()) {
            report(u"pte.jump-out-of-range"_s, Severity::Error,
                u"jumps to instruction %1, there are %2: the runtime ends without an error and "
                "leaves the outputs as they were"_s.arg(jump.destination)
                    .arg(m_method.instructions.size()));
        }
        if (jump.condition < 0 || size_t(jump.condition) >= m_method.values.size())
            return;
        const auto &condition = m_method.values[size_t(jump.condition)];
        const auto *tensor = std::get_if<model::Tensor>(&condition);
        const auto isBool = std::holds_alternative<bool>(condition)
            || (tensor && tensor->dtype == model::ScalarType::Bool);
        if (!isBool) {
            report(u"pte.wrong-kind"_s, Severity::Error,
                u"jumps on value %1, a %2%3: only a Bool or a tensor of dtype BOOL can be asked"_s
                    .arg(jump.condition)
                    .arg(model::valueKindName(condition),
                        tensor ? u" of dtype %1"_s.arg(model::scalarTypeName(tensor->dtype))
                               : QString()));
        } else if (isEndless(jump)) {
            report(u"pte.endless-loop"_s, Severity::Error,
                u"always jumps back to instruction %1: the method never ends, the runtime stops it "
                "after ten million instructions"_s.arg(jump.destination));
        }
    }

    bool isNeverTrue(qint32 value) const
    {
        const auto *constant = std::get_if<bool>(&m_method.values[size_t(value)]);
        return constant && !*constant && !m_isWritten[size_t(value)];
    }

    /// A jump back on a condition that is false for ever, with no jump out of the loop.
    bool isEndless(const model::JumpFalseCall &jump)
    {
        if (jump.destination < 0 || size_t(jump.destination) > m_index
            || !isNeverTrue(jump.condition))
            return false;
        m_scanned += m_index - size_t(jump.destination);
        if (m_scanned > ScanLimit) // many nested loops would take quadratic time
            return false;
        const auto first = m_method.instructions.begin() + jump.destination;
        const auto last = m_method.instructions.begin() + static_cast<qsizetype>(m_index);
        return std::none_of(first, last, [&](const model::Instruction &inside) {
            const auto *other = std::get_if<model::JumpFalseCall>(&inside);
            return other
                && (other->destination < jump.destination || size_t(other->destination) > m_index);
        });
    }

    ReadContext &m_context;
    const model::Method &m_method;
    std::vector<bool> m_isWritten;
    size_t m_index = 0;
    size_t m_scanned = 0;
};

} // namespace

void checkInstructions(ReadContext &context, const model::Method &method)
{
    InstructionChecker(context, method).check();
}

} // namespace tosaic::formats::pte
