// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/whatif/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/spec/estimatecontroller.h"
#include "app/shell/spec/memorycontroller.h"
#include "app/shell/tools/toolkeeper.h"
#include "app/shell/whatif/gridaxes.h"
#include "app/shell/whatif/gridcompilers.h"
#include "app/shell/whatif/gridengine.h"
#include "app/shell/whatif/gridsubject.h"
#include "app/shell/workspace/windowcells.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/ids.h"
#include "core/base/joblist.h"
#include "core/base/jobslot.h"
#include "core/base/savefile.h"
#include "core/sweep/sweep.h"
#include "core/sweep/sweepwriter.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/estimateservice.h"
#include "views/spec/specpage.h"
#include "views/whatif/whatifpage.h"
#include "views/widgets/errortext.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QObject>
#include <QPointer>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class WhatIfController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::WhatIfController)
public:
    WhatIfController(const ShellContext &context, const EstimateController &estimate,
        const MemoryController &memory, CompileController &compile, const WindowCells &cells,
        WorkspaceStore &store, const ModelTabs &tabs, QObject *parent = nullptr);

private:
    void makePage();
    void start();
    /// `mayAsk`: about compiles of models that have no TOSA.
    void start(const QString &engine, bool mayAsk = true);
    void begin(const QString &engine, const std::vector<GridModels::Model> &others, bool mayAsk);
    bool isWaitingForModels(const QString &engine, const std::vector<GridModels::Model> &others,
        const GridSubject &subject, const std::vector<sweep::Cell> &cells);
    void compile(const std::vector<GridCompiles::Wanted> &wanted, const QString &engine);
    void compileMissing();
    void warmUp();
    bool hasModel() const;
    sweep::Grid grid() const;
    void refuse(const Error &error);
    bool isBusy() const { return m_sweep || m_models.isReading() || m_compiles.isRunning(); }
    void cancel();
    void tell();
    void take(const std::shared_ptr<const sweep::SweepResult> &result);
    void stop();
    void changeSource();
    QStringList sourceKey() const;
    void publish();
    void askForExport();
    void save(const QString &path);
    /// What all cells of the grid have in common; absent if it is no spec.
    std::optional<spec::CompileSpec> shared(const sweep::Grid &grid) const;

    ShellContext m_context;
    const EstimateController &m_estimate;
    const MemoryController &m_memory;
    ToolKeeper &m_tools;
    const WindowCells &m_cells;
    WorkspaceStore &m_store;
    GridModels m_models;
    GridAxes m_axes;
    GridEngine m_engine;
    GridCompilers m_compilers;
    GridCompiles m_compiles;
    QPointer<views::WhatIfPage> m_page;
    sweep::Sweep *m_sweep = nullptr; ///< null: none runs
    /// The first worker of every sweep: it starts while the page is read.
    std::shared_ptr<toolchain::EstimateService> m_worker
        = std::make_shared<toolchain::EstimateService>();
    JobId m_job;
    QTimer m_telling; ///< many cells come in at a time; each would copy all
    JobSlot m_saving;
    /// Of one model's TOSA.
    struct Kept
    {
        std::shared_ptr<const sweep::SweepResult> result;
        std::optional<spec::CompileSpec> shared; ///< of the result
        sweep::Grid grid; ///< of the result
        QString model; ///< name of it, among several of the result
        std::vector<GridCompiles::Wanted> missing; ///< compiles that cells of the result need
    };
    GridSubject m_subject; ///< of the grid that runs or ran last
    Kept m_shown;
    QStringList m_source; ///< files that `m_shown` is about, and their dates; of none its model
    std::map<QStringList, Kept> m_aside; ///< of other models, by what their sources were
};

} // namespace

namespace {

constexpr int MostWorkers = 4; // each is a Python with Vela in memory
constexpr int TellingMs = 100; // between two looks at a running sweep

} // namespace

WhatIfController::WhatIfController(const ShellContext &context, const EstimateController &estimate,
    const MemoryController &memory, CompileController &compile, const WindowCells &cells,
    WorkspaceStore &store, const ModelTabs &tabs, QObject *parent)
    : QObject(parent), m_context(context), m_estimate(estimate), m_memory(memory),
      m_tools(compile.tools()), m_cells(cells), m_store(store), m_models(context, tabs, store),
      m_axes(context), m_engine(context, store), m_compilers(compile.tools()),
      m_compiles(context, compile), m_saving(&context.session.jobs())
{
    m_telling.setSingleShot(true);
    m_telling.setInterval(TellingMs);
    connect(&m_telling, &QTimer::timeout, this, &WhatIfController::tell);
    connect(&m_compilers, &GridCompilers::found, this, [this] { start(); });
    m_context.actions.add({ .id = u"spec.whatIf"_s,
                              .text = tr("&What-if Grid"),
                              .iconName = u"mode-compare"_s,
                              .tip = tr("Every target and memory mode side by side, estimated by "
                                        "Vela") },
        [this] {
            m_context.modes.show(Mode::Spec);
            m_context.pages.spec().showTab(u"whatIf"_s);
        });
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            makePage();
    });
    connect(&estimate, &EstimateController::sourceChanged, this, &WhatIfController::changeSource);
    connect(&m_models, &GridModels::changed, this, &WhatIfController::publish);
    connect(&m_engine, &GridEngine::changed, this, &WhatIfController::publish);
    connect(&m_axes, &GridAxes::changed, this, &WhatIfController::publish);
    connect(&m_compiles, &GridCompiles::changed, this, &WhatIfController::publish);
    connect(&m_compiles, &GridCompiles::refused, this, &WhatIfController::refuse);
    connect(&context.session, &Session::compileInputChanged, this, [this] {
        // One model without TOSA after the other: the estimate's source stays empty.
        if (m_estimate.source().isEmpty() && m_source != sourceKey())
            changeSource();
        publish();
    });
    connect(&m_tools, &ToolKeeper::changed, this, &WhatIfController::publish);
    connect(&m_context.session.spec(), &SpecDocument::changed, this, &WhatIfController::publish);
    connect(&m_store, &WorkspaceStore::changed, this, &WhatIfController::publish);
}

void WhatIfController::makePage()
{
    m_page = new views::WhatIfPage(m_context.theme);
    auto &spec = m_context.pages.spec();
    spec.addTab(u"whatIf"_s, m_page, tr("What-if"));
    connect(m_page, &views::WhatIfPage::sweepRequested, this, [this] { start(); });
    connect(m_page, &views::WhatIfPage::cancelRequested, this, &WhatIfController::cancel);
    connect(m_page, &views::WhatIfPage::modelsWanted, &m_models, &GridModels::ask);
    connect(m_page, &views::WhatIfPage::axesWanted, &m_axes, &GridAxes::ask);
    connect(m_page, &views::WhatIfPage::compilesWanted, this, &WhatIfController::compileMissing);
    connect(m_page, &views::WhatIfPage::engineWanted, &m_engine, &GridEngine::ask);
    connect(m_page, &views::WhatIfPage::exportRequested, this, &WhatIfController::askForExport);
    connect(
        m_page, &views::WhatIfPage::openRequested, &m_context.requests, &Requests::openRequested);
    connect(m_page, &views::WhatIfPage::toolsWanted, &spec, &views::SpecPage::showEnvironment);
    connect(m_page, &views::WhatIfPage::useRequested, this,
        [this](const spec::CompileSpec &wanted) { m_context.session.spec().addStep(wanted, {}); });
    connect(m_page, &views::WhatIfPage::compileRequested, &m_context.requests,
        &Requests::compileRequested);
    connect(m_page, &views::WhatIfPage::shown, this, &WhatIfController::warmUp);
    publish();
}

/// Whoever looks at the page is about to ask for a grid; one on a cluster has its own workers.
void WhatIfController::warmUp()
{
    if (m_sweep || !m_tools.environment() || !m_engine.engine().isEmpty()
        || m_estimate.source().isEmpty())
        return;
    m_worker->setInterpreter(m_tools.environment()->interpreter);
    m_worker->warmUp();
}

std::optional<spec::CompileSpec> WhatIfController::shared(const sweep::Grid &grid) const
{
    const auto spec = sweep::sharedSpec({}, m_context.session.spec().spec());
    auto rest = spec ? sweep::withoutAlternatives(grid, *spec) : fail(spec.error());
    return rest ? std::optional(std::move(*rest)) : std::nullopt;
}

void WhatIfController::start()
{
    m_compiles.forgetFailed();
    m_engine.whenApproved([this](const QString &engine) { start(engine); });
}

void WhatIfController::start(const QString &engine, bool mayAsk)
{
    if (isBusy() || (m_estimate.source().isEmpty() && !hasModel()) || !shared({})
        || !m_tools.environment() || m_compilers.isLooking(m_page->compilers()))
        return;
    if (m_models.count() == 0)
        return begin(engine, {}, mayAsk);
    m_models.read([this, engine, mayAsk](const Result<std::vector<GridModels::Model>> &others) {
        if (others)
            begin(engine, *others, mayAsk);
        else if (others.error().code != ErrorCode::Cancelled)
            refuse(others.error());
        publish();
    });
    publish();
}

/// What is chosen to be compiled has no TOSA yet.
bool WhatIfController::hasModel() const
{
    if (!m_estimate.source().isEmpty())
        return false;
    const auto path = m_context.session.compileInput();
    const auto kind = path.isEmpty() || path != m_models.shownPath()
        ? fail(ErrorCode::FormatUnknown, QString())
        : toolchain::inputKindOf(path);
    return kind && toolchain::runsCode(*kind);
}

sweep::Grid WhatIfController::grid() const
{
    auto grid = m_axes.grid();
    if (const auto systems = m_page->systemConfigs(); !systems.isEmpty())
        grid.systemConfigs = systems;
    return grid;
}

/// Models without any TOSA: they are compiled first, or left out.
bool WhatIfController::isWaitingForModels(const QString &engine,
    const std::vector<GridModels::Model> &others, const GridSubject &subject,
    const std::vector<sweep::Cell> &cells)
{
    std::vector<sweep::Cell> without;
    std::ranges::copy_if(cells, std::back_inserter(without),
        [&](const sweep::Cell &cell) { return !subject.hasSource(cell.model); });
    const auto wanted = compilesFor(subject, without);
    if (wanted.empty())
        return false;
    if (subject.inputs.front().isLowered && !subject.hasSource(subject.models.front().name)) {
        compile(wanted, engine); // who asked for the grid of this model was told
        return true;
    }
    QStringList names;
    for (const auto &one : wanted)
        names.append(QFileInfo(one.input).fileName());
    auto compiled = others;
    std::erase_if(compiled, [&](const GridModels::Model &other) {
        return other.isLowered
            && std::ranges::find(wanted, other.path, &GridCompiles::Wanted::input) != wanted.end();
    });
    m_context.notices.show({ u"spec.whatIfCompile"_s, u"dialog-information"_s,
        tr("Not compiled yet, so that there is no TOSA to ask Vela about: %1. The grid needs %n "
           "compile(s) first.",
            nullptr, countOf(wanted))
            .arg(names.join(u", "_s)),
        { { tr("Compile and go on"), [this, wanted, engine] { compile(wanted, engine); }, true },
            { tr("Only the others"),
                [this, engine, compiled, shown = m_models.shownPath()] {
                    if (!isBusy() && m_models.shownPath() == shown)
                        begin(engine, compiled, false);
                } },
            { tr("Not now"), {} } } });
    return true;
}

/// The grid goes on when they are done, if its model still is the one that is shown.
void WhatIfController::compile(
    const std::vector<GridCompiles::Wanted> &wanted, const QString &engine)
{
    if (isBusy())
        return;
    m_compiles.start(wanted, [this, engine, shown = m_models.shownPath()] {
        QMetaObject::invokeMethod(
            this,
            [this, engine, shown] {
                if (m_models.shownPath() == shown)
                    start(engine, false);
            },
            Qt::QueuedConnection);
    });
}

/// Those that cells of the shown grid need.
void WhatIfController::compileMissing()
{
    m_engine.whenApproved([this](const QString &engine) { compile(m_shown.missing, engine); });
}

void WhatIfController::refuse(const Error &error)
{
    m_context.notices.show({ u"spec.whatIf"_s, u"dialog-warning"_s,
        tr("The grid cannot be made: %1").arg(views::errorText(error).toPlainText()),
        { { tr("Close"), {} } } });
}

void WhatIfController::begin(
    const QString &engine, const std::vector<GridModels::Model> &others, bool mayAsk)
{
    const auto grid = this->grid();
    const auto common = shared(grid);
    if ((m_estimate.source().isEmpty() && !hasModel()) || !common || !m_tools.environment())
        return; // while files were read
    const auto subject
        = gridSubject(m_context.session, m_models, m_estimate.source(), others, m_compiles);
    const auto environments = m_compilers.environments(m_page->compilers());
    QStringList names;
    for (const auto &[name, interpreter] : environments)
        names.append(name);
    auto expansion = expansionOf(grid, subject, names);
    if (!expansion)
        return refuse(expansion.error());
    if (mayAsk && isWaitingForModels(engine, others, subject, expansion->cells))
        return;
    sweep::SweepRequest request{ .expansion = std::move(*expansion),
        .sources = subject.sources,
        .budget = m_memory.budget(),
        .interpreter = m_tools.environment()->interpreter,
        .environments = { environments.begin(), environments.end() },
        .store = m_cells.cells(),
        .jobs = std::clamp(QThread::idealThreadCount() - 1, 1, MostWorkers),
        .worker = m_worker,
        .engine = engine };
    m_sweep = new sweep::Sweep(std::move(request), this);
    m_job = m_context.session.jobs().begin(tr("What-if grid"), [this] { cancel(); });
    connect(m_sweep, &sweep::Sweep::cellFinished, this, [this] {
        if (!m_telling.isActive())
            m_telling.start();
    });
    connect(m_sweep, &sweep::Sweep::finished, this, &WhatIfController::take);
    m_shown = { std::make_shared<const sweep::SweepResult>(m_sweep->result()), common, grid,
        subject.models.front().name, {} };
    m_subject = subject;
    m_sweep->start();
    publish();
}

/// As far as it came.
void WhatIfController::tell()
{
    if (!m_sweep)
        return;
    m_shown.result = std::make_shared<const sweep::SweepResult>(m_sweep->result());
    const auto waiting = m_shown.result->count(sweep::CellStatus::Waiting);
    m_context.session.jobs().setProgress(m_job,
        1.0 - static_cast<double>(waiting) / static_cast<double>(m_shown.result->cells.size()));
    publish();
}

void WhatIfController::askForExport()
{
    askForFile(m_context,
        { .name = u"whatIfExportDialog"_s,
            .title = tr("Export the cells"),
            .start = QDir(m_context.session.settings().value(settings::LastFolder))
                         .filePath(u"what-if.csv"_s),
            .filter = tr("Table (*.csv);;JSON (*.json)"),
            .saveSuffix = u"csv"_s },
        this, [this](const QString &path) { save(path); });
}

void WhatIfController::save(const QString &path)
{
    if (!m_shown.result)
        return;
    m_saving.start(
        tr("Saving %1").arg(QFileInfo(path).fileName()),
        [path, result = m_shown.result](const JobControl &) {
            const bool isJson = path.endsWith(".json"_L1, Qt::CaseInsensitive);
            return saveFile(path,
                isJson ? QJsonDocument(sweep::toJson(*result)).toJson() : sweep::toCsv(*result));
        },
        [this](const Result<void> &saved) {
            if (!saved)
                m_context.notices.show({ u"spec.whatIf"_s, u"dialog-error"_s,
                    views::errorText(saved.error()).toPlainText(), { { tr("Close"), {} } } });
        });
}

void WhatIfController::cancel()
{
    m_models.cancel();
    m_compiles.cancel();
    if (m_sweep)
        m_sweep->cancel();
    publish();
}

void WhatIfController::take(const std::shared_ptr<const sweep::SweepResult> &result)
{
    std::exchange(m_sweep, nullptr)->deleteLater();
    m_context.session.jobs().end(m_job);
    m_shown.result = result;
    std::vector<sweep::Cell> missing;
    for (const auto &row : result->cells) {
        if (row.status == sweep::CellStatus::NeedsCompile)
            missing.push_back(row.cell);
    }
    m_shown.missing = compilesFor(m_subject, missing);
    publish();
    Q_EMIT m_context.requests.gridEstimated(result);
}

/// What is done of a grid that runs stays.
void WhatIfController::stop()
{
    m_models.cancel();
    if (!m_sweep)
        return;
    m_sweep->disconnect(this);
    auto result = m_sweep->result();
    result.isCancelled = true;
    m_shown.result = std::make_shared<const sweep::SweepResult>(std::move(result));
    std::exchange(m_sweep, nullptr)->deleteLater();
    m_context.session.jobs().end(m_job);
}

QStringList WhatIfController::sourceKey() const
{
    if (m_estimate.source().isEmpty())
        return { m_models.shownPath() };
    QStringList key;
    for (const auto &input : m_estimate.source().inputs)
        key << input.tosaPath
            << QFileInfo(input.tosaPath).lastModified().toString(Qt::ISODateWithMs);
    return key;
}

/// Other TOSA: the numbers are about another model, which may be shown again.
void WhatIfController::changeSource()
{
    stop();
    if (m_shown.result)
        m_aside.insert_or_assign(m_source, m_shown);
    m_source = sourceKey();
    const auto kept = m_aside.find(m_source);
    m_shown = kept == m_aside.end() ? Kept() : kept->second;
    publish();
    Q_EMIT m_context.requests.gridEstimated(m_shown.result);
}

void WhatIfController::publish()
{
    if (!m_page)
        return;
    m_page->setView({ .hasInput = !m_estimate.source().isEmpty(),
        .hasTools = m_tools.environment().has_value(),
        .hasSecond = !m_tools.second().isEmpty(),
        .isRunning = isBusy(),
        .hasModel = hasModel(),
        .missingCompiles = countOf(m_shown.missing),
        .axes = m_axes.grid(),
        .otherModels = m_models.count(),
        .engine = m_engine.engine(),
        .result = m_shown.result,
        .isStale = m_shown.result && m_shown.shared != shared(m_shown.grid),
        .model = m_shown.model,
        .current = m_context.session.spec().spec() });
}

void addWhatIf(const ShellContext &context, const EstimateController &estimate,
    const MemoryController &memory, CompileController &compile, const WindowCells &cells,
    WorkspaceStore &store, const ModelTabs &tabs)
{
    new WhatIfController(context, estimate, memory, compile, cells, store, tabs, &context.window);
}

} // namespace tosaic::shell
