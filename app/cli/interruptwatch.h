// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <unistd.h>

namespace tosaic::cli {

/// Turns SIGINT and SIGTERM into a call on the event loop while it lives; a second one ends the
/// program at once.
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
                m_notifier->setEnabled(false);
                interrupted();
            });
        struct sigaction action = {};
        action.sa_handler = [](int) {
            const char byte = 0;
            [[maybe_unused]] const auto written = ::write(s_pipe[1], &byte, 1);
        };
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(SIGINT, &action, &m_oldInterrupt);
        ::sigaction(SIGTERM, &action, &m_oldTerminate);
    }
    ~InterruptWatch() override
    {
        if (!m_notifier)
            return;
        ::sigaction(SIGINT, &m_oldInterrupt, nullptr);
        ::sigaction(SIGTERM, &m_oldTerminate, nullptr);
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
};

} // namespace tosaic::cli
