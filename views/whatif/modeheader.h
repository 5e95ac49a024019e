// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <QStyleOptionHeader>

namespace tosaic::views {

/// Names of memory modes, cut in the middle where they have no room: they differ at both ends.
class ModeHeader : public QHeaderView
{
public:
    explicit ModeHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
    {
        setProperty("role", QStringLiteral("table"));
        setSectionsClickable(true); // chooses the column, as the header of a table does
        setHighlightSections(true);
    }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int section) const override
    {
        constexpr int Padding = 20; // px of the style's on both sides
        QHeaderView::initStyleOptionForIndex(option, section);
        option->text = option->fontMetrics.elidedText(
            option->text, Qt::ElideMiddle, sectionSize(section) - Padding);
    }
};

} // namespace tosaic::views
