// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/instructionaccess.h"
#include "core/analysis/lifetimes.h"
#include "core/analysis/programcheck.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

constexpr quint64 MostComparisons = 20'000'000; ///< pairs of tensors looked at in one method

class MemoryChecker
{
public:
    MemoryChecker(const model::Program &program, const model::Method &method, DiagnosticSink &sink)
        : m_program(program), m_method(method), m_sink(sink), m_sharesWith(method.values.size(), -1)
    {
    }

    void check()
    {
        findViews();
        checkPlans();
        checkFrees();
        checkOverlaps();
    }

private:
    void report(const QString &id, Severity severity, size_t value, const QString &text)
    {
        m_sink.add(id, severity, text,
            { .file = m_program.source ? m_program.source->name() : QString(),
                .entity = u"method %1, value %2"_s.arg(m_method.name).arg(value) });
    }

    /// A view is given the bytes of its base when it runs, so it needs none of its own.
    void findViews()
    {
        for (const auto &instruction : m_method.instructions) {
            if (m_method.operatorName(instruction) != "executorch_prim::et_view.default"_L1)
                continue;
            const auto arguments = model::instructionArguments(instruction);
            if (arguments.size() < 2)
                continue;
            const auto view = arguments.back();
            if (view >= 0 && size_t(view) < m_sharesWith.size())
                m_sharesWith[size_t(view)] = arguments.front();
        }
    }

    qint32 baseOf(size_t value) const
    {
        auto base = qint32(value);
        for (size_t steps = 0; steps < m_sharesWith.size(); ++steps) {
            const auto next = size_t(base) < m_sharesWith.size() ? m_sharesWith[size_t(base)] : -1;
            if (next < 0 || next == base)
                break;
            base = next;
        }
        return base;
    }

    void checkPlans()
    {
        std::vector<bool> isUsed(m_method.values.size(), false);
        for (const auto &instruction : m_method.instructions) {
            for (const auto value : namedValues(m_method, instruction))
                isUsed[size_t(value)] = true;
        }
        for (size_t i = 0; i < isUsed.size(); ++i) {
            const auto *tensor = m_method.tensor(qint32(i));
            if (tensor && isUsed[i] && hasNoBytes(*tensor) && m_sharesWith[i] < 0)
                reportUnplanned(i);
        }
        if (m_callers.isEmpty())
            return;
        m_sink.add(u"pte.caller-memory"_s, Severity::Info,
            u"inputs and outputs without a place in the memory plan: %1; the application must "
            u"provide "
            "their bytes before each run"_s.arg(m_callers.join(u", "_s)),
            { .file = m_program.source ? m_program.source->name() : QString(),
                .entity = u"method %1"_s.arg(m_method.name) });
    }

    void checkFrees()
    {
        for (const auto &instruction : m_method.instructions) {
            const auto *call = std::get_if<model::FreeCall>(&instruction);
            if (!call || call->value < 0 || !m_method.tensor(call->value))
                continue;
            report(u"pte.freed-value"_s, Severity::Warning, size_t(call->value),
                u"is freed by the method and not provided again: the first run works, a second one "
                "crashes the process; load the method anew for each run"_s);
        }
    }

    static bool hasNoBytes(const model::Tensor &tensor)
    {
        const auto size = tensor.byteSize();
        return tensor.dynamism != model::ShapeDynamism::DynamicUnbound && !tensor.planned
            && tensor.dataBufferIndex == 0 && !tensor.isExternal && !(size && *size == 0);
    }

    bool isInterface(size_t value) const
    {
        const auto names = [&](const std::vector<model::ValueIndex> &indices) {
            return std::find(indices.begin(), indices.end(), model::ValueIndex(value))
                != indices.end();
        };
        return names(m_method.inputs) || names(m_method.outputs);
    }

    void reportUnplanned(size_t value)
    {
        if (isInterface(value)) {
            m_callers << QString::number(value);
            return;
        }
        report(u"pte.unplanned-memory"_s, Severity::Error, value,
            u"has neither a place in the memory plan nor constant bytes: the runtime crashes when "
            "an operator touches it, unless the application sets its storage"_s);
    }

    void checkOverlaps()
    {
        auto lifetimes = memoryUse(m_method).lifetimes;
        for (const auto &lifetime : lifetimes) {
            if (lifetime.viewOf)
                m_sharesWith[lifetime.value.value] = qint32(lifetime.viewOf->value);
        }
        std::sort(lifetimes.begin(), lifetimes.end(), [](const Lifetime &a, const Lifetime &b) {
            return std::pair(a.memoryId, a.first) < std::pair(b.memoryId, b.first);
        });
        std::vector<const Lifetime *> alive;
        quint64 comparisons = 0;
        for (const auto &next : lifetimes) {
            std::erase_if(alive, [&](const Lifetime *other) {
                return other->memoryId != next.memoryId || other->last < next.first;
            });
            comparisons += alive.size();
            if (comparisons > MostComparisons) {
                report(u"pte.memory-not-checked"_s, Severity::Info, next.value.value,
                    u"from here on overlaps are not looked for: more than %1 pairs of tensors"_s
                        .arg(MostComparisons));
                return;
            }
            for (const auto *other : alive)
                compare(*other, next);
            alive.push_back(&next);
        }
    }

    void compare(const Lifetime &a, const Lifetime &b)
    {
        if (!a.bytes || !b.bytes || *a.bytes == 0 || *b.bytes == 0)
            return;
        const auto endsBefore = [](const Lifetime &x, const Lifetime &y) {
            return x.offset <= y.offset && y.offset - x.offset >= *x.bytes;
        };
        if (endsBefore(a, b) || endsBefore(b, a) || baseOf(a.value.value) == baseOf(b.value.value))
            return;
        if (!a.isFirstUseKnown || !b.isFirstUseKnown) {
            report(u"pte.memory-not-checked"_s, Severity::Info, b.value.value,
                u"shares bytes of memory %1 with value %2; whether both hold data at the same time "
                "cannot be told: which arguments instruction %3 writes is not known here"_s
                    .arg(b.memoryId)
                    .arg(a.value.value)
                    .arg(a.isFirstUseKnown ? b.first : a.first));
            return;
        }
        report(u"pte.overlapping-memory"_s, Severity::Error, b.value.value,
            u"shares bytes of memory %1 with value %2 while both hold data (from instruction %3 to "
            "%4): one overwrites the other and the results are wrong"_s.arg(b.memoryId)
                .arg(a.value.value)
                .arg(b.first)
                .arg(std::min(a.last, b.last)));
    }

    const model::Program &m_program;
    const model::Method &m_method;
    DiagnosticSink &m_sink;
    QStringList m_callers;
    std::vector<qint32> m_sharesWith; ///< by value: the tensor whose bytes a view shows, or -1
};

} // namespace

std::vector<Diagnostic> checkMemory(const model::Program &program)
{
    DiagnosticSink sink;
    for (const auto &method : program.methods)
        MemoryChecker(program, method, sink).check();
    return sink.take();
}

} // namespace tosaic::analysis
