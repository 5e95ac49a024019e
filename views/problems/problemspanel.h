// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/selection.h"
#include "views/models/problemlist.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QPlainTextEdit;
class QSortFilterProxyModel;
class QToolButton;
class QTreeView;

namespace tosaic::views {

class SearchLine;
class StateStack;

/// What was odd or wrong, wherever it came from. A row leads to the place it names.
class ProblemsPanel : public QWidget
{
    Q_OBJECT
public:
    ProblemsPanel(const ProblemList &problems, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);

    /// The selected rows, tab-separated, to the clipboard.
    void copySelected() const;

Q_SIGNALS:
    /// By click or Enter; also rows that nothing in the selection stands for.
    void problemChosen(const tosaic::Diagnostic &problem);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showState();
    void fitColumns();
    std::pair<int, int> placeAndCode() const; ///< widths of these columns
    void makeTree(QWidget *parent, const Theme &theme);
    void makeWords(QWidget *parent, const Theme &theme);
    void showWords();
    const Problem *problemAt(const QModelIndex &index) const;

    const ProblemList &m_problems;
    SelectionContext &m_selection;
    QSortFilterProxyModel *m_proxy;
    SearchLine *m_filter;
    QTreeView *m_tree = nullptr;
    /// There while the current row has more than its one line, or stands for several.
    QToolButton *m_fold = nullptr;
    QPlainTextEdit *m_words = nullptr;
    StateStack *m_states;
    std::pair<int, int> m_fitted; ///< what fitColumns() made them
};

} // namespace tosaic::views
