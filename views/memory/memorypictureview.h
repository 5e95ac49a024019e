// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/memory/picturegeometry.h"
#include "views/widgets/theme.h"

#include <QVariantAnimation>
#include <QWidget>

#include <optional>

class QLabel;
class QPainter;

namespace tosaic::views {

/// The NPU with its ports, its memories to scale, and what lies in them. Parts move when the
/// picture changes; the part that is selected stays so.
class MemoryPictureView : public QWidget
{
    Q_OBJECT
public:
    explicit MemoryPictureView(const Theme &theme, QWidget *parent = nullptr);
    ~MemoryPictureView() override;

    void setPicture(
        const analysis::MemoryPicture &picture, const std::optional<analysis::Budget> &budget);
    const analysis::MemoryPicture &picture() const { return m_picture; }

    std::optional<PartRef> selectedPart() const { return m_selected; }
    /// Does not emit.
    void setSelectedPart(const std::optional<PartRef> &part);

    /// In the widget, at rest.
    const PictureGeometry &geometryAtRest() const { return m_target; }
    bool isMoving() const { return m_motion.state() == QAbstractAnimation::Running; }
    std::optional<PartRef> partAt(const QPointF &position) const;
    /// What the card says; HTML.
    QString cardText(const PartRef &part) const;
    QString portCardText(analysis::MemoryRole role) const;
    /// The whole picture in words, for screen readers.
    QString description() const;

    void paintTo(QPainter &painter) const;
    QSize sizeHint() const override { return { 900, 320 }; }
    QSize minimumSizeHint() const override { return { 560, 210 }; }

Q_SIGNALS:
    void partSelected(const tosaic::views::PartRef &part);
    void partActivated(const tosaic::views::PartRef &part);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void relayout(bool isMoving);
    int motionTime() const;
    const analysis::MemoryPart *partOf(const PartRef &ref) const;
    const analysis::BudgetRow *rowOf(analysis::MemoryRole role) const;
    void choose(const PartRef &part);
    void walk(int direction);
    void walkBoxes(int direction);
    void showCard(const QString &text, const QPointF &position);
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
    void paintOutline(QPainter &painter, const PartRef &ref, bool isSelected) const;
    void paintLegend(QPainter &painter) const;
    void paintScale(QPainter &painter) const;

    const Theme &m_theme;
    analysis::MemoryPicture m_picture;
    std::optional<analysis::Budget> m_budget;
    PictureGeometry m_start; ///< where the motion began
    PictureGeometry m_target;
    PictureGeometry m_shown;
    QVariantAnimation m_motion;
    std::optional<PartRef> m_selected;
    std::optional<PartRef> m_hovered;
    QLabel *m_card;
};

} // namespace tosaic::views
