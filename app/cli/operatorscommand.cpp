// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/operatorrows.h"

#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "core/base/knownjson.h"
#include "core/documents/openmodel.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/operationsdata.h"
#include "profiler/session/profileassembly.h"
#include "profiler/store/runstore.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>
#include <map>

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
    const auto opened = openDocument(options.input);
    if (!opened)
        return fail(opened.error());
    auto material = profileMaterial(*opened);
    material.reports = options.databases;
    material.join = options.join;
    if (!options.trace.isEmpty()) {
        auto run = profile::readRunFile(options.trace);
        if (!run)
            return fail(run.error());
        if (!run->trace)
            return fail(ErrorCode::FormatUnsupported,
                u"it is no PMU trace of an FVP (--pmu-trace)"_s, { .file = options.trace });
        tellProblems(run->trace->diagnostics, streams);
        material.run = std::move(*run);
    }
    if (!options.board.isEmpty()) {
        auto run = profile::readRunFile(options.board);
        if (!run)
            return fail(run.error());
        run->origin = Origin::Board;
        material.board = std::move(*run);
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
        QJsonArray examples;
        for (const auto example : unmatched.examples)
            examples.append(example);
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
    QJsonArray inferences;
    for (const auto &inference : table.inferences)
        inferences.append(inferenceJson(inference));
    auto totals = totalsJson(table);
    addBoard(totals, subject);
    QJsonObject object{ { u"title"_s, subject.tableTitle }, { u"operators"_s, operators },
        { u"folded"_s, foldedJson(table) }, { u"inferences"_s, inferences },
        { u"totals"_s, totals }, { u"unmatched"_s, unmatchedJson(table) },
        { u"sources"_s, QJsonArray::fromStringList(subject.sources) } };
    if (table.origin)
        object.insert(u"origin"_s, profile::originKey(table.origin));
    if (!table.inferences.empty())
        object.insert(u"confidence"_s, profile::confidenceKey(table.confidence));
    if (!subject.product.isEmpty())
        object.insert(u"product"_s, subject.product);
    if (subject.npuMacs)
        object.insert(u"npuMacs"_s, qint64(*subject.npuMacs));
    if (subject.clockHz)
        object.insert(u"clockHz"_s, qint64(*subject.clockHz));
    return object;
}

std::optional<double> cyclesOf(const OperatorRow &row)
{
    return row.cycles ? std::optional(row.cycles->value) : std::nullopt;
}

/// Columns of the text and CSV forms.
QStringList cellsOf(const OperatorRow &row, bool isCsv)
{
    const auto number = [](const auto &value) {
        return value ? QString::number(double(*value), 'f', QLocale::FloatingPointShortest)
                     : QString();
    };
    const auto percent = [isCsv](const std::optional<double> &value) {
        if (!value)
            return QString();
        return isCsv ? QString::number(*value, 'g', 6)
                     : QString::number(100 * *value, 'f', 1) + u" %"_s;
    };
    const auto name = rowName(row);
    return { name.isEmpty() ? u"not known"_s : name, row.types.join(u' '), number(cyclesOf(row)),
        row.cycles ? originTag(row.cycles->origin) : QString(), percent(row.share),
        number(row.estimate), percent(deviationOf(row, DeviationPair::FvpToEstimate)),
        number(row.macs), row.module, row.sourceLine,
        row.fvp ? profile::confidenceKey(row.confidence) : QString(), number(row.board),
        percent(deviationOf(row, DeviationPair::BoardToEstimate)),
        percent(deviationOf(row, DeviationPair::BoardToFvp)),
        row.stream < 0 ? QString() : QString::number(row.stream) };
}

const QStringList Header{ u"name"_s, u"kind"_s, u"cycles"_s, u"origin"_s, u"share"_s,
    u"estimateCycles"_s, u"deviation"_s, u"macs"_s, u"module"_s, u"source"_s, u"confidence"_s,
    u"boardCycles"_s, u"boardToEstimate"_s, u"boardToFvp"_s, u"delegate"_s };

void printCsv(const std::vector<OperatorRow> &rows, Streams &streams)
{
    const auto quoted = [](QString cell) {
        if (cell.contains(u',') || cell.contains(u'"') || cell.contains(u'\n'))
            return u'"' + cell.replace(u'"', u"\"\""_s) + u'"';
        return cell;
    };
    streams.out << Header.join(u',') << '\n';
    for (const auto &row : rows) {
        auto cells = cellsOf(row, true);
        std::ranges::transform(cells, cells.begin(), quoted);
        streams.out << cells.join(u',') << '\n';
    }
}

bool hasDelegates(const std::vector<OperatorRow> &rows)
{
    return std::ranges::any_of(rows, [](const OperatorRow &row) { return row.stream > 0; });
}

void printTotals(const ProfileSubject &subject, bool tellsDelegates, Streams &streams)
{
    const auto &table = *subject.table;
    std::map<int, size_t> passes; // by command stream: each runs once an inference
    for (size_t i = 0; i < table.inferences.size() && i < 20; ++i) {
        const auto &one = table.inferences[i];
        streams.out << "inference " << passes[one.stream]++;
        if (one.stream < 0)
            streams.out << " of another program";
        else if (tellsDelegates)
            streams.out << " of delegate " << one.stream;
        streams.out << ": " << one.cycles() << " cycles, " << one.attributed << " in operations ("
                    << one.dmaWaits << " waiting for DMA), " << one.before << " before, "
                    << one.after << " after, " << one.outside << " elsewhere"
                    << (one.isComplete ? "" : ", not whole") << '\n';
    }
    if (table.inferences.size() > 20)
        streams.out << "and " << table.inferences.size() - 20 << " more\n";
    if (const auto estimate = table.estimatedTotal())
        streams.out << "Vela's estimate: "
                    << QString::number(*estimate, 'f', QLocale::FloatingPointShortest)
                    << " cycles\n";
    if (!subject.board.empty()) {
        QJsonObject board;
        addBoard(board, subject);
        streams.out << "board: "
                    << QString::number(board.value(u"boardCycles"_s).toDouble(), 'f', 0)
                    << " cycles in " << subject.board.size()
                    << (subject.board.size() == 1 ? " operator\n" : " operators\n");
    }
    for (const auto &unmatched : table.unmatched)
        streams.out << "unmatched: " << unmatchedSentence(unmatched) << '\n';
    for (const auto &source : subject.sources)
        streams.out << "source: " << source << '\n';
}

void printText(const ProfileSubject &subject, std::vector<OperatorRow> rows, Streams &streams)
{
    std::ranges::stable_sort(
        rows, std::greater<>(), [](const OperatorRow &row) { return cyclesOf(row).value_or(-1); });
    std::vector<QStringList> lines{ Header };
    for (const auto &row : rows)
        lines.push_back(cellsOf(row, false));
    for (auto &line : lines) { // columns that say nothing
        if (!hasDelegates(rows))
            line.removeLast();
        if (subject.board.empty())
            line.remove(Header.size() - 4, 3);
    }
    constexpr qsizetype LargestName = 48;
    std::vector<qsizetype> widths(size_t(Header.size()));
    for (auto &line : lines) {
        line[0] = line[0].left(LargestName);
        for (qsizetype i = 0; i < line.size(); ++i)
            widths[size_t(i)] = std::max(widths[size_t(i)], line[i].size());
    }
    const auto isNumber = [](qsizetype column) {
        return column == 2 || (column >= 4 && column < 8) || column > 10;
    };
    for (const auto &line : lines) {
        QString text;
        for (qsizetype i = 0; i < line.size(); ++i)
            text += (isNumber(i) ? line[i].rightJustified(widths[size_t(i)])
                                 : line[i].leftJustified(widths[size_t(i)]))
                + u"  "_s;
        streams.out << text.trimmed() << '\n';
    }
    printTotals(subject, hasDelegates(rows), streams);
}

int print(
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
        streams.out << QJsonDocument(documentOf(data)).toJson();
    else if (options.isCsv)
        printCsv(data.rows, streams);
    else
        printText(subject, std::move(data.rows), streams);
    streams.out.flush();
    return isBad ? BadInput : Fine;
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(u"What each operator of a model costs: Vela's estimate, and "
                                     u"with a trace of an FVP what was "
                                     "measured. FILE is a program, the result of a compile, a TOSA "
                                     "or TFLite file, an .npz, or a "
                                     "debug database or per-layer table itself."_s);
    const QCommandLineOption trace(
        u"trace"_s, u"What the FVP wrote with --pmu-trace (.json or .json.gz)."_s, u"TRACE"_s);
    const QCommandLineOption database(u"debug-db"_s,
        u"A debug database or per-layer table of Vela; found by itself beside FILE and in its "
        "compile. May be repeated."_s,
        u"XML"_s);
    const QCommandLineOption board(u"board"_s,
        u"A console of a board that prints a row of numbers for each layer: its cycles stand "
        "beside the estimates if the rows are proven to be the operators."_s,
        u"LOG"_s);
    const QCommandLineOption boardColumn(u"board-column"_s,
        u"With --board: the column of cycles of the NPU, by name or by number counted from 1. By "
        "itself the only one named cycles."_s,
        u"NAME"_s);
    const QCommandLineOption by(u"by"_s,
        u"What a row is: operator, operation, kind, module, source or partition."_s, u"WHAT"_s,
        u"operator"_s);
    const QCommandLineOption method(u"method"_s,
        u"visualize: attribute cycles as ExecuTorch's visualize.py does, without what Tosaic knows "
        "of first kicks, DMA waits and groups."_s,
        u"NAME"_s, u"tosaic"_s);
    const QCommandLineOption json(u"json"_s, u"Print one JSON document."_s);
    const QCommandLineOption csv(u"csv"_s, u"Print the rows as CSV."_s);
    parser.addOptions({ trace, database, board, boardColumn, by, method, json, csv });
    parser.addPositionalArgument(u"FILE"_s, u"The file; its content decides, not its name."_s);
    if (const auto end = endsAtArguments(parser, u"operators"_s, arguments, streams))
        return *end;
    if (parser.positionalArguments().size() != 1)
        return usageError(
            u"one file is needed: tosaic-cli operators FILE [--trace TRACE]"_s, streams);
    const auto rows = groupByFrom(parser.value(by));
    if (!rows)
        return usageError(
            u"--by needs operator, operation, kind, module, source or partition, not '%1'"_s.arg(
                parser.value(by)),
            streams);
    const auto isVisualize = parser.value(method) == "visualize"_L1;
    if (!isVisualize && parser.value(method) != "tosaic"_L1)
        return usageError(
            u"--method needs tosaic or visualize, not '%1'"_s.arg(parser.value(method)), streams);
    if (parser.isSet(boardColumn) && !parser.isSet(board))
        return usageError(u"--board-column says which column of --board LOG: give both"_s, streams);
    if (parser.isSet(json) && parser.isSet(csv))
        return usageError(u"give --json or --csv, not both"_s, streams);
    const Options options{ .input = parser.positionalArguments().constFirst(),
        .trace = parser.value(trace),
        .board = parser.value(board),
        .boardColumn = parser.value(boardColumn),
        .databases = parser.values(database),
        .by = *rows,
        .join = isVisualize ? profile::VisualizeMethod : profile::JoinOptions(),
        .isJson = parser.isSet(json),
        .isCsv = parser.isSet(csv) };
    const auto subject = subjectOf(options, streams);
    if (!subject)
        return inputError(subject.error(), streams);
    return print(*subject ? *subject : std::make_shared<const ProfileSubject>(), options, streams);
}

} // namespace
} // namespace operatorscommand

Command operatorsCommand()
{
    using namespace operatorscommand;
    return { u"operators"_s,
        u"what each operator costs: measured on an FVP, or as Vela estimates"_s, false, run };
}

} // namespace tosaic::cli
