// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/tableactions.h"

#include "core/base/savefile.h"
#include "views/widgets/datatable.h"
#include "views/widgets/filedialog.h"

#include <QAction>
#include <QIcon>
#include <QMessageBox>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Without what a path takes for something else.
QString fileNameOf(QString title)
{
    static const QRegularExpression special(u"[/\\\\:*?\"<>|]+"_s);
    return title.replace(special, u" "_s).simplified();
}

void exportCsv(QWidget &table, const std::function<QByteArray()> &csv)
{
    auto *dialog = newFileDialog(&table, DataTable::tr("Export %1").arg(table.accessibleName()));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(DataTable::tr("Tables (*.csv)"));
    dialog->setDefaultSuffix(u"csv"_s);
    dialog->selectFile(fileNameOf(table.accessibleName()) + u".csv"_s);
    QObject::connect(
        dialog, &QFileDialog::fileSelected, &table, [&table, csv](const QString &path) {
            if (const auto saved = saveFile(path, csv()); !saved)
                QMessageBox::warning(&table, DataTable::tr("Export"),
                    DataTable::tr("Cannot write %1: %2").arg(path, saved.error().detail));
        });
    dialog->open();
}

} // namespace

QAction *addTableAction(QWidget &table, const QString &name, const QString &icon,
    const QString &text, const QKeySequence &key, std::function<void()> act)
{
    auto *action = new QAction(QIcon::fromTheme(icon), text, &table);
    action->setObjectName(name);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(action, &QAction::triggered, &table, std::move(act));
    table.addAction(action);
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
    return action;
}

void nameExport(const QWidget &table, int selected)
{
    if (auto *action = table.findChild<QAction *>(u"exportAction"_s, Qt::FindDirectChildrenOnly))
        action->setText(selected == 0
                ? DataTable::tr("Export as CSV\u2026")
                : DataTable::tr("Export %n selected row(s) as CSV\u2026", nullptr, selected));
}

void addCopyAndExport(QWidget &table, std::function<void()> copy, std::function<QByteArray()> csv)
{
    addTableAction(table, u"copyAction"_s, u"edit-copy"_s, DataTable::tr("Copy as table"),
        QKeySequence::Copy, std::move(copy));
    addTableAction(table, u"exportAction"_s, u"document-save-as"_s, {}, {},
        [&table, csv = std::move(csv)] { exportCsv(table, csv); });
    nameExport(table, 0);
}

} // namespace tosaic::views
