// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/valuestable.h"

#include "views/constants/valuesmodel.h"
#include "views/models/roles.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int ColumnDigits = 13; // wide enough for "-0.0123456789"

/// Scales stand apart from values.
class CellDelegate : public QStyledItemDelegate
{
public:
    CellDelegate(const Theme &theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!index.data(StateRole).toBool())
            return;
        option->backgroundBrush = m_theme.colors().sunken;
        option->palette.setColor(QPalette::Text, m_theme.colors().mutedText);
    }

private:
    const Theme &m_theme;
};

} // namespace

ValuesTable::ValuesTable(ValuesModel &model, const Theme &theme, QWidget *parent)
    : GridTable(u"valuesTable"_s, tr("Values"), parent), m_model(model), m_theme(theme)
{
    setModel(&model);
    setItemDelegate(new CellDelegate(theme, this));
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->setHighlightSections(true);
    connect(&theme, &Theme::changed, this, &ValuesTable::applyFont);
    applyFont();
}

void ValuesTable::applyFont()
{
    auto font = m_theme.codeFont();
    if (window()->font().pixelSize() > 0)
        font.setPixelSize(window()->font().pixelSize());
    setFont(font);
    const QFontMetrics metrics(font);
    verticalHeader()->setDefaultSectionSize(metrics.height() + 6);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setDefaultSectionSize(
        metrics.horizontalAdvance(QString(ColumnDigits, u'0')) + 12);
    horizontalHeader()->setMinimumSectionSize(40);
}

void ValuesTable::goTo(quint64 element)
{
    const auto cell = m_model.cellOf(element);
    if (!cell.isValid())
        return;
    setCurrentIndex(cell);
    scrollTo(cell, PositionAtCenter);
}

} // namespace tosaic::views
