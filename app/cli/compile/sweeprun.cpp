// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/sweeprun.h"

#include "app/cli/compile/loweringrun.h"
#include "app/cli/compile/sweepoutput.h"
#include "app/cli/frame/toolcommand.h"
#include "core/base/jsonlist.h"
#include "core/base/storedfile.h"
#include "core/boards/boardcatalogue.h"
#include "core/compiled/problemjson.h"
#include "core/documents/estimatesource.h"
#include "core/spec/specrules.h"
#include "core/sweep/sweptmodels.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/environment.h"
#include "core/workspace/keptcells.h"

#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using sweep::CellStatus;

/// One of what is swept.
struct InputModel
{
    QString path; ///< absolute
    QString name; ///< in the grid; empty: it is the only one
    bool isLowered = false; ///< a model that is compiled first
    sweep::Expansion expansion;
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
    bool findModels();
    bool findSource(InputModel &model);
    bool expand();
    bool expand(InputModel &model);
    void findTools();
    void lower(const InputModel &model);
    bool findBaselines();
    void sweepCells();
    void write();
    QJsonObject json() const;
    int print() const;
    int exitCode() const;
    bool isLowered() const { return std::ranges::any_of(m_models, &InputModel::isLowered); }
    QString statusWord() const;
    QString title() const;

    SweepOptions m_options;
    sweep::Grid m_grid;
    std::vector<InputModel> m_models;
    sweep::SweepRequest m_request;
    sweep::SweepResult m_result;
};

int SweepRun::run()
{
    const bool isReady = checkFolder() && canRecord(m_options.workspace) && readGrid()
        && findBudget() && findEnvironments() && findModels() && expand() && findBaselines();
    if (isReady) {
        findTools();
        for (const auto &model : m_models) {
            if (model.isLowered && !m_isInterrupted)
                lower(model);
        }
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
    if (m_options.sample)
        m_grid.sample = m_options.sample;
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
        const auto python = toolchain::interpreterPath(given.section(u'=', 1));
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

bool SweepRun::findModels()
{
    const auto names = sweep::modelNames(m_options.inputs);
    for (qsizetype i = 0; i < m_options.inputs.size(); ++i) {
        InputModel model{ .path = m_options.inputs[i], .name = names[i], .expansion = {} };
        if (!findSource(model))
            return false;
        m_models.push_back(std::move(model));
    }
    return true;
}

bool SweepRun::findSource(InputModel &model)
{
    const QFileInfo file(model.path);
    const auto kind = file.isFile() ? toolchain::inputKindOf(model.path)
                                    : fail(ErrorCode::FormatUnknown, QString());
    model.isLowered = kind && !toolchain::usesVelaAlone(*kind);
    if (model.isLowered)
        return true;
    const auto source = findKeptTosa(model.path, m_options.workspace);
    if (!source)
        return refuse(diagnosticOf(source.error()));
    m_request.sources.push_back(
        { source->inputs, source->baseline ? std::optional(source->baseline->spec) : std::nullopt,
            source->baseFolder, {}, model.name });
    return true;
}

bool SweepRun::expand(InputModel &model)
{
    const auto source
        = std::ranges::find(m_request.sources, model.name, &sweep::SweepSource::model);
    const auto kept = model.isLowered ? std::nullopt : source->spec;
    const auto folder = model.isLowered ? QFileInfo(model.path).absolutePath() : source->baseFolder;
    std::vector<Diagnostic> unknown;
    auto expansion = sweep::expand(m_grid,
        sweep::SweptModel{
            model.name, kept, kept ? sweep::targetsOf(*kept) : spec::targets(), folder },
        &unknown);
    if (&model == &m_models.front()) {
        for (auto &diagnostic : unknown)
            refuse(diagnostic);
    }
    if (!expansion)
        return refuse(diagnosticOf(expansion.error()));
    model.expansion = std::move(*expansion);
    return true;
}

bool SweepRun::expand()
{
    std::vector<std::pair<QString, sweep::Expansion>> expansions;
    for (auto &model : m_models) {
        if (!expand(model))
            return false;
        expansions.emplace_back(model.name, model.expansion);
    }
    auto all = sweep::together(std::move(expansions));
    if (all)
        all = sweep::inEnvironments(std::move(*all), *m_grid.environments);
    if (!all)
        return refuse(diagnosticOf(all.error()));
    m_request.expansion = std::move(*all);
    m_result.excluded = m_request.expansion.excluded;
    return !m_request.expansion.cells.empty()
        || refuse({ u"sweep.no-cell"_s, Severity::Error, Location{ .file = m_options.gridPath },
            u"no combination of the grid exists"_s });
}

/// Before anything runs: a value that no cell has would be told too late.
bool SweepRun::findBaselines()
{
    if (m_options.form.choice.empty())
        return true;
    sweep::SweepResult asked;
    for (const auto &cell : m_request.expansion.cells)
        asked.cells.push_back({ .cell = cell });
    auto found = sweep::baselines(asked, m_options.form.choice);
    if (!found)
        return refuse(diagnosticOf(found.error()));
    m_options.form.baselines = std::move(*found);
    return true;
}

void SweepRun::findTools()
{
    using Need = toolchain::EnvironmentSearch::Need;
    const bool isUsed
        = isLowered() || m_grid.environments->isEmpty() || !m_options.engine.isEmpty();
    if (!isUsed)
        return; // those that are named do it all
    m_request.interpreter = findInterpreter(
        isLowered() ? Need::ExecuTorch : Need::Vela, m_options.interpreter, canceller());
}

void SweepRun::lower(const InputModel &model)
{
    const auto folder = model.name.isEmpty()
        ? m_options.folder
        : QDir(m_options.folder).filePath(u"models/"_s + QString(model.name).replace(u'/', u'_'));
    LoweringRun lowering(
        model.path, folder, m_request.interpreter, mayRunCode(model.path, m_options.isTrusted));
    auto sources = lowering.sources(model.expansion.cells, m_streams, canceller());
    for (auto &source : sources) {
        for (const auto &problem : source.problems)
            refuse(problem);
        source.model = model.name;
        m_request.sources.push_back(std::move(source));
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
        const auto model = row.cell.model.isEmpty() ? QString() : row.cell.model + u' ';
        m_streams.err << u"[%1/%2] %3%4 %5 %6: %7\n"_s.arg(++done)
                             .arg(sweep.result().cells.size())
                             .arg(model, row.cell.spec.target, *row.cell.spec.systemConfig,
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
    if (auto done = sweep::writeSweep(m_options.folder, m_result, json(), m_options.form); !done)
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
    auto object = sweep::toJson(m_result, m_options.form);
    object.insert(u"status"_s, statusWord());
    object.insert(u"input"_s, title());
    if (m_models.size() > 1) {
        QStringList names;
        std::ranges::transform(m_models, std::back_inserter(names), &InputModel::name);
        object.insert(u"models"_s, QJsonArray::fromStringList(names));
    }
    const auto problems = jsonList(m_problems, compiled::problemToJson);
    object.insert(u"problems"_s, problems);
    return object;
}

QString SweepRun::title() const
{
    const auto first = QFileInfo(m_options.inputs.first()).fileName();
    return m_options.inputs.size() == 1
        ? first
        : u"%1 and %2 more"_s.arg(first).arg(m_options.inputs.size() - 1);
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
        printSweep(m_result, title(), m_options.form, m_streams);
    return exitCode();
}

} // namespace

int runSweep(SweepOptions options, Streams &streams)
{
    return SweepRun(std::move(options), streams).run();
}

} // namespace tosaic::cli
