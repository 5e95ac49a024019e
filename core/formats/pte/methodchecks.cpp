// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/methodchecks.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace {

class MethodChecker
{
public:
    MethodChecker(ReadContext &context, const model::Method &method)
        : m_context(context), m_method(method)
    {
    }

    void check()
    {
        checkInterface(m_method.inputs, u"input"_s);
        checkInterface(m_method.outputs, u"output"_s);
        checkBuffers();
        for (size_t i = 0; i < m_method.values.size(); ++i) {
            const auto &value = m_method.values[i];
            if (const auto *tensor = std::get_if<model::Tensor>(&value))
                checkPlan(*tensor, i);
            else if (const auto *ints = std::get_if<model::IntList>(&value))
                checkInts(*ints, i);
            else if (const auto *tensors = std::get_if<model::TensorList>(&value))
                checkTensors(tensors->values, i, false);
            else if (const auto *optional = std::get_if<model::OptionalTensorList>(&value))
                checkTensors(optional->values, i, true);
        }
    }

private:
    void report(const QString &id, Severity severity, const QString &part, const QString &text)
    {
        m_context.report(
            id, severity, text, m_context.inEntity(u"method %1, %2"_s.arg(m_method.name, part)));
    }
    void reportValue(const QString &id, Severity severity, size_t index, const QString &text)
    {
        report(id, severity, u"value %1"_s.arg(index), text);
    }

    void checkInterface(const std::vector<model::ValueIndex> &indices, const QString &what)
    {
        for (size_t i = 0; i < indices.size(); ++i) {
            if (indices[i].value >= m_method.values.size()) {
                report(u"pte.index-out-of-range"_s, Severity::Error, u"%1 %2"_s.arg(what).arg(i),
                    u"names value %1, the method has %2: the runtime fails at this %3"_s
                        .arg(static_cast<qint32>(indices[i].value))
                        .arg(m_method.values.size())
                        .arg(what));
            }
        }
    }

    void checkBuffers()
    {
        for (size_t i = 0; i < m_method.plannedBuffers.size(); ++i) {
            if (m_method.plannedBuffers[i] < 0) {
                report(u"pte.bad-memory-plan"_s, Severity::Error, u"planned buffer %1"_s.arg(i),
                    u"a size of %1 bytes: the runtime refuses it"_s.arg(
                        m_method.plannedBuffers[i]));
            }
        }
    }

    void checkPlan(const model::Tensor &tensor, size_t index)
    {
        if (!tensor.planned)
            return;
        const auto [memory, offset] = *tensor.planned;
        const auto buffers = m_method.plannedBuffers.size();
        if (memory == 0 || memory >= buffers) {
            const auto there = buffers < 2 ? u"no memories"_s
                : buffers == 2             ? u"memory 1 only"_s
                                           : u"memories 1 to %1"_s.arg(buffers - 1);
            reportValue(u"pte.bad-memory-plan"_s, Severity::Error, index,
                u"planned into memory %1, the method has %2: the runtime refuses to load it"_s
                    .arg(memory)
                    .arg(there));
            return;
        }
        const auto size = tensor.byteSize();
        const auto buffer = m_method.plannedBuffers[memory];
        quint64 end = 0;
        if (!size || buffer < 0 || tensor.dynamism == model::ShapeDynamism::DynamicUnbound)
            return;
        if (__builtin_add_overflow(offset, *size, &end) || end > quint64(buffer)) {
            reportValue(u"pte.bad-memory-plan"_s, Severity::Error, index,
                u"%1 bytes at %2 of memory %3, which has %4 bytes: the runtime refuses to load the "
                "method"_s.arg(*size)
                    .arg(offset)
                    .arg(memory)
                    .arg(buffer));
        }
    }

    void checkInts(const model::IntList &list, size_t index)
    {
        for (const auto item : list.values) {
            if (item < 0 || quint64(item) >= m_method.values.size()) {
                reportValue(u"pte.index-out-of-range"_s, Severity::Error, index,
                    u"an item names value %1, the method has %2"_s.arg(item).arg(
                        m_method.values.size()));
            } else if (!std::holds_alternative<qint64>(m_method.values[size_t(item)])) {
                reportValue(u"pte.wrong-kind"_s, Severity::Error, index,
                    u"an item names value %1, which is a %2, not an Int: the runtime aborts the "
                    "process"_s.arg(item)
                        .arg(model::valueKindName(m_method.values[size_t(item)])));
            }
        }
    }

    void checkTensors(const std::vector<qint32> &items, size_t index, bool mayBeMissing)
    {
        for (const auto item : items) {
            if (mayBeMissing && item == -1)
                continue;
            if (item < 0 || size_t(item) >= m_method.values.size()) {
                reportValue(u"pte.index-out-of-range"_s, Severity::Error, index,
                    u"an item names value %1, the method has %2"_s.arg(item).arg(
                        m_method.values.size()));
            } else if (!m_method.tensor(item)
                && !(mayBeMissing
                    && std::holds_alternative<model::NullValue>(m_method.values[size_t(item)]))) {
                reportValue(u"pte.wrong-kind"_s, Severity::Error, index,
                    u"an item names value %1, which is a %2, not a Tensor"_s.arg(item).arg(
                        model::valueKindName(m_method.values[size_t(item)])));
            }
        }
    }

    ReadContext &m_context;
    const model::Method &m_method;
};

} // namespace

void checkMethod(ReadContext &context, const model::Method &method)
{
    MethodChecker(context, method).check();
    checkInstructions(context, method);
}

} // namespace tosaic::formats::pte
