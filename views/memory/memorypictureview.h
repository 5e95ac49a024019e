// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/memory/picturegeometry.h"

#include <QVariantAnimation>

#include <optional>

namespace tosaic::views {

/// The NPU with its ports, its memories to scale, and what lies in them. Parts move when the
/// picture changes; the part that is selected stays so. Left and right walk the parts, up and down
/// the memories.
class MemoryPictureView : public Canvas
{
    Q_OBJECT
public:
    explicit MemoryPictureView(const Theme &theme, QWidget *parent = nullptr);

    void setPicture(
        const analysis::MemoryPicture &picture, const std::optional<analysis::Budget> &budget);
    const analysis::MemoryPicture &picture() const { return m_picture; }

    std::optional<PartRef> selectedPart() const { return m_selected; }
    /// Does not emit.
    void setSelectedPart(const std::optional<PartRef> &part);

    /// In the picture, at rest; not zoomed it is where it is in the viewport.
    const PictureGeometry &geometryAtRest() const { return m_target; }
    bool isMoving() const { return m_motion.state() == QAbstractAnimation::Running; }
    /// What the card says; HTML.
    QString cardText(const PartRef &part) const;
    QString portCardText(analysis::MemoryRole role) const;
    /// The whole picture in words, for screen readers.
    QString description() const;

    QSize sizeHint() const override { return { 900, 320 }; }

Q_SIGNALS:
    void partSelected(const tosaic::views::PartRef &part);
    void partActivated(const tosaic::views::PartRef &part);

protected:
    // An item is an index into the parts of the geometry.
    void arrange() override;
    void paint(QPainter &painter) override;
    void paintOver(QPainter &painter) override;
    int itemAt(const QPointF &position) const override;
    int currentItem() const override { return m_selected ? itemOf(*m_selected) : -1; }
    QRectF itemRect(int item) const override;
    QString cardAt(const QPointF &position) const override;
    void choose(int item) override;
    void activate(int item) override { Q_EMIT partActivated(partIn(item)); }
    void walk(int dx, int dy) override;
    std::vector<int> itemsAlong(Qt::Orientation) const override
    {
        return allOf(m_target.parts.size());
    }
    void windowMoved() override { relayout(false); }

private:
    void relayout(bool isMoving);
    int motionTime() const;
    QPointF origin() const { return { xOf(0), yOf(0) }; } ///< of the picture, in the viewport
    const PartRef &partIn(int item) const { return m_target.parts[static_cast<size_t>(item)].part; }
    int itemOf(const PartRef &part) const;
    const analysis::MemoryPart *partOf(const PartRef &ref) const;
    const analysis::BudgetRow *rowOf(analysis::MemoryRole role) const;
    void walkBoxes(int direction);
    void updateDescription();

    void paintNpu(QPainter &painter) const;
    void paintPort(QPainter &painter, const PortGeometry &port) const;
    void paintBox(QPainter &painter, const BoxGeometry &box) const;
    void paintBoxTitle(QPainter &painter, const BoxGeometry &box) const;
    void paintCapacity(QPainter &painter, const BoxGeometry &box) const;
    void paintPart(QPainter &painter, const PartGeometry &part) const;
    bool isNarrow(const PartGeometry &part) const;
    void paintPartText(QPainter &painter, const PartGeometry &part) const;
    void paintNarrowNames(QPainter &painter, const BoxGeometry &box) const;
    void paintLegend(QPainter &painter) const;
    void paintScale(QPainter &painter) const;

    analysis::MemoryPicture m_picture;
    std::optional<analysis::Budget> m_budget;
    PictureGeometry m_start; ///< where the motion began
    PictureGeometry m_target;
    PictureGeometry m_shown;
    QVariantAnimation m_motion;
    std::optional<PartRef> m_selected;
};

} // namespace tosaic::views
