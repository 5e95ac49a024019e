// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// tosaic-supervise CHANNEL EVENTS PROGRAM [ARGUMENT...]
//
// Runs a program and sees to it that nothing it started outlives it, or outlives Tosaic: not a
// child in a session of its own, and not after SIGKILL of Tosaic. CHANNEL is one end of a socket
// pair. When the other end is closed or shut down, which the kernel does for a killed process, the
// whole tree is killed. EVENTS (-1: none) is a descriptor that only the program keeps.
//
// To CHANNEL go "exec ERRNO" if the program does not start, and "peak KIB", the largest resident
// size of a process of the tree. SIGTERM is handed to the program's group. The exit code or the
// signal of the program becomes our own. Small and without Qt, so that it costs next to nothing.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

constexpr int KillPauseMs = 10; // between two looks for processes that are still there
constexpr int KillRounds = 300; // then give up: something hangs in the kernel

void tell(int channel, const char *what, long value)
{
    const auto line = std::string(what) + ' ' + std::to_string(value) + '\n';
    // A channel without a reader must not end us.
    while (::write(channel, line.data(), line.size()) < 0 && errno == EINTR) { }
}

/// Process and parent of everything that runs.
std::vector<std::pair<pid_t, pid_t>> allProcesses()
{
    std::vector<std::pair<pid_t, pid_t>> found;
    auto *folder = ::opendir("/proc");
    while (const auto *entry = folder ? ::readdir(folder) : nullptr) {
        const auto pid = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        if (pid <= 0)
            continue;
        const auto path = "/proc/" + std::to_string(pid) + "/stat";
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        char text[512]{};
        const auto size = file < 0 ? 0 : ::read(file, text, sizeof text - 1);
        if (file >= 0)
            ::close(file);
        // "123 (any name) S 45 ...": the name may hold brackets and blanks.
        const auto *behindName = size > 0 ? std::strrchr(text, ')') : nullptr;
        if (behindName && std::strlen(behindName) > 4)
            found.emplace_back(pid, static_cast<pid_t>(std::atoi(behindName + 4)));
    }
    if (folder)
        ::closedir(folder);
    return found;
}

void killDescendants()
{
    const auto all = allProcesses();
    std::vector<pid_t> tree{ ::getpid() };
    for (std::size_t i = 0; i < tree.size(); ++i) {
        for (const auto &[pid, parent] : all) {
            if (parent == tree[i])
                tree.push_back(pid);
        }
    }
    for (std::size_t i = 1; i < tree.size(); ++i)
        ::kill(tree[i], SIGKILL);
}

[[noreturn]] void becomeProgram(int channel, pid_t supervisor, const sigset_t &mask, char **command)
{
    ::setsid(); // a group that SIGTERM reaches whole
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != supervisor)
        ::_exit(126); // it died before the line above could take effect
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    ::execvp(command[0], command);
    tell(channel, "exec", errno);
    ::_exit(126);
}

class Supervisor
{
public:
    Supervisor(int channel, int signals, pid_t child)
        : m_channel(channel), m_signals(signals), m_child(child)
    {
    }

    /// Until the program and all it started are gone; the program's wait status.
    int run()
    {
        while (!m_isEnding) {
            pollfd watched[] = { { m_signals, POLLIN, 0 }, { m_channel, POLLIN, 0 } };
            if (::poll(watched, 2, -1) < 0 && errno != EINTR)
                break;
            if (watched[0].revents)
                takeSignals();
            if (watched[1].revents)
                m_isEnding = true;
        }
        endAll();
        tell(m_channel, "peak", m_peakKiB);
        return m_status;
    }

private:
    void takeSignals()
    {
        signalfd_siginfo info{};
        while (::read(m_signals, &info, sizeof info) == sizeof info) {
            if (info.ssi_signo != SIGCHLD && ::kill(-m_child, SIGTERM) != 0)
                ::kill(m_child, SIGTERM); // not the leader of its group yet
        }
        reap();
    }

    /// False when there is no child any more.
    bool reap()
    {
        for (;;) {
            int status = 0;
            rusage used{};
            const auto pid = ::wait4(-1, &status, WNOHANG, &used);
            if (pid < 0)
                return errno == EINTR;
            if (pid == 0)
                return true;
            if (used.ru_maxrss > m_peakKiB)
                m_peakKiB = used.ru_maxrss;
            if (pid == m_child) {
                m_status = status;
                m_isEnding = true;
            }
        }
    }

    /// Orphans become our children (subreaper), so that none can slip away.
    void endAll()
    {
        for (int round = 0; round < KillRounds && reap(); ++round) {
            killDescendants();
            pollfd watched{ m_signals, POLLIN, 0 };
            ::poll(&watched, 1, KillPauseMs);
            signalfd_siginfo info{};
            while (::read(m_signals, &info, sizeof info) == sizeof info) { }
        }
    }

    int m_channel;
    int m_signals;
    pid_t m_child;
    int m_status = SIGKILL; // as if it had been killed, until it is known
    long m_peakKiB = 0;
    bool m_isEnding = false;
};

/// Ends as the program did.
[[noreturn]] void endAs(int status)
{
    if (WIFSIGNALED(status)) {
        const rlimit none{ 0, 0 };
        ::setrlimit(RLIMIT_CORE, &none);
        const int number = WTERMSIG(status);
        std::signal(number, SIG_DFL);
        sigset_t only;
        sigemptyset(&only);
        sigaddset(&only, number);
        ::sigprocmask(SIG_UNBLOCK, &only, nullptr);
        ::raise(number);
    }
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 125);
}

/// Only the program may hold the console's pipes open.
void leaveConsole()
{
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= 2; ++fd)
        ::dup2(nothing, fd);
    ::close(nothing);
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc < 4)
        return 64;
    const int channel = std::atoi(argv[1]);
    const int events = std::atoi(argv[2]);
    ::fcntl(channel, F_SETFD, FD_CLOEXEC);
    std::signal(SIGPIPE, SIG_IGN);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t taken;
    sigset_t before;
    sigemptyset(&taken);
    for (const int number : { SIGCHLD, SIGTERM, SIGINT, SIGHUP })
        sigaddset(&taken, number);
    ::sigprocmask(SIG_BLOCK, &taken, &before);
    const int signals = ::signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
    const auto self = ::getpid();
    const auto child = ::fork();
    if (child == 0) {
        std::signal(SIGPIPE, SIG_DFL);
        becomeProgram(channel, self, before, argv + 3);
    }
    if (child < 0) {
        tell(channel, "exec", errno);
        return 126;
    }
    leaveConsole();
    if (events >= 0)
        ::close(events);
    endAs(Supervisor(channel, signals, child).run());
}
