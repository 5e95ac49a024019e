// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interruptwatch.h"
#include "app/cli/loweringrun.h"
#include "app/cli/sweepoptions.h"
#include "app/cli/sweepoutput.h"
#include "app/cli/toolcommand.h"
#include "core/boards/boardcatalogue.h"
#include "core/documents/estimatesource.h"
#include "core/spec/specrules.h"
#include "core/sweep/sweepwriter.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/problemjson.h"
#include "core/toolchain/velainifacts.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace sweepcommand {
namespace {

using sweep::CellStatus;

/// One run of the command: grid, TOSA, cells, results.
class SweepRun
{
public:
    SweepRun(SweepOptions options, Streams &streams)
        : m_options(std::move(options)), m_streams(streams)
    {
    }

    int run();

private:
    bool checkFolder();
    bool readGrid();
    bool findBudget();
    bool findSource();
    bool expand();
    void findTools();
    void lower();
    void sweepCells();
    void write();
    bool tell(Diagnostic problem);
    QJsonObject json() const;
    int print() const;
    int exitCode() const;
    bool isModel() const { return m_model.has_value(); }
    QString statusWord() const;

    SweepOptions m_options;
    Streams &m_streams;
    sweep::Grid m_grid;
    std::optional<toolchain::InputKind> m_model; ///< input that has to be lowered first
    sweep::SweepRequest m_request;
    sweep::SweepResult m_result;
    std::vector<Diagnostic> m_problems; ///< not about one cell
    std::function<void()> m_cancel;
    bool m_isInterrupted = false;
};

int SweepRun::run()
{
    const InterruptWatch watch([this] {
        m_isInterrupted = true;
        m_streams.err << "cancelling\n" << Qt::flush;
        if (m_cancel)
            m_cancel();
    });
    if (checkFolder() && readGrid() && findBudget() && findSource() && expand()) {
        findTools();
        if (isModel() && !m_isInterrupted)
            lower();
        sweepCells();
        write();
    }
    return print();
}

bool SweepRun::tell(Diagnostic problem)
{
    tellProblem(problem, m_streams);
    m_problems.push_back(std::move(problem));
    return false;
}

bool SweepRun::checkFolder()
{
    const auto path = QDir(m_options.folder).filePath(u"results.json"_s);
    return !QFileInfo::exists(path)
        || tell({ u"output.exists"_s, Severity::Error, Location{ .file = path },
            u"the folder holds the results of another sweep"_s });
}

bool SweepRun::readGrid()
{
    QFile file(m_options.gridPath);
    const Location place{ .file = m_options.gridPath };
    if (!file.open(QIODevice::ReadOnly))
        return tell({ u"io.open"_s, Severity::Error, place, file.errorString() });
    std::vector<Diagnostic> diagnostics;
    auto grid = sweep::readGrid(file.readAll(), &diagnostics);
    for (auto &diagnostic : diagnostics)
        tell(std::move(diagnostic));
    if (!grid) {
        auto problem = diagnosticOf(grid.error());
        problem.location.file = m_options.gridPath;
        return tell(std::move(problem));
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
        return tell({ u"board.unknown"_s, Severity::Error, {},
            u"there is no board '%1'; `tosaic-cli budget --list` shows them"_s.arg(
                m_options.board) });
    m_request.budget = sweep::budgetOf(*board);
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
        return tell(diagnosticOf(source.error()));
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
        tell(std::move(diagnostic));
    if (!shared)
        return tell(diagnosticOf(shared.error()));
    const auto folder = isModel() ? QFileInfo(m_options.input).absolutePath()
                                  : m_request.sources.front().baseFolder;
    const auto ini = toolchain::withOwnIni(*shared, folder).configIni.value_or(QString());
    const auto facts
        = QFileInfo(ini).isAbsolute() ? toolchain::readIniFacts(ini) : spec::bundledIni();
    if (!facts)
        return tell(diagnosticOf(facts.error()));
    auto expansion
        = sweep::expand(m_grid, *shared, kept ? sweep::targetsOf(*kept) : spec::targets(), *facts);
    if (!expansion)
        return tell(diagnosticOf(expansion.error()));
    m_request.expansion = std::move(*expansion);
    m_result.excluded = m_request.expansion.excluded;
    return !m_request.expansion.cells.empty()
        || tell({ u"sweep.no-cell"_s, Severity::Error, Location{ .file = m_options.gridPath },
            u"no combination of the grid exists"_s });
}

void SweepRun::findTools()
{
    using Need = toolchain::EnvironmentSearch::Need;
    m_request.interpreter
        = findInterpreter(isModel() ? Need::ExecuTorch : Need::Vela, m_options.interpreter,
            [this](std::function<void()> cancel) { m_cancel = std::move(cancel); });
}

void SweepRun::lower()
{
    LoweringRun lowering(m_options.input, m_options.folder, m_request.interpreter,
        mayRunCode(m_options.input, m_options.isTrusted));
    m_request.sources = lowering.sources(m_request.expansion.cells, m_streams,
        [this](std::function<void()> cancel) { m_cancel = std::move(cancel); });
    for (const auto &source : m_request.sources) {
        for (const auto &problem : source.problems)
            tell(problem);
    }
}

void SweepRun::sweepCells()
{
    m_request.jobs = m_options.jobs;
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
    QObject::connect(&sweep, &sweep::Sweep::finished, &loop, &QEventLoop::quit);
    m_cancel = [&sweep] { sweep.cancel(); };
    sweep.start();
    if (m_isInterrupted)
        sweep.cancel();
    loop.exec();
    m_cancel = {};
    m_result = sweep.result();
}

void SweepRun::write()
{
    if (auto done = sweep::writeSweep(m_options.folder, m_result, json()); !done)
        tell(diagnosticOf(done.error()));
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
    QJsonArray problems;
    for (const auto &problem : m_problems)
        problems.append(toolchain::problemToJson(problem));
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
        m_streams.out << QString::fromUtf8(QJsonDocument(json()).toJson(QJsonDocument::Indented));
    else if (!m_result.cells.empty())
        printSweep(m_result, QFileInfo(m_options.input).fileName(), m_streams.out);
    m_streams.out.flush();
    return exitCode();
}

} // namespace
} // namespace sweepcommand

Command sweepCommand()
{
    using namespace sweepcommand;
    return { u"sweep"_s, u"estimates a grid of targets, memory modes and flags; Pareto front"_s,
        false, [](const QStringList &arguments, Streams &streams) {
            auto parsed = sweepOptions(arguments, streams);
            return parsed ? SweepRun(std::move(*parsed), streams).run() : parsed.error();
        } };
}

} // namespace tosaic::cli
