// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace tosaic::views {

/// Widgets in a row as wide as they want to be; those that do not fit go on in the next row, so
/// that none is ever clipped. One that is wider than a row gets the row. Rows are centred in
/// themselves.
class FlowLayout : public QLayout
{
public:
    explicit FlowLayout(QWidget *parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override { m_items.append(item); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;

    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    void setGeometry(const QRect &rect) override;
    /// All in one row.
    QSize sizeHint() const override;
    /// The widest alone.
    QSize minimumSize() const override;

private:
    /// Returns the height; with `isMoving` the widgets are put to their places.
    int arrange(const QRect &rect, bool isMoving) const;

    QList<QLayoutItem *> m_items;
};

} // namespace tosaic::views
