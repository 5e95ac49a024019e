// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/disassemblytree.h"

#include "views/disassembly/disassemblymodel.h"
#include "views/models/roles.h"
#include "views/widgets/building.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QResizeEvent>
#include <QStyledItemDelegate>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using RowKind = DisassemblyModel::RowKind;

constexpr int RoomForFields = 240; // px they need before the raw words may show too

class RowDelegate : public QStyledItemDelegate
{
public:
    RowDelegate(const Theme &theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(8, 4);
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto &c = m_theme.colors();
        option->textElideMode = Qt::ElideRight;
        option->state &= ~QStyle::State_HasFocus;
        const auto colour
            = [&](const QColor &text) { option->palette.setColor(QPalette::Text, text); };
        switch (static_cast<RowKind>(index.data(StateRole).toInt())) {
        case RowKind::Operation:
            option->font.setWeight(
                index.column() == DisassemblyModel::Name ? QFont::DemiBold : QFont::Normal);
            option->backgroundBrush = c.sunken;
            break;
        case RowKind::UnknownCommand:
            colour(c.worse);
            if (index.column() == DisassemblyModel::Name) {
                option->icon = QIcon::fromTheme(u"dialog-warning"_s);
                option->features |= QStyleOptionViewItem::HasDecoration;
            }
            break;
        case RowKind::Command:
            if (index.column() == DisassemblyModel::Offset
                || index.column() == DisassemblyModel::Words)
                colour(c.mutedText);
            break;
        }
    }

private:
    const Theme &m_theme;
};

} // namespace

DisassemblyTree::DisassemblyTree(DisassemblyModel &model, const Theme &theme, QWidget *parent)
    : QTreeView(parent), m_model(model), m_theme(theme)
{
    setObjectName(u"disassemblyTree"_s);
    setAccessibleName(tr("Commands"));
    setModel(&model);
    setItemDelegate(new RowDelegate(theme, this));
    setUniformRowHeights(true);
    setFrameShape(NoFrame);
    setSelectionMode(ExtendedSelection);
    setAllColumnsShowFocus(true);
    setIndentation(16);
    setExpandsOnDoubleClick(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(DisassemblyModel::Fields, QHeaderView::Stretch);
    header()->setMinimumSectionSize(48);
    auto plain = header()->font(); // the code font is for the rows
    plain.setFamily(plain.family());
    header()->setFont(plain);
    auto *copyAction = named(
        new QAction(QIcon::fromTheme(u"edit-copy"_s), tr("Copy as text"), this), u"copyAction"_s);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &DisassemblyTree::copy);
    addAction(copyAction);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(&theme, &Theme::changed, this, &DisassemblyTree::applyFont);
    applyFont();
}

void DisassemblyTree::applyFont()
{
    auto font = m_theme.codeFont();
    if (window()->font().pixelSize() > 0)
        font.setPixelSize(window()->font().pixelSize());
    setFont(font);
    fitColumns();
}

void DisassemblyTree::fitColumns()
{
    const QFontMetrics metrics(font());
    const auto offset = metrics.horizontalAdvance(u"0x000000"_s) + 2 * indentation() + 16;
    const auto widest = metrics.horizontalAdvance(u"NPU_SET_KERNEL_HEIGHT_M1"_s) + 20;
    const auto words = metrics.horizontalAdvance(u"00000000 00000000"_s) + 24;
    const auto room = viewport()->width() - offset;
    // Names and fields are what is read; the words are also in the hex panel.
    setColumnHidden(DisassemblyModel::Words, room - widest - words < RoomForFields);
    header()->resizeSection(DisassemblyModel::Offset, offset);
    header()->resizeSection(DisassemblyModel::Name, std::clamp(room * 3 / 5, widest / 2, widest));
    header()->resizeSection(DisassemblyModel::Words, words);
}

void DisassemblyTree::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitColumns();
}

void DisassemblyTree::unfoldAll()
{
    scheduleDelayedItemsLayout(); // what is unfolded until then is only noted down
    for (int i = 0; i < m_model.rowCount(); ++i)
        expand(m_model.index(i, 0));
    executeDelayedItemsLayout();
}

void DisassemblyTree::addLines(QStringList &lines, const QModelIndex &row, bool withCommands) const
{
    const auto cell = [&](int column) { return row.siblingAtColumn(column).data().toString(); };
    const bool isOperation = !row.parent().isValid();
    // An operation stands as a comment above its commands.
    lines << (isOperation
            ? u"; %1  %2  %3"_s.arg(cell(DisassemblyModel::Offset), cell(DisassemblyModel::Name),
                cell(DisassemblyModel::Fields))
            : u"%1  %2  %3  %4"_s.arg(cell(DisassemblyModel::Offset),
                cell(DisassemblyModel::Words).leftJustified(17),
                cell(DisassemblyModel::Name).leftJustified(30), cell(DisassemblyModel::Fields)))
                 .trimmed();
    if (!isOperation || !withCommands)
        return;
    for (int i = 0; i < m_model.rowCount(row); ++i)
        addLines(lines, m_model.index(i, 0, row), false);
}

QString DisassemblyTree::selectionAsText() const
{
    QStringList lines;
    auto rows = selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        for (int i = 0; i < m_model.rowCount(); ++i)
            addLines(lines, m_model.index(i, 0), true);
        return lines.join(u'\n');
    }
    const auto place = [](const QModelIndex &index) {
        return index.parent().isValid() ? std::pair(index.parent().row(), index.row())
                                        : std::pair(index.row(), -1);
    };
    std::ranges::sort(rows, {}, place);
    for (const auto &row : rows)
        addLines(lines, row, !isExpanded(row));
    return lines.join(u'\n');
}

void DisassemblyTree::copy() const
{
    QApplication::clipboard()->setText(selectionAsText());
}

} // namespace tosaic::views
