// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/liverun.h"

#include "core/base/jobslot.h"
#include "profiler/parsers/consolefamilies.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/targets/consolesource.h"
#include "profiler/targets/consolespool.h"
#include "profiler/targets/filehashes.h"
#include "profiler/targets/fvpcheck.h"
#include "profiler/targets/runverdict.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

int milliseconds(int seconds)
{
    return seconds > std::numeric_limits<int>::max() / 1000 ? std::numeric_limits<int>::max()
                                                            : seconds * 1000;
}

/// A snapshot may take this part of the time between two.
constexpr int SnapshotShare = 10;

} // namespace

class LiveRun::Private
{
public:
    Private(LiveRun *owner, RunRequest asked) : q(owner), request(std::move(asked)) { }

    void connectTimers();
    void start();
    void connectSource();
    void take(const QByteArray &bytes);
    void follow(ConsoleSource::State next);
    void notice(Diagnostic diagnostic);
    void refresh();
    void takeQuiet();
    void end(EndReason reason);
    void failWith(Diagnostic why);
    void takeEnd();
    void conclude();
    void judge();
    void setState(State next);

    LiveRun *q;
    RunRequest request;
    Limits limits;
    State state = State::Idle;
    EndReason endReason = EndReason::None;
    std::unique_ptr<ConsoleSource> source;
    ConsoleSpool spool;
    ConsoleParser parser{ consoleFamilies().rules };
    std::shared_ptr<const Run> run;
    std::vector<workspace::RunFile> files;
    workspace::RunConditions conditions;
    std::optional<Diagnostic> problem;
    std::vector<Diagnostic> diagnostics;
    QTimer timeLimit;
    QTimer quiet;
    QTimer snapshot;
    qint64 snapshotCostMs = 0;
    JobSlot hashes;
};

void LiveRun::Private::connectTimers()
{
    for (auto *timer : { &timeLimit, &quiet, &snapshot })
        timer->setSingleShot(true);
    connect(&timeLimit, &QTimer::timeout, q, [this] { end(EndReason::TimedOut); });
    connect(&quiet, &QTimer::timeout, q, [this] { takeQuiet(); });
    connect(&snapshot, &QTimer::timeout, q, [this] { refresh(); });
}

void LiveRun::Private::start()
{
    Q_ASSERT(state == State::Idle);
    conditions = request.conditions;
    setState(State::Starting);
    if (const auto opened = spool.open(request.folder); !opened) {
        problem = diagnosticOf(opened.error());
        endReason = EndReason::Failed;
        QMetaObject::invokeMethod(
            q, [this] { conclude(); }, Qt::QueuedConnection);
        return;
    }
    source = makeConsoleSource(
        request, spool.folder(), { .retryMs = limits.retryMs, .reconnectMs = limits.reconnectMs });
    connectSource();
    if (const auto *fvp = std::get_if<FvpTarget>(&request.target); fvp && fvp->isFast)
        notice(fastModeNote());
    if (request.timeLimitSeconds > 0)
        timeLimit.start(milliseconds(request.timeLimitSeconds));
    source->start();
}

void LiveRun::Private::connectSource()
{
    connect(source.get(), &ConsoleSource::output, q, [this](const auto &bytes) { take(bytes); });
    connect(source.get(), &ConsoleSource::stateChanged, q, [this](auto next) { follow(next); });
    connect(source.get(), &ConsoleSource::noticed, q,
        [this](const auto &diagnostic) { notice(diagnostic); });
    connect(source.get(), &ConsoleSource::finished, q, [this] { takeEnd(); });
}

void LiveRun::Private::take(const QByteArray &bytes)
{
    if (endReason == EndReason::Failed)
        return; // there is no room for more
    const auto room = limits.consoleBytes - spool.size();
    const auto kept = static_cast<quint64>(bytes.size()) > room
        ? bytes.left(static_cast<qsizetype>(room))
        : bytes;
    if (const auto written = spool.append(kept); !written)
        return failWith(diagnosticOf(written.error()));
    parser.feed(kept);
    Q_EMIT q->consoleAdded(kept);
    if (kept.size() < bytes.size())
        return failWith({ u"run.console-limit"_s, Severity::Error, { .file = spool.path() },
            u"the run was ended: the console is longer than %1 bytes"_s.arg(limits.consoleBytes) });
    if (!snapshot.isActive())
        snapshot.start(
            static_cast<int>(std::max<qint64>(limits.snapshotMs, snapshotCostMs * SnapshotShare)));
    if (request.quietSeconds > 0)
        quiet.start(milliseconds(request.quietSeconds));
}

void LiveRun::Private::follow(ConsoleSource::State next)
{
    if (endReason != EndReason::None)
        return;
    if (next == ConsoleSource::State::Running && state == State::Reconnecting
        && !spool.endsWithLine()) {
        // What comes now does not go on where it broke: digits would join into wrong numbers.
        notice({ u"run.line-cut"_s, Severity::Info, { .offset = spool.size() },
            u"a line end was put where the connection broke inside a line"_s });
        take("\n"_ba);
    }
    switch (next) {
    case ConsoleSource::State::Starting:
        return setState(State::Starting);
    case ConsoleSource::State::Running:
        return setState(State::Running);
    case ConsoleSource::State::Reconnecting:
        return setState(State::Reconnecting);
    }
}

void LiveRun::Private::notice(Diagnostic diagnostic)
{
    // A connection that comes and goes for days must not fill memory.
    constexpr size_t most = 200;
    if (diagnostics.size() >= most)
        return;
    diagnostics.push_back(diagnostic);
    Q_EMIT q->problemFound(diagnostic);
}

/// Copies what the parser has collected; the wait until the next time grows with what that took, so
/// that it stays a small part of the time however much there is.
void LiveRun::Private::refresh()
{
    if (!source->hasRunnerConsole())
        return;
    QElapsedTimer clock;
    clock.start();
    auto now = parser.snapshot();
    if (now)
        run = std::make_shared<const Run>(std::move(*now));
    snapshotCostMs = clock.elapsed();
    if (now)
        Q_EMIT q->runChanged();
}

void LiveRun::Private::takeQuiet()
{
    const auto now = parser.snapshot();
    if (now && (now->status == RunStatus::Complete || now->status == RunStatus::Failed))
        end(EndReason::Quiet);
}

void LiveRun::Private::end(EndReason reason)
{
    if (endReason != EndReason::None || state == State::Idle || q->hasEnded())
        return;
    endReason = reason;
    timeLimit.stop();
    quiet.stop();
    if (source)
        source->stop();
}

void LiveRun::Private::failWith(Diagnostic why)
{
    problem = std::move(why);
    if (endReason == EndReason::None)
        end(EndReason::Failed);
    endReason = EndReason::Failed;
}

/// The source has ended. Hashes are made on a pool thread: traces may be large.
void LiveRun::Private::takeEnd()
{
    timeLimit.stop();
    quiet.stop();
    snapshot.stop();
    source->describe(conditions);
    hashes.start(
        u"hash files of the run"_s,
        [left = source->files(), ran = programFiles(request)](
            const JobControl &) { return Result<FileHashes>(hashFiles(left, ran)); },
        [this](Result<FileHashes> made) {
            files = std::move(made->files);
            conditions.artefacts.merge(made->artefacts);
            conclude();
        });
}

void LiveRun::Private::conclude()
{
    auto last = parser.finish();
    run = last ? std::make_shared<const Run>(std::move(*last)) : nullptr;
    if (source && !source->hasRunnerConsole())
        run = source->run();
    judge();
    if (run)
        Q_EMIT q->runChanged();
    if (problem)
        Q_EMIT q->problemFound(*problem);
    Q_EMIT q->stateChanged(state);
    // Queued: the receiver may delete the run, and what called this is still on the stack.
    QMetaObject::invokeMethod(q, &LiveRun::finished, Qt::QueuedConnection);
}

void LiveRun::Private::judge()
{
    auto verdict = verdictOf({ .reason = endReason,
        .run = run.get(),
        .ofTarget = source ? source->problem() : std::nullopt,
        .hasRunnerConsole = !source || source->hasRunnerConsole(),
        .isSilent = spool.size() == 0,
        .timeLimitSeconds = request.timeLimitSeconds });
    state = verdict.state;
    if (verdict.problem)
        problem = std::move(verdict.problem);
    if (verdict.note)
        notice(*verdict.note);
}

void LiveRun::Private::setState(State next)
{
    if (state == next)
        return;
    state = next;
    Q_EMIT q->stateChanged(state);
}

LiveRun::LiveRun(RunRequest request, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(this, std::move(request)))
{
    d->connectTimers();
}

LiveRun::~LiveRun()
{
    if (d->source)
        d->source->disconnect(this);
}

void LiveRun::setLimits(const Limits &limits)
{
    d->limits = limits;
}

const RunRequest &LiveRun::request() const
{
    return d->request;
}

LiveRun::State LiveRun::state() const
{
    return d->state;
}

bool LiveRun::hasEnded() const
{
    return d->state >= State::Complete;
}

std::shared_ptr<const Run> LiveRun::run() const
{
    return d->run;
}

QByteArray LiveRun::console() const
{
    return d->spool.readAll();
}

QString LiveRun::consolePath() const
{
    return d->spool.path();
}

quint64 LiveRun::consoleBytes() const
{
    return d->spool.size();
}

std::vector<workspace::RunFile> LiveRun::files() const
{
    return d->files;
}

workspace::RunConditions LiveRun::conditions() const
{
    auto conditions = d->conditions;
    describeRequest(d->request, conditions);
    return conditions;
}

std::optional<Diagnostic> LiveRun::problem() const
{
    return d->problem;
}

std::vector<Diagnostic> LiveRun::diagnostics() const
{
    return d->diagnostics;
}

void LiveRun::start()
{
    d->start();
}

void LiveRun::stop()
{
    d->end(EndReason::Stopped);
}

void LiveRun::send(const QByteArray &bytes)
{
    if (d->source && !hasEnded())
        d->source->send(bytes);
}

} // namespace tosaic::profile
