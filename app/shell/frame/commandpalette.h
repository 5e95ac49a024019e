// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace tosaic::shell {

/// Something the palette can do or go to.
struct PaletteEntry
{
    QString text; ///< what is typed for
    QString detail; ///< menu, shortcut, module: in muted text
    std::function<void()> run;
    bool isEnabled = true;
    QString words = {}; ///< what it is found by, too; not shown
};

/// A line and a list over the window: type a few letters of an action, an operator or a file, Enter
/// runs it. Every typed word must occur in an entry, in any order.
class CommandPalette : public QFrame
{
    Q_OBJECT
public:
    CommandPalette(std::vector<PaletteEntry> entries, const QString &placeholder, QWidget *window);

    /// Texts of the entries that the typed words leave, best first.
    QStringList shown() const;

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void filter(const QString &text);
    void runCurrent();
    void place();

    std::vector<PaletteEntry> m_entries;
    QLineEdit *m_line;
    QListView *m_list;
    QLabel *m_nothing; ///< in the place of an empty list
    QStandardItemModel *m_model;
};

} // namespace tosaic::shell
