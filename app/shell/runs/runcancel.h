// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <mutex>

namespace tosaic::shell {

/// Ends a run in Tosaic itself: the simulator asks the flag; a child process is ended by its
/// function. Any thread.
class RunCancel
{
public:
    void want()
    {
        isWanted = true;
        const std::scoped_lock lock(m_mutex);
        if (m_endProcess)
            m_endProcess();
    }
    void set(std::function<void()> end)
    {
        const std::scoped_lock lock(m_mutex);
        m_endProcess = std::move(end);
        if (m_endProcess && isWanted)
            m_endProcess();
    }

    std::atomic<bool> isWanted = false;

private:
    std::mutex m_mutex;
    std::function<void()> m_endProcess;
};

} // namespace tosaic::shell
