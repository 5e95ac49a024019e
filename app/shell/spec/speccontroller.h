// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/mode.h"
#include "app/shell/frame/shellcontext.h"
#include "core/base/jobslot.h"
#include "core/spec/ruletable.h"

#include <QObject>

class QAction;

namespace tosaic::shell {

/// What the window does with the compile spec as a whole: undo and redo, files, the clipboard, what
/// an opened program was compiled with, and the rules' findings as problem rows.
class SpecController : public QObject
{
    Q_OBJECT
public:
    explicit SpecController(const ShellContext &context, QObject *parent = nullptr);

    void load(const QString &path);
    void save(const QString &path);
    /// The spec of the compile that made the open program, or what the program says itself.
    void takeOver();
    /// To the field that a problem row is about; does nothing for other rows.
    void leadTo(const Diagnostic &problem);

Q_SIGNALS:
    void loaded(const QString &path);
    void saved(const QString &path);

private:
    void registerActions();
    void registerFileActions();
    void connectPage();
    void updateActions();
    void showNames();
    void showProblems();
    void tell(const Error &error);
    void chooseFile(bool isToSave);

    ShellContext m_context;
    JobSlot m_fileSlot;
    QAction *m_undo = nullptr;
    QAction *m_redo = nullptr;
    QAction *m_load = nullptr;
    QAction *m_save = nullptr;
    QAction *m_paste = nullptr;
    QAction *m_takeOver = nullptr;
    QAction *m_defaults = nullptr;
};

} // namespace tosaic::shell
