// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/celldelegate.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// FractionRole as a bar with the share as text; the text alone where there is no fraction.
class JobProgressDelegate : public CellDelegate
{
    Q_OBJECT
public:
    JobProgressDelegate(const Theme &theme, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
