// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/jobdelegates.h"

#include "views/models/roles.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int BarHeight = 4; // px
}

JobProgressDelegate::JobProgressDelegate(const Theme &theme, QObject *parent)
    : CellDelegate(parent), m_theme(theme)
{
}

void JobProgressDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    CellDelegate::paint(painter, option, index);
    const auto fraction = index.data(FractionRole);
    if (!fraction.isValid())
        return;
    const auto box = option.rect.adjusted(8, 0, -8, -2);
    QRect bar(box.left(), box.bottom() - BarHeight + 1, box.width(), BarHeight);
    painter->fillRect(bar, m_theme.colors().border);
    bar.setWidth(static_cast<int>(bar.width() * fraction.toDouble()));
    painter->fillRect(bar, m_theme.colors().accent);
}

} // namespace tosaic::views
