// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"

#include "app/cli/frame/toolcommand.h"
#include "app/cli/runs/accuracyoutput.h"
#include "app/cli/runs/runhere.h"
#include "core/accuracy/accuracyrun.h"
#include "core/accuracy/dataset.h"
#include "core/accuracy/tries.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultreader.h"
#include "core/documents/externaldata.h"
#include "core/formats/openprogram.h"
#include "core/localrun/runtimekernels.h"
#include "profiler/session/boardvalues.h"
#include "profiler/session/operatornames.h"
#include "profiler/session/profileassembly.h"
#include "views/accuracy/accuracycolumns.h"
#include "views/accuracy/triespane.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace accuracycommand {
namespace {

using accuracy::AccuracyResult;

struct Question
{
    QString result; ///< folder of the compile
    accuracy::AccuracyRequest request;
    std::vector<std::pair<QString, QString>> inputs; ///< index or name, array
    QString dataset; ///< empty: none
    QString board; ///< console with printed outputs, or an ETDump; empty: none
    QString buffer; ///< debug buffer of that dump; empty: beside it
    QStringList tries; ///< keys of accuracy::Try, or "all"
    bool isTrusted = false;
    bool wantsJson = false;
};

class AccuracyCommandRun
{
public:
    AccuracyCommandRun(Question question, Streams &streams)
        : m_question(std::move(question)), m_streams(streams)
    {
    }

    Answer run();
    QJsonObject json() const;

private:
    Result<void> gather();
    Result<void> tryChanges();
    bool isCompared() const;
    void printText() const;

    Question m_question;
    Streams &m_streams;
    Interruption m_interruption;
    AccuracyResult m_result;
    std::vector<views::TryRow> m_tried;
};

Result<void> AccuracyCommandRun::gather()
{
    auto &request = m_question.request;
    const QFileInfo named(m_question.result);
    if (!named.exists())
        return fail(ErrorCode::IoOpen, u"no such file or folder"_s, { .file = m_question.result });
    if (named.isFile()) {
        m_question.result = named.path();
        if (request.program.isEmpty()
            && named.fileName() != QLatin1StringView(compiled::ResultFileName))
            request.program = named.filePath();
    }
    const QDir folder(m_question.result);
    if (!request.program.isEmpty() && QFileInfo(request.program).path() == m_question.result
        && !folder.exists(QLatin1StringView(compiled::ResultFileName)))
        return fail(ErrorCode::IoOpen,
            u"no compile is known of it (there is no result.json beside it), and so not what its "
            u"operators should compute: compile the model, or name a program in its compile"_s,
            { .file = request.program });
    request.compile = TRY(compiled::readCompileResult(m_question.result));
    if (request.program.isEmpty())
        request.program = request.compile.artefactPath(u"pte"_s);
    if (request.program.isEmpty())
        return fail(ErrorCode::FormatUnsupported, u"the compile left no program"_s,
            { .file = m_question.result });
    if (!m_question.dataset.isEmpty())
        request.samples = TRY(accuracy::samplesIn(m_question.dataset));
    const auto given = TRY(localrun::readArrays(m_question.inputs));
    if (request.samples.empty() && !given.empty())
        request.samples.emplace_back();
    for (auto &sample : request.samples)
        sample.insert(given.begin(), given.end());
    const auto program = TRY(formats::readProgram(TRY(ByteSource::map(request.program))));
    request.external
        = bytesByKey(findExternalData(*program, QFileInfo(request.program).absolutePath()));
    if (!m_question.board.isEmpty()) {
        auto board = TRY(profile::boardValues(m_question.board, m_question.buffer));
        request.boardOutputs = std::move(board.outputs);
        request.recorded = std::move(board.calls);
    }
    // Names that every face has; without them operators are called by their nodes and tensors.
    if (const auto opened = openDocument(m_question.result)) {
        if (const auto subject = assembleProfile(profileMaterial(*opened)))
            request.names = operatorNames(*subject);
    }
    request.cancelled = m_interruption.flag();
    request.setCancel = m_interruption.setCancel();
    request.interpreter = findInterpreter(
        toolchain::EnvironmentSearch::Need::ExecuTorch, request.interpreter, request.setCancel);
    request.runtime = localrun::runtimeKernels({ .interpreter = request.interpreter,
        .pte = QFileInfo(request.program).absoluteFilePath(),
        .method = request.method,
        .drivers = {},
        .setCancel = request.setCancel,
        .tell = [this](const Diagnostic &note) { tellProblem(note, m_streams); } });
    return {};
}

Result<void> AccuracyCommandRun::tryChanges()
{
    QStringList files;
    for (const auto &file : QDir(m_question.dataset).entryInfoList({ u"*.npy"_s }, QDir::Files))
        files.append(file.absoluteFilePath());
    const auto calibration = m_question.dataset.isEmpty() ? QStringList() : files;
    const auto &wanted = m_question.tries;
    const auto &request = m_question.request;
    for (const auto &change : accuracy::triesFor(request.compile, m_result.table, calibration)) {
        if (wanted.contains("all"_L1) || wanted.contains(accuracy::tryKey(change.kind)))
            m_tried.push_back(
                { views::TryRow::State::Done, TRY(accuracy::tryOut(request, m_result, change)) });
    }
    return {};
}

QJsonObject AccuracyCommandRun::json() const
{
    QJsonArray outputs;
    for (const auto &one : m_result.outputs) {
        const bool isBoard = one.against == accuracy::Against::Board;
        QJsonObject entry{ { u"index"_s, qint64(one.index) },
            { u"against"_s, isBoard ? u"simulator"_s : againstKey(one.against) } };
        if (isBoard)
            entry.insert(u"of"_s, u"board"_s);
        insertMeasures(entry, one.measures);
        outputs.append(entry);
    }
    QJsonObject document{ { u"operators"_s, jsonList(m_result.table.operators(), accuracyJson) },
        { u"outputs"_s, outputs }, { u"samples"_s, qint64(m_result.samples) },
        { u"compared"_s, isCompared() },
        { u"sides"_s,
            jsonList(m_result.sides,
                [](const accuracy::Side &side) {
                    QJsonObject entry{ { u"against"_s, againstKey(side.against) },
                        { u"available"_s, side.isThere } };
                    insertKnown(entry, u"why"_s, side.why);
                    return entry;
                }) },
        { u"untold"_s, qint64(m_result.untold) },
        { u"problems"_s, jsonList(m_result.notes, compiled::problemToJson) } };
    if (!m_question.tries.isEmpty())
        document.insert(u"tries"_s, jsonList(m_tried, triedJson));
    if (const auto *first = m_result.table.first())
        document.insert(u"first"_s, breakJson(*first, m_result.table.closer()));
    return document;
}

/// With any side, be it in the outputs alone.
bool AccuracyCommandRun::isCompared() const
{
    return !m_result.table.operators().empty() || !m_result.outputs.empty();
}

void AccuracyCommandRun::printText() const
{
    auto &out = m_streams.out;
    printTable(tableOf(views::accuracyColumns(), m_result.table.operators()), m_streams);
    for (const auto &side : m_result.sides) {
        if (!side.why.isEmpty())
            out << againstKey(side.against)
                << (side.isThere ? ": not everywhere: " : ": not there: ") << side.why << '\n';
    }
    for (const auto &one : m_result.outputs) {
        if (one.against == accuracy::Against::Board)
            out << "output " << one.index << ": " << one.measures.differing() << " of "
                << one.measures.elements() << " numbers of the board differ from the simulator\n";
    }
    if (m_result.untold > 0)
        out << m_result.untold
            << (m_result.untold == 1 ? " tensor of the compiler's own has"
                                     : " tensors of the compiler's own have")
            << " nothing to compare with\n";
    const auto *first = m_result.table.first();
    if (!first) {
        out << (isCompared() ? "nothing breaks, in " : "nothing was compared, in ")
            << m_result.samples << (m_result.samples == 1 ? " sample\n" : " samples\n");
        return;
    }
    out << "breaks first at " << first->title() << " (" << first->name;
    if (!first->node.isEmpty() && first->node != first->title())
        out << ", " << first->node;
    out << ')';
    out << ", partition " << first->partition << ", operation " << first->operation << ", against "
        << againstKey(first->against) << '\n';
    const auto *closer = m_result.table.closer();
    if (!closer)
        return;
    out << "  " << closer->wrongChannels << " of " << closer->channels << " channels\n";
    for (const auto &channel : closer->worst) {
        out << "  channel " << channel.channel << ": " << channel.differing << " elements";
        if (channel.multiplier && channel.shift && channel.bias)
            out << ", record: bias " << *channel.bias << ", scale " << *channel.multiplier
                << " / 2^" << *channel.shift;
        out << '\n';
    }
}

Answer AccuracyCommandRun::run()
{
    TRY(gather());
    auto measured = accuracy::measureAccuracy(m_question.request);
    if (!measured) {
        if (measured.error().code == ErrorCode::Cancelled)
            return int(Cancelled);
        return fail(measured.error());
    }
    m_result = std::move(*measured);
    if (const auto tried = tryChanges(); !tried && tried.error().code == ErrorCode::Cancelled)
        return int(Cancelled);
    tellProblems(m_result.notes, m_streams);
    if (!m_question.wantsJson) {
        printText();
        if (!m_question.tries.isEmpty())
            printTable(tableOf(views::tryColumns(), m_tried), m_streams);
    }
    const bool isBoardRight
        = std::ranges::all_of(m_result.outputs, [](const accuracy::OutputAccuracy &one) {
              return one.against != accuracy::Against::Board || one.measures.differing() == 0;
          });
    if (!isCompared())
        return ToolFailed; // nothing could be compared; the sides say why
    if (m_result.table.first() || !isBoardRight)
        return BadInput;
    return m_result.run.refused.empty() ? Fine : ToolFailed; // what comes behind was not compared
}

/// PARTITION=FOLDER of --reference.
bool readKept(const QStringList &values, std::map<int, QString> &kept)
{
    std::vector<std::pair<QString, QString>> pairs;
    if (!readPairs(values, pairs))
        return false;
    for (const auto &[key, folder] : pairs) {
        bool isNumber = false;
        const auto partition = key.toInt(&isNumber);
        if (!isNumber || partition < 0)
            return false;
        kept.emplace(partition, folder);
    }
    return true;
}

/// One document for one result, a list for several; the worst exit code.
Answer answerAll(const Question &question, const Input &in)
{
    QJsonArray documents;
    int worst = Fine;
    for (const auto &name : in.names) {
        auto one = question;
        one.result = name;
        one.request.program = in.value(u"program"_s);
        if (in.names.size() > 1 && !question.wantsJson)
            in.streams.out << name << '\n';
        AccuracyCommandRun run(std::move(one), in.streams);
        const auto answered = run.run();
        if (in.names.size() == 1 && !answered)
            return answered;
        const auto exitCode = answered ? *answered : answered.error().exitCode;
        if (exitCode == Cancelled)
            return int(Cancelled);
        auto document = answered ? run.json() : QJsonObject();
        if (!answered && answered.error().error) {
            const auto problem = diagnosticOf(*answered.error().error);
            tellProblem(problem, in.streams);
            document.insert(u"error"_s, compiled::problemToJson(problem));
        }
        worst = std::max(worst, exitCode);
        document.insert(u"result"_s, name);
        documents.append(document);
    }
    if (question.wantsJson)
        printDocument(in.names.size() == 1 ? documents.first().toObject()
                                           : QJsonObject{ { u"results"_s, documents } },
            in.streams);
    return worst;
}

Answer answer(const Input &in)
{
    Question question{ .dataset = in.value(u"dataset"_s),
        .board = in.value(u"board"_s),
        .buffer = in.value(u"buffer"_s),
        .isTrusted = in.isSet(u"trust"_s),
        .wantsJson = in.wantsJson() };
    const bool isOne = in.names.size() == 1;
    if (in.names.isEmpty()
        || (!isOne && (in.isSet(u"program"_s) || in.isSet(u"board"_s) || in.isSet(u"reference"_s))))
        return misuse(u"tosaic-cli accuracy RESULT... [--input INDEX|NAME=FILE]...; --program, "
                      "--board and --reference are of one RESULT"_s);
    auto &request = question.request;
    request.method = in.value(u"method"_s);
    request.interpreter = interpreterOf(in);
    request.model = in.value(u"model"_s);
    std::optional<quint64> seed;
    bool isNumber = false;
    request.leastSqnrDb = in.value(u"least-sqnr"_s).toDouble(&isNumber);
    if (!isNumber || !std::isfinite(request.leastSqnrDb))
        return misuse(u"--least-sqnr takes decibels"_s);
    if (!in.number(u"seed"_s, seed))
        return misuse(u"--seed takes a whole number from 0"_s);
    request.seed = seed.value_or(0);
    if (!readPairs(in.values(u"input"_s), question.inputs))
        return misuse(u"--input takes INDEX=FILE, NAME=FILE or FILE.npz"_s);
    if (!readKept(in.values(u"reference"_s), request.kept))
        return misuse(u"--reference takes PARTITION=FOLDER"_s);
    question.tries = in.values(u"try"_s);
    static const QStringList known{ u"all"_s, tryKey(accuracy::Try::Kind::PerChannel),
        tryKey(accuracy::Try::Kind::Int16), tryKey(accuracy::Try::Kind::Calibration),
        tryKey(accuracy::Try::Kind::KeepOnCpu) };
    for (const auto &key : question.tries) {
        if (!known.contains(key))
            return misuse(u"--try takes %1"_s.arg(known.join(u", "_s)));
    }
    if (!question.tries.isEmpty() && request.model.isEmpty())
        return misuse(u"--try compiles the model anew: give its source with --model"_s);
    if (!request.model.isEmpty())
        static_cast<void>(TRY(ByteSource::map(request.model)));
    if (!request.model.isEmpty() && !mayRunCode(request.model, question.isTrusted)) {
        tellProblem({ u"trust.needed"_s, Severity::Error, { .file = request.model },
                        u"computing the model runs its code; say --trust if you trust it"_s },
            in.streams);
        return Usage;
    }
    return answerAll(question, in);
}

} // namespace
} // namespace accuracycommand

Command accuracyCommand()
{
    return commandOf({ .name = u"accuracy"_s,
        .summary = u"where a compiled model departs from what it should compute"_s,
        .description
        = u"Runs a compiled program in the simulator and compares the result of each operator "
          "with the TOSA reference model, and with the quantised and the float model where its "
          "source is given. Exit 1 and the first operator where it breaks."_s,
        .names = { { u"RESULT..."_s, u"Folders of compiles, or the .pte in them."_s } },
        .options = { { u"program"_s, u"Another .pte than the compile's own."_s, u"FILE.pte"_s },
            { u"input"_s, u"An input (.npy, .npz); others are seeded, or the model's example."_s,
                u"INDEX|NAME=FILE"_s },
            { u"dataset"_s, u"Folder of samples: .npy files, or folders with one for each input."_s,
                u"DIR"_s },
            { u"seed"_s, u"Seed of the other inputs (0)."_s, u"N"_s, u"0"_s },
            { u"reference"_s, u"A kept run of `reference --intermediates` for a partition."_s,
                u"PARTITION=FOLDER"_s },
            { u"model"_s, u"The model's source: float and quantised side. Runs its code."_s,
                u"FILE"_s },
            { u"trust"_s, u"The code of the model may run."_s },
            { u"board"_s, u"Console of a board or FVP, or an ETDump, whose outputs are compared."_s,
                u"FILE"_s },
            { u"buffer"_s, u"Debug buffer of that ETDump (debug_buffer.bin beside it)."_s,
                u"FILE.bin"_s },
            { u"least-sqnr"_s, u"Below it an operator breaks against quantised or float (20)."_s,
                u"DB"_s, u"20"_s },
            { u"try"_s,
                u"Compiles and measures a change: per-channel, int16 (of the module), calibration, "
                "cpu (the operator), all."_s,
                u"KEY"_s },
            { u"method"_s, u"Method of the program (forward)."_s, u"NAME"_s, u"forward"_s },
            { u"python"_s, u"Interpreter with the tools."_s, u"INTERPRETER"_s } },
        .answer = accuracycommand::answer,
        .hasTables = true });
}

} // namespace tosaic::cli
