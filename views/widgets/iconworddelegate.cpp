// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/iconworddelegate.h"

#include "views/models/roles.h"

#include <QIcon>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int LeastRow = 24; // px
}

IconWordDelegate::IconWordDelegate(int role, QStringList icons, QObject *parent)
    : CellDelegate(parent, LeastRow), m_role(role), m_icons(std::move(icons))
{
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

SeverityDelegate::SeverityDelegate(QObject *parent)
    : IconWordDelegate(
        SeverityRole, { u"dialog-information"_s, u"dialog-warning"_s, u"dialog-error"_s }, parent)
{
}

} // namespace tosaic::views
