// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/environment.h"

#include <QObject>

#include <optional>

namespace tosaic {
class SettingsStore;
}

namespace tosaic::shell {

/// Which compilers there are: looks for them once at the start, again when the user chose another
/// interpreter. Lives on the GUI thread; probing is a child process.
class ToolKeeper : public QObject
{
    Q_OBJECT
public:
    explicit ToolKeeper(SettingsStore &settings, QObject *parent = nullptr);

    /// Looks again, beginning with the interpreter of the settings.
    void search();
    void choose(const QString &interpreter);

    bool isSearching() const { return m_isSearching; }
    /// Absent while searching, and if there is none that can compile.
    const std::optional<toolchain::ToolEnvironment> &environment() const { return m_found; }
    /// One line for the status bar and the Home page.
    QString sentence() const;
    QStringList versions() const;

Q_SIGNALS:
    void changed();

private:
    SettingsStore &m_settings;
    toolchain::EnvironmentSearch m_search;
    std::optional<toolchain::ToolEnvironment> m_found;
    bool m_isSearching = false;
};

} // namespace tosaic::shell
