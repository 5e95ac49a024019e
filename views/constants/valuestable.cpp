// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/valuestable.h"

#include "views/constants/valuesmodel.h"
#include "views/models/roles.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int ColumnDigits = 11; // wide enough for "-0.01234567"

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
    : QTableView(parent), m_model(model), m_theme(theme)
{
    setObjectName(u"valuesTable"_s);
    setAccessibleName(tr("Values"));
    setModel(&model);
    setItemDelegate(new CellDelegate(theme, this));
    setEditTriggers(NoEditTriggers);
    setFrameShape(NoFrame);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->setHighlightSections(true);
    auto *copyAction = new QAction(QIcon::fromTheme(u"edit-copy"_s), tr("Copy as table"), this);
    copyAction->setObjectName(u"copyAction"_s);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &ValuesTable::copy);
    addAction(copyAction);
    setContextMenuPolicy(Qt::ActionsContextMenu);
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

QString ValuesTable::selectionAsTsv() const
{
    QRect block(0, 0, m_model.columnCount(), m_model.rowCount());
    const auto selected = selectionModel()->selection();
    if (!selected.isEmpty()) {
        block = {};
        for (const auto &range : selected)
            block
                |= QRect(QPoint(range.left(), range.top()), QPoint(range.right(), range.bottom()));
    }
    const auto rows = std::min<qint64>(
        block.height(), std::max<qint64>(1, MaxCopiedCells / std::max(1, block.width())));
    QStringList lines;
    for (int row = block.top(); row < block.top() + static_cast<int>(rows); ++row) {
        QStringList cells;
        for (int column = block.left(); column <= block.right(); ++column)
            cells << m_model.index(row, column).data().toString();
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

void ValuesTable::copy() const
{
    QApplication::clipboard()->setText(selectionAsTsv());
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
