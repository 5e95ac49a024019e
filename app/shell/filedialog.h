// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

namespace tosaic::shell {

/// What a file dialog of the window is made from.
struct FileDialogSpec
{
    QString name; ///< object name
    QString title;
    QString start; ///< folder, or suggested file
    QString filter;
    QFileDialog::FileMode mode = QFileDialog::ExistingFile;
    QString saveSuffix = {}; ///< not empty: a file to save, with this ending by default
};

/// A dialog that deletes itself; open() shows it without a nested event loop. Unlike Qt's own it
/// never reads the files it lists (icons go by name), so that a pipe in a folder cannot hang the
/// window.
QFileDialog *makeFileDialog(const FileDialogSpec &spec, QWidget *parent);

} // namespace tosaic::shell
