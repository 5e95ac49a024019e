// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace tosaic::views {

/// Where the cells of a sweep are computed: on this machine, by a Dask scheduler, or by workers
/// that a queue starts.
class EngineDialog : public QDialog
{
    Q_OBJECT
public:
    /// `engine`: the one in use, as ClusterRequest::engine; empty: this machine.
    explicit EngineDialog(const QString &engine, QWidget *parent = nullptr);

    QString engine() const;
    /// "This machine", "Slurm, queue short", "tls://host:8786".
    static QString engineText(const QString &engine);

Q_SIGNALS:
    void engineChosen(const QString &engine);

private:
    void refresh();

    QComboBox *m_kind;
    QLabel *m_placeLabel;
    QLineEdit *m_place;
    QLabel *m_note;
    QDialogButtonBox *m_buttons;
};

} // namespace tosaic::views
