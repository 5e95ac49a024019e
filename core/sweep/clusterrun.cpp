// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/clusterrun.h"

#include "core/base/jobslot.h"
#include "core/compiled/problemjson.h"
#include "core/toolchain/cellstore.h"
#include "core/toolchain/driverworker.h"
#include "core/toolchain/environment.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>

#include <algorithm>
#include <deque>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::sweep {

/// One run of Vela; several questions may wait for it.
struct ClusterCell
{
    toolchain::EstimateTask task;
    QString environment;
    QString blob; ///< SHA-256 of the TOSA
    QString ini; ///< of an ini file of the user; empty: Vela's own
    QString iniPath;
    std::vector<int> questions;
    toolchain::KnownAnswer answer; ///< null: not there yet
};

/// Every question's plan, and the runs that they need.
struct ClusterPlans
{
    std::vector<toolchain::EstimatePlan> plans; ///< by question
    std::vector<std::vector<int>> runsOf; ///< by question, one for each task of the plan
    std::vector<ClusterCell> runs;
};

namespace {

using Answer = toolchain::KnownAnswer;

constexpr int StartLimitMs = 60000; // of Python with Dask's imports

void addIni(ClusterCell &run, toolchain::FileHashes &hashes)
{
    for (const auto &argument : run.task.arguments) {
        const auto path = argument.section(u'=', 1);
        if (!argument.startsWith("--config="_L1) || !QFileInfo(path).isAbsolute())
            continue;
        if (const auto hash = hashes.sha256(path)) {
            run.ini = *hash;
            run.iniPath = path;
        }
    }
}

ClusterPlans plansOf(const std::vector<ClusterRequest::Question> &questions)
{
    ClusterPlans made;
    toolchain::FileHashes hashes;
    std::map<QString, int> known;
    for (const auto &[question, environment] : questions) {
        const auto number = static_cast<int>(made.plans.size());
        auto &plan = made.plans.emplace_back(toolchain::planEstimate(question, hashes));
        auto &wanted = made.runsOf.emplace_back();
        for (const auto &task : plan.tasks) {
            const auto next = static_cast<int>(made.runs.size());
            const auto key = task.problem ? u"%1"_s.arg(next) : environment + u'\n' + task.content;
            const auto run = known.try_emplace(key, next).first->second;
            if (run == next) {
                auto &added = made.runs.emplace_back(
                    ClusterCell{ .task = task, .environment = environment });
                added.blob = hashes.sha256(task.input.tosaPath).value_or(QString());
                addIni(added, hashes);
                if (task.problem)
                    added.answer = toolchain::refusedAnswer(task);
            }
            made.runs[static_cast<std::size_t>(run)].questions.push_back(number);
            wanted.push_back(run);
        }
    }
    return made;
}

} // namespace

QString clusterProblem(const QString &engine)
{
    static const QStringList queues{ u"slurm"_s, u"pbs"_s, u"sge"_s, u"lsf"_s };
    if (queues.contains(engine.section(u':', 0, 0)) || engine.startsWith("tls://"_L1))
        return {};
    if (!engine.startsWith("tcp://"_L1))
        return u"'%1' is no engine: local, tls://HOST:PORT, tcp://127.0.0.1:PORT, or slurm, pbs, sge, lsf[:QUEUE]"_s
            .arg(engine);
    for (const auto &host : { "tcp://127.0.0.1:"_L1, "tcp://localhost:"_L1, "tcp://[::1]:"_L1 }) {
        if (engine.startsWith(host))
            return {};
    }
    return u"%1 is not on this machine: beyond it only tls:// is used"_s.arg(engine);
}

class ClusterRun::Private : public QObject
{
public:
    Private(ClusterRun &run, ClusterRequest asked);

    void takePlans(const ClusterPlans &made);
    void takeAnswer(const QJsonObject &event);
    void takeEvent(const QJsonObject &event);
    void open();
    void lookUp(const QJsonObject &versions);
    void takeKept(const std::map<int, Answer> &kept);
    void sendNext();
    void submit();
    void readCells();
    void settle(int run, const Answer &answer);
    void tellIfDone(int question);
    void endAfterReading(std::vector<Diagnostic> problems);
    void end(std::vector<Diagnostic> problems);
    QString outputOf(int run) const { return folder.filePath(QString::number(run)); }

    enum class Step
    {
        Opening,
        Sending, ///< files
        Running
    };

    ClusterRun &q;
    ClusterRequest request;
    ClusterPlans plans;
    std::vector<bool> isTold; ///< by question
    toolchain::DriverWorker worker;
    QTemporaryDir folder;
    Step step = Step::Opening;
    std::deque<std::pair<QString, QString>> files; ///< hash, path: still to be sent
    std::vector<QJsonObject> cells; ///< answered, and still to be read
    bool isOver = false; ///< the cluster answers nothing more
    std::vector<Diagnostic> endProblems; ///< why, where it did not answer everything
    bool isEnded = false;
    JobSlot planning;
    JobSlot reading;
};

ClusterRun::Private::Private(ClusterRun &run, ClusterRequest asked)
    : q(run), request(std::move(asked)), isTold(request.questions.size(), false)
{
    worker.setLimits(StartLimitMs, 0);
    worker.setProgram(
        { request.interpreter, toolchain::driverPath(u"tosaic_sweep.py"_s, request.drivers) });
    connect(&worker, &toolchain::DriverWorker::answered, this, &Private::takeAnswer);
    connect(&worker, &toolchain::DriverWorker::eventRead, this, &Private::takeEvent);
    connect(&worker, &toolchain::DriverWorker::lost, this,
        [this](const toolchain::DriverWorker::Loss &loss) {
            if (!loss.problems.empty())
                return endAfterReading(loss.problems);
            const bool isMissing = loss.end.kind == toolchain::ToolProcess::End::NotStarted;
            endAfterReading({ { isMissing ? u"tool.missing"_s : u"tool.failed"_s, Severity::Error,
                Location{ .file = request.interpreter },
                u"the client of the cluster ended: %1"_s.arg(
                    loss.end.detail.isEmpty() ? loss.lastLine : loss.end.detail) } });
        });
}

void ClusterRun::Private::takePlans(const ClusterPlans &made)
{
    plans = made;
    for (int i = 0; i < static_cast<int>(plans.plans.size()); ++i)
        tellIfDone(i);
    const bool isAllDone = std::ranges::all_of(
        plans.runs, [](const ClusterCell &run) { return run.answer != nullptr; });
    if (isAllDone)
        return end({});
    open();
}

void ClusterRun::Private::open()
{
    std::map<QString, QString> named;
    for (const auto &question : request.questions)
        named[question.environment] = question.question.interpreter;
    QJsonArray environments;
    for (const auto &[name, interpreter] : named)
        environments.append(QJsonObject{ { u"name"_s, name }, { u"interpreter"_s, interpreter } });
    worker.send({ { u"action"_s, u"open"_s }, { u"scheduler"_s, request.engine },
        { u"workers"_s, request.jobs }, { u"environments"_s, environments } });
}

void ClusterRun::Private::takeAnswer(const QJsonObject &event)
{
    if (const auto problem = event.value(u"problem"_s).toObject(); !problem.isEmpty())
        return endAfterReading({ compiled::problemFromJson(problem) });
    switch (step) {
    case Step::Opening:
        return lookUp(event.value(u"environments"_s).toObject());
    case Step::Sending:
        return sendNext();
    case Step::Running:
        isOver = true;
        return readCells();
    }
}

/// In the store, where the version of an environment is known on this machine.
void ClusterRun::Private::lookUp(const QJsonObject &versions)
{
    planning.start(
        {},
        [runs = plans.runs, versions, store = request.store](
            const JobControl &control) -> Result<std::map<int, Answer>> {
            std::map<int, Answer> found;
            for (std::size_t i = 0; store && i < runs.size() && !control.isCancelled(); ++i) {
                const auto &run = runs[i];
                if (run.answer)
                    continue;
                const auto version = versions.value(run.environment).toString();
                const auto key = toolchain::cellKey(run.task, version);
                if (auto kept = key.isEmpty() ? std::nullopt : store->find(key))
                    found.emplace(static_cast<int>(i), toolchain::placed(*kept, run.task));
            }
            return found;
        },
        [this](const Result<std::map<int, Answer>> &found) { takeKept(*found); });
}

void ClusterRun::Private::takeKept(const std::map<int, Answer> &kept)
{
    for (const auto &[run, answer] : kept)
        settle(run, answer);
    std::set<QString> sent;
    for (const auto &run : plans.runs) {
        if (run.answer)
            continue;
        if (sent.insert(run.blob).second)
            files.emplace_back(run.blob, run.task.input.tosaPath);
        if (!run.ini.isEmpty() && sent.insert(run.ini).second)
            files.emplace_back(run.ini, run.iniPath);
    }
    if (files.empty())
        return end({});
    step = Step::Sending;
    sendNext();
}

void ClusterRun::Private::sendNext()
{
    if (files.empty())
        return submit();
    const auto [hash, path] = files.front();
    files.pop_front();
    worker.send({ { u"action"_s, u"blob"_s }, { u"sha256"_s, hash }, { u"path"_s, path } });
}

void ClusterRun::Private::submit()
{
    step = Step::Running;
    QJsonArray asked;
    for (std::size_t i = 0; i < plans.runs.size(); ++i) {
        const auto &run = plans.runs[i];
        if (run.answer)
            continue;
        QJsonObject cell{ { u"id"_s, static_cast<int>(i) }, { u"blob"_s, run.blob },
            { u"suffix"_s,
                run.task.kind == toolchain::InputKind::Tflite ? u".tflite"_s : u".tosa"_s },
            { u"arguments"_s, QJsonArray::fromStringList(run.task.arguments) },
            { u"environment"_s, run.environment },
            { u"outputDir"_s, outputOf(static_cast<int>(i)) } };
        if (!run.ini.isEmpty())
            cell.insert(u"ini"_s, run.ini);
        asked.append(cell);
    }
    worker.send({ { u"action"_s, u"submit"_s }, { u"cells"_s, asked } });
}

void ClusterRun::Private::takeEvent(const QJsonObject &event)
{
    const auto kind = event.value(u"event"_s).toString();
    if (kind == u"workers"_s)
        Q_EMIT q.workersChanged(event.value(u"count"_s).toInt());
    if (kind != u"cell"_s)
        return;
    cells.push_back(event);
    readCells();
}

/// What has come meanwhile, together.
void ClusterRun::Private::readCells()
{
    if (reading.isRunning())
        return;
    if (cells.empty()) {
        if (isOver)
            end(endProblems);
        return;
    }
    struct Told
    {
        int run = 0;
        toolchain::EstimateTask task;
        QString folder;
        QJsonObject event;
    };
    std::vector<Told> told;
    for (const auto &event : std::exchange(cells, {})) {
        const auto run = event.value(u"id"_s).toInt(-1);
        if (run >= 0 && run < static_cast<int>(plans.runs.size()))
            told.push_back(
                { run, plans.runs[static_cast<std::size_t>(run)].task, outputOf(run), event });
    }
    reading.start(
        {},
        [told, store = request.store](const JobControl &) -> Result<std::map<int, Answer>> {
            std::map<int, Answer> read;
            for (const auto &[run, task, out, event] : told) {
                auto answer = toolchain::readEstimate(task, out, event);
                answer.velaVersion = event.value(u"vela"_s).toString();
                if (store && answer.numbers.vela)
                    store->add(toolchain::cellKey(task, answer.velaVersion), answer);
                QDir(out).removeRecursively();
                read.emplace(run, std::make_shared<toolchain::EstimateAnswer>(std::move(answer)));
            }
            return read;
        },
        [this](const Result<std::map<int, Answer>> &read) {
            for (const auto &[run, answer] : *read)
                settle(run, answer);
            readCells();
        });
}

void ClusterRun::Private::settle(int run, const Answer &answer)
{
    auto &one = plans.runs[static_cast<std::size_t>(run)];
    one.answer = answer;
    for (const auto question : one.questions)
        tellIfDone(question);
}

void ClusterRun::Private::tellIfDone(int question)
{
    const auto index = static_cast<std::size_t>(question);
    std::vector<Answer> answers;
    for (const auto run : plans.runsOf[index])
        answers.push_back(plans.runs[static_cast<std::size_t>(run)].answer);
    if (isTold[index] || std::ranges::find(answers, nullptr) != answers.end())
        return;
    isTold[index] = true;
    auto estimate = std::make_shared<compiled::Estimate>(
        toolchain::estimateOf(request.questions[index].question, plans.plans[index], answers, {}));
    Q_EMIT q.estimated(question, estimate);
}

/// What was answered before the end is kept: no cell is computed twice.
void ClusterRun::Private::endAfterReading(std::vector<Diagnostic> problems)
{
    isOver = true;
    endProblems = std::move(problems);
    readCells();
}

void ClusterRun::Private::end(std::vector<Diagnostic> problems)
{
    if (std::exchange(isEnded, true))
        return;
    QMetaObject::invokeMethod(
        &q, [this, problems] { Q_EMIT q.finished(problems); }, Qt::QueuedConnection);
}

ClusterRun::ClusterRun(ClusterRequest request, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(request)))
{
}

ClusterRun::~ClusterRun() = default;

void ClusterRun::start()
{
    d->planning.start(
        {},
        [questions = d->request.questions](
            const JobControl &) -> Result<ClusterPlans> { return plansOf(questions); },
        [this](const Result<ClusterPlans> &made) { d->takePlans(*made); });
}

} // namespace tosaic::sweep
