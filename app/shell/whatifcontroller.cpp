// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/parts.h"

#include "app/shell/actionregistry.h"
#include "app/shell/estimatecontroller.h"
#include "app/shell/filedialog.h"
#include "app/shell/gridmodels.h"
#include "app/shell/memorycontroller.h"
#include "app/shell/mode.h"
#include "app/shell/noticebar.h"
#include "app/shell/pages.h"
#include "app/shell/requests.h"
#include "app/shell/session.h"
#include "app/shell/shellsettings.h"
#include "app/shell/toolkeeper.h"
#include "app/shell/windowcells.h"
#include "app/shell/workspacestore.h"
#include "core/base/ids.h"
#include "core/base/joblist.h"
#include "core/base/jobslot.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/spec/specrules.h"
#include "core/sweep/sweep.h"
#include "core/sweep/sweepwriter.h"
#include "core/sweep/sweptmodels.h"
#include "core/workspace/settingkeys.h"
#include "views/spec/specpage.h"
#include "views/whatif/enginedialog.h"
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
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class WhatIfController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::WhatIfController)
public:
    WhatIfController(const ShellContext &context, const EstimateController &estimate,
        const MemoryController &memory, ToolKeeper &tools, const WindowCells &cells,
        WorkspaceStore &store, const ModelTabs &tabs, QObject *parent = nullptr);

private:
    void makePage();
    void start();
    void start(const QString &engine);
    void begin(const QString &engine, const std::vector<GridModels::Model> &others);
    Result<sweep::Expansion> expand(
        const sweep::Grid &grid, const std::vector<sweep::SweptModel> &models) const;
    void refuse(const Error &error);
    bool isBusy() const { return m_sweep || m_models.isReading(); }
    void cancel();
    void tell();
    void take(const std::shared_ptr<const sweep::SweepResult> &result);
    void stop();
    void changeSource();
    void publish();
    /// Name and interpreter of those that are held side by side; empty: the one in use alone.
    std::vector<std::pair<QString, QString>> environments() const;
    std::vector<std::pair<QString, QString>> allVersions() const;
    bool isLooking();
    QString engine() const;
    void askForEngine();
    void choose(const QString &engine);
    bool isApproved(const QString &engine);
    void askForExport();
    void save(const QString &path);
    /// What all cells have in common; absent if it is no spec.
    std::optional<spec::CompileSpec> shared() const;

    ShellContext m_context;
    const EstimateController &m_estimate;
    const MemoryController &m_memory;
    ToolKeeper &m_tools;
    const WindowCells &m_cells;
    WorkspaceStore &m_store;
    GridModels m_models;
    QPointer<views::WhatIfPage> m_page;
    sweep::Sweep *m_sweep = nullptr; ///< null: none runs
    JobId m_job;
    QTimer m_telling; ///< many cells come in at a time; each would copy all
    JobSlot m_saving;
    bool m_isToStart = false; ///< once it is known which compilers are here
    /// Of one model's TOSA.
    struct Kept
    {
        std::shared_ptr<const sweep::SweepResult> result;
        std::optional<spec::CompileSpec> shared; ///< of the result
        QString model; ///< name of it, among several of the result
    };
    Kept m_shown;
    QStringList m_source; ///< files that `m_shown` is about, and their dates
    std::map<QStringList, Kept> m_aside; ///< of other models, by what their sources were
};

} // namespace

namespace {

constexpr int MostWorkers = 4; // each is a Python with Vela in memory
constexpr int TellingMs = 100; // between two looks at a running sweep

} // namespace

WhatIfController::WhatIfController(const ShellContext &context, const EstimateController &estimate,
    const MemoryController &memory, ToolKeeper &tools, const WindowCells &cells,
    WorkspaceStore &store, const ModelTabs &tabs, QObject *parent)
    : QObject(parent), m_context(context), m_estimate(estimate), m_memory(memory), m_tools(tools),
      m_cells(cells), m_store(store), m_models(context, tabs, store),
      m_saving(&context.session.jobs())
{
    m_telling.setSingleShot(true);
    m_telling.setInterval(TellingMs);
    connect(&m_telling, &QTimer::timeout, this, &WhatIfController::tell);
    connect(&m_tools.catalogue(), &toolchain::EnvironmentCatalogue::finished, this, [this] {
        if (std::exchange(m_isToStart, false))
            start();
    });
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
    connect(m_page, &views::WhatIfPage::engineWanted, this, &WhatIfController::askForEngine);
    connect(m_page, &views::WhatIfPage::exportRequested, this, &WhatIfController::askForExport);
    connect(
        m_page, &views::WhatIfPage::openRequested, &m_context.requests, &Requests::openRequested);
    connect(m_page, &views::WhatIfPage::toolsWanted, &spec, &views::SpecPage::showEnvironment);
    connect(m_page, &views::WhatIfPage::useRequested, this,
        [this](const spec::CompileSpec &wanted) { m_context.session.spec().addStep(wanted, {}); });
    connect(m_page, &views::WhatIfPage::compileRequested, &m_context.requests,
        &Requests::compileRequested);
    publish();
}

std::optional<spec::CompileSpec> WhatIfController::shared() const
{
    auto spec = sweep::sharedSpec({}, m_context.session.spec().spec());
    return spec ? std::optional(std::move(*spec)) : std::nullopt;
}

std::vector<std::pair<QString, QString>> WhatIfController::environments() const
{
    using Compilers = views::WhatIfPage::Compilers;
    const auto second = m_tools.second();
    const auto &first = m_tools.environment();
    if (!first || m_page->compilers() == Compilers::InUse)
        return {};
    if (m_page->compilers() == Compilers::AllVersions)
        return allVersions();
    if (second.isEmpty())
        return {};
    return { { tr("in use"), first->interpreter }, { tr("second"), second } };
}

/// By version: the one in use, then one of each other.
std::vector<std::pair<QString, QString>> WhatIfController::allVersions() const
{
    const auto package = u"ethos-u-vela"_s;
    const auto &used = *m_tools.environment();
    std::vector<std::pair<QString, QString>> found{ { used.version(package), used.interpreter } };
    for (const auto &environment : m_tools.catalogue().withVela()) {
        const auto version = environment.version(package);
        const auto isSame = [&version](const auto &one) { return one.first == version; };
        if (std::ranges::none_of(found, isSame))
            found.emplace_back(version, environment.interpreter);
    }
    return found;
}

/// Nobody has looked yet which compilers are here; the sweep starts once that is known.
bool WhatIfController::isLooking()
{
    if (m_page->compilers() != views::WhatIfPage::Compilers::AllVersions)
        return false;
    if (m_tools.catalogue().entries().empty() && !m_tools.catalogue().isBusy())
        m_tools.refreshCatalogue();
    return m_isToStart = m_tools.catalogue().isBusy();
}

/// A choice of the workspace while one is open.
QString WhatIfController::engine() const
{
    return m_store.path().isEmpty() ? m_context.session.settings().value(settings::SweepEngine)
                                    : m_store.setting(workspace::EngineKey);
}

void WhatIfController::askForEngine()
{
    auto *dialog = new views::EngineDialog(engine(), &m_context.window);
    connect(dialog, &views::EngineDialog::engineChosen, this, &WhatIfController::choose);
    dialog->open();
}

/// What is chosen here is this user's own.
void WhatIfController::choose(const QString &engine)
{
    if (m_store.path().isEmpty()) {
        m_context.session.settings().set(settings::SweepEngine, engine);
    } else {
        m_store.setSetting(workspace::EngineKey, engine);
        const auto kept
            = m_context.session.approvals().keepOwn(m_store.path(), workspace::EngineKey, engine);
        if (!kept)
            qWarning("%s", qPrintable(kept.error().toText())); // it is asked again
    }
    publish();
}

/// A workspace of somebody else connects to nothing before that is approved.
bool WhatIfController::isApproved(const QString &engine)
{
    auto &approvals = m_context.session.approvals();
    const auto subject = connectionSubject(engine);
    if (engine.isEmpty() || m_store.path().isEmpty()
        || approvals.isOwn(m_store.path(), workspace::EngineKey, engine)
        || approvals.allows(subject))
        return true;
    m_context.notices.show({ u"spec.whatIfEngine"_s, u"dialog-warning"_s,
        tr("This workspace runs sweeps on %1. Your TOSA goes there; approve it only if you know "
           "whose that is.")
            .arg(shownText(subject)),
        { { tr("Approve and run there"),
              [this, subject, engine] {
                  const auto kept = m_context.session.approvals().approve(subject);
                  if (!kept)
                      qWarning("%s", qPrintable(kept.error().toText()));
                  start(engine);
              } },
            { tr("Run on this machine"), [this] { start(QString()); }, true },
            { tr("Not now"), {} } } });
    return false;
}

void WhatIfController::start()
{
    if (const auto engine = this->engine(); isApproved(engine))
        start(engine);
}

void WhatIfController::start(const QString &engine)
{
    if (isBusy() || m_estimate.source().isEmpty() || !shared() || !m_tools.environment()
        || isLooking())
        return;
    if (m_models.count() == 0)
        return begin(engine, {});
    m_models.read([this, engine](const Result<std::vector<GridModels::Model>> &others) {
        if (others)
            begin(engine, *others);
        else if (others.error().code != ErrorCode::Cancelled)
            refuse(others.error());
        publish();
    });
    publish();
}

Result<sweep::Expansion> WhatIfController::expand(
    const sweep::Grid &grid, const std::vector<sweep::SweptModel> &models) const
{
    std::vector<std::pair<QString, sweep::Expansion>> parts;
    for (const auto &model : models)
        parts.emplace_back(model.name, TRY(sweep::expand(grid, model)));
    auto all = TRY(sweep::together(std::move(parts)));
    QStringList names;
    for (const auto &[name, interpreter] : environments())
        names.append(name);
    return sweep::inEnvironments(std::move(all), names);
}

void WhatIfController::refuse(const Error &error)
{
    m_context.notices.show({ u"spec.whatIf"_s, u"dialog-warning"_s,
        tr("The grid cannot be made: %1").arg(views::errorText(error).toPlainText()),
        { { tr("Close"), {} } } });
}

void WhatIfController::begin(const QString &engine, const std::vector<GridModels::Model> &others)
{
    const auto &source = m_estimate.source();
    const auto common = shared();
    if (source.isEmpty() || !common || !m_tools.environment())
        return; // while files were read
    QStringList paths{ m_models.shownPath() };
    for (const auto &other : others)
        paths.append(other.path);
    const auto names = sweep::modelNames(paths);
    // A .tosa or .tflite by itself was lowered for nothing in particular.
    const bool isLowered
        = source.baseline && (source.baseline->isCompiled || source.respec.has_value());
    std::vector<sweep::SweptModel> models{ { names.front(), m_context.session.spec().spec(),
        spec::targets(), source.baseFolder } };
    std::vector<sweep::SweepSource> sources{ { source.inputs,
        isLowered ? std::optional(source.baseline->spec) : std::nullopt, source.baseFolder, {},
        names.front() } };
    for (const auto &[path, found, spec] : others) {
        const auto name = names[static_cast<qsizetype>(models.size())];
        models.push_back({ name, spec, spec::targets(), found.baseFolder });
        sources.push_back(
            { found.inputs, found.baseline ? std::optional(found.baseline->spec) : std::nullopt,
                found.baseFolder, {}, name });
    }
    sweep::Grid grid;
    if (const auto systems = m_page->systemConfigs(); !systems.isEmpty())
        grid.systemConfigs = systems;
    auto expansion = expand(grid, models);
    if (!expansion)
        return refuse(expansion.error());
    const auto environments = this->environments();
    sweep::SweepRequest request{ .expansion = std::move(*expansion),
        .sources = std::move(sources),
        .budget = m_memory.budget(),
        .interpreter = m_tools.environment()->interpreter,
        .environments = { environments.begin(), environments.end() },
        .store = m_cells.cells(),
        .jobs = std::clamp(QThread::idealThreadCount() - 1, 1, MostWorkers),
        .engine = engine };
    m_sweep = new sweep::Sweep(std::move(request), this);
    m_job = m_context.session.jobs().begin(tr("What-if grid"), [this] { cancel(); });
    connect(m_sweep, &sweep::Sweep::cellFinished, this, [this] {
        if (!m_telling.isActive())
            m_telling.start();
    });
    connect(m_sweep, &sweep::Sweep::finished, this, &WhatIfController::take);
    m_shown
        = { std::make_shared<const sweep::SweepResult>(m_sweep->result()), common, names.front() };
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
    if (m_sweep)
        m_sweep->cancel();
    publish();
}

void WhatIfController::take(const std::shared_ptr<const sweep::SweepResult> &result)
{
    std::exchange(m_sweep, nullptr)->deleteLater();
    m_context.session.jobs().end(m_job);
    m_shown.result = result;
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

/// Other TOSA: the numbers are about another model, which may be shown again.
void WhatIfController::changeSource()
{
    stop();
    if (m_shown.result)
        m_aside.insert_or_assign(m_source, m_shown);
    m_source.clear();
    for (const auto &input : m_estimate.source().inputs)
        m_source << input.tosaPath
                 << QFileInfo(input.tosaPath).lastModified().toString(Qt::ISODateWithMs);
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
        .otherModels = m_models.count(),
        .engine = engine(),
        .result = m_shown.result,
        .isStale = m_shown.result && m_shown.shared != shared(),
        .model = m_shown.model,
        .current = m_context.session.spec().spec() });
}

void addWhatIf(const ShellContext &context, const EstimateController &estimate,
    const MemoryController &memory, ToolKeeper &tools, const WindowCells &cells,
    WorkspaceStore &store, const ModelTabs &tabs)
{
    new WhatIfController(context, estimate, memory, tools, cells, store, tabs, &context.window);
}

} // namespace tosaic::shell
