// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/toolcommand.h"
#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/base/units.h"
#include "core/toolchain/problemjson.h"
#include "core/toolchain/resultreader.h"
#include "core/toolchain/resultwriter.h"
#include "views/partition/rejectionhints.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace partitioncommand {
namespace {

using analysis::Boundary;
using toolchain::CompileResult;
using toolchain::ModelNode;

struct Arguments
{
    toolchain::CompileRequest request;
    QString specPath;
    QStringList pins;
};

/// "module:features.3" into the list of its kind.
Result<void> pin(const QString &text, spec::KeepOnCpu &kept)
{
    const std::array<std::pair<QLatin1StringView, QStringList *>, 4> kinds{ {
        { "node"_L1, &kept.nodes },
        { "kind"_L1, &kept.operators },
        { "module"_L1, &kept.modules },
        { "pattern"_L1, &kept.patterns },
    } };
    const auto kind = text.section(u':', 0, 0);
    const auto what = text.section(u':', 1);
    for (const auto &[name, list] : kinds) {
        if (kind == name && !what.isEmpty()) {
            if (!list->contains(what))
                list->append(what);
            return {};
        }
    }
    return fail(ErrorCode::SpecInvalid,
        u"--pin %1: give node:NAME, module:PATH, kind:OPERATOR or pattern:GLOB"_s.arg(text));
}

/// Asks the partitioner, or reads what it decided in a compile.
class PartitionRun : private ToolRun
{
public:
    PartitionRun(Arguments arguments, Streams &streams)
        : ToolRun(streams), m_arguments(std::move(arguments))
    {
    }

    CompileResult run()
    {
        auto &request = m_arguments.request;
        CompileResult result;
        const auto spec = m_arguments.specPath.isEmpty() ? std::optional(request.spec)
                                                         : readSpec(m_arguments.specPath);
        if (spec) {
            const auto kept = request.spec.keepOnCpu;
            request.spec = *spec;
            request.spec.keepOnCpu.nodes += kept.nodes;
            request.spec.keepOnCpu.operators += kept.operators;
            request.spec.keepOnCpu.modules += kept.modules;
            request.spec.keepOnCpu.patterns += kept.patterns;
            request.trusted = mayRunCode(request.input, request.trusted);
            request.interpreter = findInterpreter(
                toolchain::EnvironmentSearch::Need::ExecuTorch, request.interpreter, canceller());
            toolchain::CompileJob job(request);
            if (!m_isInterrupted)
                result = compile(job);
            if (m_isInterrupted)
                result.status = toolchain::Status::Cancelled;
        }
        result.problems = m_problems;
        return result;
    }

private:
    Arguments m_arguments;
};

struct CpuRow
{
    const ModelNode *node;
    const toolchain::Rejection *rejection; ///< null: no reason is known
};

std::vector<CpuRow> cpuRows(const CompileResult &result)
{
    std::vector<CpuRow> rows;
    for (const auto &node : result.nodes) {
        if (!node.partition && analysis::countsAsOperator(node.target))
            rows.push_back({ &node, result.rejection(node.name) });
    }
    return rows;
}

QJsonArray reasonsJson(const CpuRow &row)
{
    QJsonArray reasons;
    for (qsizetype i = 0; row.rejection && i < row.rejection->reasons.size(); ++i) {
        const auto check = row.rejection->checks.value(i);
        const auto &text = row.rejection->reasons[i];
        QJsonObject reason{ { u"text"_s, text } };
        insertKnown(reason, u"check"_s, check);
        insertKnown(reason, u"hint"_s, views::rejectionHint(check, text, row.node->target));
        reasons.append(reason);
    }
    return reasons;
}

QJsonObject boundaryJson(const Boundary &boundary)
{
    QJsonObject object{ { u"from"_s, boundary.from.isEmpty() ? u"input"_s : boundary.from },
        { u"to"_s, boundary.to.isEmpty() ? u"output"_s : boundary.to },
        { u"tensor"_s, boundary.tensor },
        { u"conversions"_s, jsonList(boundary.conversions, [](const analysis::Conversion &step) {
             QJsonObject one{ { u"operator"_s, step.target }, { u"node"_s, step.node } };
             insertKnown(one, "bytes"_L1, step.bytes);
             return one;
         }) } };
    insertKnown(object, "bytes"_L1, boundary.bytes);
    insertKnown(object, "fromPartition"_L1, boundary.fromPartition);
    insertKnown(object, "toPartition"_L1, boundary.toPartition);
    return object;
}

QJsonObject toJson(const CompileResult &result, bool isPreview)
{
    const auto boundaries = analysis::boundariesOf(result);
    const auto totals = analysis::totalsOf(boundaries);
    return { { u"source"_s, result.sourceName }, { u"status"_s, statusText(result.status) },
        { u"target"_s, result.resolvedSpec.target }, { u"preview"_s, isPreview },
        { u"partitions"_s,
            jsonList(result.partitions,
                [](const toolchain::Partition &partition) {
                    return QJsonObject{ { u"index"_s, partition.index },
                        { u"nodes"_s, QJsonArray::fromStringList(partition.operators) } };
                }) },
        { u"cpu"_s,
            jsonList(cpuRows(result),
                [](const CpuRow &row) {
                    QJsonObject one{ { u"node"_s, row.node->name },
                        { u"operator"_s, row.node->target }, { u"reasons"_s, reasonsJson(row) } };
                    insertKnown(one, u"module"_s, row.node->module);
                    insertKnown(one, u"source"_s, row.node->source);
                    return one;
                }) },
        { u"boundaries"_s, jsonList(boundaries, boundaryJson) },
        { u"boundaryTotals"_s,
            QJsonObject{ { u"tensors"_s, qint64(totals.tensors) },
                { u"bytes"_s, qint64(totals.bytes) },
                { u"conversions"_s, qint64(totals.conversions) },
                { u"conversionBytes"_s, qint64(totals.conversionBytes) },
                { u"complete"_s, totals.isComplete } } },
        { u"problems"_s, jsonList(result.problems, toolchain::problemToJson) } };
}

/// Each operator with what every check says, and what usually helps.
std::vector<DescriptionFact> cpuFacts(const CompileResult &result)
{
    std::vector<DescriptionFact> facts;
    for (const auto &row : cpuRows(result)) {
        auto name = row.node->name;
        if (!row.rejection)
            facts.push_back({ name, u"no reason is known"_s });
        for (qsizetype i = 0; row.rejection && i < row.rejection->reasons.size(); ++i) {
            const auto check = row.rejection->checks.value(i);
            const auto &text = row.rejection->reasons[i];
            facts.push_back({ std::exchange(name, {}), text });
            const auto hint = views::rejectionHint(check, text, row.node->target);
            if (!hint.isEmpty())
                facts.push_back({ {}, u"-> "_s + hint });
        }
    }
    return facts;
}

Columns<Boundary> boundaryColumns()
{
    return { { .head = { .key = u"from"_s, .title = u"From"_s },
                 .value
                 = [](const Boundary &row) { return row.from.isEmpty() ? u"input"_s : row.from; } },
        { .head = { .key = u"to"_s, .title = u"To"_s },
            .value = [](const Boundary &row) { return row.to.isEmpty() ? u"output"_s : row.to; } },
        { .head = { .key = u"bytes"_s,
              .title = u"Across"_s,
              .unit = column_unit::Bytes,
              .isNumber = true },
            .value = [](const Boundary &row) { return cellValue(row.bytes); } },
        { .head = { .key = u"conversions"_s, .title = u"Conversions"_s, .isNumber = true },
            .value = [](const Boundary &row) { return QVariant(int(row.conversions.size())); } } };
}

void printText(const CompileResult &result, bool isPreview, Streams &streams)
{
    const auto coverage = analysis::coverageOf(result);
    streams.out << u"%1 for %2%3: %4 partitions, %5 operators on the NPU, %6 on the CPU\n"_s.arg(
        result.sourceName, result.resolvedSpec.target, isPreview ? u" (preview)"_s : QString(),
        formatCount(result.partitions.size()), formatCount(coverage.npuOperators.value_or(0)),
        formatCount(coverage.cpuOperators.value_or(0)));
    streams.out << factsText(cpuFacts(result), streams.width);
    const auto boundaries = analysis::boundariesOf(result);
    if (boundaries.empty())
        return;
    const auto totals = analysis::totalsOf(boundaries);
    printTable(tableOf(boundaryColumns(), boundaries), streams);
    streams.out << u"Boundary: %1%2 in %3 tensors, %4 conversions that write %5\n"_s.arg(
        totals.isComplete ? QString() : u"at least "_s, formatBytes(totals.bytes),
        formatCount(totals.tensors), formatCount(totals.conversions),
        formatBytes(totals.conversionBytes));
}

Result<Arguments> argumentsOf(const Input &in)
{
    Arguments given{ .specPath = in.value(u"spec"_s) };
    given.request.input = QFileInfo(in.names.constFirst()).absoluteFilePath();
    given.request.interpreter = in.value(u"python"_s);
    given.request.trusted = in.isSet(u"trust"_s);
    given.request.onlyPartitions = true;
    given.request.spec.target = in.value(u"target"_s);
    for (const auto &text : in.values(u"pin"_s))
        TRY(pin(text, given.request.spec.keepOnCpu));
    return given;
}

Answer answer(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"give one MODEL.py, MODEL.pt2 or the folder of a compile"_s);
    const bool isPreview = !QFileInfo(in.names.constFirst()).isDir();
    if (in.isSet(u"spec"_s) && in.isSet(u"target"_s))
        return misuse(u"give --spec SPEC.json or --target TARGET, not both"_s);
    CompileResult result;
    QTemporaryDir folder; // of result.json and the console, which nobody needs
    if (isPreview) {
        const auto kind = toolchain::inputKindOf(in.names.constFirst());
        auto parsed = argumentsOf(in);
        if (!parsed)
            return misuse(parsed.error().detail);
        auto given = std::move(*parsed);
        if (QFileInfo::exists(in.names.constFirst()) && !(kind && toolchain::runsCode(*kind)))
            return misuse(u"only a .py or .pt2 model is partitioned; this is none"_s);
        given.request.outputFolder = folder.path();
        result = PartitionRun(std::move(given), in.streams).run();
    } else if (in.isSet(u"pin"_s)) {
        return misuse(u"what is compiled is cut already; give its model to try a --pin"_s);
    } else {
        result = TRY(toolchain::readCompileResult(in.names.constFirst()));
    }
    if (in.wantsJson())
        printDocument(toJson(result, isPreview), in.streams);
    else if (!result.nodes.empty())
        printText(result, isPreview, in.streams);
    if (result.status == toolchain::Status::Cancelled)
        return Cancelled;
    const auto code = exitCodeOf(result.problems);
    return std::ranges::any_of(result.problems,
               [](const Diagnostic &problem) { return problem.id == "trust.needed"_L1; })
        ? Usage
        : code;
}

} // namespace
} // namespace partitioncommand

Command partitionCommand()
{
    return commandOf({ .name = u"partition"_s,
        .summary = u"what the NPU would take of a model, why not the rest, and what crosses"_s,
        .description
        = u"Asks ExecuTorch's partitioner without compiling, or tells what a compile decided: "
          "partitions, the operators on the CPU with every reason, and the boundaries with the "
          "bytes and conversions they cost."_s,
        .names = { { u"MODEL"_s, u".py or .pt2, or the folder of a compile"_s } },
        .options = { { u"spec"_s, u"compile spec"_s, u"SPEC.json"_s },
            { u"target"_s, u"without a spec: the target, all else as usual"_s, u"TARGET"_s,
                u"ethos-u55-128"_s },
            { u"pin"_s,
                u"keeps this on the CPU, beside what the spec does: node:NAME, module:PATH, "
                "kind:OPERATOR or pattern:GLOB; may be repeated"_s,
                u"PIN"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"trust"_s, u"allows the model to run its code"_s } },
        .answer = partitioncommand::answer,
        .hasTables = true });
}

} // namespace tosaic::cli
