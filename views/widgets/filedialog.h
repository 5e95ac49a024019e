// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

namespace tosaic::views {

/// A dialog that deletes itself; open() shows it without a nested event loop. Unlike Qt's own it
/// never reads the files it lists (icons go by name), so that a pipe in a folder cannot hang the
/// window. `start`: folder, or suggested file in one; empty: the working directory.
QFileDialog *newFileDialog(
    QWidget *parent, const QString &title, const QString &start = {}, const QString &filter = {});

} // namespace tosaic::views
