// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/toolprocess.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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

QString supervisorPath()
{
    const QDir here(QCoreApplication::applicationDirPath());
    for (const auto &path : { u"tosaic-supervise"_s, u"../libexec/tosaic/tosaic-supervise"_s }) {
        const QFileInfo file(here.filePath(path));
        if (file.isFile() && file.isExecutable())
            return file.absoluteFilePath();
    }
    return {};
}

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
    connect(&m_grace, &QTimer::timeout, this, &ToolProcess::killTree);
    connect(&m_process, &QProcess::readyRead, this, &ToolProcess::drainOutput);
    connect(&m_process, &QProcess::started, this, [this] {
        m_processId = m_process.processId();
        // Cancelled before it had started: there was nobody to tell yet.
        if (m_stopReason) {
            terminate();
            m_grace.start(m_graceMs);
        }
        Q_EMIT started();
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            conclude(End::NotStarted, 0, m_process.errorString());
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        const bool crashed = status == QProcess::CrashExit;
        readChannel();
        if (m_startError != 0)
            return conclude(End::NotStarted, 0, qt_error_string(m_startError));
        conclude(
            crashed ? End::Crashed : End::Exited, code, crashed ? signalText(code) : QString());
    });
}

ToolProcess::~ToolProcess()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.disconnect(this);
        m_processId = m_process.processId();
        killTree();
        if (!m_process.waitForFinished(DestructionWaitMs))
            m_process.kill();
    }
    closeEventPipe();
    for (auto *fd : { &m_channel, &m_childChannel }) {
        if (*fd >= 0)
            ::close(std::exchange(*fd, -1));
    }
}

void ToolProcess::start(const Command &command)
{
    Q_ASSERT(!m_isRunning);
    m_isRunning = true;
    m_graceMs = command.graceMs;
    m_isRaw = command.isRaw;
    m_temporaryDir = std::make_unique<WorkFolder>();
    const auto made = m_temporaryDir->made();
    if (!made || (command.hasEvents && !openEventPipe()) || !openChannel()) {
        if (!made)
            m_end.fault = made.error();
        const auto why
            = made ? u"no pipe: "_s + QString::fromLocal8Bit(strerror(errno)) : made.error().detail;
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
        [this, hasInput = command.hasInput] {
            if (m_stopReason)
                return conclude(*m_stopReason, 0, {});
            m_process.start(hasInput ? QIODevice::ReadWrite : QIODevice::ReadOnly);
            for (auto *fd : { &m_eventWriteFd, &m_childChannel }) {
                if (*fd >= 0)
                    ::close(std::exchange(*fd, -1));
            }
        },
        Qt::QueuedConnection);
}

void ToolProcess::prepareChild(const Command &command)
{
    auto arguments = command.arguments;
    arguments.replaceInStrings(EventFdMark, QString::number(m_eventWriteFd));
    auto environment = command.environment;
    environment.insert(u"TMPDIR"_s, m_temporaryDir->path());
    const auto supervisor = supervisorPath();
    m_isSupervised = !supervisor.isEmpty();
    if (!m_isSupervised) {
        m_process.setProgram(command.program);
        m_process.setArguments(arguments);
    } else {
        m_process.setProgram(supervisor);
        m_process.setArguments(QStringList{ QString::number(m_childChannel),
                                   QString::number(m_eventWriteFd), command.program }
            + arguments);
    }
    m_process.setWorkingDirectory(command.workingDirectory);
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    if (!command.hasInput)
        m_process.setStandardInputFile(QProcess::nullDevice());
    // Runs in the child between fork and exec: only async-signal-safe calls.
    m_process.setChildProcessModifier([eventFd = m_eventWriteFd, channel = m_childChannel,
                                          isAlone = !m_isSupervised, parent = ::getpid()] {
        ::setsid();
        if (isAlone) {
            // When the *thread* that forks ends, too: it has to outlive this object.
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (::getppid() != parent)
                ::_exit(126); // we died before the line above could take effect
        }
        for (const int inherited : { eventFd, channel }) {
            if (inherited >= 0)
                ::fcntl(inherited, F_SETFD, 0);
        }
    });
}

bool ToolProcess::openChannel()
{
    std::array<int, 2> ends{ -1, -1 };
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return false;
    m_channel = ends[0];
    m_childChannel = ends[1];
    ::fcntl(m_channel, F_SETFL, O_NONBLOCK);
    return true;
}

void ToolProcess::readChannel()
{
    QByteArray text;
    std::array<char, 512> buffer;
    for (;;) {
        const auto size = ::read(m_channel, buffer.data(), buffer.size());
        if (size <= 0 && !(size < 0 && errno == EINTR))
            break;
        text.append(buffer.data(), std::max<ssize_t>(size, 0));
    }
    for (const auto &line : text.split('\n')) {
        const auto value = line.mid(line.indexOf(' ') + 1).toLongLong();
        if (line.startsWith("exec "))
            m_startError = static_cast<int>(value);
        else if (line.startsWith("peak ") && value > 0)
            m_peakMemory = static_cast<quint64>(value) * 1024;
    }
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

void ToolProcess::write(const QByteArray &bytes)
{
    if (m_isRunning && m_process.isOpen())
        m_process.write(bytes);
}

void ToolProcess::deliverOutput()
{
    // Reads what is there without waiting for more.
    while (m_isRunning && m_process.isOpen() && m_process.waitForReadyRead(0)) { }
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
        terminate();
        m_grace.start(m_graceMs);
    }
}

void ToolProcess::terminate() const
{
    // Both the supervisor (which hands it on) and a program without one lead a group (setsid).
    if (m_processId > 1)
        ::kill(static_cast<pid_t>(-m_processId), SIGTERM);
}

void ToolProcess::killTree()
{
    if (m_processId <= 1)
        return;
    if (m_isSupervised)
        ::shutdown(m_channel, SHUT_WR); // the supervisor kills the tree, then ends
    else
        ::kill(static_cast<pid_t>(-m_processId), SIGKILL);
}

void ToolProcess::drainOutput()
{
    if (!m_process.isOpen())
        return; // it never started
    if (m_isRaw) {
        if (const auto bytes = m_process.readAll(); !bytes.isEmpty())
            Q_EMIT outputRead(bytes);
        return;
    }
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
    // Whatever the program started and left behind ends with it; the supervisor has seen to it.
    killTree();
    drainOutput();
    if (m_output.hasRest())
        Q_EMIT lineRead(QString::fromUtf8(m_output.finish().text));
    drainEvents();
    if (m_events.hasRest())
        takeEvent(m_events.finish());
    closeEventPipe();
    m_isRunning = false;
    m_end = { m_stopReason.value_or(end), exitCode, detail, m_end.fault };
    // Queued: the receiver may delete this object, and QProcess is still on the stack here.
    QMetaObject::invokeMethod(this, &ToolProcess::finished, Qt::QueuedConnection);
}

std::optional<Diagnostic> ToolProcess::problem(int limitMs) const
{
    if (m_end.isGood())
        return std::nullopt;
    return m_end.problem({ .timeout = limitMs > 0
            ? u"the run took longer than %1 s and was stopped"_s.arg(limitMs / 1000.0)
            : QString() });
}

} // namespace tosaic::toolchain
