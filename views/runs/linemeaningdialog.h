// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/familydraft.h"

#include <QDialog>
#include <QStringList>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace tosaic::views {

/// What text that was marked in a console means: a rule of the user's own family, with every line
/// that it reads, seen while it is edited.
class LineMeaningDialog : public QDialog
{
    Q_OBJECT
public:
    LineMeaningDialog(
        const profile::FamilyDraft &draft, QStringList lines, QWidget *parent = nullptr);

    profile::FamilyDraft draft() const;
    /// Keeps the rule; stays open and says why if it cannot.
    void accept() override;

Q_SIGNALS:
    /// Consoles have another meaning from now on.
    void kept(const QString &path);

private:
    void showEffect();

    QStringList m_lines;
    QLineEdit *m_pattern;
    QComboBox *m_field;
    QLineEdit *m_name;
    QLineEdit *m_unit;
    QLabel *m_effect;
    QPlainTextEdit *m_matches;
    QPushButton *m_keep = nullptr;
};

} // namespace tosaic::views
