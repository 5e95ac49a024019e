// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

#include <QList>
#include <QObject>

class QAction;

namespace tosaic::shell {

/// Modes, theme, zoom, find: how the window shows what it shows.
class ViewController : public QObject
{
    Q_OBJECT
public:
    explicit ViewController(const ShellContext &context, QObject *parent = nullptr);

    /// In the order of the mode bar.
    const QList<QAction *> &modeActions() const { return m_modeActions; }

Q_SIGNALS:
    /// For the status bar.
    void said(const QString &text);

private:
    void registerModes();
    void registerTheme();
    void registerViewActions();
    void applyTheme(int choice);
    void sayUnlessZoomed(bool isZoomed);
    void refreshIcons();

    ShellContext m_context;
    QList<QAction *> m_modeActions;
};

} // namespace tosaic::shell
