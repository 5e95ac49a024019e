// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/runsdocument.h"

#include "profiler/kernels/hostfacts.h"
#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/store/counternames.h"
#include "profiler/store/runvalues.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic {

quint64 warmupsOf(const profile::MeasuredRun &run)
{
    return run.host ? run.host->warmups : run.conditions.warmups.value_or(0);
}

profile::MeasuredRun withNumbers(profile::MeasuredRun run)
{
    if (!run.values.empty() || run.isConsole())
        return run;
    if (run.etdump)
        run.values = profile::valuesOf(*run.etdump, warmupsOf(run));
    else if (run.trace)
        run.values = profile::valuesOf(*run.trace);
    else if (run.run)
        run.values = profile::valuesOf(*run.run);
    return run;
}

const profile::MeasuredRun *RunsDocument::current() const
{
    return isValid(m_current) ? &m_runs[static_cast<size_t>(m_current)] : nullptr;
}

int RunsDocument::add(profile::MeasuredRun run)
{
    m_runs.push_back(std::move(run));
    m_current = static_cast<int>(m_runs.size()) - 1;
    Q_EMIT changed();
    Q_EMIT added(m_current);
    Q_EMIT currentChanged(m_current);
    return m_current;
}

void RunsDocument::append(std::vector<profile::MeasuredRun> runs)
{
    if (runs.empty())
        return;
    std::ranges::move(runs, std::back_inserter(m_runs));
    const bool isFirst = m_current < 0;
    if (isFirst)
        m_current = static_cast<int>(m_runs.size()) - 1;
    Q_EMIT changed();
    if (isFirst)
        Q_EMIT currentChanged(m_current);
}

void RunsDocument::update(int index, profile::MeasuredRun run)
{
    if (!isValid(index))
        return;
    m_runs[static_cast<size_t>(index)] = std::move(run);
    Q_EMIT runChanged(index);
}

void RunsDocument::remove(int index)
{
    if (!isValid(index))
        return;
    Q_EMIT aboutToRemove(index);
    m_runs.erase(m_runs.begin() + index);
    m_selected.clear(); // the list tells what is selected now
    const auto previous = m_current;
    const auto last = static_cast<int>(m_runs.size()) - 1;
    m_current = std::min(m_current > index ? m_current - 1 : m_current, last);
    Q_EMIT changed();
    if (previous != m_current || previous == index)
        Q_EMIT currentChanged(m_current);
}

void RunsDocument::clear()
{
    m_runs.clear();
    m_selected.clear();
    m_current = -1;
    Q_EMIT changed();
    Q_EMIT currentChanged(m_current);
}

void RunsDocument::setCurrentIndex(int index)
{
    if (!isValid(index) || index == m_current)
        return;
    m_current = index;
    Q_EMIT currentChanged(m_current);
}

QList<int> RunsDocument::selected() const
{
    if (m_selected.contains(m_current))
        return m_selected;
    return isValid(m_current) ? QList<int>{ m_current } : QList<int>();
}

void RunsDocument::setSelected(QList<int> indices)
{
    indices.removeIf([this](int index) { return !isValid(index); });
    std::ranges::sort(indices);
    if (indices == m_selected)
        return;
    m_selected = std::move(indices);
    Q_EMIT selectionChanged();
}

void RunsDocument::setLoading(bool loading)
{
    if (m_isLoading == loading)
        return;
    m_isLoading = loading;
    Q_EMIT loadingChanged();
}

void RunsDocument::setProgramNames(const ProgramNames &names)
{
    if (m_programNames == names)
        return;
    m_programNames = names;
    Q_EMIT programNamesChanged();
}

void RunsDocument::setName(int index, const QString &name)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].name == name)
        return;
    m_runs[static_cast<size_t>(index)].name = name;
    Q_EMIT runChanged(index);
}

void RunsDocument::setNote(int index, const QString &note)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].note == note)
        return;
    m_runs[static_cast<size_t>(index)].note = note;
    Q_EMIT runChanged(index);
}

void RunsDocument::setOrigin(int index, std::optional<Origin> origin)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].origin == origin)
        return;
    m_runs[static_cast<size_t>(index)].origin = origin;
    Q_EMIT runChanged(index);
}

void RunsDocument::setClock(int index, std::optional<quint64> hertz)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].clockHz == hertz)
        return;
    m_runs[static_cast<size_t>(index)].clockHz = hertz;
    Q_EMIT runChanged(index);
}

void RunsDocument::setTarget(int index, const QString &target)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].conditions.target == target)
        return;
    m_runs[static_cast<size_t>(index)].conditions.target = target;
    Q_EMIT runChanged(index);
}

void RunsDocument::nameCounters(int index, const std::map<QString, QString> &names)
{
    if (!isValid(index))
        return;
    auto &run = m_runs[static_cast<size_t>(index)];
    if (profile::nameCounters(run, names))
        Q_EMIT runChanged(index);
}

void RunsDocument::setMacs(int index, std::optional<quint32> npu, std::optional<quint64> model)
{
    if (!isValid(index))
        return;
    auto &run = m_runs[static_cast<size_t>(index)];
    if (run.conditions.macs == npu && run.conditions.modelMacs == model)
        return;
    run.conditions.macs = npu;
    run.conditions.modelMacs = model;
    Q_EMIT runChanged(index);
}

void RunsDocument::setWarmups(int index, quint64 count)
{
    if (!isValid(index))
        return;
    auto &run = m_runs[static_cast<size_t>(index)];
    if (!run.etdump || run.host || warmupsOf(run) == count)
        return;
    run.conditions.warmups = count > 0 ? std::optional(count) : std::nullopt;
    if (run.kind == "etdump"_L1) // of a console they are read from it
        run.values = profile::valuesOf(*run.etdump, count);
    Q_EMIT runChanged(index);
}

void RunsDocument::attach(int index, const QString &modelSha256)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].modelSha256 == modelSha256)
        return;
    m_runs[static_cast<size_t>(index)].modelSha256 = modelSha256;
    Q_EMIT runChanged(index);
}

} // namespace tosaic
