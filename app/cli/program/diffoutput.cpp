// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/diffoutput.h"

#include "app/cli/frame/manysides.h"
#include "core/base/description.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/compiled/resultwriter.h"
#include "views/widgets/changewords.h"
#include "views/widgets/matchwords.h"
#include "views/widgets/sidebyside.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace diffoutput {
namespace {

using analysis::Comparison;
using analysis::CostComparison;
using compiled::CompileResult;

QLatin1StringView metricKey(analysis::Metric metric)
{
    using enum analysis::Metric;
    switch (metric) {
    case CyclesTotal:
        return "cyclesTotal"_L1;
    case CyclesNpu:
        return "cyclesNpu"_L1;
    case InferenceTime:
        return "inferenceTimeSeconds"_L1;
    case Macs:
        return "macs"_L1;
    case SramBytes:
        return "sramBytes"_L1;
    case FlashBytes:
        return "flashBytes"_L1;
    case DramBytes:
        return "dramBytes"_L1;
    case NpuOperators:
        return "npuOperators"_L1;
    case CpuOperators:
        return "cpuOperators"_L1;
    case Partitions:
        return "partitions"_L1;
    case PteBytes:
        return "pteBytes"_L1;
    case BoundaryBytes:
        return "boundaryBytes"_L1;
    case Conversions:
        return "conversions"_L1;
    }
    return {};
}

QLatin1StringView memoryKey(analysis::MemoryMetric metric)
{
    using enum analysis::MemoryMetric;
    switch (metric) {
    case Used:
        return "usedBytes"_L1;
    case FeatureMapRead:
        return "featureMapReadBytes"_L1;
    case FeatureMapWrite:
        return "featureMapWriteBytes"_L1;
    case WeightRead:
        return "weightReadBytes"_L1;
    case WeightWrite:
        return "weightWriteBytes"_L1;
    case Total:
        return "totalBytes"_L1;
    case Cycles:
        return "cycles"_L1;
    }
    return {};
}

QJsonObject pair(const Change &change)
{
    QJsonObject object{ { u"verdict"_s, verdictKey(change.verdict()) } };
    if (change.sides != Change::Sides::OnlyNew)
        insertKnown(object, "old"_L1, change.oldValue);
    if (change.sides != Change::Sides::OnlyOld)
        insertKnown(object, "new"_L1, change.newValue);
    return object;
}

template <typename Row, typename ToJson>
QJsonArray listOf(const std::vector<Row> &rows, ToJson toJson)
{
    return jsonList(rows, toJson);
}

QJsonObject metricsJson(const Comparison &comparison)
{
    QJsonObject metrics;
    for (const auto &metric : comparison.metrics) {
        if (metric.oldValue || metric.newValue)
            metrics.insert(metricKey(metric.metric), pair(metric));
    }
    return metrics;
}

/// Vela's own summary of both sides, as Vela books it.
QJsonObject summaryJson(const CompileResult &oldResult, const CompileResult &newResult)
{
    const auto of = [](const CompileResult &result) {
        return compiled::toJson(result).value("summary"_L1).toObject();
    };
    QJsonObject pairs;
    const auto add = [&pairs](const QJsonObject &numbers, QLatin1StringView side) {
        for (auto it = numbers.begin(); it != numbers.end(); ++it) {
            auto one = pairs.value(it.key()).toObject();
            one.insert(side, it.value());
            pairs.insert(it.key(), one);
        }
    };
    add(of(oldResult), "old"_L1);
    add(of(newResult), "new"_L1);
    return pairs;
}

QJsonObject specJson(const analysis::SpecChange &change)
{
    QJsonObject object{ { u"field"_s, views::specFieldName(change.field) } };
    if (change.added.isEmpty() && change.removed.isEmpty()) {
        object.insert("old"_L1, change.oldValue);
        object.insert("new"_L1, change.newValue);
    } else {
        object.insert("added"_L1, QJsonArray::fromStringList(change.added));
        object.insert("removed"_L1, QJsonArray::fromStringList(change.removed));
    }
    return object;
}

QJsonObject moveJson(const analysis::OperatorMove &move)
{
    return { { u"node"_s, move.node }, { u"target"_s, move.target }, { u"module"_s, move.module },
        { u"old"_s, move.oldPlacement }, { u"new"_s, move.newPlacement },
        { u"reasons"_s, QJsonArray::fromStringList(move.reasons) },
        { u"match"_s, analysis::matchReasonKey(move.match) } };
}

QJsonObject editJson(const analysis::OperatorEdit &edit)
{
    return { { u"node"_s, edit.node }, { u"target"_s, edit.target }, { u"module"_s, edit.module },
        { u"old"_s, edit.oldTensor }, { u"new"_s, edit.newTensor },
        { u"match"_s, analysis::matchReasonKey(edit.match) } };
}

QJsonObject evidenceJson(const Comparison &comparison)
{
    QJsonObject counts;
    for (const auto &[why, count] : comparison.matchedBy)
        counts.insert(analysis::matchReasonKey(why), count);
    return counts;
}

QJsonObject partitionJson(const analysis::PartitionMatch &match)
{
    QJsonObject object{ { u"sharedOperators"_s, match.sharedOperators } };
    insertKnown(object, "old"_L1, match.oldPartition);
    insertKnown(object, "new"_L1, match.newPartition);
    return object;
}

QJsonObject memoriesJson(const CostComparison &costs)
{
    QJsonObject memories;
    for (const auto &change : costs.memories) {
        auto memory = memories.value(change.memory).toObject();
        memory.insert(memoryKey(change.metric), pair(change));
        memories.insert(change.memory, memory);
    }
    return memories;
}

QJsonObject kindJson(const analysis::KindCostChange &change)
{
    return { { u"kind"_s, change.kind },
        { u"operators"_s,
            QJsonObject{ { u"old"_s, change.oldCount }, { u"new"_s, change.newCount } } },
        { u"cycles"_s, pair(change) } };
}

QJsonObject operatorJson(const analysis::OperatorCostChange &change)
{
    QJsonObject object{ { u"name"_s, change.name }, { u"kind"_s, change.kind },
        { u"cycles"_s, pair(change) } };
    QJsonObject partition;
    insertKnown(partition, "old"_L1, change.oldPartition);
    insertKnown(partition, "new"_L1, change.newPartition);
    object.insert("partition"_L1, partition);
    if (change.match)
        object.insert("match"_L1, analysis::matchReasonKey(*change.match));
    return object;
}

QJsonObject toolJson(const analysis::ToolChange &change)
{
    return { { u"tool"_s, change.tool }, { u"old"_s, change.oldVersion },
        { u"new"_s, change.newVersion } };
}

QJsonObject toJson(const Comparison &comparison, const CostComparison &costs)
{
    return { { u"metrics"_s, metricsJson(comparison) },
        { u"need"_s, analysis::needJson(comparison.oldNeed, comparison.newNeed) },
        { u"spec"_s, listOf(comparison.specChanges, specJson) },
        { u"tools"_s, listOf(comparison.toolChanges, toolJson) },
        { u"moves"_s, listOf(comparison.moves, moveJson) },
        { u"matchedOperators"_s, comparison.matchedOperators },
        { u"matchedBy"_s, evidenceJson(comparison) },
        { u"changed"_s, listOf(comparison.changed, editJson) },
        { u"onlyOld"_s, QJsonArray::fromStringList(comparison.onlyOld) },
        { u"onlyNew"_s, QJsonArray::fromStringList(comparison.onlyNew) },
        { u"partitions"_s, listOf(comparison.partitions, partitionJson) },
        { u"memories"_s, memoriesJson(costs) }, { u"kinds"_s, listOf(costs.kinds, kindJson) },
        { u"matchedCosts"_s, costs.matchedOperators },
        { u"operators"_s, listOf(costs.operators, operatorJson) } };
}

void print(const ComparedCompiles &compared, Streams &streams)
{
    const auto &comparison = compared.comparison;
    const auto tell = [&](const QString &line) { streams.out << wrappedText(line, streams.width); };
    tell(views::outcomeSentence(comparison));
    // A program does not remember all of its spec.
    if (compared.programs.empty() || !comparison.specChanges.empty())
        tell(views::causeSentence(comparison));
    for (const auto &metric : comparison.metrics) {
        if (!metric.oldValue && !metric.newValue)
            continue;
        tell(u"%1%2: %3 -> %4, %5"_s.arg(views::metricName(metric.metric),
            metric.isEstimate ? u" (est)"_s : QString(),
            views::metricText(metric.unit, metric.oldValue),
            views::metricText(metric.unit, metric.newValue), views::verdictWord(metric.verdict())));
    }
    if (!comparison.moves.empty())
        tell(u"operators on the CPU are in no estimate of cycles or time"_s);
    for (const auto &move : comparison.moves)
        tell(u"moved: %1 (%2) %3 -> %4"_s.arg(
                 move.node, move.target, move.oldPlacement, move.newPlacement)
            + (move.reasons.isEmpty() ? QString() : u": "_s) + move.reasons.join(u"; "_s));
    for (const auto &line : views::matchSentences(comparison))
        tell(line);
}

void printCosts(const CostComparison &costs, Streams &streams)
{
    constexpr std::size_t Shown = 10; // of what changed most; --json has all
    for (std::size_t i = 0; i < std::min(Shown, costs.kinds.size()); ++i) {
        const auto &kind = costs.kinds[i];
        const bool isOld = kind.sides != Change::Sides::OnlyNew;
        const bool isNew = kind.sides != Change::Sides::OnlyOld;
        streams.out << wrappedText(
            u"kind: %1: %2 -> %3 (est)"_s.arg(
                kind.kind.isEmpty() ? u"inserted by the compiler"_s : kind.kind,
                isOld ? views::metricText(kind.unit, kind.oldValue) : u"none"_s,
                isNew ? views::metricText(kind.unit, kind.newValue) : u"none"_s),
            streams.width);
    }
}

/// {"delegates": {"EthosUBackend": pair}, ..., "commandBytes": pair}.
QJsonObject programJson(const std::vector<ProgramChange> &changes)
{
    QJsonObject json;
    for (const auto &change : changes) {
        auto group = json.value(change.group).toObject();
        group.insert(change.name, pair(change));
        json.insert(change.group, change.name.isEmpty() ? pair(change) : group);
    }
    return json;
}

void printPrograms(const std::vector<ProgramChange> &changes, Streams &streams)
{
    static const QHash<QString, QString> words{ { u"commandBytes"_s, u"command streams"_s },
        { u"delegates"_s, u"delegates of %1"_s }, { u"npuOperations"_s, u"NPU commands %1"_s },
        { u"kernels"_s, u"CPU kernels %1"_s } };
    for (const auto &change : changes) {
        if (change.oldValue == change.newValue)
            continue;
        const auto word = words.value(change.group);
        streams.out << wrappedText(
            u"%1: %2 -> %3"_s.arg(change.name.isEmpty() ? word : word.arg(change.name),
                views::metricText(change.unit, change.oldValue),
                views::metricText(change.unit, change.newValue)),
            streams.width);
    }
}

/// Whether the cycles grew more than allowed, and whether anybody can tell.
struct Gate
{
    std::optional<double> grown; ///< of the estimated cycles, 0.1 for 10 %; absent: not known
    /// More operators than before are on the CPU: their cycles are in no estimate, so that fewer
    /// cycles are no proof.
    int unseenOperators = 0;
    bool hasPassed = true;
};

constexpr auto UnseenKey = "cpuOperatorCycles"_L1; ///< in "absent"
constexpr auto SameModelKey = "sameModel"_L1;

Gate gateOf(const Comparison &comparison, double allowedPercent)
{
    Gate gate{ .grown = comparison.metric(analysis::Metric::CyclesTotal).relative() };
    const auto more = comparison.metric(analysis::Metric::CpuOperators).difference();
    gate.unseenOperators = std::max(0, static_cast<int>(more.value_or(0)));
    gate.hasPassed = gate.grown && *gate.grown * 100 <= allowedPercent && gate.unseenOperators == 0
        && !comparison.areOtherModels();
    return gate;
}

int judge(const Comparison &comparison, const DiffQuestion &question, Streams &streams)
{
    if (!question.allowedPercent)
        return Fine;
    const auto gate = gateOf(comparison, *question.allowedPercent);
    if (comparison.areOtherModels())
        streams.err << u"error: diff.other-model: these are compiles of different models\n"_s;
    if (!gate.grown)
        streams.err << u"error: diff.not-known: the cycles of a side are not known"_s << '\n';
    if (gate.unseenOperators > 0)
        streams.err << u"error: diff.absent: more operators than before are on the CPU (%1); "
                       "their cycles are in no estimate\n"_s.arg(gate.unseenOperators);
    return gate.hasPassed ? Fine : BadInput;
}

/// What a whole compile is judged by: time (cycles where a clock is not known), each memory, what
/// is left to the processor.
QString overallVerdict(const Comparison &comparison)
{
    using analysis::Metric;
    const auto &time = comparison.metric(Metric::InferenceTime);
    const auto speed = time.difference() ? Metric::InferenceTime : Metric::CyclesTotal;
    if (!comparison.metric(speed).difference() || comparison.areOtherModels())
        return u"not-comparable"_s;
    bool isBetter = false;
    bool isWorse = false;
    for (const auto metric :
        { speed, Metric::SramBytes, Metric::FlashBytes, Metric::DramBytes, Metric::CpuOperators }) {
        isBetter |= comparison.metric(metric).verdict() == Verdict::Better;
        isWorse |= comparison.metric(metric).verdict() == Verdict::Worse;
    }
    if (isBetter && isWorse)
        return u"mixed"_s;
    return isWorse ? u"worse"_s : isBetter ? u"better"_s : u"same"_s;
}

QJsonObject gateJson(const Comparison &comparison, double allowedPercent)
{
    const auto gate = gateOf(comparison, allowedPercent);
    const auto cycles = metricKey(analysis::Metric::CyclesTotal);
    QJsonArray judged;
    QJsonArray absent;
    (gate.grown ? judged : absent).append(cycles);
    if (gate.unseenOperators > 0)
        absent.append(UnseenKey);
    if (comparison.areOtherModels())
        absent.append(SameModelKey);
    return { { u"limitPercent"_s, allowedPercent }, { u"judged"_s, judged },
        { u"absent"_s, absent }, { u"passed"_s, gate.hasPassed } };
}

Table metricTable(const Comparison &comparison)
{
    using analysis::MetricChange;
    std::vector<MetricChange> known;
    std::ranges::copy_if(comparison.metrics, std::back_inserter(known),
        [](const MetricChange &one) { return one.oldValue || one.newValue; });
    const auto text = [](std::optional<double> MetricChange::*side) {
        return [side](const MetricChange &one) { return views::metricText(one.unit, one.*side); };
    };
    const Columns<MetricChange> columns{
        { { u"metric"_s, u"what"_s },
            [](const MetricChange &one) {
                return views::metricName(one.metric) + (one.isEstimate ? u" (est)"_s : QString());
            } },
        { { u"old"_s, u"old"_s, {}, true }, text(&Change::oldValue) },
        { { u"new"_s, u"new"_s, {}, true }, text(&Change::newValue) },
        { { u"change"_s, u"change"_s, {}, true },
            [](const MetricChange &one) { return views::relativeText(one); } },
        { { u"verdict"_s, u"verdict"_s },
            [](const MetricChange &one) { return views::verdictWord(one.verdict()); } },
    };
    return tableOf(columns, known);
}

Judgement judged(const Comparison &comparison, const DiffQuestion &question)
{
    Judgement judged{ u"diff"_s, question.paths[1], views::outcomeSentence(comparison), {},
        metricTable(comparison) };
    for (const auto &metric : comparison.metrics) {
        if (!metric.oldValue && !metric.newValue && metric.metric != analysis::Metric::CyclesTotal)
            continue;
        const bool isKnown = metric.oldValue && metric.newValue;
        Check check{ !isKnown                        ? Check::Outcome::Noted
                : metric.verdict() == Verdict::Worse ? Check::Outcome::Warned
                                                     : Check::Outcome::Passed,
            metricKey(metric.metric),
            u"%1 -> %2 (%3)"_s.arg(views::metricText(metric.unit, metric.oldValue),
                views::metricText(metric.unit, metric.newValue), views::relativeText(metric)),
            {} };
        if (question.allowedPercent && metric.metric == analysis::Metric::CyclesTotal) {
            const auto grown = metric.relative();
            check.outcome = !grown                        ? Check::Outcome::Absent
                : *grown * 100 > *question.allowedPercent ? Check::Outcome::Failed
                                                          : Check::Outcome::Passed;
            check.text += u"; %1 % are allowed"_s.arg(*question.allowedPercent);
        }
        judged.checks.push_back(std::move(check));
    }
    const auto unseen = question.allowedPercent
        ? gateOf(comparison, *question.allowedPercent).unseenOperators
        : 0;
    if (question.allowedPercent && comparison.areOtherModels())
        judged.checks.push_back(
            { Check::Outcome::Absent, SameModelKey, u"these are different models"_s, {} });
    if (unseen > 0)
        judged.checks.push_back({ Check::Outcome::Absent, UnseenKey,
            u"more operators than before are on the CPU (%1); their cycles are in no estimate"_s
                .arg(unseen),
            {} });
    return judged;
}

} // namespace
} // namespace diffoutput

namespace diffoutput {
namespace {

QJsonObject documentOf(const ComparedCompiles &compared)
{
    const auto &[question, sides, comparison, costs, programs] = compared;
    auto json = toJson(comparison, costs);
    if (!programs.empty())
        json.insert(u"program"_s, programJson(programs));
    json.insert(u"summary"_s, summaryJson(*sides[0], *sides[1]));
    json.insert(u"sentence"_s, views::outcomeSentence(comparison));
    json.insert(u"verdict"_s, overallVerdict(comparison));
    if (question.allowedPercent)
        json.insert(u"gate"_s, gateJson(comparison, *question.allowedPercent));
    return json;
}

QStringList pathsOf(const std::vector<ComparedCompiles> &all)
{
    QStringList paths{ all.front().question.paths[0] };
    for (const auto &compared : all)
        paths << compared.question.paths[1];
    return paths;
}

Table columnsOfAll(const std::vector<ComparedCompiles> &all)
{
    const auto &base = *all.front().sides[0];
    std::vector<Comparison> comparisons{ analysis::compareResults(base, base) };
    for (const auto &compared : all)
        comparisons.push_back(compared.comparison);
    return tableOf(views::sideBySideColumns(columnTitles(pathsOf(all))),
        views::metricsSideBySide(comparisons));
}

} // namespace
} // namespace diffoutput

QJsonObject diffJson(const std::vector<ComparedCompiles> &all)
{
    std::vector<QJsonObject> documents;
    for (const auto &compared : all)
        documents.push_back(diffoutput::documentOf(compared));
    return manyJson(diffoutput::pathsOf(all), documents);
}

void printDiff(const std::vector<ComparedCompiles> &all, Streams &streams)
{
    if (all.size() > 1)
        printTable(diffoutput::columnsOfAll(all), streams);
    for (const auto &compared : all) {
        if (all.size() > 1)
            streams.out << '\n' << compared.question.paths[1] << ":\n";
        diffoutput::print(compared, streams);
        diffoutput::printCosts(compared.costs, streams);
        diffoutput::printPrograms(compared.programs, streams);
    }
}

Judgement judgementOf(const std::vector<ComparedCompiles> &all)
{
    std::vector<Judgement> judgements;
    for (const auto &compared : all)
        judgements.push_back(diffoutput::judged(compared.comparison, compared.question));
    return manyJudged(diffoutput::pathsOf(all), judgements, diffoutput::columnsOfAll(all));
}

int tellVerdict(const ComparedCompiles &compared, Streams &streams)
{
    return diffoutput::judge(compared.comparison, compared.question, streams);
}

} // namespace tosaic::cli
