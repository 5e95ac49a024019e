// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QStyledItemDelegate>

namespace tosaic::views {

/// A run in the list: name, below it status and family, below them the origin as a tag.
class RunDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit RunDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
