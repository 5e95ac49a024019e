// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/keeprules.h"

#include <QDialog>

#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace tosaic::views {

/// Asks for a name pattern and shows, while it is typed, what it hits.
class PatternDialog : public QDialog
{
    Q_OBJECT
public:
    PatternDialog(std::vector<spec::OperatorKey> operators, const QString &pattern,
        QWidget *parent = nullptr);

    QString pattern() const;
    int matchCount() const { return m_matches; }

private:
    void update();

    std::vector<spec::OperatorKey> m_operators;
    int m_matches = 0;
    QLineEdit *m_edit;
    QLabel *m_count;
    QListWidget *m_list;
    QPushButton *m_keep;
};

} // namespace tosaic::views
