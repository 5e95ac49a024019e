// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/base/knownjson.h"

#include "app/cli/frame/interruptwatch.h"
#include "core/analysis/runnerplan.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/documents/programin.h"
#include "core/formats/openprogram.h"
#include "core/spec/specjson.h"
#include "core/toolchain/commandjob.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace runnercommand {
namespace {

using analysis::ProgramPlacement;
using analysis::RunnerPlan;
using analysis::RunnerRequest;
using analysis::RunnerStep;

struct Question
{
    RunnerRequest request;
    QString specFile;
    QString target;
    bool isTargetGiven = false;
    bool wantsJson = false;
    bool runs = false;
    bool startsFvp = false;
};

QString stepTitle(RunnerStep::Kind kind)
{
    switch (kind) {
    case RunnerStep::Kind::BuildLibraries:
        return u"build ExecuTorch's libraries"_s;
    case RunnerStep::Kind::BuildRunner:
        return u"build the runner"_s;
    case RunnerStep::Kind::RunFvp:
        return u"run on the FVP"_s;
    }
    return {};
}

/// The spec of --spec; else what the program's delegates remember; else the named target.
Result<spec::CompileSpec> specOf(const Question &question)
{
    if (!question.specFile.isEmpty())
        return spec::fromJsonText(TRY(readStored(question.specFile)));
    if (auto remembered = analysis::specOf(*question.request.program))
        return *std::move(remembered);
    return spec::CompileSpec{ .target = question.target };
}

QJsonObject planJson(const RunnerPlan &plan, const std::vector<Diagnostic> &diagnostics)
{
    QJsonArray steps;
    for (const auto &step : plan.steps)
        steps.append(
            QJsonObject{ { u"title"_s, stepTitle(step.kind) }, { u"program"_s, step.program },
                { u"arguments"_s, QJsonArray::fromStringList(step.arguments) },
                { u"commandLine"_s, step.commandLine() }, { u"product"_s, step.product } });
    QJsonArray problems;
    for (const auto &diagnostic : diagnostics)
        problems.append(QJsonObject{ { u"severity"_s, severityText(diagnostic.severity) },
            { u"code"_s, diagnostic.id }, { u"location"_s, diagnostic.location.toText() },
            { u"text"_s, diagnostic.text } });
    QJsonObject object{ { u"selectOps"_s, QJsonArray::fromStringList(plan.selectOps) },
        { u"selectOpsList"_s, plan.selectOpsList() }, { u"cpu"_s, plan.cpu },
        { u"plannedBytes"_s, static_cast<qint64>(plan.plannedBytes) }, { u"steps"_s, steps },
        { u"diagnostics"_s, problems } };
    insertKnown(object, "scratchBytes"_L1, plan.scratchBytes);
    return object;
}

void print(const RunnerPlan &plan, QTextStream &out)
{
    out << "EXECUTORCH_SELECT_OPS_LIST="
        << (plan.selectOps.isEmpty() ? u"(no kernels are called)"_s : plan.selectOpsList()) << '\n';
    for (const auto &step : plan.steps)
        out << "# " << stepTitle(step.kind) << '\n' << step.commandLine() << '\n';
}

/// Runs the steps; their console goes to standard error.
int execute(const RunnerPlan &plan, bool startsFvp, const QString &folder, Streams &streams)
{
    std::vector<toolchain::CommandJob::Command> commands;
    for (const auto &step : plan.steps) {
        if (startsFvp || step.kind != RunnerStep::Kind::RunFvp)
            commands.push_back({ stepTitle(step.kind), step.program, step.arguments, folder });
    }
    toolchain::CommandJob job(u"runner"_s, std::move(commands));
    QEventLoop loop;
    const InterruptWatch interrupt([&job] { job.cancel(); });
    QObject::connect(&job, &toolchain::CommandJob::logLine, &job,
        [&streams](const QString &line) { streams.err << line << Qt::endl; });
    QObject::connect(&job, &toolchain::CommandJob::finished, &loop, &QEventLoop::quit);
    job.start();
    loop.exec();
    if (!job.problem())
        return Fine;
    tellProblem(*job.problem(), streams);
    return job.problem()->id == "cancelled"_L1 ? Cancelled : ToolFailed;
}

Answer answer(Question &question, Streams &streams)
{
    auto &request = question.request;
    request.programPath = TRY(programIn(request.programPath, { u"pte"_s }));
    request.program = TRY(formats::readProgram(TRY(ByteSource::map(request.programPath))));
    const auto spec = TRY(specOf(question));
    request.spec = spec;
    const auto plan = runnerPlan(request);
    auto diagnostics = plan.diagnostics;
    if (question.isTargetGiven && spec.target != question.target)
        diagnostics.push_back({ u"runner.target-ignored"_s, Severity::Info,
            Location{ .entity = question.target },
            u"--target has no effect: the runner is built for %1, which %2 says"_s.arg(spec.target,
                question.specFile.isEmpty() ? u"the program's delegate"_s : question.specFile) });
    if (question.runs) {
        const auto missing = missingForRunner(request);
        diagnostics.insert(diagnostics.end(), missing.begin(), missing.end());
    }
    if (question.wantsJson)
        printDocument(planJson(plan, diagnostics), streams);
    else
        print(plan, streams.out);
    bool isBlocked = false;
    for (const auto &diagnostic : diagnostics) {
        const bool isFvp = diagnostic.id == "runner.no-fvp"_L1;
        isBlocked |= diagnostic.severity == Severity::Error || (isFvp && question.startsFvp);
        tellProblem(diagnostic, streams);
    }
    if (!question.runs)
        return int(plan.steps.empty() ? BadInput : Fine);
    return isBlocked ? int(ToolFailed)
                     : execute(plan, question.startsFvp, request.checkout, streams);
}

/// Scripts run in the checkout's folder, where a relative path would mean something else.
QString absolutePath(const QString &path)
{
    return path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
}

std::optional<ProgramPlacement> placementOf(const QString &text)
{
    if (text == "embedded"_L1)
        return ProgramPlacement::Embedded;
    if (text == "semihosting"_L1)
        return ProgramPlacement::Semihosting;
    if (text.startsWith("0x"_L1))
        return ProgramPlacement::Address;
    return {};
}

Answer run(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"a program is needed: tosaic-cli runner FILE.pte"_s);
    const auto where = in.value(u"placement"_s);
    const auto place = placementOf(where);
    if (!place)
        return misuse(u"--placement is embedded, semihosting or an address such as 0x38000000"_s);
    Question question{ .specFile = in.value(u"spec"_s),
        .target = in.value(u"target"_s),
        .isTargetGiven = in.isSet(u"target"_s),
        .wantsJson = in.wantsJson(),
        .runs = in.isSet(u"run"_s),
        .startsFvp = in.isSet(u"fvp"_s) };
    question.request = { .programPath = QFileInfo(in.names.front()).absoluteFilePath(),
        .checkout = absolutePath(in.value(u"checkout"_s)),
        .buildFolder = absolutePath(in.value(u"output"_s)),
        .toolchain = in.value(u"toolchain"_s),
        .placement = *place,
        .recordsEtdump = in.isSet(u"etdump"_s),
        .tosaicCli = QCoreApplication::applicationFilePath() };
    if (*place == ProgramPlacement::Address) {
        bool isNumber = false;
        question.request.address = where.mid(2).toULongLong(&isNumber, 16);
        if (!isNumber)
            return misuse(u"--placement: the address is no hexadecimal number"_s);
    }
    return answer(question, in.streams);
}

} // namespace
} // namespace runnercommand

Command runnerCommand()
{
    return commandOf({ .name = u"runner"_s,
        .summary = u"kernels and build commands of a program's bare-metal runner"_s,
        .description
        = u"The kernels that a program needs (EXECUTORCH_SELECT_OPS_LIST) and the commands of an "
          "ExecuTorch checkout that build its bare-metal runner; --run runs them."_s,
        .names = { { u"FILE.pte"_s, u"The program."_s } },
        .options
        = { { u"spec"_s, u"Target and memory; without it what the program's delegates remember."_s,
                u"SPEC.json"_s },
            { u"target"_s, u"Target of a program without a delegate (ethos-u55-128)."_s,
                u"TARGET"_s, u"ethos-u55-128"_s },
            { u"checkout"_s, u"Folder of the ExecuTorch sources."_s, u"FOLDER"_s },
            { u"toolchain"_s, u"Cross compiler (arm-none-eabi-gcc)."_s, u"NAME"_s,
                u"arm-none-eabi-gcc"_s },
            { u"placement"_s,
                u"Where the runner finds the program: embedded, semihosting or an address "
                "(0x...)."_s,
                u"PLACE"_s, u"embedded"_s },
            { u"output"_s, u"Folder for the runner."_s, u"FOLDER"_s },
            { u"etdump"_s, u"Let the runner record an ETDump."_s },
            { u"run"_s, u"Build libraries and runner."_s },
            { u"fvp"_s, u"With --run: start it on the FVP too."_s } },
        .answer = runnercommand::run });
}

} // namespace tosaic::cli
