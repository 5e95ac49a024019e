// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/toolprocess.h"

#include <QDir>
#include <QJsonDocument>
#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qsizetype LongestLine = 64 * 1024; // bytes of console text
constexpr qsizetype LongestEvent = 1024 * 1024; // bytes of one event
constexpr int MostBadEvents = 20; // complaints; later ones are dropped
constexpr auto EventFdMark = "%EVENTS_FD%"_L1;
constexpr int DestructionWaitMs = 2000; // for a process that has got SIGKILL

QString signalText(int number)
{
    const auto *name = sigabbrev_np(number);
    return name ? u"SIG"_s + QString::fromLatin1(name) : u"signal %1"_s.arg(number);
}

} // namespace

LineSplitter::Line LineSplitter::finish()
{
    if (m_line.endsWith('\r'))
        m_line.chop(1);
    return { std::exchange(m_line, {}), std::exchange(m_isCut, false) };
}

void LineSplitter::append(QByteArrayView part)
{
    const auto room = std::max<qsizetype>(0, m_limit - m_line.size());
    m_isCut = m_isCut || part.size() > room;
    m_line.append(part.first(std::min(part.size(), room)));
}

ToolProcess::ToolProcess(QObject *parent)
    : QObject(parent), m_output(LongestLine), m_events(LongestEvent)
{
    m_timeLimit.setSingleShot(true);
    m_grace.setSingleShot(true);
    connect(&m_timeLimit, &QTimer::timeout, this, [this] { stop(End::TimedOut); });
    connect(&m_grace, &QTimer::timeout, this, [this] { signalGroup(SIGKILL); });
    connect(&m_process, &QProcess::readyRead, this, &ToolProcess::drainOutput);
    connect(&m_process, &QProcess::started, this, [this] {
        m_processId = m_process.processId();
        // Cancelled before it had started: there was nobody to tell yet.
        if (m_stopReason) {
            signalGroup(SIGTERM);
            m_grace.start(m_graceMs);
        }
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            conclude(End::NotStarted, 0, m_process.errorString());
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        const bool crashed = status == QProcess::CrashExit;
        conclude(
            crashed ? End::Crashed : End::Exited, code, crashed ? signalText(code) : QString());
    });
}

ToolProcess::~ToolProcess()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.disconnect(this);
        m_processId = m_process.processId();
        signalGroup(SIGKILL);
        m_process.waitForFinished(DestructionWaitMs);
    }
    closeEventPipe();
}

void ToolProcess::start(const Command &command)
{
    Q_ASSERT(!m_isRunning);
    m_isRunning = true;
    m_graceMs = command.graceMs;
    m_temporaryDir = std::make_unique<QTemporaryDir>();
    if (!m_temporaryDir->isValid() || (command.hasEvents && !openEventPipe())) {
        const auto why = m_temporaryDir->isValid()
            ? u"no pipe: "_s + QString::fromLocal8Bit(strerror(errno))
            : m_temporaryDir->errorString();
        QMetaObject::invokeMethod(
            this, [this, why] { conclude(End::NotStarted, 0, why); }, Qt::QueuedConnection);
        return;
    }
    prepareChild(command);
    if (command.timeLimitMs > 0)
        m_timeLimit.start(command.timeLimitMs);
    // Started from the event loop, so that no signal comes from inside this function.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_stopReason)
                return conclude(*m_stopReason, 0, {});
            m_process.start(QIODevice::ReadOnly);
            if (m_eventWriteFd >= 0)
                ::close(std::exchange(m_eventWriteFd, -1));
        },
        Qt::QueuedConnection);
}

void ToolProcess::prepareChild(const Command &command)
{
    auto arguments = command.arguments;
    arguments.replaceInStrings(EventFdMark, QString::number(m_eventWriteFd));
    auto environment = command.environment;
    environment.insert(u"TMPDIR"_s, m_temporaryDir->path());
    m_process.setProgram(command.program);
    m_process.setArguments(arguments);
    m_process.setWorkingDirectory(command.workingDirectory);
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    // Runs in the child between fork and exec: only async-signal-safe calls.
    m_process.setChildProcessModifier([eventFd = m_eventWriteFd] {
        ::setsid();
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (eventFd >= 0)
            ::fcntl(eventFd, F_SETFD, 0);
    });
}

bool ToolProcess::openEventPipe()
{
    std::array<int, 2> ends{ -1, -1 };
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return false;
    m_eventReadFd = ends[0];
    m_eventWriteFd = ends[1];
    ::fcntl(m_eventReadFd, F_SETFL, O_NONBLOCK);
    m_eventNotifier = std::make_unique<QSocketNotifier>(m_eventReadFd, QSocketNotifier::Read);
    connect(m_eventNotifier.get(), &QSocketNotifier::activated, this, &ToolProcess::drainEvents);
    return true;
}

void ToolProcess::closeEventPipe()
{
    m_eventNotifier.reset();
    for (auto *fd : { &m_eventReadFd, &m_eventWriteFd }) {
        if (*fd >= 0)
            ::close(std::exchange(*fd, -1));
    }
}

void ToolProcess::cancel()
{
    stop(End::Cancelled);
}

void ToolProcess::stop(End reason)
{
    if (!m_isRunning || m_stopReason)
        return;
    m_stopReason = reason;
    if (m_process.state() == QProcess::Running) {
        signalGroup(SIGTERM);
        m_grace.start(m_graceMs);
    }
}

void ToolProcess::signalGroup(int signal) const
{
    // The child made itself the leader of a group of its own (setsid).
    if (m_processId > 1)
        ::kill(static_cast<pid_t>(-m_processId), signal);
}

void ToolProcess::drainOutput()
{
    if (!m_process.isOpen())
        return; // it never started
    m_output.feed(m_process.readAll(), [this](const LineSplitter::Line &line) {
        Q_EMIT lineRead(QString::fromUtf8(line.text) + (line.isCut ? u" [...]"_s : QString()));
    });
}

void ToolProcess::drainEvents()
{
    std::array<char, 64 * 1024> buffer;
    while (m_eventReadFd >= 0) {
        const auto size = ::read(m_eventReadFd, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR)
            continue;
        if (size == 0 && m_eventNotifier)
            m_eventNotifier->setEnabled(false);
        if (size <= 0)
            return;
        m_events.feed(QByteArrayView(buffer.data(), size),
            [this](const LineSplitter::Line &line) { takeEvent(line); });
    }
}

void ToolProcess::takeEvent(const LineSplitter::Line &line)
{
    if (line.text.trimmed().isEmpty())
        return;
    const auto document = QJsonDocument::fromJson(line.text);
    if (!line.isCut && document.isObject()) {
        Q_EMIT eventRead(document.object());
        return;
    }
    if (++m_badEvents > MostBadEvents)
        return;
    Q_EMIT problemFound({ u"tool.bad-event"_s, Severity::Warning, {},
        line.isCut ? u"an event of more than 1 MiB was dropped"_s
                   : u"the event channel holds something else: "_s
                + QString::fromUtf8(line.text.left(200)) });
}

void ToolProcess::conclude(End end, int exitCode, const QString &detail)
{
    if (!m_isRunning)
        return;
    m_timeLimit.stop();
    m_grace.stop();
    // Whatever the program started and left behind ends with it.
    signalGroup(SIGKILL);
    drainOutput();
    if (m_output.hasRest())
        Q_EMIT lineRead(QString::fromUtf8(m_output.finish().text));
    drainEvents();
    if (m_events.hasRest())
        takeEvent(m_events.finish());
    closeEventPipe();
    m_isRunning = false;
    m_end = m_stopReason.value_or(end);
    m_exitCode = exitCode;
    m_endDetail = detail;
    // Queued: the receiver may delete this object, and QProcess is still on the stack here.
    QMetaObject::invokeMethod(this, &ToolProcess::finished, Qt::QueuedConnection);
}

} // namespace tosaic::toolchain
