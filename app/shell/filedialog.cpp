// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/filedialog.h"

#include <QAbstractFileIconProvider>
#include <QFileInfo>
#include <QIcon>

#include <memory>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// Icons and type names without a look into the file. Asked from the dialog's own thread, so the
/// icons are made beforehand.
class NameOnlyIcons : public QAbstractFileIconProvider
{
public:
    QIcon icon(IconType type) const override { return type == File ? m_file : m_folder; }
    QIcon icon(const QFileInfo &info) const override { return icon(info.isDir() ? Folder : File); }
    QString type(const QFileInfo &info) const override
    {
        return info.isDir() ? QFileDialog::tr("Folder") : info.suffix();
    }

private:
    QIcon m_file = QIcon::fromTheme(u"text-x-generic"_s);
    QIcon m_folder = QIcon::fromTheme(u"folder"_s);
};

} // namespace

QFileDialog *makeFileDialog(const FileDialogSpec &spec, QWidget *parent)
{
    auto *dialog = new QFileDialog(parent, spec.title);
    // The dialog does not own its provider: it lives until the dialog is gone.
    const auto icons = std::make_shared<NameOnlyIcons>();
    dialog->setIconProvider(icons.get());
    QObject::connect(dialog, &QObject::destroyed, dialog, [icons] {});
    dialog->setObjectName(spec.name);
    dialog->setAccessibleName(spec.title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters(spec.filter.split(u";;"_s));
    dialog->setFileMode(spec.mode);
    const QFileInfo start(spec.start);
    if (start.isDir()) {
        dialog->setDirectory(spec.start);
    } else if (!spec.start.isEmpty()) {
        dialog->setDirectory(start.absolutePath());
    }
    if (!spec.saveSuffix.isEmpty()) {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setFileMode(QFileDialog::AnyFile);
        dialog->setDefaultSuffix(spec.saveSuffix);
        if (!start.isDir())
            dialog->selectFile(start.fileName());
    }
    return dialog;
}

} // namespace tosaic::shell
