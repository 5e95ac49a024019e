// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/modelsdialog.h"

#include "views/widgets/building.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QListWidget>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

ModelsDialog::ModelsDialog(
    const QString &shown, const QStringList &offered, const QStringList &chosen, QWidget *parent)
    : QDialog(parent), m_shown(shown), m_list(new QListWidget(this))
{
    named(this, u"modelsDialog"_s, tr("Models of the grid"));
    setWindowTitle(tr("Models of the grid"));
    setAttribute(Qt::WA_DeleteOnClose);
    named(m_list, u"gridModels"_s, tr("Models of the grid"));
    auto *note = wrapped(named(new QLabel(this), u"modelsNote"_s, {}, u"muted"_s));
    note->setText(tr("Every target and memory mode is estimated for each of them, in rows of its "
                     "own. An open model takes its own edited spec along, a file that of its "
                     "compile. A model that was not compiled (.py, .pt2) is compiled once for "
                     "each lowering; you are asked first."));
    note->setMinimumHeight(3 * fontMetrics().lineSpacing());
    auto *files = makeButton(this, u"modelsAdd"_s, tr("&Add files…"));
    files->setAutoDefault(false);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->setObjectName(u"modelsButtons"_s);
    makeColumn(this, { note, { m_list, 1 }, makeRow(nullptr, { files, stretch(1) }), buttons }, 8,
        { 16, 12, 16, 12 });
    resize(520, 360);
    auto *own = new QListWidgetItem(tr("%1 (shown)").arg(QFileInfo(shown).fileName()), m_list);
    own->setToolTip(QDir::toNativeSeparators(shown));
    own->setFlags(Qt::ItemIsSelectable);
    own->setCheckState(Qt::Checked);
    for (const auto &path : offered)
        addRow(path, chosen.contains(path));
    add(chosen);
    connect(files, &QPushButton::clicked, this, &ModelsDialog::filesWanted);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT modelsChosen(this->chosen());
        accept();
    });
}

void ModelsDialog::add(const QStringList &paths)
{
    for (const auto &path : paths) {
        auto *row = static_cast<QListWidgetItem *>(nullptr);
        for (int i = 1; i < m_list->count() && !row; ++i) {
            if (m_list->item(i)->data(Qt::UserRole).toString() == path)
                row = m_list->item(i);
        }
        if (row)
            row->setCheckState(Qt::Checked);
        else if (path != m_shown)
            addRow(path, true);
    }
}

void ModelsDialog::addRow(const QString &path, bool isChosen)
{
    auto *row = new QListWidgetItem(QFileInfo(path).fileName(), m_list);
    row->setData(Qt::UserRole, path);
    row->setToolTip(QDir::toNativeSeparators(path));
    row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    row->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
}

QStringList ModelsDialog::chosen() const
{
    QStringList paths;
    for (int i = 1; i < m_list->count(); ++i) {
        if (m_list->item(i)->checkState() == Qt::Checked)
            paths.append(m_list->item(i)->data(Qt::UserRole).toString());
    }
    return paths;
}

QString ModelsDialog::modelsText(qsizetype others)
{
    return others == 0 ? tr("this one")
                       : tr("this one and %n more", nullptr, static_cast<int>(others));
}

} // namespace tosaic::views
