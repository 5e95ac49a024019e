// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep.h"

#include "core/sweep/clusterrun.h"
#include "core/toolchain/estimateservice.h"

#include <QElapsedTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::sweep {

namespace {

constexpr int MostJobs = 16;

/// What Vela is not told: the numbers are the same.
const QStringList SilentKeys{ u"debug"_s, u"intermediates"_s };

const Diagnostic *missingTool(const std::vector<Diagnostic> &problems)
{
    const auto found = std::ranges::find(problems, u"tool.missing"_s, &Diagnostic::id);
    return found == problems.end() ? nullptr : &*found;
}

} // namespace

QStringList keysToLower(const spec::CompileSpec &kept, const spec::CompileSpec &wanted)
{
    QStringList keys;
    for (const auto &key : compiled::loweringKeys(kept, wanted)) {
        if (!SilentKeys.contains(key))
            keys.append(key);
    }
    return keys;
}

std::vector<spec::CompileSpec> lowerings(const std::vector<Cell> &cells)
{
    std::vector<spec::CompileSpec> specs;
    for (const auto &cell : cells) {
        const bool isKnown = std::ranges::any_of(specs,
            [&](const spec::CompileSpec &spec) { return keysToLower(spec, cell.spec).isEmpty(); });
        if (!isKnown)
            specs.push_back(cell.spec);
    }
    return specs;
}

SweepSource sourceOf(const compiled::CompileResult &result, const spec::CompileSpec &spec)
{
    SweepSource source{ .inputs = {}, .spec = spec, .baseFolder = {}, .problems = result.problems };
    if (result.status != compiled::Status::Succeeded)
        return source;
    source.inputs = compiled::estimateInputs(result);
    if (source.inputs.empty())
        source.problems = { { u"sweep.no-partition"_s, Severity::Error, {},
            u"nothing of the model runs on the NPU: there is nothing to ask Vela about"_s } };
    return source;
}

class Sweep::Private : public QObject
{
public:
    Private(Sweep &sweep, SweepRequest asked);
    ~Private() override;

    struct Worker
    {
        std::shared_ptr<toolchain::EstimateService> service;
        QString environment; ///< it is warm in
        int cell = -1; ///< it is asked about; -1: none
    };

    void begin();
    void settle();
    void startWorkers();
    void startCluster();
    QString interpreterOf(const QString &environment) const;
    void feed(Worker &worker);
    void take(Worker &worker, const compiled::Estimate &estimate);
    void giveUp(const QString &environment, const Diagnostic &problem);
    void prepare(Worker &worker, const QString &environment);
    void end();
    const SweepSource *findSource(const Cell &cell) const;
    const SweepSource &sourceOf(int cell) const { return *sources[static_cast<std::size_t>(cell)]; }

    Sweep &q;
    SweepRequest request;
    SweepResult result;
    std::vector<std::unique_ptr<Worker>> workers;
    std::vector<const SweepSource *> sources; ///< by cell; null: it needs another lowering
    std::unique_ptr<ClusterRun> cluster; ///< null: the workers do it
    std::map<QString, std::vector<int>> pending; ///< by environment: cells, the next one last
    QElapsedTimer clock;
    bool isRunning = false;
};

Sweep::Private::Private(Sweep &sweep, SweepRequest asked) : q(sweep), request(std::move(asked))
{
    for (const auto &cell : request.expansion.cells)
        result.cells.push_back({ .cell = cell });
    result.excluded = request.expansion.excluded;
    result.combinations = request.expansion.combinations;
    result.sample = request.expansion.sample;
    result.budget = request.budget;
}

Sweep::Private::~Private()
{
    for (const auto &one : workers) {
        if (isRunning)
            one->service->cancel(); // the one that stays is idle for the next sweep
    }
}

const SweepSource *Sweep::Private::findSource(const Cell &cell) const
{
    const auto found = std::ranges::find_if(request.sources, [&](const SweepSource &source) {
        return source.model == cell.model
            && (!source.spec || keysToLower(*source.spec, cell.spec).isEmpty());
    });
    return found == request.sources.end() ? nullptr : &*found;
}

/// Rows that need no run.
void Sweep::Private::settle()
{
    sources.resize(result.cells.size());
    for (std::size_t i = result.cells.size(); i-- > 0;) {
        auto &row = result.cells[i];
        const auto *source = sources[i] = findSource(row.cell);
        if (source && !source->inputs.empty()) {
            pending[result.cells[i].cell.environment].push_back(static_cast<int>(i));
            continue;
        }
        row.status = source ? CellStatus::Failed : CellStatus::NeedsCompile;
        if (source)
            row.problems = source->problems;
        else if (const auto kept
                 = std::ranges::find(request.sources, row.cell.model, &SweepSource::model);
                 kept != request.sources.end())
            row.loweringKeys = keysToLower(*kept->spec, row.cell.spec);
    }
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        if (result.cells[i].status != CellStatus::Waiting)
            Q_EMIT q.cellFinished(static_cast<int>(i));
    }
}

void Sweep::Private::begin()
{
    if (!isRunning || result.isCancelled)
        return;
    settle();
    if (request.engine.isEmpty())
        startWorkers();
    else
        startCluster();
}

void Sweep::Private::startWorkers()
{
    std::size_t count = 0;
    for (const auto &[environment, cells] : pending)
        count += cells.size();
    count = std::min(count, static_cast<std::size_t>(std::clamp(request.jobs, 1, MostJobs)));
    auto next = pending.begin();
    for (std::size_t i = 0; i < count; ++i) {
        auto &worker = *workers.emplace_back(std::make_unique<Worker>());
        worker.service = i == 0 && request.worker ? request.worker
                                                  : std::make_shared<toolchain::EstimateService>();
        if (!request.drivers.isEmpty())
            worker.service->setDrivers(request.drivers);
        worker.service->setStore(request.store);
        prepare(worker, next->first);
        next = std::next(next) == pending.end() ? pending.begin() : std::next(next);
        connect(worker.service.get(), &toolchain::EstimateService::estimated, this,
            [this, &worker](const std::shared_ptr<const compiled::Estimate> &estimate) {
                take(worker, *estimate);
            });
    }
    for (const auto &worker : workers)
        feed(*worker);
    if (workers.empty())
        end();
}

void Sweep::Private::prepare(Worker &worker, const QString &environment)
{
    worker.environment = environment;
    worker.service->setInterpreter(interpreterOf(environment));
}

QString Sweep::Private::interpreterOf(const QString &environment) const
{
    const auto named = request.environments.find(environment);
    return named == request.environments.end() ? request.interpreter : named->second;
}

/// All pending cells at once: the cluster has its own order.
void Sweep::Private::startCluster()
{
    ClusterRequest asked{ .engine = request.engine,
        .jobs = request.jobs,
        .interpreter = request.interpreter,
        .drivers = request.drivers,
        .store = request.store };
    std::vector<int> indexes;
    for (const auto &[environment, cells] : std::exchange(pending, {})) {
        for (auto it = cells.rbegin(); it != cells.rend(); ++it) {
            const auto &source = sourceOf(*it);
            asked.questions.push_back(
                { { result.cells[static_cast<std::size_t>(*it)].cell.spec, source.inputs,
                      source.baseFolder, interpreterOf(environment) },
                    environment });
            indexes.push_back(*it);
        }
    }
    if (indexes.empty())
        return end();
    cluster = std::make_unique<ClusterRun>(std::move(asked));
    connect(cluster.get(), &ClusterRun::workersChanged, &q, &Sweep::workersChanged);
    connect(cluster.get(), &ClusterRun::estimated, this,
        [this, indexes](int question, const std::shared_ptr<const compiled::Estimate> &estimate) {
            const auto index = indexes[static_cast<std::size_t>(question)];
            auto &row = result.cells[static_cast<std::size_t>(index)];
            row = rowOf(row.cell, *estimate, request.budget);
            Q_EMIT q.cellFinished(index);
        });
    connect(cluster.get(), &ClusterRun::finished, this,
        [this](const std::vector<Diagnostic> &problems) {
            for (auto &row : result.cells) {
                if (row.status != CellStatus::Waiting || result.isCancelled)
                    continue;
                row.status = CellStatus::Failed;
                row.problems = problems;
            }
            end();
        });
    cluster->start();
}

void Sweep::Private::feed(Worker &worker)
{
    worker.cell = -1;
    auto cells = pending.find(worker.environment);
    if (cells == pending.end()) {
        // Its own are done: it helps where most are left.
        cells = std::ranges::max_element(
            pending, {}, [](const auto &entry) { return entry.second.size(); });
        if (cells == pending.end())
            return;
        prepare(worker, cells->first);
    }
    worker.cell = cells->second.back();
    cells->second.pop_back();
    if (cells->second.empty())
        pending.erase(cells);
    const auto &spec = result.cells[static_cast<std::size_t>(worker.cell)].cell.spec;
    const auto &source = sourceOf(worker.cell);
    worker.service->request(spec, source.inputs, source.baseFolder);
}

void Sweep::Private::take(Worker &worker, const compiled::Estimate &estimate)
{
    if (!isRunning)
        return;
    const auto index = worker.cell;
    auto &row = result.cells[static_cast<std::size_t>(index)];
    row = rowOf(row.cell, estimate, request.budget);
    Q_EMIT q.cellFinished(index);
    if (const auto *missing = missingTool(row.problems))
        giveUp(row.cell.environment, *missing);
    feed(worker);
    if (std::ranges::all_of(workers, [](const auto &other) { return other->cell < 0; }))
        end();
}

/// No other cell would fare better.
void Sweep::Private::giveUp(const QString &environment, const Diagnostic &problem)
{
    for (const auto index : std::exchange(pending[environment], {})) {
        auto &row = result.cells[static_cast<std::size_t>(index)];
        row.status = CellStatus::Failed;
        row.problems = { problem };
    }
    pending.erase(environment);
}

void Sweep::Private::end()
{
    if (!std::exchange(isRunning, false))
        return;
    result.elapsedMs = clock.elapsed();
    Q_EMIT q.finished(std::make_shared<const SweepResult>(result));
}

Sweep::Sweep(SweepRequest request, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(request)))
{
}

Sweep::~Sweep() = default;

void Sweep::start()
{
    d->isRunning = true;
    d->clock.start();
    QMetaObject::invokeMethod(
        d.get(), [this] { d->begin(); }, Qt::QueuedConnection);
}

void Sweep::cancel()
{
    if (!d->isRunning || d->result.isCancelled)
        return;
    d->result.isCancelled = true;
    d->pending.clear();
    d->cluster.reset();
    for (const auto &worker : d->workers) {
        worker->cell = -1;
        worker->service->cancel();
    }
    QMetaObject::invokeMethod(
        d.get(), [this] { d->end(); }, Qt::QueuedConnection);
}

bool Sweep::isRunning() const
{
    return d->isRunning;
}

const SweepResult &Sweep::result() const
{
    return d->result;
}

} // namespace tosaic::sweep
