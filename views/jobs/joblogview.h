// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/navigable.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace tosaic::views {

class SearchLine;

/// The log of a job: follows the end unless somebody has scrolled up, can be searched (Ctrl+F,
/// Enter, Shift+Enter), copied and saved.
class JobLogView : public QWidget, public Searchable
{
    Q_OBJECT
public:
    explicit JobLogView(const Theme &theme, QWidget *parent = nullptr);

    void setLines(const QStringList &lines);
    void append(const QString &line);
    void showFind();
    bool openFind() override
    {
        showFind();
        return true;
    }

Q_SIGNALS:
    void saveRequested(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeSearch();
    void makeActions();
    void find(bool backward);
    void markAll();

    QPlainTextEdit *m_log;
    QWidget *m_searchBar = nullptr;
    SearchLine *m_search = nullptr;
    QLabel *m_count = nullptr;
    const Theme &m_theme;
};

} // namespace tosaic::views
