// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/session.h"
#include "app/shell/frame/shellcontext.h"
#include "app/shell/frame/shellsettings.h"
#include "core/base/settings.h"

#include "views/widgets/filedialog.h"

namespace tosaic::shell {

/// What a file dialog of the window is made from.
struct FileDialogSpec
{
    QString name; ///< object name
    QString title;
    QString start = {}; ///< folder, or suggested file
    QString filter = {};
    QFileDialog::FileMode mode = QFileDialog::ExistingFile;
    QString saveSuffix = {}; ///< not empty: a file to save, with this ending by default
};

/// views::newFileDialog() with a name, a mode and a suffix.
QFileDialog *makeFileDialog(const FileDialogSpec &spec, QWidget *parent);

/// Asks for a file or folder, where nothing else is said from the folder of the last one on; `slot`
/// of the receiver gets the path.
template <typename Receiver, typename Slot>
void askForFile(const ShellContext &context, FileDialogSpec spec, Receiver *receiver, Slot slot)
{
    auto &settings = context.session.settings();
    if (spec.start.isEmpty())
        spec.start = settings.value(settings::LastFolder);
    auto *dialog = makeFileDialog(spec, &context.window);
    QObject::connect(dialog, &QFileDialog::fileSelected, receiver, slot);
    dialog->open();
}

} // namespace tosaic::shell
