// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Sections that come from a compile.
#include "core/analysis/comparison.h"
#include "core/analysis/coverage.h"
#include "core/base/alikeproblems.h"
#include "core/base/units.h"
#include "views/report/reportsections.h"

#include "views/models/rejectiongroups.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"
#include "views/widgets/matchwords.h"
#include "views/widgets/needwords.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::Metric;
using analysis::MetricChange;
using compiled::CompileResult;
using report::FactList;
using report::Section;
using report::Table;

/// Metrics of one result: those of a comparison with itself.
std::vector<MetricChange> metricsOf(const CompileResult &result)
{
    return analysis::compareResults(result, result).metrics;
}

FactList metricFacts(const CompileResult &result, std::initializer_list<Metric> wanted)
{
    FactList list;
    const auto metrics = metricsOf(result);
    for (const auto metric : wanted) {
        if (metric == Metric::PteBytes && isOfVelaAlone(result))
            continue; // there is no .pte
        const auto &change = metrics.at(static_cast<size_t>(metric));
        const bool isTagged = change.isEstimate && change.newValue;
        auto text = metricText(change.unit, change.newValue);
        if (change.newValue && change.unit == unit::Bytes)
            text = sizeText(static_cast<quint64>(*change.newValue));
        list.facts.push_back({ metricName(metric), text, isTagged ? estimateTag() : QString() });
    }
    return list;
}

QString orNotKnown(const QString &text)
{
    return text.isEmpty() ? notKnownText() : text;
}

Table rejectionTable(const CompileResult &result)
{
    TableWriter table;
    table.columns({ ReportText::tr("Operator"), ReportText::tr("Kind"), ReportText::tr("Module"),
        ReportText::tr("Source"), ReportText::tr("Why") });
    const auto add = [&table](std::initializer_list<QString> cells) {
        table.texts(cells);
        table.endRow();
    };
    for (const auto &node : result.nodes) {
        if (node.placement != "cpu"_L1 || !analysis::countsAsOperator(node.target))
            continue;
        const auto *rejection = result.rejection(node.name);
        add({ node.name, node.target, orNotKnown(node.module), orNotKnown(node.source),
            rejection && !rejection->reasons.isEmpty() ? rejection->reasons.join(u" · "_s)
                                                       : notKnownText() });
    }
    if (!result.nodes.empty())
        return table.take();
    for (const auto &rejection : result.rejections)
        add({ rejection.node, rejection.target, orNotKnown(rejection.module), notKnownText(),
            rejection.reasons.join(u" · "_s) });
    return table.take();
}

/// Of many operators: which reasons there are, and of how many.
Table reasonTable(const CompileResult &result)
{
    TableWriter table(ReportText::tr("Reasons, those of most operators first"));
    table.column(ReportText::tr("Why"));
    table.column(ReportText::tr("Operators"), true);
    table.column(ReportText::tr("What may help"));
    for (const auto &group : rejectionGroups(result)) {
        table.text(group.reason);
        table.whole(group.operators.size());
        table.text(group.hint.isEmpty() ? u"\u2014"_s : group.hint);
        table.endRow();
    }
    return table.take(ReadRows);
}

Table metricTable(const analysis::Comparison &comparison)
{
    TableWriter table;
    table.column(ReportText::tr("Metric"));
    for (const auto &title :
        { ReportText::tr("Old"), ReportText::tr("New"), ReportText::tr("Difference") })
        table.column(title, true);
    table.shareColumn(ReportText::tr("Relative"));
    table.exactUnitColumn();
    table.column(ReportText::tr("Verdict"));
    for (const auto &change : comparison.metrics) {
        if (!change.oldValue && !change.newValue)
            continue;
        table.text(change.isEstimate
                ? ReportText::tr("%1 (%2)").arg(metricName(change.metric), estimateTag())
                : metricName(change.metric));
        table.number(metricText(change.unit, change.oldValue), change.oldValue);
        table.number(metricText(change.unit, change.newValue), change.newValue);
        table.number(differenceText(change), change.difference());
        table.number(relativeText(change),
            change.relative() ? std::optional(*change.relative() * 100) : std::nullopt);
        table.text(change.unit);
        table.text(verdictWord(change.verdict()));
        table.endRow();
    }
    return table.take();
}

Table moveTable(const analysis::Comparison &comparison)
{
    TableWriter table(ReportText::tr("Operators that moved"));
    table.columns({ ReportText::tr("Operator"), ReportText::tr("Module"), ReportText::tr("Old"),
        ReportText::tr("New"), ReportText::tr("Why") });
    for (const auto &move : comparison.moves) {
        table.texts({ move.node, orNotKnown(move.module), placementName(move.oldPlacement),
            placementName(move.newPlacement),
            move.reasons.isEmpty() ? ReportText::tr("No reason given")
                                   : move.reasons.join(u" · "_s) });
        table.endRow();
    }
    return table.take();
}

} // namespace

bool isOfVelaAlone(const CompileResult &result)
{
    return result.partitions.empty() && result.summary.sramBytes;
}

Section summarySection(const ReportInput &input)
{
    Section section{ .title = ReportText::tr("Summary") };
    const auto coverage = analysis::coverageOf(input.program, input.result);
    const bool hasFailed = input.result && input.result->status == compiled::Status::Failed;
    if ((input.program || input.result) && !hasFailed) // else the findings say what went wrong
        section.blocks.push_back(report::Statement{ .text = coverageSentence(coverage) });
    if (input.oldResult && input.result)
        section.blocks.push_back(
            report::Statement{ .text = ReportText::tr("Against the compile before: %1")
                                           .arg(outcomeSentence(analysis::compareResults(
                                               *input.oldResult, *input.result))) });
    for (const auto &finding : input.findings)
        section.blocks.push_back(finding);
    if (input.totals.rows.size() > 1)
        section.blocks.emplace_back(report::Table{
            ReportText::tr("What one inference costs, and what each number includes"),
            input.totals });
    if (!input.program && !input.result)
        return section;
    FactList facts;
    facts.facts.push_back({ ReportText::tr("Target"), orNotKnown(coverage.target) });
    if (input.result) {
        const auto &spec = input.result->resolvedSpec;
        facts.facts.push_back(
            { ReportText::tr("System config"), orNotKnown(spec.systemConfig.value_or(QString())) });
        facts.facts.push_back(
            { ReportText::tr("Memory mode"), orNotKnown(spec.memoryMode.value_or(QString())) });
        const auto metrics = metricFacts(*input.result,
            { Metric::CyclesTotal, Metric::SramBytes, Metric::FlashBytes, Metric::DramBytes,
                Metric::PteBytes });
        facts.facts.insert(facts.facts.end(), metrics.facts.begin(), metrics.facts.end());
    }
    section.blocks.push_back(facts);
    return section;
}

Section needSection(const analysis::MemoryNeed &need, const std::optional<report::Picture> &picture)
{
    TableWriter table;
    table.columns({ ReportText::tr("Memory"), ReportText::tr("Content") });
    table.bytesColumn(ReportText::tr("Need (est)"));
    const auto add = [&table](const QString &memory, const QString &content, const QString &text,
                         std::optional<quint64> bytes) {
        table.texts({ memory, content });
        table.number(text, bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt);
        table.endRow();
    };
    const auto size
        = [](std::optional<quint64> bytes) { return bytes ? sizeText(*bytes) : notKnownText(); };
    for (const auto &place : need.places) {
        const auto name = memoryName(place.memory);
        const auto bytes = place.bytes();
        add(name, ReportText::tr("All"), bytes ? sizeText(*bytes) : needText(need, place.memory),
            bytes);
        for (const auto &part : place.parts)
            add(name, partName(part.kind), size(part.bytes), part.bytes);
    }
    for (const auto &part : need.unplaced)
        add(ReportText::tr("As the runner places it"), partName(part.kind), size(part.bytes),
            part.bytes);
    Section section{ .title = ReportText::tr("Memory need"), .blocks = { table.take() } };
    section.blocks.push_back(report::Text{ ReportText::tr(
        "Each part counts where the compile spec puts it. Partitions run one after "
        "another: of scratch the largest counts, of weights and commands the sum.") });
    if (picture)
        section.blocks.push_back(*picture);
    return section;
}

Section specSection(const CompileResult &result)
{
    TableWriter table;
    table.columns(
        { ReportText::tr("Field"), ReportText::tr("As asked"), ReportText::tr("As resolved") });
    for (const auto field : analysis::allSpecFields()) {
        const auto asked = analysis::specValue(result.spec, field);
        const auto resolved = analysis::specValue(result.resolvedSpec, field);
        if (asked.isEmpty() && resolved.isEmpty())
            continue;
        table.texts({ specFieldName(field), asked.isEmpty() ? ReportText::tr("(default)") : asked,
            orNotKnown(resolved) });
        table.endRow();
    }
    return { .title = ReportText::tr("Compile spec"), .blocks = { table.take() } };
}

Section compileSection(const CompileResult &result)
{
    auto facts = metricFacts(result,
        { Metric::CyclesTotal, Metric::CyclesNpu, Metric::InferenceTime, Metric::Macs,
            Metric::SramBytes, Metric::FlashBytes, Metric::DramBytes, Metric::NpuOperators,
            Metric::CpuOperators, Metric::Partitions, Metric::BoundaryBytes, Metric::Conversions,
            Metric::PteBytes });
    return { .title = ReportText::tr("Compile summary"),
        .blocks = { facts,
            report::Text{ ReportText::tr(
                "Numbers marked est are Vela's model of the partitions, not measurements; "
                "operators on the CPU are not in them.") } } };
}

Section cpuSection(const CompileResult &result)
{
    Section section{ .title = ReportText::tr("Operators on the CPU") };
    auto table = rejectionTable(result);
    if (table.data.rows.size() > ReadRows)
        section.blocks.push_back(reasonTable(result));
    if (!table.data.rows.empty())
        addToRead(section, std::move(table));
    else
        section.blocks.push_back(report::Text{ result.nodes.empty()
                ? ReportText::tr("Not known: the compile lists no operators.")
                : ReportText::tr("None: every operator of the model runs on the NPU.") });
    return section;
}

Section comparisonSection(const CompileResult &oldResult, const CompileResult &newResult)
{
    const auto comparison = analysis::compareResults(oldResult, newResult);
    Section section{ .title = ReportText::tr("Comparison with the compile before") };
    section.blocks.push_back(
        report::Text{ outcomeSentence(comparison) + u'\n' + causeSentence(comparison) });
    section.blocks.push_back(metricTable(comparison));
    if (!comparison.moves.empty())
        addToRead(section, moveTable(comparison));
    else if (comparison.matchedOperators > 0)
        section.blocks.push_back(
            report::Text{ ReportText::tr("No operator moved between NPU and CPU.") });
    const auto matches = matchSentences(comparison);
    if (!matches.isEmpty())
        section.blocks.push_back(report::Text{ matches.join(u'\n') });
    return section;
}

Section toolsSection(const ReportInput &input)
{
    Section section{ .title = ReportText::tr("Tools and files") };
    const auto &result = *input.result;
    FactList facts;
    for (const auto &[name, version] : result.tools)
        facts.facts.push_back({ name, orNotKnown(version) });
    if (facts.facts.empty())
        facts.facts.push_back({ ReportText::tr("Tool versions"), notKnownText() });
    facts.facts.push_back({ ReportText::tr("Compiled from"), orNotKnown(result.sourceName) });
    facts.facts.push_back({ ReportText::tr("Its SHA-256"), orNotKnown(result.sourceSha256) });
    section.blocks.push_back(facts);
    if (result.artefacts.empty())
        return section;
    TableWriter table(ReportText::tr("Files the compile left"));
    table.columns({ ReportText::tr("Kind"), ReportText::tr("File") });
    table.bytesColumn(ReportText::tr("Bytes"));
    table.column(ReportText::tr("SHA-256"));
    // What one hands on, before what there is of each partition.
    auto artefacts = result.artefacts;
    std::ranges::stable_partition(
        artefacts, [](const compiled::Artefact &one) { return !one.partition; });
    for (const auto &artefact : artefacts) {
        table.texts({ artefact.kind, artefact.path });
        table.whole(artefact.size);
        table.text(orNotKnown(artefact.sha256));
        table.endRow();
    }
    addToRead(section, table.take());
    return section;
}

Section problemSection(const std::vector<Diagnostic> &problems)
{
    TableWriter table;
    table.columns({ ReportText::tr("Severity"), ReportText::tr("Code"), ReportText::tr("Place"),
        ReportText::tr("Problem") });
    for (const auto &group : alikeProblems(problems)) {
        const auto &problem = problems[group.front()];
        const auto place = problem.location.toText();
        const auto more = static_cast<int>(group.size()) - 1;
        table.texts(
            { severityText(problem.severity), problem.id, place.isEmpty() ? u"\u2014"_s : place,
                more == 0 ? problem.text
                          : ReportText::tr("%1 (and %n more of this kind)", nullptr, more)
                                .arg(problem.text) });
        table.endRow();
    }
    Section section{ .title = ReportText::tr("Problems") };
    addToRead(section, table.take());
    return section;
}

} // namespace tosaic::views
