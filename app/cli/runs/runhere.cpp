// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/runhere.h"

#include "app/cli/frame/toolcommand.h"
#include "app/cli/runs/hereoutput.h"
#include "core/base/savefile.h"
#include "core/compiled/problemjson.h"
#include "core/documents/externaldata.h"
#include "core/documents/programin.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/localrun/bundle.h"
#include "core/localrun/runtimekernels.h"
#include "core/localrun/verdict.h"
#include "views/target/imageinput.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

bool readPairs(const QStringList &values, std::vector<std::pair<QString, QString>> &pairs)
{
    for (const auto &value : values) {
        const auto at = value.indexOf(u'=');
        const bool isArchive = at < 0 && value.endsWith(u".npz"_s, Qt::CaseInsensitive);
        if (!isArchive && (at <= 0 || at + 1 == value.size()))
            return false;
        pairs.emplace_back(isArchive ? QString() : value.left(at), value.mid(at + 1));
    }
    return true;
}

namespace runhere {
namespace {

struct Question
{
    QString path;
    std::vector<std::pair<QString, QString>> inputs; ///< index or name, array or picture
    views::Preprocessing preprocessing; ///< of pictures
    std::optional<size_t> bundledCase; ///< of a .bpte; absent: every one
    std::optional<qsizetype> top; ///< largest numbers of each output; absent: not wanted
    QString labels; ///< a line for each number of an output; empty: none
    std::vector<std::pair<QString, QString>> expected; ///< index or name of an output, array
    analysis::Tolerance tolerance;
    bool hasTolerance = false; ///< else a .bpte is judged as ExecuTorch's own runner does
    quint64 seed = 0;
    QString method;
    QStringList dataFiles; ///< .ptd that are not beside the program, absolute
    QString folder; ///< empty: outputs are not kept
    QString interpreter;
    bool wantsJson = false;
};

class HereRun
{
public:
    HereRun(Question question, Streams &streams)
        : m_question(std::move(question)), m_streams(streams)
    {
    }

    Answer run();

private:
    Result<void> execute();
    Result<localrun::LocalResult> runOnce();
    Result<std::shared_ptr<const ByteSource>> open();
    Result<const model::Method *> findMethod();
    Result<void> readInputs(const model::Method *method);
    Result<QString> programPath();
    Result<void> findTop();
    Result<localrun::RuntimePlace> runtimePlace();
    Result<void> takeOutputs();
    Result<void> runOtherCases();
    Result<qsizetype> outputOf(const QString &key, size_t outputs);
    Result<std::vector<localrun::Judged>> judged(
        const std::vector<localrun::ArrayFile> &outputs, const localrun::BundledRun *bundle);

    Question m_question;
    Streams &m_streams;
    std::shared_ptr<const ByteSource> m_source; ///< of the program
    std::shared_ptr<const model::Program> m_program; ///< null for what is none
    Interruption m_interruption;
    localrun::LocalRequest m_request;
    HereOutcome m_outcome;
    bool m_isMisuse = false; ///< of --method, --case or --expect: there is no such thing
    bool m_isFileWrong = false; ///< of those given with --input and --expect
    std::shared_ptr<const ByteSource> m_bundleFile; ///< null: no .bpte
    std::optional<localrun::BundledRun> m_bundle; ///< its first or chosen case
    std::unique_ptr<QTemporaryDir>
        m_unpacked; ///< the program of a .bpte, where a tool needs a file
};

/// What is wrong with an input is the caller's; what is missing here keeps it from being run.
int exitCodeFor(const Error &error)
{
    switch (error.code) {
    case ErrorCode::Cancelled:
        return Cancelled;
    case ErrorCode::IoOpen:
    case ErrorCode::IoRead:
    case ErrorCode::IoWrite:
    case ErrorCode::IoDiskFull:
    case ErrorCode::FormatUnknown:
    case ErrorCode::FormatDamaged:
    case ErrorCode::SpecInvalid:
        return BadInput;
    default:
        return ToolFailed;
    }
}

Answer HereRun::run()
{
    m_outcome.seed = m_question.seed;
    m_outcome.folder = m_question.folder;
    auto done = execute();
    if (done && m_outcome.result.refused.empty())
        done = takeOutputs();
    if (done && m_outcome.result.refused.empty())
        done = runOtherCases();
    if (done && m_outcome.result.refused.empty())
        done = findTop();
    if (!done && m_isMisuse && done.error().code == ErrorCode::SpecInvalid)
        return misuse(done.error().detail);
    if (!done) {
        const auto problem = diagnosticOf(done.error());
        tellProblem(problem, m_streams);
        if (m_question.wantsJson) {
            auto document = hereJson(m_outcome);
            document.insert(u"error"_s, compiled::problemToJson(problem));
            printDocument(document, m_streams);
        }
        return m_isFileWrong ? int(BadInput) : exitCodeFor(done.error());
    }
    tellHereChecks(m_outcome, m_streams);
    if (m_question.wantsJson)
        printDocument(hereJson(m_outcome), m_streams);
    else
        printHereText(m_outcome, m_streams.out);
    if (!m_outcome.result.refused.empty())
        return ToolFailed;
    return m_outcome.verdict() == localrun::Verdict::Fail ? BadInput : Fine;
}

Result<localrun::RuntimePlace> HereRun::runtimePlace()
{
    const auto setCancel = m_interruption.setCancel();
    if (m_question.interpreter.isEmpty())
        m_question.interpreter
            = findInterpreter(toolchain::EnvironmentSearch::Need::ExecuTorch, {}, setCancel);
    return localrun::RuntimePlace{ .interpreter = m_question.interpreter,
        .pte = TRY(programPath()),
        .method = m_question.method,
        .drivers = {},
        .setCancel = setCancel,
        .tell = [this](const Diagnostic &note) {
            tellProblem(note, m_streams);
            m_outcome.notes.push_back(note);
        } };
}

/// The program: of a .bpte the one in it.
Result<std::shared_ptr<const ByteSource>> HereRun::open()
{
    auto source = TRY(ByteSource::map(m_question.path));
    m_isMisuse = m_question.bundledCase.has_value();
    if (formats::recognise(source->bytes()) == formats::FileKind::BundledProgram) {
        m_bundle = TRY(localrun::bundledRun(source, m_question.method, m_question.bundledCase));
        m_bundleFile = source;
        source = m_bundle->program;
    } else if (m_isMisuse) {
        return fail(ErrorCode::SpecInvalid, u"--case is of a .bpte"_s);
    }
    m_isMisuse = false;
    return source;
}

/// Null for what has no methods.
Result<const model::Method *> HereRun::findMethod()
{
    if (formats::recognise(m_source->bytes()) != formats::FileKind::Pte)
        return nullptr;
    m_program = TRY(formats::readProgram(m_source));
    const auto found
        = std::ranges::find(m_program->methods, m_question.method, &model::Method::name);
    if (found != m_program->methods.end())
        return &*found;
    QStringList names;
    for (const auto &method : m_program->methods)
        names += method.name;
    m_isMisuse = true;
    return fail(ErrorCode::SpecInvalid,
        u"the program has no method %1; it has %2"_s.arg(m_question.method, names.join(u", "_s)));
}

Result<void> HereRun::readInputs(const model::Method *method)
{
    if (m_bundle)
        m_request.inputs = m_bundle->inputs;
    auto given = TRY(views::readInputFiles(
        m_question.inputs, method, m_request.names, m_question.preprocessing));
    for (auto &[key, array] : given.arrays)
        m_request.inputs.insert_or_assign(key, std::move(array));
    for (const auto &[key, done] : given.pictures)
        m_outcome.preprocessed += u"input %1: picture scaled to the input, %2"_s.arg(key, done);
    return {};
}

Result<void> HereRun::execute()
{
    m_source = TRY(open());
    const auto *method = TRY(findMethod());
    m_request.names = localrun::namesBeside(m_question.path);
    if (m_program)
        m_request.external = bytesByKey(findExternalData(
            *m_program, QFileInfo(m_question.path).absolutePath(), m_question.dataFiles));
    m_request.method = m_question.method;
    m_request.seed = m_question.seed;
    m_request.cancelled = m_interruption.flag();
    m_request.runtime = localrun::runtimeKernels([this] { return runtimePlace(); });
    m_isFileWrong = true;
    TRY(readInputs(method));
    m_isFileWrong = false;
    m_outcome.result = TRY(runOnce());
    return {};
}

Result<localrun::LocalResult> HereRun::runOnce()
{
    return ifIntact(*m_source, localrun::runHere(m_source, m_request));
}

/// Where neither a case was chosen nor inputs or outputs were given: a .bpte is right if all of it
/// is.
Result<void> HereRun::runOtherCases()
{
    if (!m_bundle || m_question.bundledCase || !m_question.inputs.empty()
        || !m_question.expected.empty())
        return {};
    for (size_t number = 1; number < m_bundle->cases; ++number) {
        const auto bundle = TRY(localrun::bundledRun(m_bundleFile, m_question.method, number));
        m_request.inputs = bundle.inputs;
        auto result = TRY(runOnce());
        if (!result.refused.empty()) {
            m_outcome.result = std::move(result);
            return {};
        }
        auto &findings = m_outcome.result.findings;
        findings.insert(findings.end(), result.findings.begin(), result.findings.end());
        const auto files = TRY(localrun::arrayFilesOf(result));
        m_outcome.cases.push_back({ number, TRY(judged(files, &bundle)) });
    }
    return {};
}

/// A file with the program alone.
Result<QString> HereRun::programPath()
{
    if (!m_bundle)
        return QFileInfo(m_question.path).absoluteFilePath();
    if (!m_unpacked)
        m_unpacked = std::make_unique<QTemporaryDir>();
    const auto path = m_unpacked->filePath(u"program.pte"_s);
    TRY(saveFile(path, m_source->bytes()));
    return path;
}

Result<void> HereRun::findTop()
{
    if (!m_question.top)
        return {};
    QStringList labels;
    if (!m_question.labels.isEmpty()) {
        const auto file = TRY(ByteSource::map(m_question.labels));
        labels = QString::fromUtf8(file->bytes()).trimmed().split(u'\n');
    }
    for (size_t i = 0; i < m_outcome.files.size(); ++i) {
        const auto &output = m_outcome.files[i];
        const auto numbers
            = localrun::Array::elementsOf(m_outcome.result.outputs[i].shape).value_or(0);
        if (!labels.isEmpty() && quint64(labels.size()) != numbers) {
            const Diagnostic note{ u"run.labels"_s, Severity::Warning,
                { .file = m_question.labels },
                u"%1 labels for the %2 numbers of output %3"_s.arg(labels.size())
                    .arg(numbers)
                    .arg(i) };
            tellProblem(note, m_streams);
            m_outcome.notes.push_back(note);
        }
        auto &top = m_outcome.top.emplace_back();
        for (const auto &[index, value] :
            TRY(localrun::largestOf(*output, size_t(*m_question.top))))
            top.push_back({ qsizetype(index), value, labels.value(qsizetype(index)).trimmed() });
    }
    return {};
}

Result<void> HereRun::takeOutputs()
{
    auto &files = m_outcome.files;
    files = TRY(localrun::arrayFilesOf(m_outcome.result));
    if (!m_question.folder.isEmpty()) {
        if (!QDir().mkpath(m_question.folder))
            return fail(
                ErrorCode::IoWrite, u"the folder cannot be made"_s, { .file = m_question.folder });
        for (size_t i = 0; i < files.size(); ++i)
            TRY(saveFile(m_outcome.outputPath(i), files[i]->bytes()));
    }
    m_outcome.cases.push_back({ m_question.bundledCase.value_or(0),
        TRY(judged(files, m_bundle ? &*m_bundle : nullptr)) });
    return {};
}

/// Index of an output by its index or name.
Result<qsizetype> HereRun::outputOf(const QString &key, size_t outputs)
{
    const auto &names = m_outcome.result.outputNames;
    bool isIndex = false;
    const auto number = key.toUInt(&isIndex);
    const auto index
        = isIndex ? size_t(number) : size_t(std::ranges::find(names, key) - names.begin());
    m_isMisuse = index >= outputs;
    if (m_isMisuse)
        return fail(
            ErrorCode::SpecInvalid, u"there is no output %1; there are %2"_s.arg(key).arg(outputs));
    return qsizetype(index);
}

/// The outputs beside what `bundle` (null: no .bpte) and --expect say.
Result<std::vector<localrun::Judged>> HereRun::judged(
    const std::vector<localrun::ArrayFile> &outputs, const localrun::BundledRun *bundle)
{
    m_isFileWrong = true;
    std::map<qsizetype, localrun::ArrayFile> expected;
    for (const auto &[index, array] :
        bundle ? bundle->expected : std::map<qsizetype, localrun::Array>())
        expected[index] = ByteSource::fromBytes(TRY(localrun::npyOf(array)), u"the bundle"_s);
    for (const auto &[key, path] : m_question.expected) {
        if (!key.isEmpty())
            TRY(outputOf(key, outputs.size()));
    }
    for (const auto &[key, array] : TRY(localrun::readArrays(m_question.expected)))
        expected[TRY(outputOf(key, outputs.size()))]
            = ByteSource::fromBytes(TRY(localrun::npyOf(array)), u"expected output %1"_s.arg(key));
    const auto tolerance
        = bundle && !m_question.hasTolerance ? localrun::BundledTolerance : m_question.tolerance;
    auto judged = TRY(localrun::judge(outputs, expected, tolerance));
    m_isFileWrong = false;
    return judged;
}

Answer answer(const Input &in)
{
    Question question{ .path = in.names.value(0) };
    question.wantsJson = in.wantsJson();
    question.folder = in.value(u"output"_s);
    question.method = in.value(u"method"_s);
    for (const auto &file : in.values(u"data"_s))
        question.dataFiles.append(QFileInfo(file).absoluteFilePath());
    question.interpreter = interpreterOf(in);
    if (in.names.size() != 1)
        return misuse(u"tosaic-cli run here FILE [--input INDEX|NAME=FILE.npy]..."_s);
    question.path = TRY(programIn(question.path));
    std::optional<quint64> seed;
    bool isAbsolute = false;
    bool isRelative = false;
    question.tolerance
        = { in.value(u"atol"_s).toDouble(&isAbsolute), in.value(u"rtol"_s).toDouble(&isRelative) };
    const auto isTolerance = [](double value) { return std::isfinite(value) && value >= 0; };
    if (!in.number(u"seed"_s, seed))
        return misuse(u"--seed takes a whole number from 0"_s);
    question.seed = seed.value_or(0);
    question.hasTolerance = in.isSet(u"atol"_s) || in.isSet(u"rtol"_s);
    if (!in.number(u"case"_s, question.bundledCase) || !in.number(u"top"_s, question.top, 1))
        return misuse(u"--case takes a whole number from 0, --top one from 1"_s);
    question.labels = in.value(u"labels"_s);
    if (!views::readChannels(in.value(u"mean"_s), question.preprocessing.mean)
        || !views::readChannels(in.value(u"std"_s), question.preprocessing.deviation)
        || std::ranges::count(question.preprocessing.deviation, 0.0) > 0)
        return misuse(u"--mean and --std take one or three numbers, those of --std not 0"_s);
    if (!isAbsolute || !isRelative || !isTolerance(question.tolerance.absolute)
        || !isTolerance(question.tolerance.relative))
        return misuse(u"--atol and --rtol take numbers from 0"_s);
    if (!readPairs(in.values(u"input"_s), question.inputs))
        return misuse(u"--input takes INDEX=FILE, NAME=FILE or FILE.npz"_s);
    if (!readPairs(in.values(u"expect"_s), question.expected))
        return misuse(u"--expect takes INDEX=FILE, NAME=FILE or FILE.npz"_s);
    return HereRun(std::move(question), in.streams).run();
}

} // namespace
} // namespace runhere

Command runHereCommand()
{
    return commandOf({ .name = u"run here"_s,
        .summary = u"runs a program on this machine, its NPU simulated"_s,
        .description
        = u"Runs a .pte or .bpte, or what the NPU does of a .tflite or a Vela .npz, on this "
          u"machine: the "
          u"NPU "
          "in a simulator that gives every byte and no timing, kernels that quantise and move by "
          "itself, all others in ExecuTorch's runtime."_s,
        .names = { { u"FILE"_s,
            u"The program, or the folder of its compile; content decides, not the name."_s } },
        .options = { { u"input"_s,
                         u"An input: an array (.npy, or of its name in a .npz) or a picture; or "
                         u"all arrays of a "
                         "FILE.npz. Others are seeded, or a .bpte's."_s,
                         u"INDEX|NAME=FILE"_s },
            { u"mean"_s, u"Of pictures from 0 to 1: what is taken off each channel."_s,
                u"R,G,B"_s },
            { u"std"_s, u"And what they are divided by then."_s, u"R,G,B"_s },
            { u"seed"_s, u"Seed of the other inputs (0)."_s, u"N"_s, u"0"_s },
            { u"case"_s,
                u"Case of a .bpte that alone is run; else every one, and -o keeps the first."_s,
                u"N"_s },
            { u"top"_s, u"Print the N largest numbers of each output."_s, u"N"_s },
            { u"labels"_s, u"What they stand for, a line for each number."_s, u"FILE"_s },
            { u"expect"_s, u"What an output must be; exit 1 if it differs."_s,
                u"INDEX|NAME=FILE"_s },
            { u"atol"_s, u"Absolute tolerance (0)."_s, u"A"_s, u"0"_s },
            { u"rtol"_s, u"Relative tolerance (0)."_s, u"R"_s, u"0"_s },
            { u"data"_s, u"A .ptd that is not beside the program; again for more."_s,
                u"FILE.ptd"_s },
            { u"method"_s, u"Method of a .pte (forward)."_s, u"NAME"_s, u"forward"_s },
            { { u"o"_s, u"output"_s }, u"Folder for the outputs (.npy)."_s, u"DIR"_s },
            { u"python"_s, u"Interpreter with ExecuTorch."_s, u"INTERPRETER"_s } },
        .answer = runhere::answer });
}

} // namespace tosaic::cli
