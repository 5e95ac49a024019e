// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>
#include <QWidget>

#include <functional>

class QBoxLayout;
class QSplitter;
class QStackedWidget;
class QTabBar;

namespace tosaic::shell {

/// Main view of the mode Runs: the runs on the left, and on tabs what can be seen of them. Pages
/// are built when they are first shown. To add one: addTab().
class RunsArea : public QWidget
{
    Q_OBJECT
public:
    using Maker = std::function<QWidget *()>;

    explicit RunsArea(QWidget *parent = nullptr);

    /// Once, before the first tab.
    void setList(QWidget *list);

    /// The tabs and what they show, from top to bottom.
    QBoxLayout &column() { return *m_column; }

    /// `id` is stable; actions, settings and the command line name the tab by it.
    void addTab(const QString &id, const QString &title, const QString &tip, Maker make);
    QStringList tabs() const { return m_ids; }
    QString currentTab() const;
    /// Null before the first tab.
    QWidget *currentPage() const;
    /// Nothing happens for what is no tab.
    void showTab(const QString &id);
    /// Builds it if need be; null for what is no tab.
    QWidget *page(const QString &id);

Q_SIGNALS:
    void tabShown(const QString &id);

private:
    void enter(int index);

    QSplitter *m_splitter;
    QTabBar *m_bar;
    QStackedWidget *m_stack;
    QBoxLayout *m_column;
    QStringList m_ids; ///< in the order of the bar
    QHash<QString, Maker> m_makers; ///< of pages that are not built yet
    QHash<QString, QWidget *> m_pages;
};

} // namespace tosaic::shell
