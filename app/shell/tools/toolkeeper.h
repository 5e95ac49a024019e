// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/approvals.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/environmentcatalogue.h"

#include <QObject>
#include <QSet>

#include <functional>
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
    /// Both outlive it.
    ToolKeeper(SettingsStore &settings, Approvals &approvals, QObject *parent = nullptr);

    /// Looks again, beginning with the interpreter of the workspace, else of the settings.
    void search();
    /// Becomes the workspace's choice while one is open, else that of the settings. What is chosen
    /// here is approved.
    void choose(const QString &interpreter);
    /// A second environment to compile with for comparison; empty: none.
    void chooseSecond(const QString &interpreter);
    QString second() const;
    /// What was chosen, by the workspace or in the settings; empty: the first that fits. A program
    /// that the workspace names and this user has not approved counts as none.
    QString chosen() const;
    /// An interpreter that discovery would not find.
    void add(const QString &interpreter);

    /// What the open workspace has chosen; an empty name leaves it to the settings. Absent: no
    /// workspace is open.
    struct WorkspaceChoice
    {
        QString interpreter;
        QString second;
        bool operator==(const WorkspaceChoice &) const = default;
    };
    void setWorkspaceChoice(const std::optional<WorkspaceChoice> &choice);
    /// After an approval was given or withdrawn.
    void askApprovals();

    /// Everything found on this machine; empty until refreshCatalogue().
    toolchain::EnvironmentCatalogue &catalogue() { return m_catalogue; }
    /// `beside`: folders that may hold an environment (.venv), as those of model and workspace. One
    /// that is not approved is not started, but asked about.
    void refreshCatalogue(const QStringList &beside = {});
    /// Where that looks; without folders beside.
    toolchain::DiscoveryPlaces places() const;

    /// Also before the first search.
    bool isSearching() const { return m_isSearching; }
    /// Absent while searching, and if there is none that can compile.
    const std::optional<toolchain::ToolEnvironment> &environment() const
    {
        return m_once ? m_once : m_found;
    }
    /// While `action` runs, environment() is this one: a compile with other tools than usual.
    void with(const toolchain::ToolEnvironment &environment, const std::function<void()> &action);
    /// One line for the status bar and the Home page.
    QString sentence() const;
    QStringList versions() const;

Q_SIGNALS:
    void changed();
    /// To be kept in the open workspace, under a key of core/workspace/settingkeys.h.
    void workspaceChoiceMade(const QString &key, const QString &value);
    /// A workspace, or a folder that was opened, brings a program that is not started before this
    /// user approves it. Without content it is not there.
    void approvalWanted(const tosaic::TrustSubject &subject);

private:
    /// Of the open workspace, if this user approved it; else empty.
    QString allowed(const QString &interpreter);
    bool isAllowedBeside(const QString &interpreter);
    void approve(const QString &interpreter);
    QStringList refusedBeside(const QStringList &folders);

    SettingsStore &m_settings;
    Approvals &m_approvals;
    toolchain::EnvironmentSearch m_search;
    toolchain::EnvironmentCatalogue m_catalogue;
    std::optional<toolchain::ToolEnvironment> m_found;
    std::optional<toolchain::ToolEnvironment> m_once;
    std::optional<WorkspaceChoice> m_workspace;
    WorkspaceChoice m_allowed; ///< what of it may be started
    QStringList m_beside; ///< of the catalogue
    QSet<QString> m_asked; ///< contents beside that were asked about
    bool m_isSearching = true;
};

} // namespace tosaic::shell
