// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/familyoption.h"
#include "app/cli/runs/runhere.h"
#include "app/cli/runs/runproving.h"
#include "app/cli/runs/runstatement.h"
#include "core/base/knownjson.h"
#include "core/base/try.h"

#include "profiler/analysis/statednpu.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/programfacts.h"

#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace importcommand {
namespace {

using workspace::Workspace;

constexpr std::size_t MostTogether = 250; // runs in memory until they are written
constexpr qint64 MostBytesTogether = 64 << 20; // of their files

/// What the user states about all the files.
struct Statement : RunStatement
{
    std::optional<profile::ProgramFacts> program; ///< that ran
    std::optional<quint64> cpuClockHz;
    std::map<QString, QString> tools;
    ProofQuestion proof; ///< the program's part of it
    quint64 warmups = 0; ///< first executions of ETDumps that do not count
};

/// What the program says of its runs goes with the run: the file may not be at hand later.
void attach(const profile::ProgramFacts &program, profile::MeasuredRun &run, const QString &path,
    Streams &streams)
{
    if (profile::isRefuted(run, program)) {
        tellOtherProgram(u"import.model"_s, run, program, streams);
        return;
    }
    run.modelSha256 = program.sha256;
    run.conditions.modelMacs = program.modelMacs;
    if (program.product.isEmpty() || !program.npuMacs)
        return;
    const auto target = u"ethos-%1-%2"_s.arg(program.product.toLower()).arg(*program.npuMacs);
    const auto told = profile::toldTarget(run, target);
    if (!told.isEmpty())
        tellProblem({ u"import.model"_s, Severity::Warning, { .file = path },
                        u"this file tells that it ran on %1; %2 is compiled for %3"_s.arg(
                            told, program.name, target) },
            streams);
    else if (run.conditions.target.isEmpty())
        run.conditions.target = target;
}

/// What the file itself says about where it comes from is not overruled.
void apply(
    const Statement &statement, profile::MeasuredRun &run, const QString &path, Streams &streams)
{
    if (run.origin && statement.origin && run.origin != statement.origin)
        tellProblem(
            { u"import.origin"_s, Severity::Warning, { .file = path },
                u"this file can only be of origin \"%1\""_s.arg(profile::originKey(run.origin)) },
            streams);
    if (!run.origin)
        run.origin = statement.origin;
    if (const auto told = profile::toldTarget(run, statement.target); !told.isEmpty())
        tellProblem({ u"import.target"_s, Severity::Warning, { .file = path },
                        u"this file tells that it ran on %1; \"%2\" is not used"_s.arg(
                            told, statement.target) },
            streams);
    else if (!statement.target.isEmpty())
        run.conditions.target = statement.target;
    if (statement.program)
        attach(*statement.program, run, path, streams);
    if (statement.npuClockHz)
        run.clockHz = statement.npuClockHz;
    if (statement.cpuClockHz)
        run.conditions.cpuClockHz = statement.cpuClockHz;
    for (const auto &[name, version] : statement.tools)
        run.conditions.tools[name] = version;
}

QJsonObject toJson(const profile::MeasuredRun &run, workspace::RunId id, const QString &path,
    qsizetype values, const std::vector<workspace::SeriesRecord> &series)
{
    QJsonObject object{ { u"id"_s, static_cast<qint64>(id.value) }, { u"name"_s, run.name },
        { u"kind"_s, run.kind }, { u"file"_s, path }, { u"values"_s, values } };
    if (const auto status = profile::statusOf(run); !status.isEmpty())
        object.insert(u"status"_s, status);
    if (run.origin)
        object.insert(u"origin"_s, profile::originKey(run.origin));
    QJsonArray list;
    for (const auto &one : series)
        list.append(QJsonObject{
            { u"name"_s, one.name }, { u"samples"_s, static_cast<qint64>(one.count) } });
    insertKnown(object, u"series"_s, list);
    insertKnown(object, u"warmups"_s, run.conditions.warmups);
    return object;
}

/// A file that was read and is to be stored.
struct Measured
{
    QString path;
    profile::MeasuredRun run;
};

/// Absent after having told why.
std::optional<Measured> readFile(const QString &path, const Statement &statement, Streams &streams)
{
    auto read = profile::readRunFile(path, statement.warmups);
    if (!read) {
        tellProblem(diagnosticOf(read.error()), streams);
        return {};
    }
    for (auto diagnostic : read->diagnostics) {
        if (diagnostic.location.file.isEmpty())
            diagnostic.location.file = path;
        tellProblem(diagnostic, streams);
    }
    if (statement.warmups > 0 && !read->conditions.warmups)
        tellProblem({ u"import.warmup"_s, Severity::Warning, { .file = path },
                        u"there is no ETDump in this file; --warmup is not used"_s },
            streams);
    apply(statement, *read, path, streams);
    if (const auto named = nameCounters(*read, statement.counters); !named) {
        tellProblem(diagnosticOf(named.error()), streams);
        return {};
    }
    return Measured{ path, std::move(*read) };
}

/// The run in JSON, or nothing after having told why.
std::optional<QJsonObject> told(Workspace &file, const Measured &measured, workspace::RunId id,
    const Statement &statement, Streams &streams)
{
    const auto values = file.runValues(id);
    const auto series = file.series(id);
    if (values && series) {
        const auto &run = measured.run;
        if (values->empty() && series->empty())
            tellProblem({ u"import.nothing-measured"_s, Severity::Warning,
                            { .file = measured.path }, u"nothing is measured in it"_s },
                streams);
        auto json = toJson(run, id, measured.path, static_cast<qsizetype>(values->size()), *series);
        if (run.kind == "console"_L1 && !statement.proof.model.isEmpty())
            json.insert(u"proof"_s, proofJson(proveRun(run.run.get(), statement.proof, streams)));
        return json;
    }
    // A script that tries again after a failure must not find the run twice.
    if (const auto removed = file.removeRun(id); !removed)
        tellProblem({ u"import.kept"_s, Severity::Warning, { .file = file.path() },
                        u"run %1 was stored all the same"_s.arg(id.value) },
            streams);
    tellProblem(diagnosticOf(values ? series.error() : values.error()), streams);
    return {};
}

/// Each transaction waits for the disk: runs share one, and only if it fails have their own, so
/// that one bad run does not take the others with it.
std::vector<QJsonObject> storeAll(Workspace &file, const std::vector<Measured> &batch,
    const Statement &statement, Streams &streams)
{
    std::vector<Result<workspace::RunId>> ids;
    const auto stored = file.together([&]() -> Result<void> {
        for (const auto &measured : batch)
            ids.emplace_back(TRY(profile::storeRun(file, measured.run)));
        return {};
    });
    if (!stored) {
        ids.clear();
        for (const auto &measured : batch)
            ids.push_back(profile::storeRun(file, measured.run));
    }
    std::vector<QJsonObject> runs;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!ids[i])
            tellProblem(diagnosticOf(ids[i].error()), streams);
        else if (auto run = told(file, batch[i], *ids[i], statement, streams))
            runs.push_back(std::move(*run));
    }
    return runs;
}

void print(const QJsonObject &run, Streams &streams)
{
    const auto values = run.value("values"_L1).toInteger();
    streams.out << "run " << run.value("id"_L1).toInteger() << ": "
                << run.value("name"_L1).toString() << " (" << run.value("kind"_L1).toString()
                << "), " << (values == 1 ? u"1 value"_s : u"%1 values"_s.arg(values));
    if (const auto warmups = run.value("warmups"_L1).toInteger(); warmups > 0)
        streams.out << " without " << warmups << (warmups == 1 ? " warm-up" : " warm-ups");
    const auto series = run.value("series"_L1).toArray();
    if (!series.isEmpty())
        streams.out << ", " << series.size() << " series of samples";
    streams.out << '\n';
    const auto steps = run.value("proof"_L1).toObject().value("steps"_L1).toArray();
    for (const auto &step : steps)
        streams.out << "  " << step.toObject().value("step"_L1).toString().leftJustified(10)
                    << step.toObject().value("state"_L1).toString().leftJustified(10)
                    << step.toObject().value("why"_L1).toString() << '\n';
}

tl::expected<Statement, Refusal> readStatement(const Input &in)
{
    Statement statement;
    static_cast<RunStatement &>(statement) = TRY(readRunStatement(in));
    if (!in.number(u"cpu-clock"_s, statement.cpuClockHz, 1))
        return misuse(u"--cpu-clock is a number of hertz"_s);
    std::optional<quint64> warmups;
    if (!in.number(u"warmup"_s, warmups))
        return misuse(u"--warmup is a number of executions"_s);
    statement.warmups = warmups.value_or(0);
    for (const auto &tool : in.values(u"tool"_s)) {
        const auto split = tool.indexOf(u'=');
        if (split <= 0)
            return misuse(u"--tool takes NAME=VERSION"_s);
        statement.tools[tool.left(split)] = tool.mid(split + 1);
    }
    statement.proof.model = in.value(u"model"_s);
    statement.proof.elf = in.value(u"elf"_s);
    if (!readPairs(in.values(u"model-input"_s), statement.proof.inputs))
        return misuse(u"--model-input takes INDEX=FILE, NAME=FILE or FILE.npz"_s);
    if (in.isSet(u"model"_s))
        statement.program = TRY(readProgramFacts(in.value(u"model"_s)));
    return statement;
}

Answer run(const Input &in)
{
    if (!in.isSet(u"workspace"_s) || in.names.isEmpty())
        return misuse(u"give files and --workspace W.tosaic"_s);
    TRY(useFamilies(in));
    const auto statement = TRY(readStatement(in));
    const auto workspace = in.value(u"workspace"_s);
    std::unique_ptr<Workspace> file; // made once there is something to keep
    if (QFileInfo::exists(workspace))
        file = TRY(Workspace::open(workspace));
    QJsonArray runs;
    std::vector<Measured> batch;
    qint64 batchBytes = 0;
    const auto store = [&]() -> Result<void> {
        if (batch.empty())
            return {};
        if (!file)
            file = TRY(Workspace::openOrCreate(workspace));
        const auto isAttached = [](const Measured &one) { return !one.run.modelSha256.isEmpty(); };
        if (std::ranges::any_of(batch, isAttached))
            TRY(keepProgram(*file, statement.program->sha256, statement.proof.model));
        for (const auto &run : storeAll(*file, batch, statement, in.streams)) {
            runs.append(run);
            if (!in.wantsJson())
                print(run, in.streams);
        }
        batch.clear();
        batchBytes = 0;
        return {};
    };
    for (const auto &path : in.names) {
        auto measured = readFile(path, statement, in.streams);
        if (!measured)
            continue;
        batch.push_back(std::move(*measured));
        batchBytes += QFileInfo(path).size();
        if (batch.size() >= MostTogether || batchBytes >= MostBytesTogether)
            TRY(store());
    }
    TRY(store());
    if (in.wantsJson() && !runs.isEmpty()) // a list of none would look like a result
        printDocument(
            { { u"workspace"_s, QFileInfo(workspace).absoluteFilePath() }, { u"runs"_s, runs } },
            in.streams);
    // Outputs that are not what the program gives are kept, but they fail a pipeline.
    const bool isRight = std::none_of(runs.begin(), runs.end(), [](const QJsonValue &run) {
        const auto steps = run["proof"_L1]["steps"_L1].toArray();
        return std::any_of(steps.begin(), steps.end(), [](const QJsonValue &step) {
            return step["step"_L1] == "outputs"_L1 && step["state"_L1] == "refuted"_L1;
        });
    });
    return runs.size() == in.names.size() && isRight ? Fine : BadInput;
}

} // namespace
} // namespace importcommand

Command importCommand()
{
    return commandOf({ .name = u"import"_s,
        .summary = u"reads measurements into runs of a workspace"_s,
        .description
        = u"Reads measurements into runs of a workspace: console logs, ETDumps, PMU traces, and "
          "summaries, per-layer reports, consoles and debug databases of Vela (estimates). The "
          "files' content decides. The workspace is made if it is not there."_s,
        .names = { { u"FILE..."_s, u"what was measured, one run each"_s } },
        .options
        = QList<QCommandLineOption>{ { u"workspace"_s, u"the workspace file"_s, u"W.tosaic"_s },
              { u"model"_s, u"the program that ran"_s, u"FILE.pte"_s },
              { u"model-input"_s,
                  u"an input that it had (.npy, .npz); others are ones, as ExecuTorch's are"_s,
                  u"INDEX|NAME=FILE"_s },
              { u"elf"_s, u"the runner, to see whether the program lies in it"_s, u"ELF"_s },
              { u"cpu-clock"_s, u"clock of the processor"_s, u"HZ"_s },
              { u"tool"_s, u"version of a tool; again for more"_s, u"NAME=VERSION"_s },
              familyOption(),
              { u"warmup"_s, u"leaves the first N executions of an ETDump out of the numbers"_s,
                  u"N"_s } }
            + runStatementOptions(),
        .answer = importcommand::run });
}

} // namespace tosaic::cli
