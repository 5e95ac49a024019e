// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QStyledItemDelegate>

namespace tosaic::views {

/// A run in the list: status as a mark and name, below them status and family in words, below them
/// its note and tags: what it was read from, origin, whether it is live or marked as old. Above the
/// first run of a group stands the group's title.
class RunDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit RunDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;

    /// Of the title of the group that begins with the row, px; 0: none does.
    static int headerHeight(const QStyleOptionViewItem &option, const QModelIndex &index);

private:
    void paintHeader(QPainter &painter, const QStyleOptionViewItem &option,
        const QModelIndex &index, int height) const;
    void paintRun(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintTags(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
        int top) const;

    const Theme &m_theme;
};

} // namespace tosaic::views
