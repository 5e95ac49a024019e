// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QListWidget;

namespace tosaic::views {

/// Which models beside the one that is shown are an axis of the grid.
class ModelsDialog : public QDialog
{
    Q_OBJECT
public:
    /// Absolute paths. `shown` is always in the grid.
    ModelsDialog(const QString &shown, const QStringList &offered, const QStringList &chosen,
        QWidget *parent = nullptr);

    /// Further files, chosen.
    void add(const QStringList &paths);
    QStringList chosen() const;
    /// "this one", "this one and 2 more".
    static QString modelsText(qsizetype others);

Q_SIGNALS:
    void filesWanted();
    void modelsChosen(const QStringList &paths);

private:
    void addRow(const QString &path, bool isChosen);

    QString m_shown;
    QListWidget *m_list;
};

} // namespace tosaic::views
