// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/filedialog.h"

#include <QFileInfo>

namespace tosaic::shell {

QFileDialog *makeFileDialog(const FileDialogSpec &spec, QWidget *parent)
{
    const QFileInfo start(spec.start);
    const bool isSaving = !spec.saveSuffix.isEmpty();
    const auto at
        = start.isDir() || isSaving || spec.start.isEmpty() ? spec.start : start.absolutePath();
    auto *dialog = views::newFileDialog(parent, spec.title, at, spec.filter);
    dialog->setObjectName(spec.name);
    dialog->setAccessibleName(spec.title);
    dialog->setFileMode(isSaving ? QFileDialog::AnyFile : spec.mode);
    if (isSaving) {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(spec.saveSuffix);
    }
    return dialog;
}

} // namespace tosaic::shell
