// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/celldelegate.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// Cells of the table of operators: numbers in columns with the origin as a small tag behind
/// (OriginRole), shares with a bar (FractionRole), deviations with a block of the diverging colour
/// (DeviationRole); what is not known is muted (StateRole).
class OperationDelegate : public CellDelegate
{
    Q_OBJECT
public:
    explicit OperationDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    void paintTagged(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintShare(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    const Theme &m_theme;
};

/// Ranks with a bar from where the sum of the differences before ends to where this one takes it.
class WaterfallDelegate : public CellDelegate
{
    Q_OBJECT
public:
    explicit WaterfallDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
