// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

#include <functional>

class QAction;
class QWidget;

/// What every table offers in its context menu.
namespace tosaic::views {

/// Works while the table has the focus.
QAction *addTableAction(QWidget &table, const QString &name, const QString &icon,
    const QString &text, const QKeySequence &key, std::function<void()> act);
/// What "Export as CSV" says it writes: that many selected rows; 0: all.
void nameExport(const QWidget &table, int selected);
/// "Copy as table" (Ctrl+C) and "Export as CSV", which asks for a file and says why it cannot be
/// written.
void addCopyAndExport(QWidget &table, std::function<void()> copy, std::function<QByteArray()> csv);

} // namespace tosaic::views
