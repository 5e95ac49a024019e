// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/flowlayout.h"

#include <algorithm>

namespace tosaic::views {

FlowLayout::FlowLayout(QWidget *parent) : QLayout(parent) { }

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange({ 0, 0, width, 0 }, false);
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::sizeHint() const
{
    QSize size(0, 0);
    for (const auto *item : m_items) {
        if (item->isEmpty())
            continue;
        const auto hint = item->sizeHint();
        size.rwidth() += hint.width() + (size.width() > 0 ? spacing() : 0);
        size.setHeight(std::max(size.height(), hint.height()));
    }
    return size.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const auto *item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size.grownBy(contentsMargins());
}

int FlowLayout::arrange(const QRect &rect, bool isMoving) const
{
    const auto margins = contentsMargins();
    const auto inner = rect.marginsRemoved(margins);
    QList<QLayoutItem *> row;
    int x = inner.x();
    int y = inner.y();
    int height = 0;
    const auto sizeOf = [&inner](const QLayoutItem &item) { // alone in a row it gives way
        const auto hint = item.sizeHint();
        return QSize(std::min(hint.width(), inner.width()), hint.height());
    };
    const auto finishRow = [&] {
        int at = inner.x();
        for (auto *item : std::as_const(row)) {
            const auto hint = sizeOf(*item);
            if (isMoving)
                item->setGeometry({ QPoint(at, y + (height - hint.height()) / 2), hint });
            at += hint.width() + spacing();
        }
        row.clear();
    };
    for (auto *item : m_items) {
        if (item->isEmpty())
            continue;
        const auto hint = sizeOf(*item);
        if (!row.isEmpty() && x + hint.width() > inner.x() + inner.width()) {
            finishRow();
            y += height + spacing();
            x = inner.x();
            height = 0;
        }
        row << item;
        x += hint.width() + spacing();
        height = std::max(height, hint.height());
    }
    finishRow();
    return y + height - rect.y() + margins.bottom();
}

} // namespace tosaic::views
