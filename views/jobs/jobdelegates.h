// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/celldelegate.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// A state or a severity as icon and word.
class IconWordDelegate : public CellDelegate
{
    Q_OBJECT
public:
    IconWordDelegate(int role, QStringList icons, QObject *parent);

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    int m_role;
    QStringList m_icons;
};

class JobStateDelegate : public IconWordDelegate
{
    Q_OBJECT
public:
    explicit JobStateDelegate(QObject *parent);
};

class SeverityDelegate : public IconWordDelegate
{
    Q_OBJECT
public:
    explicit SeverityDelegate(QObject *parent);
};

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
