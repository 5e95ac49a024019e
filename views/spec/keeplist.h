// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"
#include "views/spec/modelnames.h"

#include <QFont>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace tosaic::views {

/// What stays on the CPU, a removable row an entry, with a line that adds one.
class KeepList : public QWidget
{
    Q_OBJECT
public:
    explicit KeepList(const QFont &font, QWidget *parent = nullptr);

    void setKept(const spec::KeepOnCpu &kept);
    /// What is offered while a name is typed.
    void setNames(const ModelNames &names);

Q_SIGNALS:
    void edited(const tosaic::spec::KeepOnCpu &kept);

private:
    using List = QStringList spec::KeepOnCpu::*;
    QWidget *makeAddLine();
    void addRows(List list, const QString &kind);
    void add();
    void offerNames();

    QFont m_font;
    spec::KeepOnCpu m_kept;
    bool m_isFilled = false;
    ModelNames m_names;
    QWidget *m_rows;
    QVBoxLayout *m_layout;
    QComboBox *m_kind;
    QLineEdit *m_name;
    QPushButton *m_add;
};

} // namespace tosaic::views
