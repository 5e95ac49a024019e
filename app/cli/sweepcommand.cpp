// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/loweringrun.h"
#include "app/cli/sweepoutput.h"
#include "app/cli/toolcommand.h"
#include "core/base/jsonlist.h"
#include "core/base/storedfile.h"
#include "core/boards/boardcatalogue.h"
#include "core/compiled/problemjson.h"
#include "core/documents/estimatesource.h"
#include "core/spec/specrules.h"
#include "core/sweep/clusterrun.h"
#include "core/sweep/grid.h"
#include "core/sweep/sweepwriter.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/velainifacts.h"
#include "core/workspace/keptcells.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QThread>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace sweepcommand {
namespace {

using sweep::CellStatus;

/// What `tosaic-cli sweep` was asked.
struct SweepOptions
{
    QString input; ///< absolute
    QString gridPath;
    QString folder; ///< absolute
    QString board; ///< id or name; empty: the grid's budget
    QString workspace; ///< its cells are looked up and kept; empty: all are computed
    QString interpreter;
    QStringList environments; ///< NAME=PYTHON
    QString engine; ///< empty: this machine
    int jobs = 1; ///< workers at a time
    bool isTrusted = false;
    bool isJson = false;
};

/// One run of the command: grid, TOSA, cells, results.
class SweepRun : private ToolRun
{
public:
    SweepRun(SweepOptions options, Streams &streams)
        : ToolRun(streams), m_options(std::move(options))
    {
    }

    int run();

private:
    bool checkFolder();
    bool readGrid();
    bool findBudget();
    bool findEnvironments();
    bool findSource();
    bool expand();
    void findTools();
    void lower();
    void sweepCells();
    void write();
    QJsonObject json() const;
    int print() const;
    int exitCode() const;
    bool isModel() const { return m_model.has_value(); }
    QString statusWord() const;

    SweepOptions m_options;
    sweep::Grid m_grid;
    std::optional<toolchain::InputKind> m_model; ///< input that has to be lowered first
    sweep::SweepRequest m_request;
    sweep::SweepResult m_result;
};

int SweepRun::run()
{
    const bool isReady = checkFolder() && canRecord(m_options.workspace) && readGrid()
        && findBudget() && findEnvironments() && findSource() && expand();
    if (isReady) {
        findTools();
        if (isModel() && !m_isInterrupted)
            lower();
        sweepCells();
        write();
    }
    return print();
}

bool SweepRun::checkFolder()
{
    const auto path = QDir(m_options.folder).filePath(u"results.json"_s);
    return !QFileInfo::exists(path)
        || refuse({ u"output.exists"_s, Severity::Error, Location{ .file = path },
            u"the folder holds the results of another sweep"_s });
}

bool SweepRun::readGrid()
{
    const auto bytes = readStored(m_options.gridPath);
    if (!bytes)
        return refuse(diagnosticOf(bytes.error()));
    std::vector<Diagnostic> diagnostics;
    auto grid = sweep::readGrid(*bytes, &diagnostics);
    for (auto &diagnostic : diagnostics)
        refuse(diagnostic);
    if (!grid) {
        auto problem = diagnosticOf(grid.error());
        problem.location.file = m_options.gridPath;
        return refuse(problem);
    }
    m_grid = std::move(*grid);
    return true;
}

bool SweepRun::findBudget()
{
    m_request.budget = m_grid.budget;
    if (m_options.board.isEmpty())
        return true;
    const auto catalogue = boards::boardCatalogue();
    const auto *board = catalogue.find(m_options.board);
    if (!board)
        return refuse({ u"board.unknown"_s, Severity::Error, {},
            u"there is no board '%1'; `tosaic-cli budget --list` shows them"_s.arg(
                m_options.board) });
    m_request.budget = sweep::budgetOf(*board);
    return true;
}

/// Every --environment, held against those that the grid names.
bool SweepRun::findEnvironments()
{
    QStringList names;
    for (const auto &given : m_options.environments) {
        const auto name = given.section(u'=', 0, 0);
        const auto python = given.section(u'=', 1);
        if (name.isEmpty() || python.isEmpty() || m_request.environments.contains(name))
            return refuse({ u"environment.invalid"_s, Severity::Error, {},
                u"'%1' is not NAME=PYTHON with a name of its own"_s.arg(given) });
        m_request.environments.emplace(name, python);
        names.append(name);
    }
    for (const auto &name : m_grid.environments.value_or(QStringList())) {
        if (!names.contains(name))
            return refuse({ u"environment.unknown"_s, Severity::Error,
                Location{ .file = m_options.gridPath },
                u"the grid names the environment '%1'; --environment %1=PYTHON says which it is"_s
                    .arg(name) });
    }
    if (!m_grid.environments)
        m_grid.environments = names;
    return true;
}

bool SweepRun::findSource()
{
    const QFileInfo file(m_options.input);
    const auto kind = file.isFile() ? toolchain::inputKindOf(m_options.input)
                                    : fail(ErrorCode::FormatUnknown, QString());
    if (kind && !toolchain::usesVelaAlone(*kind)) {
        m_model = *kind;
        return true;
    }
    const auto source = findKeptTosa(m_options.input, m_options.workspace);
    if (!source)
        return refuse(diagnosticOf(source.error()));
    m_request.sources.push_back(
        { source->inputs, source->baseline ? std::optional(source->baseline->spec) : std::nullopt,
            source->baseFolder, {} });
    return true;
}

bool SweepRun::expand()
{
    const auto kept = isModel() ? std::nullopt : m_request.sources.front().spec;
    std::vector<Diagnostic> unknown;
    auto shared = sweep::sharedSpec(m_grid, kept, &unknown);
    for (auto &diagnostic : unknown)
        refuse(diagnostic);
    if (!shared)
        return refuse(diagnosticOf(shared.error()));
    const auto folder = isModel() ? QFileInfo(m_options.input).absolutePath()
                                  : m_request.sources.front().baseFolder;
    const auto ini = toolchain::withOwnIni(*shared, folder).configIni.value_or(QString());
    const auto facts
        = QFileInfo(ini).isAbsolute() ? toolchain::readIniFacts(ini) : spec::bundledIni();
    if (!facts)
        return refuse(diagnosticOf(facts.error()));
    auto expansion
        = sweep::expand(m_grid, *shared, kept ? sweep::targetsOf(*kept) : spec::targets(), *facts);
    if (expansion)
        expansion = sweep::inEnvironments(std::move(*expansion), *m_grid.environments);
    if (!expansion)
        return refuse(diagnosticOf(expansion.error()));
    m_request.expansion = std::move(*expansion);
    m_result.excluded = m_request.expansion.excluded;
    return !m_request.expansion.cells.empty()
        || refuse({ u"sweep.no-cell"_s, Severity::Error, Location{ .file = m_options.gridPath },
            u"no combination of the grid exists"_s });
}

void SweepRun::findTools()
{
    using Need = toolchain::EnvironmentSearch::Need;
    const bool isUsed = isModel() || m_grid.environments->isEmpty() || !m_options.engine.isEmpty();
    if (!isUsed)
        return; // those that are named do it all
    m_request.interpreter = findInterpreter(
        isModel() ? Need::ExecuTorch : Need::Vela, m_options.interpreter, canceller());
}

void SweepRun::lower()
{
    LoweringRun lowering(m_options.input, m_options.folder, m_request.interpreter,
        mayRunCode(m_options.input, m_options.isTrusted));
    m_request.sources = lowering.sources(m_request.expansion.cells, m_streams, canceller());
    for (const auto &source : m_request.sources) {
        for (const auto &problem : source.problems)
            refuse(problem);
    }
}

void SweepRun::sweepCells()
{
    m_request.jobs = m_options.jobs;
    m_request.engine = m_options.engine;
    if (!m_options.workspace.isEmpty())
        m_request.store = std::make_shared<workspace::KeptCells>(m_options.workspace);
    sweep::Sweep sweep(m_request);
    QEventLoop loop;
    std::size_t done = 0;
    QObject::connect(&sweep, &sweep::Sweep::cellFinished, &loop, [&](int index) {
        const auto &row = sweep.result().cells[static_cast<std::size_t>(index)];
        m_streams.err << u"[%1/%2] %3 %4 %5: %6\n"_s.arg(++done)
                             .arg(sweep.result().cells.size())
                             .arg(row.cell.spec.target, *row.cell.spec.systemConfig,
                                 *row.cell.spec.memoryMode, rowText(row))
                      << Qt::flush;
    });
    QObject::connect(&sweep, &sweep::Sweep::workersChanged, &loop, [this](int count) {
        m_streams.err << u"the cluster has %1 workers\n"_s.arg(count) << Qt::flush;
    });
    QObject::connect(&sweep, &sweep::Sweep::finished, &loop, &QEventLoop::quit);
    const auto setCancel = canceller();
    setCancel([&sweep] { sweep.cancel(); });
    sweep.start();
    if (m_isInterrupted)
        sweep.cancel();
    loop.exec();
    setCancel({});
    m_result = sweep.result();
    const auto kept = m_request.store ? m_request.store->flush() : Result<void>();
    if (!kept)
        refuse(diagnosticOf(kept.error()));
}

void SweepRun::write()
{
    if (auto done = sweep::writeSweep(m_options.folder, m_result, json()); !done)
        refuse(diagnosticOf(done.error()));
}

QString SweepRun::statusWord() const
{
    return m_isInterrupted                                               ? u"cancelled"_s
        : m_result.count(CellStatus::Estimated) == 0                     ? u"failed"_s
        : m_result.count(CellStatus::Estimated) == m_result.cells.size() ? u"succeeded"_s
                                                                         : u"partial"_s;
}

QJsonObject SweepRun::json() const
{
    auto object = sweep::toJson(m_result);
    object.insert(u"status"_s, statusWord());
    object.insert(u"input"_s, QFileInfo(m_options.input).fileName());
    const auto problems = jsonList(m_problems, compiled::problemToJson);
    object.insert(u"problems"_s, problems);
    return object;
}

int SweepRun::exitCode() const
{
    if (m_isInterrupted)
        return Cancelled;
    auto problems = m_problems;
    for (const auto &row : m_result.cells) {
        if (row.status == CellStatus::Failed)
            problems.insert(problems.end(), row.problems.begin(), row.problems.end());
    }
    if (const auto code = exitCodeOf(problems); code != Fine)
        return code;
    return m_result.count(CellStatus::Estimated) > 0 ? Fine : BadInput;
}

int SweepRun::print() const
{
    if (m_options.isJson)
        printDocument(json(), m_streams);
    else if (!m_result.cells.empty())
        printSweep(m_result, QFileInfo(m_options.input).fileName(), m_streams);
    return exitCode();
}

Answer answer(const Input &in)
{
    if (in.isSet(u"schema"_s)) {
        in.streams.out << QString::fromUtf8(sweep::gridSchema());
        return Fine;
    }
    if (in.names.size() != 1 || !in.isSet(u"grid"_s) || !in.isSet(u"output"_s))
        return misuse(u"give one INPUT, --grid GRID.json and -o DIR"_s);
    std::optional<int> jobs;
    if (!in.number(u"jobs"_s, jobs, 1))
        return misuse(u"--jobs is a number of workers"_s);
    const auto engine = in.value(u"engine"_s) == "local"_L1 ? QString() : in.value(u"engine"_s);
    if (const auto why = engine.isEmpty() ? QString() : sweep::clusterProblem(engine);
        !why.isEmpty())
        return misuse(why);
    return SweepRun({ .input = QFileInfo(in.names.first()).absoluteFilePath(),
                        .gridPath = in.value(u"grid"_s),
                        .folder = QFileInfo(in.value(u"output"_s)).absoluteFilePath(),
                        .board = in.value(u"board"_s),
                        .workspace = in.value(u"workspace"_s),
                        .interpreter = in.value(u"python"_s),
                        .environments = in.values(u"environment"_s),
                        .engine = engine,
                        .jobs = jobs.value_or(QThread::idealThreadCount()),
                        .isTrusted = in.isSet(u"trust"_s),
                        .isJson = in.wantsJson() },
        in.streams)
        .run();
}

} // namespace
} // namespace sweepcommand

Command sweepCommand()
{
    return commandOf({ .name = u"sweep"_s,
        .summary = u"estimates a grid of targets, memory modes and flags; Pareto front"_s,
        .description
        = u"Estimates every combination of targets, system configs, memory modes and flags with "
          "Vela on the kept TOSA, and says which no other one beats. INPUT is the folder of a "
          "compile, its .pte, a .tosa or tflite file, or a model (.pt2, .py), which is compiled "
          "once for each lowering."_s,
        .names = { { u"INPUT"_s, u"what to run Vela on"_s } },
        .options
        = { { u"grid"_s, u"the axes, a JSON file; {} is everything that exists"_s, u"GRID.json"_s },
            { { u"o"_s, u"output"_s },
                u"gets results.json, results.csv and the spec.json of each cell"_s, u"DIR"_s },
            { u"engine"_s,
                u"where the workers are: local, or a Dask cluster: tls://HOST:PORT, "
                "tcp://127.0.0.1:PORT, or what a queue starts: slurm, pbs, sge or lsf[:QUEUE]"_s,
                u"ENGINE"_s },
            { u"jobs"_s, u"workers at a time; as many as cores"_s, u"N"_s },
            { u"board"_s, u"marks what does not fit this board of the catalogue"_s, u"ID"_s },
            { u"workspace"_s,
                u"its cells are not computed again, new ones are kept; made if it is not there"_s,
                u"W.tosaic"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"environment"_s,
                u"estimates every cell in this compiler environment; again for each"_s,
                u"NAME=PYTHON"_s },
            { u"trust"_s, u"allows a .py or .pt2 model to run its code"_s },
            { u"schema"_s, u"prints the JSON Schema of GRID.json"_s } },
        .answer = sweepcommand::answer,
        .hasTables = true });
}

} // namespace tosaic::cli
