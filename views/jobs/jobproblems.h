// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/problemlist.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QTreeView;

namespace tosaic::views {

/// The problems of one job, and beside them the source line that the chosen one names.
class JobProblems : public QWidget
{
    Q_OBJECT
public:
    explicit JobProblems(const Theme &theme, QWidget *parent = nullptr);

    void setProblems(const std::vector<Diagnostic> &problems);
    int count() const { return static_cast<int>(m_list.all().size()); }
    /// Lines of a source file around the line that a problem names.
    void showSource(const QString &title, const QString &text, int firstLine, int markedLine);
    void hideSource();

Q_SIGNALS:
    /// Chosen with mouse or keyboard.
    void chosen(const tosaic::Diagnostic &problem);
    /// Double click or Enter: go there.
    void activated(const tosaic::Diagnostic &problem);

private:
    std::vector<Diagnostic> m_problems;
    const Theme &m_theme;
    ProblemList m_list;
    QTreeView *m_tree;
    QWidget *m_sourceSide;
    QLabel *m_sourceTitle;
    QPlainTextEdit *m_source;
};

} // namespace tosaic::views
