// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QStyledItemDelegate>

namespace tosaic::views {

/// Cells whose colour is their value: what is chosen gets an outline, never another hue.
class HeatDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    HeatDelegate(const Theme &theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
