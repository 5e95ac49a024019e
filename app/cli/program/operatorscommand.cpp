// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/operatorrows.h"
#include "core/base/try.h"

#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/base/description.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/base/units.h"
#include "core/documents/openmodel.h"
#include "profiler/imports/runimport.h"
#include "profiler/join/unmatchedwords.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/graphcostjson.h"
#include "profiler/session/operationsdata.h"
#include "profiler/session/profileassembly.h"
#include "profiler/store/runstore.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace operatorscommand {
namespace {

using profile::DeviationPair;
using profile::GroupBy;
using profile::OperatorRow;

struct Options
{
    QString input;
    QString trace;
    QString board;
    QString boardColumn;
    QStringList databases;
    GroupBy by = GroupBy::Operator;
    profile::JoinOptions join;
    bool isJson = false;
    bool isCsv = false;
};

/// The profile of what was named; an error where a file cannot be read.
Result<std::shared_ptr<const ProfileSubject>> subjectOf(const Options &options, Streams &streams)
{
    const auto opened = TRY(openDocument(options.input));
    auto material = profileMaterial(opened);
    material.reports = options.databases;
    material.join = options.join;
    if (!options.trace.isEmpty()) {
        auto run = TRY(profile::readRunFile(options.trace));
        if (!run.trace)
            return fail(ErrorCode::FormatUnsupported,
                u"it is no PMU trace of an FVP (--pmu-trace)"_s, { .file = options.trace });
        tellProblems(run.trace->diagnostics, streams);
        material.run = std::move(run);
    }
    if (!options.board.isEmpty()) {
        auto run = TRY(profile::readRunFile(options.board));
        run.origin = Origin::Board;
        material.board = std::move(run);
        material.boardColumn = options.boardColumn;
        material.isBoardStated = true;
    }
    return assembleProfile(material);
}

QJsonObject inferenceJson(const profile::TracedInference &inference)
{
    return { { u"stream"_s, inference.stream }, { u"cycles"_s, double(inference.cycles()) },
        { u"attributedCycles"_s, double(inference.attributed) },
        { u"dmaWaitCycles"_s, double(inference.dmaWaits) },
        { u"beforeCycles"_s, double(inference.before) },
        { u"afterCycles"_s, double(inference.after) },
        { u"outsideCycles"_s, double(inference.outside) },
        { u"complete"_s, inference.isComplete } };
}

/// What the board measured: of operators alone, so that other rows have no part in it.
void addBoard(QJsonObject &totals, const ProfileSubject &subject)
{
    if (subject.board.empty())
        return;
    double cycles = 0;
    for (const auto &one : subject.board)
        cycles += one.cycles;
    totals.insert(u"boardCycles"_s, cycles);
    totals.insert(u"boardOperators"_s, qint64(subject.board.size()));
}

QJsonObject totalsJson(const profile::OperationTable &table)
{
    QJsonObject totals;
    if (const auto estimate = table.estimatedTotal())
        totals.insert(u"estimateCycles"_s, *estimate);
    if (table.inferences.empty())
        return totals;
    quint64 attributed = 0;
    quint64 unattributed = 0;
    for (const auto &inference : table.inferences) {
        attributed += inference.attributed;
        unattributed += inference.unattributed();
    }
    totals.insert(u"attributedCycles"_s, double(attributed));
    totals.insert(u"unattributedCycles"_s, double(unattributed));
    totals.insert(u"betweenCycles"_s, double(table.between));
    totals.insert(u"traceCycles"_s, double(attributed + unattributed + table.between));
    return totals;
}

QJsonArray unmatchedJson(const profile::OperationTable &table)
{
    QJsonArray list;
    for (const auto &unmatched : table.unmatched) {
        QJsonObject object{ { u"kind"_s, unmatchedKey(unmatched.kind) },
            { u"count"_s, double(unmatched.count) }, { u"text"_s, unmatchedSentence(unmatched) } };
        if (unmatched.cycles)
            object.insert(u"cycles"_s, double(*unmatched.cycles));
        const auto examples = jsonList(unmatched.examples);
        object.insert(u"examples"_s, examples);
        list.append(object);
    }
    return list;
}

/// Operators of the input file without operations of their own, and what has their cycles.
QJsonArray foldedJson(const profile::OperationTable &table)
{
    QJsonArray list;
    for (const auto &carried : table.carried) {
        QJsonObject object{ { u"stream"_s, carried.stream }, { u"kind"_s, carried.type } };
        insertKnown(object, u"name"_s, carried.name);
        insertKnown(object, u"key"_s, carried.key);
        if (carried.carrier)
            object.insert(u"in"_s, operatorName(table.operations[*carried.carrier]));
        else
            object.insert(u"unknown"_s, u"nothing leads from it to an NPU operation"_s);
        list.append(object);
    }
    return list;
}

QJsonObject documentOf(const OperationsData &data)
{
    const auto &subject = *data.subject;
    const auto &table = *subject.table;
    QJsonArray operators;
    for (const auto &row : data.rows)
        operators.append(toJson(row, data.options.groupBy));
    const auto inferences = jsonList(table.inferences, inferenceJson);
    auto totals = totalsJson(table);
    addBoard(totals, subject);
    QJsonObject object{ { u"title"_s, subject.tableTitle }, { u"operators"_s, operators },
        { u"folded"_s, foldedJson(table) }, { u"inferences"_s, inferences },
        { u"totals"_s, totals }, { u"unmatched"_s, unmatchedJson(table) },
        { u"sources"_s, QJsonArray::fromStringList(subject.sources) } };
    if (table.origin) {
        object.insert(u"origin"_s, profile::originKey(table.origin));
        object.insert(u"cyclesOrigin"_s, cyclesOriginKey(*table.origin));
    }
    if (!table.inferences.empty())
        object.insert(u"confidence"_s, profile::confidenceKey(table.confidence));
    insertKnown(object, u"product"_s, subject.product);
    insertKnown(object, u"npuMacs"_s, subject.npuMacs);
    insertKnown(object, u"clockHz"_s, subject.clockHz);
    return object;
}

std::optional<double> cyclesOf(const OperatorRow &row)
{
    return row.cycles ? std::optional(row.cycles->value) : std::nullopt;
}

/// The columns of text and CSV are called by their keys. `isMeasured`: the cycles are not all the
/// estimate, which then has a column beside them.
Columns<OperatorRow> columnsOf(bool hasBoard, bool hasDelegates, bool isMeasured)
{
    const auto number
        = [](const auto &value) { return value ? QVariant(double(*value)) : QVariant(); };
    const auto plain = [](const QVariant &value) {
        return value.isValid()
            ? QString::number(value.toDouble(), 'f', QLocale::FloatingPointShortest)
            : QString();
    };
    const auto share = [](const QVariant &value) {
        return value.isValid() ? QString::number(100 * value.toDouble(), 'f', 1) + u" %"_s
                               : QString();
    };
    Columns<OperatorRow> columns;
    const auto addText = [&](const QString &key, auto value) {
        columns.push_back({ { key, key }, [value](const OperatorRow &row) {
                               const QString text = value(row);
                               return text.isEmpty() ? QVariant() : QVariant(text);
                           } });
    };
    const auto addNumber = [&](const QString &key, auto value, auto text) {
        columns.push_back(
            { { key, key, {}, true }, [=](const OperatorRow &row) { return number(value(row)); },
                [=](const OperatorRow &row) { return text(number(value(row))); } });
    };
    const auto addDeviation = [&](const QString &key, DeviationPair pair) {
        addNumber(
            key, [pair](const OperatorRow &row) { return deviationOf(row, pair); }, share);
    };
    addText(u"name"_s, [](const OperatorRow &row) {
        const auto name = rowName(row);
        return name.isEmpty() ? u"not known"_s : name;
    });
    addText(u"kind"_s, [](const OperatorRow &row) { return row.types.join(u' '); });
    columns.push_back({ { u"cycles"_s, u"cycles"_s, {}, true },
        [=](const OperatorRow &row) { return number(cyclesOf(row)); },
        [=](const OperatorRow &row) {
            return row.role == OperatorRow::Role::Cpu ? u"on the CPU"_s
                                                      : plain(number(cyclesOf(row)));
        } });
    addText(u"origin"_s, [](const OperatorRow &row) {
        return row.cycles ? originTag(row.cycles->origin) : QString();
    });
    addNumber(u"share"_s, std::mem_fn(&OperatorRow::share), [](const QVariant &value) {
        return value.isValid() ? formatShare(value.toDouble(), QLocale::c()) : QString();
    });
    addText(u"in"_s, std::mem_fn(&OperatorRow::leader)); // of what has no cycles of its own
    addText(u"module"_s, std::mem_fn(&OperatorRow::module));
    addNumber(u"macs"_s, std::mem_fn(&OperatorRow::macs), plain);
    addText(u"node"_s, [](const OperatorRow &row) { return row.nodes.join(u' '); });
    if (isMeasured) {
        addNumber(u"estimateCycles"_s, std::mem_fn(&OperatorRow::estimate), plain);
        addDeviation(u"deviation"_s, DeviationPair::FvpToEstimate);
    }
    addText(u"source"_s, std::mem_fn(&OperatorRow::sourceLine));
    addText(u"confidence"_s, [](const OperatorRow &row) {
        return row.fvp ? profile::confidenceKey(row.confidence) : QString();
    });
    if (hasBoard) {
        addNumber(u"boardCycles"_s, std::mem_fn(&OperatorRow::board), plain);
        addDeviation(u"boardToEstimate"_s, DeviationPair::BoardToEstimate);
        addDeviation(u"boardToFvp"_s, DeviationPair::BoardToFvp);
    }
    if (hasDelegates)
        addNumber(u"delegate"_s, std::mem_fn(&OperatorRow::delegate), plain);
    return columns;
}

bool hasDelegates(const std::vector<OperatorRow> &rows)
{
    return std::ranges::any_of(rows, [](const OperatorRow &row) { return row.stream > 0; });
}

void printTotals(const ProfileSubject &subject, bool tellsDelegates, Streams &streams)
{
    const auto &table = *subject.table;
    const auto say
        = [&streams](const QString &line) { streams.out << wrappedText(line, streams.width); };
    std::map<int, size_t> passes; // by command stream: each runs once an inference
    for (const auto &one : table.inferences | std::views::take(20)) {
        const auto whose = one.stream < 0 ? u" of another program"_s
            : tellsDelegates              ? u" of delegate %1"_s.arg(table.delegateOf(one.stream))
                                          : QString();
        say(u"inference %1%2: %3 cycles, %4 in operations (%5 waiting for DMA), %6 before, %7 "
            "after, %8 elsewhere%9"_s.arg(passes[one.stream]++)
                .arg(whose)
                .arg(one.cycles())
                .arg(one.attributed)
                .arg(one.dmaWaits)
                .arg(one.before)
                .arg(one.after)
                .arg(one.outside)
                .arg(one.isComplete ? QString() : u", not whole"_s));
    }
    if (table.inferences.size() > 20)
        say(u"and %1 more"_s.arg(table.inferences.size() - 20));
    if (const auto estimate = table.estimatedTotal())
        say(u"Vela's estimate: %1 cycles%2"_s.arg(
            QString::number(*estimate, 'f', *estimate == std::floor(*estimate) ? 0 : 2),
            table.find(profile::Unmatched::Kind::RowsWithoutEstimate)
                ? u", those of operations without an estimate not included"_s
                : QString()));
    if (!subject.board.empty()) {
        QJsonObject board;
        addBoard(board, subject);
        say(u"board: %1 cycles in %2 operator%3"_s
                .arg(QString::number(board.value(u"boardCycles"_s).toDouble(), 'f', 0))
                .arg(subject.board.size())
                .arg(subject.board.size() == 1 ? QString() : u"s"_s));
    }
    for (const auto &unmatched : table.unmatched)
        say(u"unmatched: "_s + unmatchedSentence(unmatched));
    for (const auto &source : subject.sources)
        say(u"source: "_s + source);
}

void printText(const ProfileSubject &subject, std::vector<OperatorRow> rows, Streams &streams)
{
    std::ranges::stable_sort(
        rows, std::greater<>(), [](const OperatorRow &row) { return cyclesOf(row).value_or(-1); });
    const auto isMeasured = std::ranges::any_of(rows, [](const OperatorRow &row) {
        return row.cycles && row.cycles->origin != Origin::Estimate;
    });
    const auto columns = columnsOf(!subject.board.empty(), hasDelegates(rows), isMeasured);
    printTable(tableOf(columns, rows), streams);
    printTotals(subject, hasDelegates(rows), streams);
}

Answer print(
    const std::shared_ptr<const ProfileSubject> &found, const Options &options, Streams &streams)
{
    const auto &subject = *found;
    bool isBad = false;
    for (const auto &diagnostic : subject.diagnostics) {
        tellProblem(diagnostic, streams);
        isBad = isBad || diagnostic.severity == Severity::Error;
    }
    if (!subject.table) {
        streams.err << "error: profile.nothing: " << options.input
                    << ": neither a debug database nor a per-layer table of Vela was found for it; "
                       "name one with --debug-db, or compile with --enable-debug-db\n"
                    << Qt::flush;
        return BadInput;
    }
    auto data = operationsData(found, subject.table, {}, { .groupBy = options.by });
    if (options.isJson)
        printDocument(documentOf(data), streams);
    else if (options.isCsv)
        streams.out << tableCsv(tableOf(columnsOf(true, true, true), data.rows));
    else
        printText(subject, std::move(data.rows), streams);
    return isBad ? BadInput : Fine;
}

Answer run(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"one file is needed: tosaic-cli operators FILE [--trace TRACE]"_s);
    const auto by = in.value(u"by"_s);
    const auto method = in.value(u"method"_s);
    const auto rows = groupByFrom(by);
    if (!rows)
        return misuse(
            u"--by needs operator, operation, kind, module, source or partition, not '%1'"_s.arg(
                by));
    const auto isVisualize = method == "visualize"_L1;
    if (!isVisualize && method != "tosaic"_L1)
        return misuse(u"--method needs tosaic or visualize, not '%1'"_s.arg(method));
    if (in.isSet(u"board-column"_s) && !in.isSet(u"board"_s))
        return misuse(u"--board-column says which column of --board LOG: give both"_s);
    if (in.wantsJson() && in.isSet(u"csv"_s))
        return misuse(u"give --json or --csv, not both"_s);
    const Options options{ .input = in.names.constFirst(),
        .trace = in.value(u"trace"_s),
        .board = in.value(u"board"_s),
        .boardColumn = in.value(u"board-column"_s),
        .databases = in.values(u"debug-db"_s),
        .by = *rows,
        .join = isVisualize ? profile::VisualizeMethod : profile::JoinOptions(),
        .isJson = in.wantsJson(),
        .isCsv = in.isSet(u"csv"_s) };
    const auto subject = TRY(subjectOf(options, in.streams));
    return print(subject ? subject : std::make_shared<const ProfileSubject>(), options, in.streams);
}

} // namespace
} // namespace operatorscommand

Command operatorsCommand()
{
    return commandOf({ .name = u"operators"_s,
        .summary = u"what each operator costs: measured on an FVP, or as Vela estimates"_s,
        .description
        = u"What each operator of a model costs: Vela's estimate, and with a trace of an FVP what "
          "was measured. FILE is a program, the result of a compile, a TOSA or TFLite file, an "
          ".npz, or a debug database or per-layer table itself."_s,
        .names = { { u"FILE"_s, u"The file; its content decides, not its name."_s } },
        .options = { { u"trace"_s, u"What the FVP wrote with --pmu-trace (.json or .json.gz)."_s,
                         u"TRACE"_s },
            { u"debug-db"_s,
                u"A debug database or per-layer table of Vela; found by itself beside FILE and in "
                "its compile. May be repeated."_s,
                u"XML"_s },
            { u"board"_s,
                u"A console of a board that prints a row of numbers for each layer: its cycles "
                "stand beside the estimates if the rows are proven to be the operators."_s,
                u"LOG"_s },
            { u"board-column"_s,
                u"With --board: the column of cycles of the NPU, by name or by number counted from "
                "1. By itself the only one named cycles."_s,
                u"NAME"_s },
            { u"by"_s, u"What a row is: operator, operation, kind, module, source or partition."_s,
                u"WHAT"_s, u"operator"_s },
            { u"method"_s,
                u"visualize: attribute cycles as ExecuTorch's visualize.py does, without what "
                "Tosaic knows of first kicks, DMA waits and groups."_s,
                u"NAME"_s, u"tosaic"_s },
            { u"csv"_s, u"Print the rows as CSV."_s } },
        .answer = operatorscommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
