// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/celldelegate.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// Paints verdicts in their colour with a sign as second cue, and the repeats of both sides on one
/// scale: range as a line, median as a bar across it, every repeat as a dot; old above new. Of
/// conditions, the mark of their severity.
class RunChangeDelegate : public CellDelegate
{
    Q_OBJECT
public:
    explicit RunChangeDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
