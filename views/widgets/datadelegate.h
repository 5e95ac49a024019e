// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/change.h"
#include "views/models/cellpicture.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// Cells of every table, painted by what the model says of them: what is not known is muted
/// (StateRole), changes have the colour of their verdict (VerdictRole; the column "verdict" a
/// triangle besides), problems that of their severity (SeverityRole), numbers their origin as a
/// small tag behind (OriginRole of the column "cycles"), shares a bar (FractionRole), deviations a
/// block of the diverging colour (DeviationRole), placements their mark (PlacementRole), parts an
/// indent (IndentRole), distributions and steps their picture (PictureRole).
class DataDelegate : public CellDelegate
{
    Q_OBJECT
public:
    /// `view` is painted again when the theme changes.
    explicit DataDelegate(const Theme &theme, QWidget *view);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    void paintTagged(QPainter &painter, const QStyleOptionViewItem &cell, const QString &tag) const;
    void paintShare(QPainter &painter, const QStyleOptionViewItem &cell, double fraction) const;
    void paintDistribution(QPainter &painter, const QStyleOptionViewItem &cell,
        const DistributionPicture &picture) const;
    void paintStep(
        QPainter &painter, const QStyleOptionViewItem &cell, const StepPicture &step) const;

    const Theme &m_theme;
};

/// The colour of a change: good, bad, of note, or muted.
QColor verdictColor(Verdict verdict, const ThemeColors &colours);

} // namespace tosaic::views
