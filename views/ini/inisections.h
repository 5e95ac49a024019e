// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/velaini.h"

#include <QWidget>

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace tosaic::views {

class SearchLine;

/// The system configurations and memory modes of a file, with a search, and what can be done with
/// one as a whole.
class IniSections : public QWidget
{
    Q_OBJECT
public:
    explicit IniSections(QWidget *parent = nullptr);

    /// Keeps the selection if the section is still there. Does not signal.
    void setSections(const formats::vela::VelaIni &ini);
    /// Full name; empty if none.
    QString current() const;
    /// Does not signal.
    void setCurrent(const QString &section);
    void setEditable(bool on);

Q_SIGNALS:
    void chosen(const QString &section);
    void newWanted();
    void duplicateWanted(const QString &section);
    void renameWanted(const QString &section);
    void removeWanted(const QString &section);

private:
    QWidget *makeButtons();
    void filter();
    void updateButtons();
    QTreeWidgetItem *itemOf(const QString &section) const;

    SearchLine *m_search;
    QTreeWidget *m_tree;
    QPushButton *m_new = nullptr;
    QPushButton *m_duplicate = nullptr;
    QPushButton *m_rename = nullptr;
    QPushButton *m_remove = nullptr;
    bool m_isEditable = true;
};

} // namespace tosaic::views
