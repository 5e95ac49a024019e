// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/findings.h"

#include "core/analysis/boundaries.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::CycleLimit;
using profile::OperatorRow;
using FindingKind = Finding::Kind;
using FindingDoubt = Finding::Doubt;

constexpr size_t MostCostly = 5;

double sumOf(const std::vector<OperatorRow> &rows)
{
    double sum = 0;
    for (const auto &row : rows)
        sum += row.cycles ? row.cycles->value : 0;
    return sum;
}

class Findings
{
public:
    Findings(const OpenedModel &opened, const ProfileSubject *subject)
        : m_opened(opened), m_subject(subject)
    {
        if (m_subject && m_subject->table)
            m_rows = profile::operatorRows(*m_subject->table);
        m_cycles = sumOf(m_rows);
        if (m_opened.program || m_opened.result)
            m_coverage = analysis::coverageOf(m_opened.program.get(), m_opened.result.get());
        else if (m_opened.network)
            m_coverage = analysis::coverageOf(*m_opened.network);
    }

    std::vector<Finding> all()
    {
        if (m_opened.result && m_opened.result->status == compiled::Status::Failed) {
            addFailure();
            return std::move(m_found);
        }
        if (m_cycles > 0) {
            addTotals();
            addPace();
            addCostliest();
        }
        addMemory();
        addProcessor();
        addDoubts();
        return std::move(m_found);
    }

private:
    Finding &add(FindingKind kind, FindingDoubt doubt = FindingDoubt::None)
    {
        const auto severity = kind == FindingKind::Doubt ? Severity::Warning : Severity::Info;
        m_found.push_back({ .kind = kind, .doubt = doubt, .severity = severity });
        return m_found.back();
    }
    std::optional<Origin> origin() const { return m_subject->table->origin; }

    void addFailure()
    {
        auto &found = add(FindingKind::Doubt, FindingDoubt::CompileFailed);
        found.severity = Severity::Error;
        const auto &problems = m_opened.result->problems;
        const auto error = std::ranges::find(problems, Severity::Error, &Diagnostic::severity);
        if (error != problems.end())
            found.evidence.push_back({ error->id, error->text, {}, {} });
    }

    void addTotals()
    {
        auto &found = add(FindingKind::Totals);
        // What the trace says of itself: between the operators the NPU waits, too.
        const auto ofTrace
            = origin() == Origin::Fvp ? m_subject->inferenceCycles : std::optional<double>();
        const auto total = ofTrace.value_or(m_cycles);
        found.evidence.push_back({ u"cyclesTotal"_s, total, u"cycles"_s, origin(),
            origin() == Origin::Estimate ? u"npu-model"_s
                : ofTrace                ? u"npu-commands"_s
                                         : u"npu-operators"_s });
        if (m_subject->clockHz && *m_subject->clockHz > 0) {
            const auto clock = *m_subject->clockHz;
            found.evidence.push_back(
                { u"inferenceTime"_s, total / double(clock), u"s"_s, origin() });
            found.evidence.push_back({ u"npuClock"_s, qulonglong(clock), u"Hz"_s, {} });
        }
        quint64 macs = 0;
        for (const auto &row : m_rows)
            macs += row.macs.value_or(0);
        if (m_subject->npuMacs && macs > 0)
            found.evidence.push_back({ u"macUtilisation"_s,
                double(macs) / (total * double(*m_subject->npuMacs)), u"share"_s, origin() });
        const auto estimate = m_subject->table->estimatedTotal();
        if (estimate && origin() == Origin::Fvp)
            found.evidence.push_back(
                { u"cyclesEstimated"_s, *estimate, u"cycles"_s, Origin::Estimate, u"npu-model"_s });
        double board = 0;
        for (const auto &one : m_subject->board)
            board += one.cycles;
        if (board > 0)
            found.evidence.push_back(
                { u"cyclesBoard"_s, board, u"cycles"_s, Origin::Board, u"npu-operators"_s });
    }

    void addPace()
    {
        // An operator that became several operations waits for several things.
        const auto operations
            = profile::operatorRows(*m_subject->table, { .groupBy = profile::GroupBy::Operation });
        std::map<CycleLimit::By, double> cycles;
        for (const auto &row : operations) {
            if (row.limit && row.cycles)
                cycles[row.limit->by] += row.cycles->value;
        }
        if (cycles.empty())
            return;
        std::vector<std::pair<double, CycleLimit::By>> ranked;
        for (const auto &[by, sum] : cycles)
            ranked.emplace_back(sum, by);
        std::ranges::sort(ranked, std::greater<>());
        auto &found = add(FindingKind::Pace);
        found.leading = ranked.front().second;
        for (const auto &[sum, by] : ranked)
            found.evidence.push_back(
                { profile::limitKey(by), sum / m_cycles, u"share"_s, origin() });
    }

    void addCostliest()
    {
        auto rows = m_rows;
        std::erase_if(rows, [](const OperatorRow &row) { return !row.cycles; });
        std::ranges::stable_sort(
            rows, std::greater<>(), [](const OperatorRow &row) { return row.cycles->value; });
        rows.resize(std::min(rows.size(), MostCostly));
        auto &found = add(FindingKind::Costliest);
        const bool isSplit = m_subject->streams.size() > 1;
        for (const auto &row : rows)
            found.evidence.push_back({ row.name, row.cycles->value, u"cycles"_s, origin(), {},
                isSplit ? row.delegate : std::nullopt });
        found.operators = std::move(rows);
    }

    void addMemory()
    {
        if (!m_opened.result)
            return;
        const auto facts = analysis::memoryFacts(*m_opened.result, m_opened.program);
        const auto picture = analysis::memoryPicture({ .spec = facts.spec,
            .system = analysis::memorySystemOf(facts.spec),
            .partitions = facts.partitions,
            .program = facts.program });
        const auto need = analysis::memoryNeed(picture);
        Finding found{ .kind = FindingKind::Memory };
        for (const auto &place : need.places) {
            if (const auto bytes = place.bytes(); bytes && *bytes > 0)
                found.evidence.push_back({ analysis::memoryKey(place.memory), qulonglong(*bytes),
                    u"bytes"_s, Origin::Estimate });
        }
        if (!found.evidence.empty())
            m_found.push_back(std::move(found));
        addPorts(picture);
    }

    void addPorts(const analysis::MemoryPicture &picture)
    {
        Finding found{ .kind = FindingKind::Ports };
        for (const auto &port : picture.ports) {
            const auto *box = picture.box(port.role);
            if (port.busyShare && *port.busyShare > 0 && box)
                found.evidence.push_back({ u"%1 (%2)"_s.arg(port.name, box->memory),
                    *port.busyShare, u"share"_s, Origin::Estimate });
        }
        if (!found.evidence.empty())
            m_found.push_back(std::move(found));
    }

    void addProcessor()
    {
        if (!m_coverage)
            return;
        auto &found = add(FindingKind::Processor);
        const auto count = [&](const QString &key, const std::optional<quint64> &value) {
            if (value)
                found.evidence.push_back({ key, qulonglong(*value), {}, {} });
        };
        count(u"npuOperators"_s, m_coverage->npuOperators);
        count(u"cpuOperators"_s, m_coverage->cpuOperators);
        count(u"boundaryOperators"_s, m_coverage->boundaryOperators);
        if (m_coverage->idleSteps.value_or(0) > 0)
            count(u"idleSteps"_s, m_coverage->idleSteps);
        count(u"partitions"_s, m_coverage->partitions);
        if (m_coverage->otherDelegates > 0)
            count(u"otherDelegates"_s, m_coverage->otherDelegates);
        const auto crossed
            = m_opened.result ? analysis::boundaryTotals(*m_opened.result) : std::nullopt;
        if (!crossed || crossed->bytes == 0)
            return;
        found.evidence.push_back(
            { u"boundaryBytes"_s, qulonglong(crossed->bytes), u"bytes"_s, {} });
        if (!crossed->isComplete)
            found.evidence.push_back({ u"boundaryBytesComplete"_s, false, {}, {} });
        found.evidence.push_back(
            { u"boundaryConversions"_s, qulonglong(crossed->conversions), {}, {} });
    }

    void addDoubts()
    {
        if (m_cycles > 0 && origin() == Origin::Estimate)
            add(FindingKind::Doubt, FindingDoubt::EstimateOnly);
        const auto onCpu = m_coverage
            ? m_coverage->cpuOperators.value_or(0)
            : quint64(std::ranges::count(m_rows, OperatorRow::Role::Cpu, &OperatorRow::role));
        if (m_cycles > 0 && onCpu > 0)
            add(FindingKind::Doubt, FindingDoubt::ProcessorNotIncluded)
                .evidence.push_back({ u"cpuOperators"_s, qulonglong(onCpu), {}, {} });
        if (m_opened.result) {
            const auto &calibration = m_opened.result->resolvedSpec.calibration;
            if (m_opened.result->resolvedSpec.quantizer && calibration && calibration->isRandom()) {
                add(FindingKind::Doubt, FindingDoubt::RandomCalibration)
                    .evidence.push_back({ u"samples"_s, calibration->samples, {}, {} });
            }
        }
        if (m_subject) {
            for (const auto &diagnostic : m_subject->diagnostics) {
                if (diagnostic.id.endsWith("-other"_L1))
                    add(FindingKind::Doubt, FindingDoubt::Foreign)
                        .evidence.push_back({ diagnostic.id, diagnostic.text, {}, {} });
            }
        }
        if (!m_subject || !m_subject->table)
            return;
        if (std::ranges::any_of(m_subject->table->inferences,
                [](const profile::TracedInference &one) { return !one.isComplete; }))
            add(FindingKind::Doubt, FindingDoubt::TraceIncomplete);
        const auto parts = std::ranges::count_if(m_rows, &OperatorRow::isPart);
        if (parts > 0)
            add(FindingKind::Doubt, FindingDoubt::PartWithoutCycles)
                .evidence.push_back({ u"operators"_s, qulonglong(parts), {}, {} });
    }

    const OpenedModel &m_opened;
    const ProfileSubject *m_subject;
    std::vector<OperatorRow> m_rows;
    double m_cycles = 0;
    std::optional<analysis::Coverage> m_coverage;
    std::vector<Finding> m_found;
};

} // namespace

std::vector<Finding> findingsOf(const OpenedModel &opened, const ProfileSubject *subject)
{
    return Findings(opened, subject).all();
}

std::optional<advice::Subject> adviceSubject(const OpenedModel &opened,
    const EstimateSource &source, const std::optional<spec::CompileSpec> &stated)
{
    const auto kept = source.baseline ? std::optional(source.baseline->spec) : stated;
    if (!kept && !opened.result)
        return {};
    return advice::Subject{ opened.result ? opened.result->spec : *kept, source.inputs,
        source.baseFolder, opened.result, opened.program };
}

QString findingKey(const Finding &finding)
{
    switch (finding.kind) {
    case FindingKind::Totals:
        return u"totals"_s;
    case FindingKind::Pace:
        return u"pace"_s;
    case FindingKind::Costliest:
        return u"costliest"_s;
    case FindingKind::Memory:
        return u"memory"_s;
    case FindingKind::Processor:
        return u"processor"_s;
    case FindingKind::Ports:
        return u"ports"_s;
    case FindingKind::Waiting:
        return u"waiting"_s;
    case FindingKind::Kernels:
        return u"kernels"_s;
    case FindingKind::Doubt:
        break;
    }
    switch (finding.doubt) {
    case FindingDoubt::RandomCalibration:
        return u"doubt.random-calibration"_s;
    case FindingDoubt::CompileFailed:
        return u"doubt.compile-failed"_s;
    case FindingDoubt::EstimateOnly:
        return u"doubt.estimate-only"_s;
    case FindingDoubt::ProcessorNotIncluded:
        return u"doubt.processor-not-included"_s;
    case FindingDoubt::TraceIncomplete:
        return u"doubt.trace-incomplete"_s;
    case FindingDoubt::Foreign:
        return u"doubt.foreign"_s;
    case FindingDoubt::FastMode:
        return u"doubt.fast-mode"_s;
    case FindingDoubt::FvpProcessor:
        return u"doubt.fvp-processor"_s;
    case FindingDoubt::OneRepeat:
        return u"doubt.one-repeat"_s;
    case FindingDoubt::Repeats:
        return u"doubt.repeats"_s;
    case FindingDoubt::OriginNotStated:
        return u"doubt.origin-not-stated"_s;
    case FindingDoubt::NotComplete:
        return u"doubt.not-complete"_s;
    case FindingDoubt::CounterDoubted:
        return u"doubt.counter"_s;
    case FindingDoubt::SumsNotKnown:
        return u"doubt.sums-not-known"_s;
    case FindingDoubt::OtherProgram:
        return u"doubt.other-program"_s;
    case FindingDoubt::LeftOut:
        return u"doubt.left-out"_s;
    case FindingDoubt::PartWithoutCycles:
        return u"doubt.part-without-cycles"_s;
    case FindingDoubt::None:
        break;
    }
    return u"doubt"_s;
}

} // namespace tosaic
