// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/formats/vela/inifix.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace tosaic::views {

/// What the lint found, a row each; with a button where one change mends it.
class IniProblems : public QWidget
{
    Q_OBJECT
public:
    explicit IniProblems(QWidget *parent = nullptr);

    /// `text` is the one that the problems are about.
    void setProblems(const std::vector<Diagnostic> &problems, const QString &text, bool isEditable);

Q_SIGNALS:
    void lineWanted(int line);
    void fixWanted(const tosaic::formats::vela::IniFix &fix);

private:
    void addRow(const Diagnostic &problem, const std::optional<formats::vela::IniFix> &fix);
    static QString fixText(formats::vela::IniFix::Kind kind);

    QLabel *m_head;
    QTreeWidget *m_list;
};

} // namespace tosaic::views
