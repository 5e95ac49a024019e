// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/base/jobslot.h"
#include "core/workspace/cleaning.h"
#include "core/workspace/provenance.h"

#include <QJsonObject>
#include <QObject>
#include <QStringList>

namespace tosaic::views {
class WorkspacePanel;
struct WorkspaceItem;
}

namespace tosaic::shell {

class WorkspaceController;
class WorkspaceStore;

/// What the Workspace panel and its menu actions do: open what is recorded, provenance, notes,
/// named specs, cleaning up, looking for moved files. Everything that touches the file runs on a
/// pool thread.
class WorkspacePanelController : public QObject
{
    Q_OBJECT
public:
    WorkspacePanelController(const ShellContext &context, WorkspaceController &workspace,
        views::WorkspacePanel &panel, QObject *parent = nullptr);

    void saveSpec(const QString &name);
    void addSearchFolder(const QString &folder);
    void cleanUp();

private:
    using Locate = std::function<Result<QString>(workspace::Workspace &)>;

    void registerActions();
    void connectPanel();
    void connectOpening();
    void refresh();
    void openLocated(const QString &what, Locate locate);
    void compareSpecs(const QList<std::pair<QString, QJsonObject>> &specs);
    void showProvenance(const QString &path, const QString &sha256);
    void askSpecName();
    void askNote(
        const QString &title, const QString &text, std::function<void(const QString &)> done);
    void askRemove(const views::WorkspaceItem &item, const QString &name);
    void askCleaning(const workspace::CleaningPlan &plan);
    void clean(const workspace::CleaningPlan &plan);
    void tell(const QString &text);

    ShellContext m_context;
    WorkspaceController &m_workspace;
    WorkspaceStore &m_store;
    views::WorkspacePanel &m_panel;
    JobSlot m_locating;
    JobSlot m_tracing;
    JobSlot m_cleaning;
};

} // namespace tosaic::shell
