// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/spread.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// The values of a counter as a strip: every value a dot, a box from quartile to quartile, a line
/// at the median; outliers are crosses.
class StripDelegate : public CellDelegate
{
    Q_OBJECT
public:
    explicit StripDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
