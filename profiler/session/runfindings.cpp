// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/median.h"
#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/ranktest.h"
#include "profiler/analysis/runmerge.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/session/findings.h"
#include "profiler/session/kerneltimes.h"
#include "profiler/session/rungroups.h"
#include "profiler/store/runvalues.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::ComparedValue;
using profile::MeasuredRun;
using RunFindingKind = Finding::Kind;
using RunDoubt = Finding::Doubt;

constexpr size_t MostGroups = 20; // measurements of one run that are told
constexpr size_t MostKernels = 5;
constexpr size_t MostRuns = 5; // that a summary tells one by one

/// A value that stands for a whole inference.
struct TotalName
{
    QLatin1StringView name;
    const char16_t *key;
    const char16_t *includes;
};
constexpr std::array Totals{
    TotalName{ profile::InferenceCycles, u"cyclesTotal", u"npu-commands" },
    TotalName{ "CYCLE_COUNTER"_L1, u"cyclesTotal", u"npu-counter" },
    TotalName{ "total cycles"_L1, u"cyclesTotal", u"npu-model" },
    TotalName{ "CPU inference"_L1, u"cpuCycles", u"inference" },
    TotalName{ "Method::execute"_L1, u"inferenceTime", u"inference" },
    TotalName{ "time"_L1, u"inferenceTime", u"inference" },
};

/// How much of what the system configuration lets each port move the counters saw, while the NPU
/// was active. Nothing where its ports, the program's memories or the active cycles are not known.
std::vector<FindingEvidence> portShares(const std::vector<profile::ComputedMetric> &metrics,
    quint64 activeCycles, const profile::ProgramFacts *program, std::optional<Origin> origin)
{
    if (!program || activeCycles == 0)
        return {};
    std::vector<FindingEvidence> shares;
    for (const auto &port : program->ports) {
        const auto bytes = [&](QLatin1StringView event) {
            const auto *metric = profile::findMetric(metrics, u"port.bytes:"_s + port.name + event);
            return metric ? metric->value : std::nullopt;
        };
        const auto read = bytes("_RD_DATA_BEAT_RECEIVED"_L1);
        const auto written = bytes("_WR_DATA_BEAT_WRITTEN"_L1);
        if ((!read && !written) || port.bytesPerCycle <= 0)
            continue;
        const bool isWhole = read && (written || port.isReadOnly);
        const auto key = isWhole ? u"%1 (%2)"_s : read ? u"%1 (%2), read"_s : u"%1 (%2), written"_s;
        const auto share = (read.value_or(0) + written.value_or(0))
            / (static_cast<double>(activeCycles) * port.bytesPerCycle);
        if (share > 0)
            shares.push_back({ key.arg(port.name, port.memory), share, u"share"_s, origin });
    }
    return shares;
}

/// 0: not counted, or not to be believed.
quint64 activeCycles(
    const profile::Profile &profile, const std::vector<profile::CounterDoubt> &doubts)
{
    const auto isDoubted = std::ranges::any_of(doubts, [](const profile::CounterDoubt &doubt) {
        return doubt.counter == "NPU_ACTIVE"_L1 && !doubt.isUsable();
    });
    const auto *active = profile.counter(u"NPU_ACTIVE"_s);
    return active && !isDoubted ? active->value : 0;
}

class RunFindings
{
public:
    RunFindings(const MeasuredRun &run, const profile::ProgramFacts *stated,
        std::span<const MeasuredRun> repeats)
        : m_run(run), m_repeats(repeats), m_stated(stated),
          m_program(stated && !profile::isRefuted(run, *stated) ? stated : nullptr),
          m_comparable(profile::comparableRun({ &run, 1 })),
          m_measured(profile::measurementsOf(run, stated))
    {
        std::set<QString> seen;
        for (const auto &value : m_comparable.values) {
            if (seen.insert(value.group).second)
                m_groups.push_back(value.group);
        }
    }

    std::vector<Finding> all()
    {
        for (size_t i = 0; i < std::min(m_groups.size(), MostGroups); ++i)
            addGroup(m_groups[i]);
        addDoubts();
        const auto model = modelOf();
        for (auto &finding : m_found)
            finding.model = model;
        return std::move(m_found);
    }

private:
    QString modelOf() const
    {
        ProgramNames known;
        if (m_stated)
            known.insert(m_stated->sha256, { m_stated->name, m_stated->marks });
        return groupOf(m_run, RunGrouping::Model, known);
    }
    QString measurementOf(const QString &group) const
    {
        return m_groups.size() < 2 ? QString() : group;
    }
    QString subjectOf(const QString &group) const
    {
        const auto measurement = measurementOf(group);
        return measurement.isEmpty() ? m_run.name : m_run.name + u": "_s + measurement;
    }
    Finding &add(RunFindingKind kind, const QString &group = {}, RunDoubt doubt = RunDoubt::None)
    {
        m_found.push_back({ .kind = kind,
            .doubt = doubt,
            .severity = kind == RunFindingKind::Doubt ? Severity::Warning : Severity::Info,
            .subject = subjectOf(group),
            .measurement = measurementOf(group) });
        return m_found.back();
    }
    Finding &addDoubt(RunDoubt doubt, const QString &group = {})
    {
        return add(RunFindingKind::Doubt, group, doubt);
    }
    const ComparedValue *valueOf(const QString &group, QLatin1StringView name) const
    {
        const auto found
            = std::ranges::find_if(m_comparable.values, [&](const ComparedValue &value) {
                  return value.kind == ComparedValue::Kind::Counter && value.group == group
                      && value.name == name;
              });
        return found == m_comparable.values.end() ? nullptr : &*found;
    }

    void addGroup(const QString &group)
    {
        addTotals(group);
        addCounters(group);
        addKernels(group);
    }

    void addTotals(const QString &group)
    {
        Finding found{ .kind = RunFindingKind::Totals,
            .subject = subjectOf(group),
            .measurement = measurementOf(group) };
        for (const auto &total : Totals) {
            const auto *value = valueOf(group, total.name);
            const auto key = QString::fromUtf16(total.key);
            const bool isTold = std::ranges::find(found.evidence, key, &FindingEvidence::key)
                != found.evidence.end();
            if (!value || isTold)
                continue;
            const bool isTime = value->unit == "ns"_L1;
            if (!value->isAccurate)
                m_hasFvpProcessor = true;
            m_hasRepeats |= value->repeats.size() > 1;
            const auto median = medianOf(value->repeats);
            // Of an estimate it is the NPU's cycles at its clock.
            const bool isModel = isTime && m_run.origin == Origin::Estimate;
            found.evidence.push_back(
                { key, isTime ? median / 1e9 : median, isTime ? u"s"_s : value->unit, m_run.origin,
                    isModel ? u"npu-model"_s : QString::fromUtf16(total.includes) });
        }
        addTimeAtClock(found);
        if (!found.evidence.empty())
            m_found.push_back(std::move(found));
    }

    /// Where nobody timed it, cycles at a clock that is known are the NPU's time.
    void addTimeAtClock(Finding &totals) const
    {
        const auto of = [&](QStringView key) {
            return std::ranges::find(totals.evidence, key, &FindingEvidence::key);
        };
        const auto clock = m_run.npuClockHz();
        const auto cycles = of(u"cyclesTotal");
        if (!clock || cycles == totals.evidence.end()
            || of(u"inferenceTime") != totals.evidence.end())
            return;
        auto time = *cycles;
        time.key = u"inferenceTime"_s;
        time.value = cycles->value.toDouble() / double(*clock);
        time.unit = u"s"_s;
        totals.evidence.push_back(std::move(time));
    }

    /// From the formulas: the repeats of a measurement are one record.
    void addCounters(const QString &group)
    {
        std::vector<profile::Measurement> measured;
        for (const auto &one : m_measured) {
            if (one.profile.label == group)
                measured.push_back(one);
        }
        const auto merged = measured.empty()
            ? Result<profile::MergedRecord>(fail(ErrorCode::SpecInvalid, {}))
            : profile::mergeRuns(measured);
        if (!merged)
            return;
        const auto metrics = profile::computeMetrics(merged->profile(), merged->context);
        const auto &cpu = measured.front().profile.cpuCycles;
        Finding waiting{ .kind = RunFindingKind::Waiting,
            .subject = subjectOf(group),
            .measurement = measurementOf(group) };
        if (const auto *idle = profile::findMetric(metrics, u"npu.idle-share"_s);
            idle && idle->value)
            waiting.evidence.push_back({ u"npuIdle"_s, *idle->value, u"share"_s, m_run.origin });
        if (cpu.waitForNpu && cpu.inference && *cpu.inference > 0
            && *cpu.waitForNpu <= *cpu.inference)
            waiting.evidence.push_back({ u"cpuWaiting"_s,
                double(*cpu.waitForNpu) / double(*cpu.inference), u"share"_s, m_run.origin });
        if (!waiting.evidence.empty())
            m_found.push_back(std::move(waiting));
        Finding ports{ .kind = RunFindingKind::Ports,
            .subject = subjectOf(group),
            .measurement = measurementOf(group) };
        const auto doubts
            = profile::counterDoubts(measured.front().profile, measured.front().context);
        ports.evidence
            = portShares(metrics, activeCycles(merged->profile(), doubts), m_program, m_run.origin);
        const bool hasShares = !ports.evidence.empty();
        for (const auto &metric : metrics) {
            // The sum of a group of ports beside its only port tells nothing more.
            const bool isTold = std::ranges::find(ports.evidence,
                                    QVariant(metric.value.value_or(0)), &FindingEvidence::value)
                != ports.evidence.end();
            if (!hasShares && metric.id.startsWith("port.occupancy"_L1)
                && metric.value.value_or(0) > 0 && !isTold)
                ports.evidence.push_back(
                    { metric.subject, *metric.value, u"beats/cycle"_s, m_run.origin });
        }
        if (!ports.evidence.empty())
            m_found.push_back(std::move(ports));
        for (const auto &doubt : doubts) {
            if (!doubt.isUsable())
                addDoubt(RunDoubt::CounterDoubted, group)
                    .evidence.push_back({ doubt.counter, qulonglong(doubt.value), {}, {} });
        }
    }

    /// Of a dump of ExecuTorch's runtime, or what a console says by operator.
    void addKernels(const QString &group)
    {
        const auto times = profile::kernelTimes(m_run, m_comparable, group);
        if (times.empty())
            return;
        auto &found = add(RunFindingKind::Kernels, group);
        for (const auto &one : times | std::views::take(MostKernels)) {
            const bool isTime = one.unit == "ns"_L1;
            found.evidence.push_back({ one.name, isTime ? one.median / 1e9 : one.median,
                isTime ? u"s"_s : one.unit, m_run.origin });
            if (one.executions < one.all)
                found.evidence.back().calledIn = { one.executions, one.all };
        }
    }

    void addDoubts()
    {
        if (m_stated != m_program)
            addDoubt(RunDoubt::OtherProgram)
                .evidence.push_back({ u"program"_s, m_stated->name, {}, {} });
        if (m_run.conditions.mode == "fast"_L1)
            addDoubt(RunDoubt::FastMode);
        const bool isCut = m_run.run && m_run.isConsole()
            && (m_run.run->status == profile::RunStatus::Failed
                || m_run.run->status == profile::RunStatus::Truncated);
        if (isCut)
            addDoubt(RunDoubt::NotComplete)
                .evidence.push_back(
                    { u"status"_s, profile::statusName(m_run.run->status), {}, {} });
        const auto isSumOfUnknown = [](const profile::Measurement &one) {
            return !one.profile.counters.empty()
                && !profile::summedInferences(one.profile, one.context.areSums);
        };
        if (std::ranges::any_of(m_measured, isSumOfUnknown))
            addDoubt(RunDoubt::SumsNotKnown);
        if (m_groups.empty())
            return;
        if (!m_run.origin)
            addDoubt(RunDoubt::OriginNotStated);
        if (m_run.origin == Origin::Estimate)
            addDoubt(RunDoubt::EstimateOnly);
        else if (!m_hasRepeats)
            addRepeats();
        if (m_hasFvpProcessor)
            addDoubt(RunDoubt::FvpProcessor);
        if (m_groups.size() > MostGroups)
            addDoubt(RunDoubt::LeftOut)
                .evidence.push_back(
                    { u"measurements"_s, qulonglong(m_groups.size() - MostGroups), {}, {} });
    }

    /// How much the numbers waver, by the total that leads.
    void addRepeats()
    {
        const auto together = profile::comparableRun(m_repeats);
        for (const auto &total : Totals) {
            const auto value = std::ranges::find_if(together.values, [&](const ComparedValue &one) {
                return one.kind == ComparedValue::Kind::Counter && one.group == m_groups.front()
                    && one.name == total.name && one.repeats.size() > 1;
            });
            if (value == together.values.end())
                continue;
            const bool isTime = value->unit == "ns"_L1;
            const auto add = [&, this](Finding &to, const QString &key, double number) {
                to.evidence.push_back({ key, isTime ? number / 1e9 : number,
                    isTime ? u"s"_s : value->unit, m_run.origin });
            };
            auto &found = addDoubt(RunDoubt::Repeats);
            found.severity = Severity::Info;
            found.evidence.push_back(
                { u"measurements"_s, qulonglong(value->repeats.size()), {}, {} });
            add(found, u"lowest"_s, std::ranges::min(value->repeats));
            add(found, u"highest"_s, std::ranges::max(value->repeats));
            return;
        }
        addDoubt(RunDoubt::OneRepeat);
    }

    const MeasuredRun &m_run;
    std::span<const MeasuredRun> m_repeats; ///< with m_run; may be empty
    const profile::ProgramFacts *m_stated; ///< that the run is attached to; null: not known
    const profile::ProgramFacts *m_program; ///< the same, unless the log refutes it
    profile::ComparableRun m_comparable;
    std::vector<profile::Measurement> m_measured;
    std::vector<QString> m_groups; ///< labels, in the order in which they come
    bool m_hasRepeats = false;
    bool m_hasFvpProcessor = false;
    std::vector<Finding> m_found;
};

} // namespace

std::vector<Finding> findingsOf(const MeasuredRun &run, const profile::ProgramFacts *stated,
    std::span<const MeasuredRun> repeats)
{
    return RunFindings(run, stated, repeats).all();
}

std::vector<Finding> findingsOf(
    const std::vector<MeasuredRun> &runs, const std::vector<profile::ProgramFacts> &programs)
{
    std::vector<Finding> findings;
    const auto told = std::min(runs.size(), MostRuns);
    for (size_t i = 0; i < told; ++i)
        std::ranges::move(findingsOf(runs[i], profile::statedProgramOf(runs[i], programs)),
            std::back_inserter(findings));
    if (told < runs.size())
        findings.push_back({ .kind = RunFindingKind::Doubt,
            .doubt = RunDoubt::LeftOut,
            .severity = Severity::Warning,
            .evidence = { { u"runs"_s, qulonglong(runs.size() - told), {}, {} } } });
    return findings;
}

} // namespace tosaic
