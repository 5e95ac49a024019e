// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/profileassembly.h"

#include "core/analysis/memoryfacts.h"
#include "core/base/median.h"
#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/boardcycles.h"
#include "profiler/session/carriednodes.h"
#include "profiler/session/layerestimates.h"
#include "profiler/session/memorycourses.h"
#include "profiler/session/profileentities.h"
#include "profiler/session/profiletimes.h"
#include "profiler/session/streamfacts.h"
#include "profiler/store/runvalues.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::OperationTable;
using profile::Unmatched;

/// Reads of another stream meet most operations by chance, those of the right one all.
constexpr double LeastPrecision = 0.98;

QString titleOf(const ProfileMaterial &material, bool withProgram, bool withRun)
{
    QStringList parts;
    if (withProgram && !material.path.isEmpty()
        && !(material.run && material.run->path == material.path))
        parts << QFileInfo(material.path).fileName();
    if (withRun && material.run)
        parts << material.run->name;
    return parts.join(u", "_s);
}

class Assembly
{
public:
    Assembly(const ProfileMaterial &material, const JobControl &control)
        : m_material(material), m_control(control)
    {
    }

    std::shared_ptr<const ProfileSubject> make();

private:
    const profile::PmuTrace *trace() const
    {
        return m_material.run ? m_material.run->trace.get() : nullptr;
    }
    void addConditions();
    void addTable();
    void addTitles();
    bool join();
    void tell(const QString &id, Severity severity, const QString &file, const QString &text);

    const ProfileMaterial &m_material;
    const JobControl &m_control;
    StreamMaterial m_streams;
    std::shared_ptr<ProfileSubject> m_subject = std::make_shared<ProfileSubject>();
    bool m_isTraceJoined = false;
};

void Assembly::tell(const QString &id, Severity severity, const QString &file, const QString &text)
{
    m_subject->diagnostics.push_back(
        { .id = id, .severity = severity, .location = { .file = file }, .text = text });
}

/// Product, clock and memories: of the compile, else as the program remembers its spec.
void Assembly::addConditions()
{
    spec::CompileSpec spec;
    if (m_material.result)
        spec = m_material.result->resolvedSpec;
    else if (m_material.program)
        spec = analysis::memorySpecOf(*m_material.program);
    std::optional<analysis::MemorySystem> system;
    if (!spec.target.isEmpty()) {
        const auto full = spec::resolved(spec);
        system = analysis::memorySystemOf(full);
        if (!system)
            system = analysis::bundledSystem(
                full.systemConfig.value_or(QString()), full.memoryMode.value_or(QString()));
    }
    m_subject->memories.assign(m_subject->streams.size(), system);
    if (system && system->clockHz && *system->clockHz > 0)
        m_subject->clockHz = quint64(*system->clockHz + 0.5);
    if (m_material.run && m_material.run->npuClockHz())
        m_subject->clockHz = m_material.run->npuClockHz();
    for (const auto &stream : m_subject->streams) {
        if (!stream.stream || stream.stream->config.macs == 0)
            continue;
        m_subject->product = model::productName(stream.stream->config.product);
        m_subject->npuMacs = stream.stream->config.macs;
        break;
    }
}

/// The trace with the streams; false if it runs none of them.
bool Assembly::join()
{
    const auto reads = profile::pointerReads(trace()->queueReads);
    profile::OperationSlices slices;
    auto options = m_material.join;
    if (options.leastPrecision <= 0)
        options.leastPrecision = LeastPrecision;
    auto table = profile::joinOperations(m_subject->streams, reads, options, &slices);
    const auto isJoined = [](const auto &inference) { return inference.stream >= 0; };
    if (std::ranges::none_of(table.inferences, isJoined))
        return false;
    m_subject->slices = std::move(slices);
    const auto inferences = profile::inferenceCyclesOf(*trace());
    m_subject->inferenceCycles
        = medianOf(std::vector<double>(inferences.begin(), inferences.end()));
    m_subject->table
        = std::make_shared<const OperationTable>(withLayerEstimates(std::move(table), m_streams));
    m_subject->sources << u"%1: %2 positions of the NPU's read pointer"_s.arg(m_material.run->name)
                              .arg(trace()->queueReads.size());
    return true;
}

void Assembly::addTable()
{
    const auto has = [&](auto test) { return std::ranges::any_of(m_subject->streams, test); };
    const auto hasDatabase = has([](const auto &stream) { return stream.database != nullptr; });
    const auto hasStream = has([](const auto &stream) { return stream.stream != nullptr; });
    if (trace() && trace()->queueReads.empty() && (hasDatabase || hasStream))
        tell(u"profile.trace-empty"_s, Severity::Error, m_material.run->name,
            u"the trace has no position of the NPU's read pointer (events \"qread\"): it says of "
            u"no "
            "operation when it ran"_s);
    if (trace() && !trace()->queueReads.empty()) {
        if (hasDatabase || hasStream)
            m_isTraceJoined = join();
        if (m_isTraceJoined)
            return;
        if (hasDatabase || hasStream)
            tell(u"profile.trace-other"_s, Severity::Error, m_material.run->name,
                u"the trace belongs to another program: none of its inferences runs a command "
                "stream of %1"_s.arg(QFileInfo(m_material.path).fileName()));
        else
            tell(u"profile.trace-alone"_s, Severity::Warning, m_material.run->name,
                u"its operations are in the program that ran and in the debug database of its "
                "compile (Vela's --enable-debug-db): open one of them"_s);
    }
    if (hasDatabase)
        m_subject->table = std::make_shared<const OperationTable>(
            withLayerEstimates(profile::joinOperations(m_subject->streams, {}), m_streams));
    else if (auto table = layerTable(m_streams); !table.operations.empty())
        m_subject->table = std::make_shared<const OperationTable>(std::move(table));
}

/// A run that is joined to nothing is shown beside the program, but says nothing of it.
void Assembly::addTitles()
{
    const auto &run = m_material.run;
    const bool hasTimes = run && (run->trace || run->etdump);
    const bool isAlone = hasTimes && !m_isTraceJoined;
    // A console has no times: what is drawn beside it is the estimate of the program.
    m_subject->title = titleOf(m_material, !isAlone, hasTimes);
    m_subject->tableTitle = titleOf(m_material, true, m_isTraceJoined);
}

std::shared_ptr<const ProfileSubject> Assembly::make()
{
    m_streams = gatherStreams(m_material, m_control);
    for (const auto &facts : m_streams.streams)
        m_subject->streams.push_back(facts.join);
    addConditions();
    if (m_control.isCancelled())
        return nullptr;
    addTable();
    addTitles();
    m_subject->sources = m_streams.sources + m_subject->sources;
    std::ranges::move(m_streams.diagnostics, std::back_inserter(m_subject->diagnostics));
    std::vector<profile::MemoryCourse> memory;
    if (m_subject->table) {
        m_subject->entities = entitiesOf(*m_subject->table, m_streams, m_material.result.get());
        m_subject->carried = carriedOf(*m_subject->table, m_streams, m_material.result.get());
        std::ranges::move(buffersOf(*m_subject->table, m_material.streams),
            std::back_inserter(m_subject->carried));
        addBoardCycles(*m_subject, m_material);
        memory = memoryCourses(*m_subject, m_material.streams);
    }
    m_subject->timeline = timelineOf(*m_subject, m_material.run, m_isTraceJoined, memory);
    const auto isNothing = m_subject->streams.empty() && !m_subject->table && !m_subject->timeline
        && m_subject->diagnostics.empty();
    return isNothing ? nullptr : m_subject;
}

} // namespace

std::shared_ptr<const ProfileSubject> assembleProfile(
    const ProfileMaterial &material, const JobControl &control)
{
    return Assembly(material, control).make();
}

} // namespace tosaic
