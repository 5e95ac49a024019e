// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/command.h"

#include <QObject>
#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <unistd.h>

namespace tosaic::cli {

/// Turns SIGINT, SIGTERM and SIGHUP (the terminal was closed, and nobody said nohup) into a call on
/// the event loop while it lives; a second one ends the program at once, and so does the first
/// where the loop does not come to it within a second (a file is being read). Tools that run end
/// with the program: they are supervised.
class InterruptWatch : public QObject
{
public:
    explicit InterruptWatch(std::function<void()> interrupted)
    {
        if (::pipe2(s_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
            return;
        m_notifier = std::make_unique<QSocketNotifier>(s_pipe[0], QSocketNotifier::Read);
        connect(m_notifier.get(), &QSocketNotifier::activated, this,
            [this, interrupted = std::move(interrupted)] {
                ::alarm(0);
                m_notifier->setEnabled(false);
                interrupted();
            });
        struct sigaction action = {};
        action.sa_handler = [](int) {
            const char byte = 0;
            [[maybe_unused]] const auto written = ::write(s_pipe[1], &byte, 1);
            ::alarm(1);
        };
        struct sigaction late = {};
        late.sa_handler = [](int) { ::_exit(Cancelled); };
        ::sigaction(SIGALRM, &late, &m_oldAlarm);
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(SIGINT, &action, &m_oldInterrupt);
        ::sigaction(SIGTERM, &action, &m_oldTerminate);
        ::sigaction(SIGHUP, nullptr, &m_oldHangUp);
        if (m_oldHangUp.sa_handler != SIG_IGN)
            ::sigaction(SIGHUP, &action, nullptr);
    }
    ~InterruptWatch() override
    {
        if (!m_notifier)
            return;
        ::sigaction(SIGINT, &m_oldInterrupt, nullptr);
        ::sigaction(SIGTERM, &m_oldTerminate, nullptr);
        ::sigaction(SIGHUP, &m_oldHangUp, nullptr);
        ::alarm(0);
        ::sigaction(SIGALRM, &m_oldAlarm, nullptr);
        m_notifier.reset();
        for (auto &fd : s_pipe)
            ::close(std::exchange(fd, -1));
    }

private:
    // A signal handler can reach nothing else.
    static inline std::array<int, 2> s_pipe{ -1, -1 };
    std::unique_ptr<QSocketNotifier> m_notifier;
    struct sigaction m_oldInterrupt = {};
    struct sigaction m_oldTerminate = {};
    struct sigaction m_oldHangUp = {};
    struct sigaction m_oldAlarm = {};
};

/// What an interrupt ends while it lives: work that looks at the flag, and the tool that runs now.
class Interruption
{
public:
    Interruption()
        : m_watch([this] {
              m_flag->store(true);
              if (m_cancel)
                  m_cancel();
          })
    {
    }

    std::shared_ptr<const std::atomic<bool>> flag() const { return m_flag; }
    /// Takes what ends the tool, or nothing when it has ended. For as long as this lives.
    std::function<void(std::function<void()>)> setCancel()
    {
        return [this](std::function<void()> cancel) { m_cancel = std::move(cancel); };
    }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
    std::function<void()> m_cancel;
    InterruptWatch m_watch;
};

} // namespace tosaic::cli
