// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep.h"

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
    for (const auto &key : toolchain::loweringKeys(kept, wanted)) {
        if (!SilentKeys.contains(key))
            keys.append(key);
    }
    return keys;
}

class Sweep::Private : public QObject
{
public:
    Private(Sweep &sweep, SweepRequest asked);

    struct Worker
    {
        std::unique_ptr<toolchain::EstimateService> service;
        int cell = -1; ///< it is asked about; -1: none
    };

    void begin();
    void settle();
    void feed(Worker &worker);
    void take(Worker &worker, const toolchain::Estimate &estimate);
    void giveUp(const Diagnostic &problem);
    void end();
    const SweepSource *sourceOf(const spec::CompileSpec &spec) const;

    Sweep &q;
    SweepRequest request;
    SweepResult result;
    std::vector<std::unique_ptr<Worker>> workers;
    std::vector<int> pending; ///< cells, the next one last
    QElapsedTimer clock;
    bool isRunning = false;
};

Sweep::Private::Private(Sweep &sweep, SweepRequest asked) : q(sweep), request(std::move(asked))
{
    for (const auto &cell : request.expansion.cells)
        result.cells.push_back({ .cell = cell });
    result.excluded = request.expansion.excluded;
    result.budget = request.budget;
}

const SweepSource *Sweep::Private::sourceOf(const spec::CompileSpec &spec) const
{
    const auto found = std::ranges::find_if(request.sources, [&](const SweepSource &source) {
        return !source.spec || keysToLower(*source.spec, spec).isEmpty();
    });
    return found == request.sources.end() ? nullptr : &*found;
}

/// Rows that need no run.
void Sweep::Private::settle()
{
    for (std::size_t i = result.cells.size(); i-- > 0;) {
        auto &row = result.cells[i];
        const auto *source = sourceOf(row.cell.spec);
        if (source && !source->inputs.empty()) {
            pending.push_back(static_cast<int>(i));
            continue;
        }
        row.status = source ? CellStatus::Failed : CellStatus::NeedsCompile;
        if (source)
            row.problems = source->problems;
        else if (!request.sources.empty())
            row.loweringKeys = keysToLower(*request.sources.front().spec, row.cell.spec);
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
    const auto count
        = std::min({ std::max(request.jobs, 1), MostJobs, static_cast<int>(pending.size()) });
    for (int i = 0; i < count; ++i) {
        auto &worker = *workers.emplace_back(std::make_unique<Worker>());
        worker.service = std::make_unique<toolchain::EstimateService>();
        if (!request.drivers.isEmpty())
            worker.service->setDrivers(request.drivers);
        worker.service->setInterpreter(request.interpreter);
        connect(worker.service.get(), &toolchain::EstimateService::estimated, this,
            [this, &worker](const std::shared_ptr<const toolchain::Estimate> &estimate) {
                take(worker, *estimate);
            });
    }
    for (const auto &worker : workers)
        feed(*worker);
    if (workers.empty())
        end();
}

void Sweep::Private::feed(Worker &worker)
{
    worker.cell = -1;
    if (pending.empty())
        return;
    worker.cell = pending.back();
    pending.pop_back();
    const auto &spec = result.cells[static_cast<std::size_t>(worker.cell)].cell.spec;
    const auto *source = sourceOf(spec);
    worker.service->request(spec, source->inputs, source->baseFolder);
}

void Sweep::Private::take(Worker &worker, const toolchain::Estimate &estimate)
{
    if (!isRunning)
        return;
    const auto index = worker.cell;
    auto &row = result.cells[static_cast<std::size_t>(index)];
    row = rowOf(row.cell, estimate, request.budget);
    Q_EMIT q.cellFinished(index);
    if (const auto *missing = missingTool(row.problems))
        giveUp(*missing);
    feed(worker);
    if (std::ranges::all_of(workers, [](const auto &other) { return other->cell < 0; }))
        end();
}

/// No other cell would fare better.
void Sweep::Private::giveUp(const Diagnostic &problem)
{
    for (const auto index : std::exchange(pending, {})) {
        auto &row = result.cells[static_cast<std::size_t>(index)];
        row.status = CellStatus::Failed;
        row.problems = { problem };
    }
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
