// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/runsdocument.h"

#include "core/base/bytesource.h"
#include "core/formats/registry.h"
#include "profiler/kernels/hostfacts.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/store/runvalues.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic {

quint64 warmupsOf(const NamedRun &run)
{
    return run.host ? run.host->warmups : run.conditions.warmups.value_or(0);
}

const NamedRun *RunsDocument::current() const
{
    return isValid(m_current) ? &m_runs[static_cast<size_t>(m_current)] : nullptr;
}

int RunsDocument::add(NamedRun run)
{
    m_runs.push_back(std::move(run));
    m_current = static_cast<int>(m_runs.size()) - 1;
    Q_EMIT changed();
    Q_EMIT added(m_current);
    Q_EMIT currentChanged(m_current);
    return m_current;
}

void RunsDocument::append(std::vector<NamedRun> runs)
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

void RunsDocument::update(int index, NamedRun run)
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

void RunsDocument::setLoading(bool loading)
{
    if (m_isLoading == loading)
        return;
    m_isLoading = loading;
    Q_EMIT loadingChanged();
}

void RunsDocument::setName(int index, const QString &name)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].name == name)
        return;
    m_runs[static_cast<size_t>(index)].name = name;
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

void RunsDocument::setMacs(int index, std::optional<quint32> npu, std::optional<quint64> model)
{
    if (!isValid(index))
        return;
    auto &run = m_runs[static_cast<size_t>(index)];
    if (run.conditions.macs == npu && run.modelMacs == model)
        return;
    run.conditions.macs = npu;
    run.modelMacs = model;
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

namespace {

using Source = std::shared_ptr<const ByteSource>;

Result<void> readTrace(NamedRun &named, const Source &source, const JobControl &control)
{
    auto trace = profile::readPmuTrace(source, {}, [&control](quint64 read, quint64 all) {
        auto progress = control;
        progress.setProgress(all > 0 ? double(read) / double(all) : 1);
        return !control.isCancelled();
    });
    if (!trace)
        return fail(std::move(trace.error()));
    named.kind = u"pmu-trace"_s;
    named.origin = Origin::Fvp;
    named.run = std::make_shared<const profile::Run>(profile::Run{ .status
        = trace->isComplete ? profile::RunStatus::Complete : profile::RunStatus::Truncated });
    named.trace = std::make_shared<const profile::PmuTrace>(std::move(*trace));
    return {};
}

Result<void> readDump(NamedRun &named, const Source &source)
{
    auto dump = profile::readEtDump(source);
    if (!dump)
        return fail(std::move(dump.error()));
    named.kind = u"etdump"_s;
    named.run = std::make_shared<const profile::Run>(
        profile::Run{ .status = profile::RunStatus::Complete });
    named.etdump = std::make_shared<const profile::EtDump>(std::move(*dump));
    return {};
}

Result<void> readConsole(NamedRun &named, const Source &source)
{
    auto run = profile::parseConsole(source->bytes());
    if (!run)
        return fail(std::move(run.error()));
    // A board has no files: it prints its dump.
    if (run->etdump) {
        auto dump = profile::readEtDump(ByteSource::fromBytes(*run->etdump, source->name()));
        if (dump) {
            named.etdump = std::make_shared<const profile::EtDump>(std::move(*dump));
        } else {
            auto problem = diagnosticOf(dump.error());
            problem.location.file = source->name();
            run->diagnostics.push_back(std::move(problem));
        }
    }
    named.run = std::make_shared<const profile::Run>(std::move(*run));
    return {};
}

} // namespace

Result<NamedRun> loadRun(const QString &path, const JobControl &control)
{
    using formats::FileKind;
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    NamedRun named{ .name = QFileInfo(path).fileName(), .path = path };
    const auto bytes = (*source)->bytes();
    const auto kind = formats::recognise(bytes);
    // Traces have no mark of their own.
    const auto mayBeTrace
        = kind == FileKind::Gzip || kind == FileKind::Text || kind == FileKind::Unknown;
    const auto read = mayBeTrace && profile::isPmuTrace(bytes) ? readTrace(named, *source, control)
        : kind == FileKind::EtDump                             ? readDump(named, *source)
                                                               : readConsole(named, *source);
    if (!read) {
        auto error = read.error();
        if (error.location.file.isEmpty())
            error.location.file = path;
        return fail(std::move(error));
    }
    named.sha256 = sha256Hex(bytes);
    return named;
}

} // namespace tosaic
