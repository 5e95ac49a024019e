// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/compile/compilerunner.h"
#include "app/shell/frame/shellcontext.h"
#include "app/shell/workspace/compilerecorder.h"
#include "app/shell/workspace/windowcells.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/jobslot.h"
#include "core/documents/artefactfinder.h"
#include "profiler/session/workspacefile.h"

#include <QObject>

#include <functional>

namespace tosaic::shell {

class ModelTabs;

/// Keeps what was done in a .tosaic file: saving is offered when there is something to keep; from
/// then on every compile is recorded when it starts and when it ends, and every run as it comes.
class WorkspaceController : public QObject
{
    Q_OBJECT
public:
    WorkspaceController(const ShellContext &context, CompileRunner &runner, const ModelTabs &tabs,
        QObject *parent = nullptr);

    /// Path of the open workspace; empty if there is none.
    QString path() const { return m_store.path(); }
    /// What is in it, and its settings.
    WorkspaceStore &store() { return m_store; }
    /// What Vela answered.
    const WindowCells &cells() const { return m_cells; }
    /// Finds the compile of a program that is opened alone; null if no workspace is open.
    std::shared_ptr<const ArtefactFinder> finder() const;
    void setPath(const QString &path);
    /// `then` is called when everything is written: not if it fails, is given up, or something
    /// else is saved first.
    void saveThen(std::function<void()> then);
    void save() { saveThen({}); }
    void saveAs(const QString &path);
    /// The window is about to close: which models are open, and where one is in each.
    void saveModels();
    /// Of a damaged workspace: asks for a new file and goes on there.
    void askWhereToSalvage();

private:
    void registerActions();
    void offer();
    void askWhere();
    void saveElsewhere();
    void write();
    void salvageTo(const QString &path);
    void tellDamage();
    void showFailure(const Error &error);
    WorkspaceContent content() const;
    QString openModels() const;

    ShellContext m_context;
    CompileRunner &m_runner;
    const ModelTabs &m_tabs;
    WorkspaceStore m_store;
    WindowCells m_cells; ///< writes through the store
    CompileRecorder m_recorder;
    JobSlot m_slot;
    JobSlot m_salvage;
    std::function<void()> m_then; ///< of save()
    bool m_writeAgain = false; ///< something came while a write was under way
    bool m_wasOffered = false;
};

} // namespace tosaic::shell
