// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/filedialog.h"

#include <QAbstractFileIconProvider>
#include <QFileInfo>
#include <QIcon>

#include <memory>

using namespace Qt::StringLiterals;

namespace tosaic::views {

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

QFileDialog *newFileDialog(
    QWidget *parent, const QString &title, const QString &start, const QString &filter)
{
    auto *dialog = new QFileDialog(parent, title);
    // The dialog does not own its provider: it lives until the dialog is gone.
    const auto icons = std::make_shared<NameOnlyIcons>();
    dialog->setIconProvider(icons.get());
    QObject::connect(dialog, &QObject::destroyed, dialog, [icons] {});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!filter.isEmpty())
        dialog->setNameFilters(filter.split(u";;"_s));
    const QFileInfo info(start);
    if (info.isDir()) {
        dialog->setDirectory(start);
    } else if (!start.isEmpty()) {
        dialog->setDirectory(info.absolutePath());
        dialog->selectFile(info.fileName());
    }
    return dialog;
}

} // namespace tosaic::views
