// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/kernels/kernelprofile.h"
#include "profiler/parsers/executedmethods.h"

#include <QHash>

#include <map>
#include <tuple>

namespace tosaic::profile {

/// What kind of instruction an event stands for: OPERATOR_CALL, DELEGATE_CALL, ...
std::optional<KernelKind> callKind(const EtDumpProfileEvent &event);

/// Collects the events of one method's executions by instruction.
class KernelRows
{
public:
    /// `method` may be null: then names are those of the dump.
    KernelRows(size_t executions, const model::Method *method)
        : m_executions(executions), m_method(method)
    {
    }

    void add(const EtDumpRun &run, size_t execution);
    /// By chain and instruction; the runtime's own events last.
    std::vector<KernelRow> take();

private:
    /// Chain and instruction (the runtime's own: behind all), then the order of first appearance
    /// of what is inside; 0 is the instruction itself.
    using Key = std::tuple<qint64, qint32, size_t>;

    KernelRow &row(const EtDumpProfileEvent &event);
    void nameFromProgram(KernelRow &row) const;

    size_t m_executions;
    const model::Method *m_method;
    std::map<Key, KernelRow> m_rows;
    QHash<QString, size_t> m_inside; ///< place and title of an event inside -> its order
};

} // namespace tosaic::profile
