// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"

#include "app/cli/frame/interruptwatch.h"
#include "app/cli/frame/toolcommand.h"
#include "core/analysis/arraydifference.h"
#include "core/base/sizestext.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultwriter.h"
#include "core/toolchain/referencejob.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace referencecommand {
namespace {

using analysis::ArrayDifference;
using compiled::Status;
using toolchain::ReferenceArray;
using toolchain::ReferenceResult;

struct Question
{
    toolchain::ReferenceRequest request;
    std::map<QString, QString> expected; ///< output -> .npy
    analysis::Tolerance tolerance;
    bool wantsJson = false;
};

struct Compared
{
    QString output;
    QString expected; ///< path
    ArrayDifference difference;
};

QJsonObject arrayJson(const ReferenceArray &array)
{
    const auto shape = jsonList(array.shape);
    return { { u"name"_s, array.name }, { u"dtype"_s, array.dtype }, { u"shape"_s, shape },
        { u"path"_s, array.path }, { u"sha256"_s, array.sha256 } };
}

QJsonArray arraysJson(const std::vector<ReferenceArray> &arrays)
{
    return jsonList(arrays, arrayJson);
}

QJsonObject comparedJson(const Compared &compared)
{
    const auto &difference = compared.difference;
    QJsonObject object{ { u"output"_s, compared.output }, { u"expected"_s, compared.expected },
        { u"within"_s, difference.isWithin() },
        { u"elements"_s, static_cast<qint64>(difference.elements) },
        { u"different"_s, static_cast<qint64>(difference.different) } };
    insertKnown(object, "largest"_L1, difference.largest);
    insertKnown(object, "mean"_L1, difference.mean);
    insertKnown(object, "first"_L1, difference.first);
    return object;
}

QString largestText(const ArrayDifference &difference)
{
    return difference.largest ? u"the largest difference is %1"_s.arg(*difference.largest)
                              : u"no element is finite on both sides"_s;
}

class ReferenceRun
{
public:
    ReferenceRun(Question question, Streams &streams)
        : m_question(std::move(question)), m_streams(streams)
    {
    }

    int run()
    {
        execute();
        if (m_result.status == Status::Succeeded)
            compare();
        print();
        return exitCode();
    }

private:
    void execute()
    {
        toolchain::ReferenceJob job(m_question.request);
        QEventLoop loop;
        const InterruptWatch interrupt([&job] { job.cancel(); });
        QObject::connect(&job, &toolchain::ReferenceJob::finished, &loop, &QEventLoop::quit);
        job.start();
        loop.exec();
        m_result = job.result();
    }

    void compare()
    {
        for (const auto &[name, path] : m_question.expected) {
            const auto output = std::find_if(m_result.outputs.begin(), m_result.outputs.end(),
                [&name](const ReferenceArray &array) { return array.name == name; });
            if (output == m_result.outputs.end()) {
                m_result.problems.push_back({ u"reference.output-unknown"_s, Severity::Error,
                    Location{ .entity = name }, u"the graph has no output of this name"_s });
                continue;
            }
            compareWith(*output, path);
        }
    }

    void compareWith(const ReferenceArray &output, const QString &path)
    {
        const auto left = ByteSource::map(m_result.absolutePath(output));
        const auto right = ByteSource::map(path);
        const auto refuse
            = [this](const Error &error) { m_result.problems.push_back(diagnosticOf(error)); };
        if (!left)
            return refuse(left.error());
        if (!right)
            return refuse(right.error());
        const auto problem = analysis::shapeProblem(**left, **right);
        if (!problem)
            return refuse(problem.error());
        if (*problem)
            return m_result.problems.push_back(**problem);
        const auto difference = analysis::compareArrays(**left, **right, m_question.tolerance);
        if (!difference)
            return refuse(difference.error());
        m_compared.push_back({ output.name, path, *difference });
        if (!difference->isWithin())
            m_result.problems.push_back(
                { u"reference.differs"_s, Severity::Error, Location{ .entity = output.name },
                    u"%1 of %2 elements are outside the tolerance; %3"_s.arg(difference->different)
                        .arg(difference->elements)
                        .arg(largestText(*difference)) });
    }

    void print() const
    {
        if (m_question.wantsJson)
            printJson();
        else
            printText();
        tellProblems(m_result.problems, m_streams);
    }

    void printJson() const
    {
        const auto compared = jsonList(m_compared, comparedJson);
        const auto problems = jsonList(m_result.problems, compiled::problemToJson);
        const QJsonObject object{ { u"status"_s, statusText(m_result.status) },
            { u"folder"_s, m_result.folder }, { u"inputs"_s, arraysJson(m_result.inputs) },
            { u"outputs"_s, arraysJson(m_result.outputs) },
            { u"intermediates"_s, arraysJson(m_result.intermediates) },
            { u"comparisons"_s, compared }, { u"problems"_s, problems } };
        printDocument(object, m_streams);
    }

    void printText() const
    {
        const auto list = [this](const QString &role, const std::vector<ReferenceArray> &arrays) {
            for (const auto &array : arrays)
                m_streams.out << role << ' ' << array.name << ": " << array.dtype << ' '
                              << sizesText(array.shape, u"x"_s) << ", " << array.path << '\n';
        };
        list(u"input"_s, m_result.inputs);
        list(u"output"_s, m_result.outputs);
        list(u"intermediate"_s, m_result.intermediates);
        for (const auto &one : m_compared)
            m_streams.out << (one.difference.isWithin() ? "within " : "differs ") << one.output
                          << ": " << one.difference.different << " of " << one.difference.elements
                          << " elements outside the tolerance; " << largestText(one.difference)
                          << '\n';
    }

    int exitCode() const
    {
        return m_result.status == Status::Cancelled ? Cancelled : exitCodeOf(m_result.problems);
    }

    Question m_question;
    Streams &m_streams;
    ReferenceResult m_result;
    std::vector<Compared> m_compared;
};

Answer run(const Input &in)
{
    Question question{ .wantsJson = in.wantsJson() };
    bool isSeed = false;
    bool isAbsolute = false;
    bool isRelative = false;
    question.request.seed = in.value(u"seed"_s).toInt(&isSeed);
    question.tolerance
        = { in.value(u"atol"_s).toDouble(&isAbsolute), in.value(u"rtol"_s).toDouble(&isRelative) };
    if (in.names.size() != 1 || !in.isSet(u"output"_s))
        return misuse(
            u"a graph and a folder are needed: tosaic-cli reference FILE.tosa -o FOLDER"_s);
    if (!isSeed || !isAbsolute || !isRelative)
        return misuse(u"--seed, --atol and --rtol take numbers"_s);
    const auto isTolerance = [](double value) { return std::isfinite(value) && value >= 0; };
    if (!isTolerance(question.tolerance.absolute) || !isTolerance(question.tolerance.relative))
        return misuse(u"--atol and --rtol are 0 or more"_s);
    if (!readPairs(in.values(u"input"_s), question.request.inputFiles)
        || !readPairs(in.values(u"expect"_s), question.expected))
        return misuse(u"--input and --expect take NAME=FILE.npy"_s);
    question.request.tosaPath = in.names.front();
    question.request.outputFolder = in.value(u"output"_s);
    question.request.withIntermediates = in.isSet(u"intermediates"_s);
    question.request.interpreter = findInterpreter(
        toolchain::EnvironmentSearch::Need::Vela, interpreterOf(in), [](const auto &) {});
    return ReferenceRun(std::move(question), in.streams).run();
}

} // namespace
} // namespace referencecommand

Command referenceCommand()
{
    return commandOf({ .name = u"reference"_s,
        .summary = u"run a TOSA graph in the TOSA reference model"_s,
        .description
        = u"Runs a TOSA graph in the TOSA reference model, on given inputs (.npy) or seeded ones, "
          "saves what it computes, and compares it with expected arrays under tolerances."_s,
        .names = { { u"FILE.tosa"_s, u"The graph, for example a partition's."_s } },
        .options = { { u"input"_s, u"An input; others are seeded."_s, u"NAME=FILE.npy"_s },
            { u"seed"_s, u"Seed of the other inputs (0)."_s, u"N"_s, u"0"_s },
            { u"expect"_s, u"What an output must be; exit 1 if it differs."_s, u"NAME=FILE.npy"_s },
            { u"atol"_s, u"Absolute tolerance (0)."_s, u"X"_s, u"0"_s },
            { u"rtol"_s, u"Relative tolerance (0)."_s, u"X"_s, u"0"_s },
            { u"intermediates"_s, u"Save every tensor in between too."_s },
            { { u"o"_s, u"output"_s }, u"Folder for the arrays."_s, u"FOLDER"_s },
            { u"python"_s, u"Interpreter with tosa-tools."_s, u"INTERPRETER"_s } },
        .answer = referencecommand::run });
}

} // namespace tosaic::cli
