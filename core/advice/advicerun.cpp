// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advicerun.h"

#include "core/advice/adviceplan.h"
#include "core/base/jobslot.h"
#include "core/sweep/sweep.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;

namespace tosaic::advice {

class AdviceRun::Private : public QObject
{
public:
    Private(AdviceRun &run, AdviceRequest asked) : q(run), request(std::move(asked)) { }

    void begin();
    void takePlan(const Result<AdvicePlan> &made);
    void tryAll();
    void take(const sweep::SweepResult &swept);
    void finish();

    AdviceRun &q;
    AdviceRequest request;
    AdvicePlan plan;
    AdviceResult result;
    std::unique_ptr<sweep::Sweep> sweep;
    JobSlot planning;
    QElapsedTimer clock;
    int done = 0;
    bool isFinished = false;
};

void AdviceRun::Private::begin()
{
    if (request.subject.inputs.empty()) {
        result.problems.push_back({ u"advice.no-tosa"_s, Severity::Info, {},
            u"the TOSA of this compile was not kept, so that nothing can be tried"_s });
        return finish();
    }
    planning.start(
        {}, [subject = request.subject](const JobControl &) { return planOf(subject); },
        [this](const Result<AdvicePlan> &made) { takePlan(made); });
}

void AdviceRun::Private::takePlan(const Result<AdvicePlan> &made)
{
    if (!made) {
        result.problems.push_back(diagnosticOf(made.error()));
        return finish();
    }
    plan = *made;
    tryAll();
}

void AdviceRun::Private::tryAll()
{
    const auto &subject = request.subject;
    sweep::SweepRequest asked{ .sources
        = { { subject.inputs, subject.spec, subject.baseFolder, {} } },
        .interpreter = request.interpreter,
        .store = request.store,
        .drivers = request.drivers,
        .jobs = request.jobs };
    asked.expansion.cells = cellsOf(plan, subject);
    const auto all = static_cast<int>(asked.expansion.cells.size());
    sweep = std::make_unique<sweep::Sweep>(std::move(asked));
    connect(sweep.get(), &sweep::Sweep::cellFinished, this,
        [this, all] { Q_EMIT q.progressed(++done, all); });
    connect(sweep.get(), &sweep::Sweep::finished, this,
        [this](const std::shared_ptr<const sweep::SweepResult> &swept) { take(*swept); });
    sweep->start();
}

void AdviceRun::Private::take(const sweep::SweepResult &swept)
{
    result.isCancelled = swept.isCancelled;
    result.velaVersion = swept.velaVersions().value(0);
    takeRows(plan, swept.cells, result);
    finish();
}

void AdviceRun::Private::finish()
{
    if (std::exchange(isFinished, true))
        return;
    result.elapsedMs = clock.elapsed();
    Q_EMIT q.finished(std::make_shared<const AdviceResult>(result));
}

AdviceRun::AdviceRun(AdviceRequest request, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(request)))
{
}

AdviceRun::~AdviceRun() = default;

void AdviceRun::start()
{
    d->clock.start();
    QMetaObject::invokeMethod(
        d.get(), [this] { d->begin(); }, Qt::QueuedConnection);
}

void AdviceRun::cancel()
{
    if (d->isFinished || d->result.isCancelled)
        return;
    d->result.isCancelled = true;
    if (d->sweep)
        return d->sweep->cancel();
    d->planning.cancel();
    QMetaObject::invokeMethod(
        d.get(), [this] { d->finish(); }, Qt::QueuedConnection);
}

} // namespace tosaic::advice
