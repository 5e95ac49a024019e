// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advicerun.h"

#include "core/base/jobslot.h"
#include "core/sweep/sweep.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/velainifacts.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::advice {

struct AdvicePlan
{
    Facts facts;
    std::vector<Candidate> candidates;
};

namespace {

Result<AdvicePlan> planOf(const Subject &subject)
{
    AdvicePlan plan{ factsOf(subject), {} };
    const auto ini
        = toolchain::withOwnIni(subject.spec, subject.baseFolder).configIni.value_or(QString());
    auto names = spec::bundledIni();
    if (QFileInfo(ini).isAbsolute()) {
        const auto own = toolchain::readIniFacts(ini);
        if (!own)
            return fail(own.error());
        names = *own;
    }
    plan.candidates = candidatesOf(rules(), plan.facts, subject.spec, names);
    return plan;
}

Facts evidenceOf(const Rule &rule, const Facts &facts)
{
    Facts some;
    for (const auto &key : rule.evidence) {
        if (const auto found = facts.find(key); found != facts.end())
            some.insert(*found);
    }
    return some;
}

} // namespace

class AdviceRun::Private : public QObject
{
public:
    Private(AdviceRun &run, AdviceRequest asked) : q(run), request(std::move(asked)) { }

    void begin();
    void takePlan(const Result<AdvicePlan> &made);
    void tryAll();
    void take(const sweep::SweepResult &swept);
    void take(const Candidate &candidate, const sweep::CellResult *row);
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

/// The spec as it is comes first, then every candidate that is a spec.
void AdviceRun::Private::tryAll()
{
    const auto &subject = request.subject;
    sweep::SweepRequest asked{ .sources
        = { { subject.inputs, subject.spec, subject.baseFolder, {} } },
        .interpreter = request.interpreter,
        .drivers = request.drivers,
        .jobs = request.jobs };
    asked.expansion.cells.push_back({ subject.spec });
    for (const auto &candidate : plan.candidates) {
        if (candidate.modelChange.isEmpty())
            asked.expansion.cells.push_back({ candidate.spec });
    }
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
    const auto &own = swept.cells.front();
    const auto baseline = costsOf(own);
    if (!baseline) {
        result.problems.insert(result.problems.end(), own.problems.begin(), own.problems.end());
        return finish();
    }
    result.baseline = *baseline;
    std::size_t next = 1;
    for (const auto &candidate : plan.candidates)
        take(candidate, candidate.modelChange.isEmpty() ? &swept.cells[next++] : nullptr);
    joinAlike(result.advice);
    rank(result.advice);
    finish();
}

/// `row`: null for a change of the model.
void AdviceRun::Private::take(const Candidate &candidate, const sweep::CellResult *row)
{
    Advice advice{ .candidate = candidate, .evidence = evidenceOf(candidate.rule, plan.facts) };
    if (row && row->status == sweep::CellStatus::Waiting)
        return; // cancelled before
    if (row && row->status == sweep::CellStatus::Failed) {
        const auto &problems = row->problems;
        const auto why = std::ranges::find(problems, Severity::Error, &Diagnostic::severity);
        result.problems.push_back({ u"advice.refused"_s, Severity::Info, {},
            candidate.rule.id + u": "_s
                + (why == problems.end() ? u"Vela gave no numbers"_s : why->text) });
        return;
    }
    if (row) {
        advice.loweringKeys = row->loweringKeys;
        advice.problems = row->problems;
        if (const auto after = costsOf(*row)) {
            advice.before = result.baseline;
            advice.after = after;
        }
    }
    judge(advice);
    result.advice.push_back(std::move(advice));
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
