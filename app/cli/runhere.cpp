// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runhere.h"

#include "app/cli/toolcommand.h"
#include "core/base/jsonlist.h"
#include "core/base/savefile.h"
#include "core/localrun/runtimekernels.h"
#include "core/toolchain/arraydifference.h"
#include "core/toolchain/problemjson.h"

#include <QDir>
#include <QJsonArray>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace runhere {
namespace {

using localrun::LocalResult;

struct Question
{
    QString path;
    std::map<QString, QString> inputs; ///< index or name -> .npy
    std::map<qsizetype, QString> expected; ///< index of an output -> .npy
    toolchain::Tolerance tolerance;
    quint64 seed = 0;
    QString method;
    QString folder; ///< empty: outputs are not kept
    QString interpreter;
    bool wantsJson = false;
};

struct Judged
{
    qsizetype output = 0;
    quint64 elements = 0;
    quint64 differing = 0;
    std::optional<double> largest; ///< absent where no number can be compared
};

/// What "name=file.npy" says; false if one has another shape.
bool readPairs(const QStringList &values, std::map<QString, QString> &pairs)
{
    for (const auto &value : values) {
        const auto at = value.indexOf(u'=');
        if (at <= 0 || at + 1 == value.size())
            return false;
        pairs[value.left(at)] = value.mid(at + 1);
    }
    return true;
}

QString shapeText(const std::vector<qint64> &shape)
{
    QStringList sizes;
    for (const auto size : shape)
        sizes += QString::number(size);
    return u'[' + sizes.join(u", "_s) + u']';
}

class HereRun
{
public:
    HereRun(Question question, Streams &streams)
        : m_question(std::move(question)), m_streams(streams),
          m_cancelled(std::make_shared<std::atomic<bool>>(false)), m_watch([this] {
              m_cancelled->store(true);
              if (m_cancel)
                  m_cancel();
          })
    {
    }

    Answer run();

private:
    Result<void> execute();
    Result<std::map<QString, localrun::Array>> readInputs() const;
    localrun::RuntimeKernels runtime();
    Result<void> keepOutputs();
    Result<void> judge();
    QString outputPath(size_t index) const;
    void print() const;
    void printText() const;
    QJsonObject json() const;
    QString verdict() const;
    int exitCode() const;

    Question m_question;
    Streams &m_streams;
    std::shared_ptr<std::atomic<bool>> m_cancelled;
    std::function<void()> m_cancel;
    InterruptWatch m_watch;
    LocalResult m_result;
    std::vector<QByteArray> m_files; ///< the outputs as .npy
    std::vector<Judged> m_judged;
    std::vector<Diagnostic> m_notes; ///< of the runtime
    bool m_isFileWrong = false; ///< of those given with --input and --expect
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
    case ErrorCode::SpecInvalid:
        return BadInput;
    default:
        return ToolFailed;
    }
}

Answer HereRun::run()
{
    auto done = execute();
    if (done && m_result.refused.empty())
        done = keepOutputs();
    if (done && m_result.refused.empty())
        done = judge();
    if (!done) {
        tellProblem(diagnosticOf(done.error()), m_streams);
        return m_isFileWrong ? int(BadInput) : exitCodeFor(done.error());
    }
    print();
    return exitCode();
}

Result<std::map<QString, localrun::Array>> HereRun::readInputs() const
{
    std::map<QString, localrun::Array> inputs;
    for (const auto &[key, path] : m_question.inputs) {
        const auto file = TRY(ByteSource::map(path));
        inputs.emplace(key, TRY(localrun::readArray(*file)));
    }
    return inputs;
}

/// The interpreter is looked for when a kernel needs it, not before.
localrun::RuntimeKernels HereRun::runtime()
{
    return [this](const localrun::Segment &segment, localrun::MethodMemory &memory) {
        const auto setCancel
            = [this](std::function<void()> cancel) { m_cancel = std::move(cancel); };
        if (m_question.interpreter.isEmpty())
            m_question.interpreter
                = findInterpreter(toolchain::EnvironmentSearch::Need::ExecuTorch, {}, setCancel);
        return localrun::runtimeKernels({ .interpreter = m_question.interpreter,
            .pte = QFileInfo(m_question.path).absoluteFilePath(),
            .method = m_question.method,
            .drivers = {},
            .setCancel = setCancel,
            .tell = [this](const Diagnostic &note) {
                tellProblem(note, m_streams);
                m_notes.push_back(note);
            } })(segment, memory);
    };
}

Result<void> HereRun::execute()
{
    const auto source = TRY(ByteSource::map(m_question.path));
    localrun::LocalRequest request;
    request.method = m_question.method;
    m_isFileWrong = true;
    request.inputs = TRY(readInputs());
    m_isFileWrong = false;
    request.seed = m_question.seed;
    request.cancelled = m_cancelled;
    request.runtime = runtime();
    m_result = TRY(ifIntact(*source, localrun::runHere(source, request)));
    return {};
}

QString HereRun::outputPath(size_t index) const
{
    return QDir(m_question.folder).filePath(u"output%1.npy"_s.arg(index));
}

Result<void> HereRun::keepOutputs()
{
    for (const auto &output : m_result.outputs)
        m_files.push_back(TRY(localrun::npyOf(output)));
    if (m_question.folder.isEmpty())
        return {};
    if (!QDir().mkpath(m_question.folder))
        return fail(
            ErrorCode::IoWrite, u"the folder cannot be made"_s, { .file = m_question.folder });
    for (size_t i = 0; i < m_files.size(); ++i)
        TRY(saveFile(outputPath(i), m_files[i]));
    return {};
}

Result<void> HereRun::judge()
{
    m_isFileWrong = true;
    for (const auto &[index, path] : m_question.expected) {
        if (index >= qsizetype(m_files.size()))
            return fail(ErrorCode::SpecInvalid,
                u"there is no output %1; there are %2"_s.arg(index).arg(m_files.size()));
        const auto right = TRY(ByteSource::map(path));
        const auto left = ByteSource::fromBytes(m_files[size_t(index)], u"output %1"_s.arg(index));
        const auto difference = TRY(toolchain::compareArrays(*left, *right, m_question.tolerance));
        m_judged.push_back(
            { index, difference.elements, difference.different, difference.largest });
    }
    return {};
}

QString HereRun::verdict() const
{
    if (m_judged.empty())
        return u"not-judged"_s;
    const bool isEqual
        = std::ranges::all_of(m_judged, [](const Judged &one) { return one.differing == 0; });
    return isEqual ? u"pass"_s : u"fail"_s;
}

int HereRun::exitCode() const
{
    if (!m_result.refused.empty())
        return ToolFailed;
    return verdict() == "fail"_L1 ? BadInput : Fine;
}

QJsonObject HereRun::json() const
{
    QJsonArray outputs;
    for (size_t i = 0; i < m_result.outputs.size(); ++i) {
        const auto &output = m_result.outputs[i];
        QJsonObject entry{ { u"index"_s, qint64(i) }, { u"dtype"_s, model::dtypeName(output.type) },
            { u"shape"_s, jsonList(output.shape) } };
        if (!m_question.folder.isEmpty())
            entry.insert(u"file"_s, outputPath(i));
        outputs.append(entry);
    }
    const auto delegates = jsonList(m_result.delegates, [](const localrun::DelegateRun &run) {
        QJsonObject entry{ { u"index"_s, run.index }, { u"backend"_s, run.backend },
            { u"engine"_s, run.isSimulated ? u"npu-simulator"_s : u"runtime"_s } };
        if (run.isSimulated) {
            entry.insert(u"commands"_s, qint64(run.commands));
            entry.insert(u"kicks"_s, qint64(run.kicks));
        }
        return entry;
    });
    QJsonArray failures;
    for (const auto &one : m_judged) {
        if (one.differing == 0)
            continue;
        QJsonObject entry{ { u"output"_s, qint64(one.output) },
            { u"elements"_s, qint64(one.elements) }, { u"differing"_s, qint64(one.differing) } };
        if (one.largest)
            entry.insert(u"maxAbs"_s, *one.largest);
        failures.append(entry);
    }
    QJsonArray refused;
    for (const auto &[delegate, why] : m_result.refused)
        refused.append(
            QJsonObject{ { u"delegate"_s, delegate }, { u"offset"_s, qint64(why.offset) },
                { u"command"_s, why.command }, { u"reason"_s, why.error.detail } });
    QJsonArray checks;
    for (const auto &[delegate, finding] : m_result.findings)
        checks.append(QJsonObject{ { u"kind"_s, npusim::findingKey(finding.kind) },
            { u"delegate"_s, delegate }, { u"offset"_s, qint64(finding.offset) },
            { u"text"_s, finding.text } });
    return { { u"outputs"_s, outputs }, { u"delegates"_s, delegates }, { u"verdict"_s, verdict() },
        { u"failures"_s, failures }, { u"refused"_s, refused }, { u"checks"_s, checks },
        { u"notes"_s, jsonList(m_notes, toolchain::problemToJson) },
        { u"seed"_s, qint64(m_question.seed) }, { u"timing"_s, u"none: functional"_s } };
}

void HereRun::printText() const
{
    auto &out = m_streams.out;
    for (const auto &run : m_result.delegates) {
        out << "delegate " << run.index << ": " << run.backend;
        if (run.isSimulated)
            out << ", simulated: " << run.commands << " commands, " << run.kicks << " operations";
        else
            out << ", ExecuTorch's runtime";
        out << '\n';
    }
    for (size_t i = 0; i < m_result.outputs.size(); ++i) {
        const auto &output = m_result.outputs[i];
        out << "output " << i << ": " << model::dtypeName(output.type) << ' '
            << shapeText(output.shape);
        if (!m_question.folder.isEmpty())
            out << ", " << outputPath(i);
        out << '\n';
    }
    for (const auto &one : m_judged) {
        out << (one.differing == 0 ? "pass " : "fail ") << "output " << one.output << ": "
            << one.differing << " of " << one.elements << " elements differ";
        if (one.differing != 0 && one.largest)
            out << ", by up to " << *one.largest;
        out << '\n';
    }
    if (m_result.refused.empty())
        out << "functional, no timing; " << verdict() << '\n';
}

void HereRun::print() const
{
    for (const auto &[delegate, finding] : m_result.findings)
        tellProblem({ u"run."_s + npusim::findingKey(finding.kind), Severity::Warning,
                        { .offset = finding.offset, .section = u"delegate %1"_s.arg(delegate) },
                        finding.text },
            m_streams);
    for (const auto &[delegate, why] : m_result.refused)
        tellProblem({ u"run.refused"_s, Severity::Error,
                        { .offset = why.offset,
                            .section = u"delegate %1"_s.arg(delegate),
                            .entity = why.command },
                        why.error.detail },
            m_streams);
    if (m_question.wantsJson)
        printDocument(json(), m_streams);
    else
        printText();
}

Answer answer(const Input &in)
{
    Question question{ .path = in.names.value(0) };
    question.wantsJson = in.wantsJson();
    question.folder = in.value(u"output"_s);
    question.method = in.value(u"method"_s);
    question.interpreter = in.value(u"python"_s);
    if (in.names.size() != 1)
        return misuse(u"tosaic-cli run here FILE [--input INDEX|NAME=FILE.npy]..."_s);
    std::optional<quint64> seed;
    bool isAbsolute = false;
    bool isRelative = false;
    question.tolerance
        = { in.value(u"atol"_s).toDouble(&isAbsolute), in.value(u"rtol"_s).toDouble(&isRelative) };
    const auto isTolerance = [](double value) { return std::isfinite(value) && value >= 0; };
    if (!in.number(u"seed"_s, seed))
        return misuse(u"--seed takes a whole number from 0"_s);
    question.seed = seed.value_or(0);
    if (!isAbsolute || !isRelative || !isTolerance(question.tolerance.absolute)
        || !isTolerance(question.tolerance.relative))
        return misuse(u"--atol and --rtol take numbers from 0"_s);
    std::map<QString, QString> expected;
    if (!readPairs(in.values(u"input"_s), question.inputs))
        return misuse(u"--input takes INDEX=FILE.npy or NAME=FILE.npy"_s);
    if (!readPairs(in.values(u"expect"_s), expected))
        return misuse(u"--expect takes INDEX=FILE.npy"_s);
    for (const auto &[key, path] : expected) {
        bool isIndex = false;
        const auto index = key.toInt(&isIndex);
        if (!isIndex || index < 0)
            return misuse(u"--expect takes INDEX=FILE.npy"_s);
        question.expected[index] = path;
    }
    return HereRun(std::move(question), in.streams).run();
}

} // namespace
} // namespace runhere

Command runHereCommand()
{
    return commandOf({ .name = u"run here"_s,
        .summary = u"runs a program on this machine, its NPU simulated"_s,
        .description
        = u"Runs a .pte, or what the NPU does of a .tflite or a Vela .npz, on this machine: the "
          u"NPU "
          "in a simulator that gives every byte and no timing, kernels that quantise and move by "
          "itself, all others in ExecuTorch's runtime."_s,
        .names = { { u"FILE"_s, u"The program; its content decides, not its name."_s } },
        .options = { { u"input"_s, u"An input; others are seeded."_s, u"INDEX|NAME=FILE.npy"_s },
            { u"seed"_s, u"Seed of the other inputs (0)."_s, u"N"_s, u"0"_s },
            { u"expect"_s, u"What an output must be; exit 1 if it differs."_s,
                u"INDEX=FILE.npy"_s },
            { u"atol"_s, u"Absolute tolerance (0)."_s, u"A"_s, u"0"_s },
            { u"rtol"_s, u"Relative tolerance (0)."_s, u"R"_s, u"0"_s },
            { u"method"_s, u"Method of a .pte (forward)."_s, u"NAME"_s, u"forward"_s },
            { { u"o"_s, u"output"_s }, u"Folder for the outputs (.npy)."_s, u"DIR"_s },
            { u"python"_s, u"Interpreter with ExecuTorch."_s, u"INTERPRETER"_s } },
        .answer = runhere::answer });
}

} // namespace tosaic::cli
