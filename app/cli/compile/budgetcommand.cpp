// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"

#include "app/cli/frame/interruptwatch.h"
#include "app/cli/frame/toolcommand.h"
#include "core/analysis/budget.h"
#include "core/analysis/memoryneed.h"
#include "core/base/description.h"
#include "core/base/knownjson.h"
#include "core/base/units.h"
#include "core/boards/boardcatalogue.h"
#include "core/documents/estimatesource.h"
#include "core/documents/openmemory.h"
#include "core/documents/workspacefinder.h"
#include "core/spec/specpython.h"
#include "views/memory/memorytext.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace budgetcommand {
namespace {

using analysis::BudgetVerdict;
using analysis::MemoryRole;

struct Question
{
    QString input;
    QString board;
    QString spec; ///< path of SPEC.json; empty: as compiled
    QString interpreter; ///< empty: the first that has Vela
    QString workspace; ///< may know the compile of a .pte; empty: none
    bool isJson = false;
    std::optional<JudgementFormat> format = {};
};

QString verdictWord(BudgetVerdict verdict)
{
    switch (verdict) {
    case BudgetVerdict::Fits:
        return u"fits"_s;
    case BudgetVerdict::Over:
        return u"over"_s;
    case BudgetVerdict::NoPiece:
        return u"no-piece"_s;
    case BudgetVerdict::Missing:
        return u"missing"_s;
    case BudgetVerdict::Unknown:
        break;
    }
    return u"unknown"_s;
}

QString roleWord(MemoryRole role)
{
    return role == MemoryRole::Sram    ? u"sram"_s
        : role == MemoryRole::External ? u"external"_s
                                       : u"program"_s;
}

QString sizeText(const std::optional<quint64> &bytes)
{
    return bytes ? formatBytes(*bytes, QLocale::c()) : u"not known"_s;
}

QVariant known(const std::optional<quint64> &bytes)
{
    return bytes ? QVariant(*bytes) : QVariant();
}

QJsonArray partsJson(const analysis::MemoryPicture &picture, const analysis::BudgetRow &row)
{
    QJsonArray parts;
    const auto *box = picture.box(row.role);
    if (!box)
        return parts;
    for (const auto &part : box->parts) {
        if (row.role == MemoryRole::Program && part.kind != row.kind)
            continue;
        QJsonObject object{ { u"kind"_s, analysis::partKey(part.kind) } };
        insertKnown(object, u"bytes"_s, part.bytes);
        parts.append(object);
    }
    return parts;
}

QJsonObject rowJson(const analysis::MemoryPicture &picture, const analysis::BudgetRow &row)
{
    QJsonObject object{ { u"role"_s, roleWord(row.role) }, { u"memory"_s, row.memory },
        { u"verdict"_s, verdictWord(row.verdict) }, { u"fitted"_s, row.isFitted } };
    insertKnown(object, u"needBytes"_s, row.need);
    insertKnown(object, u"capacityBytes"_s, row.capacity);
    insertKnown(object, u"restBytes"_s, row.rest());
    object.insert(u"parts"_s, partsJson(picture, row));
    return object;
}

QJsonArray portsJson(const analysis::MemoryPicture &picture)
{
    QJsonArray ports;
    for (const auto &port : picture.ports) {
        QJsonObject object{ { u"name"_s, port.name }, { u"memory"_s, roleWord(port.role) } };
        insertKnown(object, u"bytesPerInference"_s, port.traffic.total);
        insertKnown(object, u"bandwidthBytesPerSecond"_s, port.bandwidth);
        insertKnown(object, u"busyShare"_s, port.busyShare);
        ports.append(object);
    }
    return ports;
}

QString overallWord(const analysis::Budget &budget)
{
    return budget.isOver()   ? u"over"_s
        : !budget.hasNpu     ? u"no-npu"_s
        : budget.isUnknown() ? u"unknown"_s
                             : u"fits"_s;
}

void printBudget(
    const analysis::MemoryPicture &picture, const analysis::Budget &budget, Streams &streams)
{
    QJsonArray rows;
    for (const auto &row : budget.rows)
        rows.append(rowJson(picture, row));
    QJsonObject json{ { u"formatVersion"_s, 1 }, { u"origin"_s, u"est"_s },
        { u"board"_s,
            QJsonObject{ { u"id"_s, budget.boardId }, { u"name"_s, budget.boardName },
                { u"hasNpu"_s, budget.hasNpu } } },
        { u"target"_s, picture.target }, { u"systemConfig"_s, picture.systemConfig },
        { u"memoryMode"_s, picture.memoryMode }, { u"verdict"_s, overallWord(budget) },
        { u"memories"_s, rows }, { u"ports"_s, portsJson(picture) } };
    if (!budget.otherBackends.isEmpty())
        json.insert(u"otherBackends"_s, QJsonArray::fromStringList(budget.otherBackends));
    analysis::insertNeed(json, analysis::memoryNeed(picture));
    printDocument(json, streams);
}

/// Of which memory or part a row tells, in the words of the memory picture.
QString rowName(const analysis::MemoryPicture &picture, const analysis::BudgetRow &row)
{
    const auto *box = row.role == MemoryRole::Program ? nullptr : picture.box(row.role);
    return box ? views::memoryTitle(*box) : views::partName(row.kind);
}

Table rowTable(const analysis::MemoryPicture &picture, const analysis::Budget &budget)
{
    using analysis::BudgetRow;
    const Columns<BudgetRow> columns{
        { { u"role"_s, u"memory of"_s },
            [&picture](const BudgetRow &row) { return rowName(picture, row); } },
        { { u"memory"_s, u"memory"_s }, [](const BudgetRow &row) { return row.memory; } },
        { { u"need"_s, u"need (est)"_s, column_unit::Bytes, true },
            [](const BudgetRow &row) { return known(row.need); },
            [](const BudgetRow &row) { return sizeText(row.need); } },
        { { u"capacity"_s, u"capacity"_s, column_unit::Bytes, true },
            [](const BudgetRow &row) { return known(row.capacity); },
            [](const BudgetRow &row) { return sizeText(row.capacity); } },
        { { u"verdict"_s, u"verdict"_s },
            [](const BudgetRow &row) { return views::verdictText(row); } },
    };
    return tosaic::tableOf(columns, budget.rows);
}

QString otherBackendsText(const analysis::Budget &budget)
{
    return u"what %1 takes when it runs is in no file"_s.arg(budget.otherBackends.join(u", "_s));
}

void printText(
    const analysis::MemoryPicture &picture, const analysis::Budget &budget, Streams &streams)
{
    QStringList compiledFor{ picture.target, picture.systemConfig, picture.memoryMode };
    compiledFor.removeAll(QString());
    streams.out << wrappedText(
        u"%1 on %2 (est)"_s.arg(
            compiledFor.isEmpty() ? u"no Ethos-U delegate"_s : compiledFor.join(u", "_s),
            budget.boardName),
        streams.width);
    printTable(rowTable(picture, budget), streams, u"  "_s);
    streams.out << overallWord(budget) << '\n';
    if (!budget.otherBackends.isEmpty())
        streams.out << wrappedText(otherBackendsText(budget), streams.width);
}

Check::Outcome outcomeOf(BudgetVerdict verdict)
{
    switch (verdict) {
    case BudgetVerdict::Fits:
        return Check::Outcome::Passed;
    case BudgetVerdict::Unknown:
        return Check::Outcome::Warned;
    default:
        return Check::Outcome::Failed;
    }
}

/// "On-chip SRAM, 146 KiB of 97.7 KiB in DTCM: over by 48.3 KiB".
QString checkText(const analysis::MemoryPicture &picture, const analysis::BudgetRow &row)
{
    const auto need = rowName(picture, row) + u", "_s + sizeText(row.need);
    const auto verdict = views::verdictText(row);
    return row.memory.isEmpty()
        ? u"%1: %2"_s.arg(need, verdict)
        : u"%1 of %2 in %3: %4"_s.arg(need, sizeText(row.capacity), row.memory, verdict);
}

Judgement judged(const Question &question, const analysis::MemoryPicture &picture,
    const analysis::Budget &budget)
{
    Judgement judged{ u"budget"_s, question.input,
        u"%1 %2 %3 (est)"_s.arg(QFileInfo(question.input).fileName(),
            budget.isOver()          ? u"does not fit"_s
                : !budget.hasNpu     ? u"cannot run on"_s
                : budget.isUnknown() ? u"may or may not fit"_s
                                     : u"fits"_s,
            budget.boardName),
        {}, rowTable(picture, budget) };
    for (const auto &row : budget.rows)
        judged.checks.push_back({ outcomeOf(row.verdict),
            row.role == MemoryRole::Program ? analysis::partKey(row.kind) : roleWord(row.role),
            checkText(picture, row), {} });
    if (!budget.otherBackends.isEmpty())
        judged.checks.push_back(
            { Check::Outcome::Warned, u"budget.backends"_s, otherBackendsText(budget), {} });
    if (!budget.hasNpu && !picture.target.isEmpty())
        judged.checks.push_back({ Check::Outcome::Failed, u"budget.npu"_s,
            u"%1 has no %2"_s.arg(budget.boardName, picture.target), {} });
    return judged;
}

void listBoards(const boards::BoardCatalogue &catalogue, Streams &streams)
{
    using boards::Board;
    const Columns<Board> columns{
        { { u"id"_s, u"board"_s }, [](const Board &board) { return board.id; } },
        { { u"name"_s, u"name"_s }, [](const Board &board) { return board.name; } },
        { { u"memories"_s, u"memories"_s },
            [](const Board &board) {
                QStringList memories;
                for (const auto &memory : board.memories)
                    memories << memory.name + u' ' + sizeText(memory.bytes);
                return memories.join(u", "_s);
            } },
    };
    printTable(tosaic::tableOf(columns, catalogue.boards), streams);
}

/// What each partition needs under another spec, by Vela on the TOSA that the compile kept. Empty
/// if there are no numbers; why is told. Returns the exit code.
int estimatePartitions(const Question &question, const spec::CompileSpec &spec,
    std::vector<analysis::PartitionMemory> &partitions, Streams &streams)
{
    partitions.clear();
    const auto notEstimated = [&streams](const QString &why) {
        tellProblem({ u"budget.not-estimated"_s, Severity::Warning, {}, why }, streams);
        return Fine;
    };
    const auto source = findKeptTosa(question.input, question.workspace);
    if (!source)
        return notEstimated(
            u"the numbers in %1 are of another spec, and the TOSA to estimate this one from was "
            "not kept; this compiles the model anew: tosaic-cli compile MODEL --spec %2 -o FOLDER, "
            "then: tosaic-cli budget FOLDER --board %3"_s.arg(spec::shellQuoted(question.input),
                spec::shellQuoted(question.spec), spec::shellQuoted(question.board)));
    if (source->baseline && source->baseline->isCompiled) {
        const auto keys = compiled::loweringKeys(source->baseline->spec, spec);
        if (!keys.isEmpty())
            tellProblem(
                { u"estimate.needs-lowering"_s, Severity::Warning, {},
                    u"the numbers are about the kept TOSA, which a compile with this spec would "
                    "make anew: %1"_s.arg(keys.join(u", "_s)) },
                streams);
    }
    bool isInterrupted = false;
    std::function<void()> cancel;
    const auto setCancel = [&cancel](std::function<void()> end) { cancel = std::move(end); };
    const InterruptWatch watch([&] {
        isInterrupted = true;
        if (cancel)
            cancel();
    });
    const auto interpreter = findInterpreter(
        toolchain::EnvironmentSearch::Need::Vela, question.interpreter, setCancel);
    if (isInterrupted)
        return Cancelled;
    const auto estimate
        = estimated(spec, source->inputs, source->baseFolder, interpreter, setCancel);
    if (isInterrupted)
        return Cancelled;
    tellProblems(estimate.problems, streams);
    if (!estimate.isComplete()) {
        notEstimated(u"Vela gave no numbers for this spec; what it needs stays unknown"_s);
        return exitCodeOf(estimate.problems);
    }
    for (const auto &partition : estimate.partitions)
        partitions.push_back(analysis::partitionMemory(partition));
    return Fine;
}

Answer answer(const Question &question, const boards::Board &board, Streams &streams)
{
    if (!question.workspace.isEmpty())
        TRY(workspace::Workspace::open(question.workspace));
    const WorkspaceFinder finder(question.workspace);
    auto facts
        = TRY(readMemoryFacts(question.input, question.workspace.isEmpty() ? nullptr : &finder));
    tellProblems(facts.diagnostics, streams);
    analysis::PictureInput input{ .spec = facts.spec,
        .partitions = std::move(facts.partitions),
        .program = std::move(facts.program) };
    int code = Fine;
    if (!question.spec.isEmpty()) {
        std::vector<Diagnostic> problems;
        const auto spec = readSpecFile(question.spec, problems);
        tellProblems(problems, streams);
        if (!spec)
            return BadInput;
        if (!analysis::isSameMemory(*spec, facts.spec))
            code = estimatePartitions(question, *spec, input.partitions, streams);
        if (code == Cancelled)
            return code;
        input.spec = *spec;
    }
    input.system = analysis::memorySystemOf(input.spec);
    const auto picture = analysis::memoryPicture(input);
    const auto budget = analysis::checkBudget(picture, board);
    if (!budget.hasNpu && !picture.target.isEmpty())
        streams.err << "error: budget.npu: " << board.name << " has no " << picture.target << '\n';
    if (question.format)
        printJudgement(judged(question, picture, budget), *question.format, streams);
    else if (question.isJson)
        printBudget(picture, budget, streams);
    else
        printText(picture, budget, streams);
    return budget.isOver() || !budget.hasNpu ? int(BadInput) : code;
}

Answer run(const Input &in)
{
    const auto catalogue = boards::boardCatalogue();
    tellProblems(catalogue.diagnostics, in.streams);
    if (in.isSet(u"list"_s)) {
        listBoards(catalogue, in.streams);
        return Fine;
    }
    const auto board = in.value(u"board"_s);
    if (in.names.size() != 1)
        return misuse(u"one file is needed: tosaic-cli budget FILE --board NAME"_s);
    if (!in.isSet(u"board"_s))
        return misuse(u"--board NAME is needed; --list shows them"_s);
    const auto *found = catalogue.find(board);
    if (!found)
        return misuse(u"there is no board '%1'; --list shows them"_s.arg(board));
    return answer({ in.names.constFirst(), board, in.value(u"spec"_s), interpreterOf(in),
                      in.value(u"workspace"_s), in.wantsJson(), in.format() },
        *found, in.streams);
}

} // namespace
} // namespace budgetcommand

Command budgetCommand()
{
    return commandOf({ .name = u"budget"_s,
        .summary = u"check what a model needs against the memories of a board"_s,
        .description
        = u"Checks what a compiled model needs of each memory against a board. The exit code is 1 "
          "if one of them does not suffice, or the board has no such NPU."_s,
        .names = { { u"FILE"_s, u"A .pte, or result.json or the folder of a compile."_s } },
        .options = { { u"board"_s, u"Board, by id or name; --list shows them."_s, u"NAME"_s },
            { u"spec"_s,
                u"Check this spec instead of the one compiled with, with Vela's estimate for it."_s,
                u"SPEC.json"_s },
            { u"python"_s, u"Interpreter with Vela, for the estimate."_s, u"INTERPRETER"_s },
            { u"workspace"_s, u"Where the compile of a .pte may be recorded."_s, u"W.tosaic"_s },
            { u"list"_s, u"List the boards."_s } },
        .answer = budgetcommand::run,
        .hasTables = true,
        .isJudged = true });
}

} // namespace tosaic::cli
