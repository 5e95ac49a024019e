// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/boardbox.h"

#include "core/base/units.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

const auto OwnBoard = u"\u0001own"_s; ///< no id of a board

QString macsText(const std::vector<int> &macs)
{
    QStringList list;
    for (const auto count : macs)
        list << QString::number(count);
    return list.join(u", "_s);
}

} // namespace

BoardBox::BoardBox(QWidget *parent) : QComboBox(parent)
{
    setObjectName(u"memoryBoard"_s);
    setAccessibleName(tr("Board"));
    setMinimumWidth(170);
    setMaximumWidth(260);
    setSizeAdjustPolicy(AdjustToContentsOnFirstShow);
    setCatalogue({});
    connect(this, &QComboBox::activated, this, &BoardBox::take);
}

void BoardBox::setCatalogue(const boards::BoardCatalogue &catalogue)
{
    m_catalogue = catalogue;
    clear();
    addItem(tr("No board"), QString());
    for (const auto &board : m_catalogue.boards) {
        addItem(board.name, board.id);
        setItemData(count() - 1, describe(board), Qt::ToolTipRole);
    }
    insertSeparator(count());
    addItem(tr("Own board…"), OwnBoard);
    setCurrentId(m_current);
}

const boards::Board *BoardBox::current() const
{
    return m_current.isEmpty() ? nullptr : m_catalogue.find(m_current);
}

QString BoardBox::currentId() const
{
    return m_current;
}

void BoardBox::setCurrentId(const QString &id)
{
    const auto index = findData(id);
    // One that is not there (yet) is remembered: its file may be read later.
    m_current = id;
    setCurrentIndex(index > 0 ? index : 0);
    updateHint();
}

void BoardBox::take(int index)
{
    const auto id = itemData(index).toString();
    if (id == OwnBoard) {
        setCurrentId(m_current);
        Q_EMIT ownBoardRequested();
        return;
    }
    setCurrentId(id);
    Q_EMIT boardChosen(id);
}

void BoardBox::updateHint()
{
    QStringList lines;
    if (const auto *board = current())
        lines << describe(*board);
    else
        lines << tr("Choose a board to see whether the model fits its memories");
    for (const auto &problem : m_catalogue.diagnostics)
        lines << problem.toText();
    setToolTip(lines.join(u'\n'));
}

QString BoardBox::describe(const boards::Board &board)
{
    QStringList lines{ board.name };
    for (const auto &npu : board.npus) {
        const auto family = spec::familyName(npu.family);
        lines << (npu.macs.empty() ? tr("%1, number of MACs not known").arg(family)
                                   : tr("%1 with %2 MACs").arg(family, macsText(npu.macs)));
    }
    for (const auto &memory : board.memories) {
        const auto size = memory.bytes ? formatBytes(*memory.bytes) : tr("size not known");
        lines << (memory.isFitted ? tr("%1: %2").arg(memory.name, size)
                                  : tr("%1: %2, not on the kit").arg(memory.name, size));
        if (!memory.note.isEmpty())
            lines << u"   "_s + memory.note;
    }
    lines << board.notes;
    for (const auto &source : board.sources)
        lines << tr("Source: %1").arg(source.title);
    return lines.join(u'\n');
}

} // namespace tosaic::views
