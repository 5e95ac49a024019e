// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/partitionoutput.h"

#include "app/cli/frame/commandline.h"
#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/analysis/pinholds.h"
#include "core/base/description.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/base/units.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultwriter.h"
#include "core/pinsearch/searchjson.h"
#include "core/spec/pins.h"
#include "views/models/boundarycolumns.h"
#include "views/models/rejectiongroups.h"
#include "views/models/rejectionhints.h"
#include "views/models/rejectionrewrites.h"

#include <QJsonArray>

#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using analysis::Boundary;
using compiled::CompileResult;
using compiled::ModelNode;

/// "1 partition", "2 partitions".
QString counted(quint64 count, const QString &one)
{
    return count == 1 ? u"1 "_s + one : u"%1 %2s"_s.arg(formatCount(count), one);
}

struct CpuRow
{
    const ModelNode *node;
    const compiled::Rejection *rejection; ///< null: no reason is known
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

QString nameOf(const analysis::PinHold &hold)
{
    return spec::pinsOf(hold.pin).constFirst();
}

QJsonObject pinJson(const analysis::PinHold &hold)
{
    QJsonObject object{ { u"pin"_s, nameOf(hold) },
        { u"operators"_s, QJsonArray::fromStringList(hold.operators) } };
    insertKnown(object, u"likely"_s, hold.likely);
    return object;
}

QJsonObject conversionJson(const analysis::Conversion &step)
{
    QJsonObject one{ { u"operator"_s, step.target }, { u"node"_s, step.node } };
    insertKnown(one, "bytes"_L1, step.bytes);
    return one;
}

QJsonObject boundaryJson(const Boundary &boundary)
{
    QJsonObject object{ { u"from"_s, boundary.from.isEmpty() ? u"input"_s : boundary.from },
        { u"to"_s, boundary.to.isEmpty() ? u"output"_s : boundary.to },
        { u"tensor"_s, boundary.tensor },
        { u"conversions"_s, jsonList(boundary.conversions, conversionJson) } };
    insertKnown(object, "bytes"_L1, boundary.bytes);
    insertKnown(object, "fromPartition"_L1, boundary.fromPartition);
    insertKnown(object, "toPartition"_L1, boundary.toPartition);
    return object;
}

QJsonObject refusalJson(const views::RejectionGroup &group, const spec::CompileSpec &spec)
{
    QJsonObject object{ { u"reason"_s, group.reason },
        { u"operators"_s, jsonList(group.operators, [](const ModelNode &node) {
             return QJsonValue(node.name);
         }) } };
    insertKnown(object, "check"_L1, group.check);
    insertKnown(object, "hint"_L1, group.hint);
    if (group.otherWordings > 0)
        object.insert("otherWordings"_L1, group.otherWordings);
    if (const auto remedy = views::remedyFor(group, spec))
        object.insert("remedy"_L1, views::remedyKey(remedy->kind));
    if (const auto *rewrite = group.rewrite)
        object.insert("rewrite"_L1,
            QJsonObject{ { u"key"_s, rewrite->key }, { u"before"_s, rewrite->before },
                { u"after"_s, rewrite->after }, { u"source"_s, rewrite->source } });
    return object;
}

} // namespace

QJsonObject partitionJson(const CompileResult &result, bool isPreview)
{
    const auto boundaries = analysis::boundariesOf(result);
    const auto totals = analysis::totalsOf(boundaries);
    QJsonObject json{ { u"source"_s, result.sourceName },
        { u"status"_s, statusText(result.status) }, { u"target"_s, result.resolvedSpec.target },
        { u"preview"_s, isPreview },
        { u"partitions"_s,
            jsonList(result.partitions,
                [](const compiled::Partition &partition) {
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
        { u"refusals"_s,
            jsonList(views::rejectionGroups(result),
                [&result](const views::RejectionGroup &group) {
                    return refusalJson(group, result.spec);
                }) },
        { u"pins"_s, jsonList(analysis::holdsOf(result, result.spec.keepOnCpu), pinJson) },
        { u"boundaries"_s, jsonList(boundaries, boundaryJson) },
        { u"problems"_s, jsonList(result.problems, compiled::problemToJson) } };
    if (const auto idle = analysis::idleSteps(result); !idle.empty())
        json.insert(u"idleSteps"_s, jsonList(idle, conversionJson));
    if (!result.nodes.empty()) // where nothing was cut zeros would say that nothing crosses
        json.insert(u"boundaryTotals"_s,
            QJsonObject{ { u"tensors"_s, qint64(totals.tensors) },
                { u"bytes"_s, qint64(totals.bytes) },
                { u"conversions"_s, qint64(totals.conversions) },
                { u"conversionBytes"_s, qint64(totals.conversionBytes) },
                { u"complete"_s, totals.isComplete } });
    return json;
}

namespace {

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
            if (const auto *rewrite = views::rewriteFor(check, text, result))
                facts.push_back(
                    { {}, u"-> in Python: %1, not %2"_s.arg(rewrite->after, rewrite->before) });
        }
    }
    return facts;
}

} // namespace

void printPartition(const CompileResult &result, bool isPreview, Streams &streams)
{
    const auto tell = [&](const QString &line) { streams.out << wrappedText(line, streams.width); };
    const auto coverage = analysis::coverageOf(result);
    tell(u"%1 for %2%3: %4, %5 on the NPU, %6 on the CPU"_s.arg(result.sourceName,
        result.resolvedSpec.target, isPreview ? u" (preview)"_s : QString(),
        counted(result.partitions.size(), u"partition"_s),
        counted(coverage.npuOperators.value_or(0), u"operator"_s),
        formatCount(coverage.cpuOperators.value_or(0))));
    for (const auto &hold : analysis::holdsOf(result, result.spec.keepOnCpu)) {
        tell(u"pin %1: %2"_s.arg(nameOf(hold),
            !hold.operators.isEmpty() ? hold.operators.join(u", "_s)
                : hold.likely.isEmpty()
                ? u"names nothing that is there"_s
                : u"names nothing that is there; likely %1"_s.arg(hold.likely)));
    }
    streams.out << factsText(cpuFacts(result), streams.width);
    const auto boundaries = analysis::boundariesOf(result);
    if (boundaries.empty())
        return;
    const auto totals = analysis::totalsOf(boundaries);
    printTable(tableOf(views::boundaryColumns(), boundaries), streams);
    tell(u"Boundary: %1%2 in %3, %4 that write %5"_s.arg(
        totals.isComplete ? QString() : u"at least "_s, formatBytes(totals.bytes),
        counted(totals.tensors, u"tensor"_s), counted(totals.conversions, u"conversion"_s),
        formatBytes(totals.conversionBytes)));
    QStringList idle;
    for (const auto &step : analysis::idleSteps(result))
        idle << step.node;
    if (!idle.isEmpty())
        tell(
            u"Work for nothing: %1 quantised and given back between operators of the CPU: %2"_s.arg(
                counted(quint64(idle.size()), u"step"_s), idle.join(u", "_s)));
}

namespace {

Columns<pinsearch::Found> foundColumns()
{
    using pinsearch::Found;
    return { { .head = { .key = u"pins"_s, .title = u"Pins"_s },
                 .value =
                     [](const Found &row) {
                         const auto pins = spec::pinsOf(row.row.cell.spec.keepOnCpu);
                         return pins.isEmpty() ? u"none"_s : pins.join(u' ');
                     } },
        { .head = { .key = u"memoryMode"_s, .title = u"Memory mode"_s },
            .value =
                [](const Found &row) {
                    return row.row.cell.spec.memoryMode.value_or(u"default"_s);
                } },
        { .head = { .key = u"cycles"_s, .title = u"NPU cycles (est)"_s, .isNumber = true },
            .value = [](const Found &row) { return cellValue(row.numbers.cycles); } },
        { .head = { .key = u"cpuCycles"_s, .title = u"CPU cycles (assumed)"_s, .isNumber = true },
            .value = [](const Found &row) { return QVariant(row.numbers.cpuCycles); } },
        { .head = { .key = u"sram"_s,
              .title = u"SRAM (est)"_s,
              .unit = column_unit::Bytes,
              .isNumber = true },
            .value = [](const Found &row) { return cellValue(row.numbers.sramBytes); } },
        { .head = { .key = u"boundaries"_s, .title = u"Tensors across"_s, .isNumber = true },
            .value = [](const Found &row) { return QVariant(row.numbers.boundaries); } },
        { .head = { .key = u"cpuOperators"_s, .title = u"On the CPU"_s, .isNumber = true },
            .value = [](const Found &row) { return QVariant(row.numbers.cpuOperators); } } };
}

} // namespace

void printSearch(const pinsearch::SearchResult &result, Streams &streams)
{
    const auto &request = result.request;
    streams.out << u"%1 %2\n"_s.arg(pinsearch::goalText(request.goal),
        result.isMet() ? u"is met best by the first"_s : u"is not met; the first came nearest"_s);
    std::vector<pinsearch::Found> front;
    for (const auto i : result.front)
        front.push_back(result.found[i]);
    printTable(tableOf(foundColumns(), front), streams);
    const auto tell = [&](const QString &line) { streams.out << wrappedText(line, streams.width); };
    tell(u"%1 previews and %2 compiles searched (%3 of both kept from before), %4 previews and %5 "
         "cuts left out, %6 refused by a compile"_s.arg(result.previews)
             .arg(result.compiles)
             .arg(result.kept)
             .arg(result.skippedPreviews)
             .arg(result.skippedCompiles)
             .arg(result.refused.size()));
    tell(u"assumed of the CPU: %1 cycles for a MAC, %2 for a byte written (--cpu-cost)"_s
             .arg(request.cpuCost.cyclesPerMac)
             .arg(request.cpuCost.cyclesPerByte));
}

} // namespace tosaic::cli
