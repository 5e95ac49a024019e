// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/celldelegate.h"

#include <QStringList>

namespace tosaic::views {

/// A state as icon and word: the value of a role is the place of its icon in `icons`.
class IconWordDelegate : public CellDelegate
{
    Q_OBJECT
public:
    IconWordDelegate(int role, QStringList icons, QObject *parent);

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    int m_role;
    QStringList m_icons; ///< names in the theme
};

/// SeverityRole as icon and word.
class SeverityDelegate : public IconWordDelegate
{
    Q_OBJECT
public:
    explicit SeverityDelegate(QObject *parent);
};

} // namespace tosaic::views
