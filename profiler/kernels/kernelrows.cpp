// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/kernelrows.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString keyText(const EtDumpProfileEvent &event)
{
    const auto &place = event.place;
    return u"%1/%2/%3/%4/%5"_s.arg(place.chain.value_or(-1))
        .arg(place.instruction)
        .arg(place.delegateId ? QString::number(*place.delegateId) : QString(),
            place.delegateName.value_or(QString()), event.name.value_or(QString()));
}

void addTime(KernelTimes &times, const EtDumpProfileEvent &event, size_t execution)
{
    if (const auto ticks = event.ticks())
        times.ticks[execution].push_back(*ticks);
    else
        ++times.untimed;
}

} // namespace

std::optional<KernelKind> callKind(const EtDumpProfileEvent &event)
{
    if (!event.name || event.place.isOfDelegate())
        return std::nullopt;
    if (*event.name == "OPERATOR_CALL"_L1)
        return KernelKind::Kernel;
    if (*event.name == "DELEGATE_CALL"_L1)
        return KernelKind::Delegate;
    if (*event.name == "JF_CALL"_L1 || *event.name == "MOVE_CALL"_L1
        || *event.name == "FREE_CALL"_L1)
        return KernelKind::Control;
    return std::nullopt;
}

void KernelRows::add(const EtDumpRun &run, size_t execution)
{
    for (const auto &entry : run.events) {
        const auto *event = std::get_if<EtDumpProfileEvent>(&entry);
        if (!event || (!event->place.chain && event->name == "Method::execute"_L1))
            continue;
        auto &target = row(*event);
        const auto native = nativeCallName(*event);
        addTime(native ? target.kernel : target.call, *event, execution);
        if (event->metadata)
            target.metadataBytes += event->metadata->size;
        if (native && target.name.isEmpty())
            target.name = *native;
    }
}

KernelRow &KernelRows::row(const EtDumpProfileEvent &event)
{
    const auto &place = event.place;
    const auto kind = callKind(event);
    const bool isInstruction = place.chain && !place.isOfDelegate()
        && (kind.has_value() || nativeCallName(event).has_value());
    size_t order = 0;
    if (!isInstruction) {
        const auto text = keyText(event);
        const auto known = m_inside.constFind(text);
        order = known == m_inside.constEnd() ? static_cast<size_t>(m_inside.size()) + 1 : *known;
        if (known == m_inside.constEnd())
            m_inside.insert(text, order);
    }
    const Key key{ place.chain.value_or(std::numeric_limits<qint64>::max()), place.instruction,
        order };
    const auto [found, isNew] = m_rows.try_emplace(key);
    auto &row = found->second;
    if (isNew) {
        row.place = place;
        row.call.ticks.resize(m_executions);
        row.kernel.ticks.resize(m_executions);
        row.kind = place.isOfDelegate() ? KernelKind::DelegatePart
            : isInstruction             ? KernelKind::Kernel
                                        : KernelKind::Other;
        if (!isInstruction)
            row.name = event.title();
    }
    if (kind && isInstruction) {
        row.kind = *kind;
        if (*kind == KernelKind::Control)
            row.name = *event.name;
    }
    return row;
}

std::vector<KernelRow> KernelRows::take()
{
    std::vector<KernelRow> rows;
    rows.reserve(m_rows.size());
    for (auto &[key, row] : m_rows) {
        nameFromProgram(row);
        rows.push_back(std::move(row));
    }
    m_rows.clear();
    return rows;
}

void KernelRows::nameFromProgram(KernelRow &row) const
{
    const auto index = row.place.instruction;
    if (!m_method || row.place.chain != qint64(0) || row.kind == KernelKind::DelegatePart
        || row.kind == KernelKind::Other || index < 0
        || static_cast<size_t>(index) >= m_method->instructions.size())
        return;
    const auto &instruction = m_method->instructions[static_cast<size_t>(index)];
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction)) {
        if (call->delegate.value < m_method->delegates.size())
            row.name = m_method->delegates[call->delegate.value].id;
    } else if (const auto name = m_method->operatorName(instruction); !name.isEmpty()) {
        row.name = name;
    } else {
        row.name = model::instructionKindName(instruction);
    }
}

} // namespace tosaic::profile
