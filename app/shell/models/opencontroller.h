// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/mode.h"
#include "app/shell/frame/shellcontext.h"
#include "core/documents/artefactfinder.h"
#include "profiler/session/openedfile.h"
#include "views/widgets/errortext.h"

#include <QObject>
#include <QStringList>

#include <deque>

class QMenu;

namespace tosaic::shell {

class ModelTabs;

/// Everything that opens: dialog, drop, arguments, recent files, samples. Reads on a pool thread,
/// one file after the other, and puts what it found into the documents.
class OpenController : public QObject
{
    Q_OBJECT
public:
    OpenController(const ShellContext &context, ModelTabs &tabs, QObject *parent = nullptr);

    /// Each into the model it belongs to, or as a model of its own.
    void open(const QStringList &paths);
    /// Into the model that is shown, whatever it is: it is what that is compiled from.
    void openHere(const QString &path);
    void showDialog();
    void closeModel();
    /// Who is asked for the compile of a program that is opened alone; may be null.
    void setArtefactFinder(std::shared_ptr<const ArtefactFinder> finder)
    {
        m_finder = std::move(finder);
    }
    /// Of the window: files that lie in the folder of samples, best first.
    static QStringList sampleFiles();

Q_SIGNALS:
    void opened(const QString &path);
    /// A file could not be opened; there is a problem row too.
    void failed(const tosaic::views::ErrorText &error);
    /// A model whose compile runs its author's code was opened.
    void trustNeeded(const QString &path);
    void workspaceOpened(const QString &path);
    /// A report of Vela was opened beside the model that is open, which stays.
    void reportOpened(const QString &path);

private:
    void registerActions();
    void openNext();
    void openAgain(const QString &path);
    void apply(OpenedFile file, bool isHere);
    void showProgram(OpenedFile file, bool keepsSpec);
    void takeOwnSpec(const model::Program &program);
    void showFile(OpenedFile file);
    void addResult(const std::shared_ptr<const compiled::CompileResult> &result);
    void addRuns(std::vector<profile::MeasuredRun> runs);
    void showWorkspace(OpenedFile file);
    void showOnlyModel(OpenedFile file);
    void takeInput(const OpenedFile &file);
    Mode rememberedMode(const QString &path) const;
    void rememberMode();
    void fillRecent(QMenu *menu);

    struct Wanted
    {
        QString path;
        bool isHere = false;
        bool keepsMode = false; ///< the tab has it with what else was left
    };
    void take(Result<OpenedFile> file, const Wanted &wanted);

    ShellContext m_context;
    ModelTabs &m_tabs;
    JobSlot m_slot;
    std::deque<Wanted> m_queue;
    std::shared_ptr<const ArtefactFinder> m_finder;
};

} // namespace tosaic::shell
