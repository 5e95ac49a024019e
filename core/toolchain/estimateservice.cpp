// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/estimateservice.h"

#include "core/base/jobslot.h"
#include "core/base/workfolder.h"
#include "core/toolchain/cellstore.h"
#include "core/toolchain/driverworker.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/estimateplan.h"
#include "core/toolchain/preflight.h"
#include "core/toolchain/velaconsole.h"

#include <QCache>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr int MostAnswers = 512; // of one partition each, about 2 KiB
constexpr int StartLimitMs = 60000; // of Python with Vela's imports
// A run for a request that nobody waits for any more: ending it costs the start of a new worker.
constexpr int OvertakenMs = 300;
constexpr qint64 LargestLastWords = 256 * 1024; // bytes of the console of a worker that died

using Answer = KnownAnswer;

/// What Vela printed before it died; the worker had no time to send it.
VelaConsole lastWords(const QString &folder)
{
    VelaConsole console;
    const QDir out(folder);
    for (const auto &work : out.entryList({ u".work-*"_s }, QDir::Dirs | QDir::Hidden)) {
        QFile file(out.filePath(work + u"/console.txt"_s));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const auto &line : file.read(LargestLastWords).split('\n'))
            console.feed(QString::fromUtf8(line));
    }
    return console;
}

std::vector<Diagnostic> lossProblems(
    const DriverWorker::Loss &loss, const QString &interpreter, const QString &folder, int limitMs)
{
    if (!loss.problems.empty())
        return loss.problems;
    if (loss.end.kind == ToolProcess::End::Crashed)
        return { lastWords(folder).crash(loss.end.detail) };
    auto problem = loss.end.problem({
        .failed
        = u"Vela's worker ended with exit code %1 and without an answer: "_s + loss.lastLine,
        .missing = interpreterMissing(),
        .timeout = loss.wasReady
            ? u"Vela did not end within %1 s and was stopped"_s.arg(limitMs / 1000.0)
            : u"Vela's worker was not ready in time and was stopped"_s,
        .cancelled = u"Vela was stopped"_s,
    });
    const bool isOfTheModel = loss.end.kind == ToolProcess::End::TimedOut && loss.wasReady;
    if (!isOfTheModel && loss.end.kind != ToolProcess::End::Cancelled)
        problem.location.file = interpreter;
    return { problem };
}

} // namespace

class EstimateService::Private : public QObject
{
public:
    explicit Private(EstimateService &service);

    void begin(EstimateQuestion question);
    void cancel();
    void takePlan(const EstimatePlan &plan);
    void lookUp();
    void takeKept(const std::map<QString, Answer> &kept);
    void advance();
    void run(const EstimateTask &task);
    void takeDone(const QJsonObject &done);
    void takeAnswer(const EstimateTask &task, const Answer &answer);
    void takeLoss(const DriverWorker::Loss &loss);
    void finish(const std::vector<Diagnostic> &problems);
    void setBusy(bool busy);
    Answer answerTo(const EstimateTask &task) const;
    bool isWanted(const QString &key) const;
    void endRun();
    QString scriptPath() const;

    struct Run
    {
        EstimateTask task;
        QString folder;
        bool isAnswered = false; ///< its files are being read
    };

    EstimateService &q;
    DriverWorker worker;
    QString drivers;
    QString workerState; ///< interpreterState() of the process
    int partitionLimitMs = 60000;
    std::shared_ptr<FileHashes> hashes = std::make_shared<FileHashes>();
    QCache<QString, Answer> cache{ MostAnswers };
    std::shared_ptr<CellStore> store;
    bool isToLookUp = false; ///< once Vela has told its version
    WorkFolder folder;
    int runs = 0;
    std::optional<EstimateQuestion> question; ///< absent: nobody waits
    std::optional<EstimatePlan> plan; ///< absent: being made
    std::map<QString, Answer> failures; ///< of this request; never from memory
    std::optional<Run> running;
    QElapsedTimer clock;
    QTimer overtaken;
    bool isBusy = false;
    JobSlot planning;
    JobSlot reading;
};

EstimateService::Private::Private(EstimateService &service) : q(service)
{
    worker.setLimits(StartLimitMs, 600000);
    overtaken.setSingleShot(true);
    overtaken.setInterval(OvertakenMs);
    connect(&overtaken, &QTimer::timeout, &worker, &DriverWorker::stop);
    connect(&worker, &DriverWorker::answered, this, &Private::takeDone);
    connect(&worker, &DriverWorker::lost, this, &Private::takeLoss);
    connect(&worker, &DriverWorker::ready, this, &Private::lookUp);
}

QString EstimateService::Private::scriptPath() const
{
    return driverPath(u"tosaic_vela.py"_s, drivers);
}

void EstimateService::Private::begin(EstimateQuestion next)
{
    clock.start();
    question = std::move(next);
    plan.reset();
    isToLookUp = false;
    failures.clear();
    setBusy(true);
    planning.start(
        {},
        [asked = *question, shared = hashes](
            const JobControl &) -> Result<EstimatePlan> { return planEstimate(asked, *shared); },
        [this](const Result<EstimatePlan> &made) { takePlan(*made); });
}

void EstimateService::Private::cancel()
{
    planning.cancel();
    question.reset();
    plan.reset();
    if (running && !running->isAnswered && !overtaken.isActive())
        overtaken.start();
    setBusy(false);
}

void EstimateService::Private::takePlan(const EstimatePlan &made)
{
    plan = made;
    if (plan->tasks.empty())
        return finish({});
    if (question->interpreter.isEmpty())
        return finish({ missingInterpreter() });
    if (workerState != plan->interpreterState) {
        // Other packages than those it has loaded.
        if (!workerState.isEmpty())
            worker.stop();
        workerState = plan->interpreterState;
    }
    isToLookUp = store && std::ranges::any_of(plan->tasks, [this](const EstimateTask &task) {
        return !answerTo(task);
    });
    if (!isToLookUp)
        return advance();
    worker.setProgram({ question->interpreter, scriptPath() });
    if (worker.isReady())
        return lookUp();
    worker.start();
}

/// In the store, by keys that need the version of Vela.
void EstimateService::Private::lookUp()
{
    if (!plan || !std::exchange(isToLookUp, false))
        return;
    planning.start(
        {},
        [tasks = plan->tasks, version = worker.tools().value(u"vela"_s).toString(), kept = store](
            const JobControl &) -> Result<std::map<QString, Answer>> {
            std::map<QString, Answer> found;
            for (const auto &task : tasks) {
                if (auto answer = kept->find(cellKey(task, version)))
                    found.insert_or_assign(task.key, placed(std::move(*answer), task));
            }
            return found;
        },
        [this](const Result<std::map<QString, Answer>> &found) { takeKept(*found); });
}

void EstimateService::Private::takeKept(const std::map<QString, Answer> &kept)
{
    for (const auto &[key, answer] : kept)
        cache.insert(key, new Answer(answer));
    advance();
}

Answer EstimateService::Private::answerTo(const EstimateTask &task) const
{
    if (task.problem)
        return refusedAnswer(task);
    if (const auto failed = failures.find(task.key); failed != failures.end())
        return failed->second;
    const auto *known = cache.object(task.key);
    return known ? *known : nullptr;
}

bool EstimateService::Private::isWanted(const QString &key) const
{
    return plan
        && std::any_of(plan->tasks.begin(), plan->tasks.end(),
            [&](const EstimateTask &task) { return task.key == key; });
}

void EstimateService::Private::advance()
{
    if (!plan)
        return;
    if (running) {
        if (isWanted(running->task.key))
            overtaken.stop();
        else if (!running->isAnswered && !overtaken.isActive())
            overtaken.start();
        return;
    }
    for (const auto &task : plan->tasks) {
        if (answerTo(task))
            continue;
        if (const auto usable = folder.usable(); !usable)
            return finish({ diagnosticOf(usable.error()) });
        return run(task);
    }
    finish({});
}

void EstimateService::Private::run(const EstimateTask &task)
{
    running = Run{ task, folder.filePath(u"run%1"_s.arg(++runs)) };
    worker.setProgram({ question->interpreter, scriptPath() });
    worker.send({ { u"id"_s, runs }, { u"input"_s, task.input.tosaPath },
                    { u"arguments"_s, QJsonArray::fromStringList(task.arguments) },
                    { u"outputDir"_s, running->folder } },
        partitionLimitMs);
}

void EstimateService::Private::takeDone(const QJsonObject &done)
{
    overtaken.stop();
    running->isAnswered = true;
    reading.start(
        {},
        [task = running->task, out = running->folder, done,
            version = worker.tools().value(u"vela"_s).toString(),
            kept = store](const JobControl &) -> Result<Answer> {
            auto answer = std::make_shared<EstimateAnswer>(readEstimate(task, out, done));
            answer->velaVersion = version;
            if (kept && answer->numbers.vela)
                kept->add(cellKey(task, version), *answer);
            return Answer(std::move(answer));
        },
        [this](const Result<Answer> &answer) { takeAnswer(running->task, *answer); });
}

void EstimateService::Private::takeAnswer(const EstimateTask &task, const Answer &answer)
{
    const auto key = task.key;
    if (answer->numbers.vela)
        cache.insert(key, new Answer(answer));
    if (question)
        failures.insert_or_assign(key, answer); // so that this request has it whatever happens
    endRun();
    advance();
}

void EstimateService::Private::takeLoss(const DriverWorker::Loss &loss)
{
    overtaken.stop();
    if (!running) {
        // It was only to be warm: a request will tell. Unless one waits for its version.
        if (!plan || !std::exchange(isToLookUp, false))
            return;
        if (!loss.wasReady && loss.end.kind != ToolProcess::End::Cancelled)
            return finish(lossProblems(loss, worker.program().interpreter, {}, partitionLimitMs));
        return advance();
    }
    const auto task = running->task;
    auto problems
        = lossProblems(loss, worker.program().interpreter, running->folder, partitionLimitMs);
    endRun();
    const bool isWithoutVela = !loss.wasReady && loss.end.kind != ToolProcess::End::Cancelled;
    if (isWithoutVela && plan)
        return finish(problems);
    // A file that kills Vela; the other partitions have their numbers all the same. What we
    // stopped ourselves was wanted by nobody, or is asked again.
    if (loss.end.kind != ToolProcess::End::Cancelled) {
        EstimateAnswer answer;
        answer.numbers.partition = task.input.partition;
        for (auto &problem : problems) {
            if (problem.location.isEmpty())
                problem.location.file = task.input.tosaPath;
        }
        answer.problems = std::move(problems);
        failures.insert_or_assign(task.key, std::make_shared<EstimateAnswer>(answer));
    }
    advance();
}

void EstimateService::Private::endRun()
{
    QDir(running->folder).removeRecursively();
    running.reset();
}

void EstimateService::Private::finish(const std::vector<Diagnostic> &problems)
{
    std::vector<KnownAnswer> answers;
    for (const auto &task : plan->tasks)
        answers.push_back(answerTo(task));
    auto estimate
        = std::make_shared<compiled::Estimate>(estimateOf(*question, *plan, answers, problems));
    estimate->elapsedMs = clock.elapsed();
    question.reset();
    plan.reset();
    failures.clear();
    setBusy(false);
    Q_EMIT q.estimated(estimate);
}

void EstimateService::Private::setBusy(bool busy)
{
    if (std::exchange(isBusy, busy) != busy)
        Q_EMIT q.busyChanged(busy);
}

EstimateService::EstimateService(QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this))
{
}

EstimateService::~EstimateService() = default;

void EstimateService::setInterpreter(const QString &interpreter)
{
    d->worker.setProgram({ interpreter, d->scriptPath() });
    if (d->question && d->question->interpreter != interpreter) {
        auto again = *d->question;
        again.interpreter = interpreter;
        d->begin(std::move(again));
    }
}

void EstimateService::setDrivers(const QString &folder)
{
    d->drivers = folder;
    setInterpreter(d->worker.program().interpreter);
}

void EstimateService::setStore(std::shared_ptr<CellStore> store)
{
    d->store = std::move(store);
}

void EstimateService::setLimits(int partitionMs, int idleMs)
{
    d->partitionLimitMs = partitionMs;
    d->worker.setLimits(StartLimitMs, idleMs);
}

void EstimateService::warmUp()
{
    if (!d->worker.program().interpreter.isEmpty())
        d->worker.start();
}

void EstimateService::request(const spec::CompileSpec &spec,
    const std::vector<compiled::EstimateInput> &inputs, const QString &baseFolder)
{
    d->begin({ spec, inputs, baseFolder, d->worker.program().interpreter });
}

void EstimateService::cancel()
{
    d->cancel();
}

bool EstimateService::isBusy() const
{
    return d->isBusy;
}

qint64 EstimateService::workerProcessId() const
{
    return d->worker.processId();
}

} // namespace tosaic::toolchain
