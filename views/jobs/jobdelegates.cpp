// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/jobdelegates.h"

#include "views/models/roles.h"

#include <QApplication>
#include <QIcon>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int RowHeight = 24; // px
constexpr int BarHeight = 4; // px
}

IconWordDelegate::IconWordDelegate(int role, QStringList icons, QObject *parent)
    : CellDelegate(parent), m_role(role), m_icons(std::move(icons))
{
}

QSize IconWordDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return CellDelegate::sizeHint(option, index).expandedTo({ 0, RowHeight });
}

void IconWordDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    CellDelegate::initStyleOption(option, index);
    const auto value = index.data(m_role);
    if (value.isValid() && value.toInt() >= 0 && value.toInt() < m_icons.size()) {
        option->icon = QIcon::fromTheme(m_icons[value.toInt()]);
        option->features |= QStyleOptionViewItem::HasDecoration;
    }
}

JobStateDelegate::JobStateDelegate(QObject *parent)
    : IconWordDelegate(StateRole,
        { u"media-playback-start"_s, u"dialog-ok-apply"_s, u"dialog-error"_s, u"dialog-cancel"_s,
            u"media-playback-pause"_s },
        parent)
{
}

SeverityDelegate::SeverityDelegate(QObject *parent)
    : IconWordDelegate(
        SeverityRole, { u"dialog-information"_s, u"dialog-warning"_s, u"dialog-error"_s }, parent)
{
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
