// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QTreeView>

namespace tosaic::views {

class DisassemblyModel;

/// The listing: monospaced, operations stand out, unknown commands are marked. Copies rows as text;
/// a folded operation stands for all of its commands.
class DisassemblyTree : public QTreeView
{
    Q_OBJECT
public:
    DisassemblyTree(DisassemblyModel &model, const Theme &theme, QWidget *parent = nullptr);

    /// The selected rows; all that is shown, if none is selected.
    QString selectionAsText() const;
    void copy() const;
    void fitColumns();
    /// QTreeView::expandAll() keeps an index for each row, which takes seconds in long streams.
    void unfoldAll();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyFont();
    void addLines(QStringList &lines, const QModelIndex &row, bool withCommands) const;

    DisassemblyModel &m_model;
    const Theme &m_theme;
};

} // namespace tosaic::views
