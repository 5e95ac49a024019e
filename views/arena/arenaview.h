// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/arena/arenadata.h"
#include "views/widgets/theme.h"

#include <QAbstractScrollArea>
#include <QPixmap>

#include <memory>

class QLabel;

namespace tosaic::views {

/// The picture of an arena: steps across, address up, one rectangle a buffer; above it the bytes
/// alive at each step. What does not change with the selection is painted once into a pixmap, and
/// only the buffers in view.
class ArenaView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    static constexpr double ZoomStep = 1.25; ///< of a key or a button

    explicit ArenaView(const Theme &theme, QWidget *parent = nullptr);

    void setArena(std::shared_ptr<const Arena> arena);
    const Arena *arena() const { return m_arena.get(); }

    /// -1 for none. Does not emit.
    void setSelectedBuffer(int buffer);
    int selectedBuffer() const { return m_buffer; }
    void setSelectedStep(qsizetype step);
    qsizetype selectedStep() const { return m_step; }

    void fit();
    void zoom(double factor);
    /// Scrolls so that the buffer is seen.
    void showBuffer(int buffer);
    void showStep(qsizetype step);

    /// In the viewport.
    QRectF bufferRect(size_t buffer) const;
    QRectF stepRect(qsizetype step) const;
    /// -1 if there is none.
    int bufferAt(const QPointF &position) const;
    /// What the card says about a buffer.
    QString cardText(size_t buffer) const;

    /// How a kind of buffer looks.
    static QColor colourOf(ArenaBuffer::Kind kind, bool isNpu, const ThemeColors &colors);
    static void paintSwatch(QPainter &painter, const QRectF &area, ArenaBuffer::Kind kind,
        bool isNpu, bool isKnown, const ThemeColors &colors);
    /// Over the part of a buffer that nobody uses any more, whose bytes are not free yet.
    static void paintHeld(QPainter &painter, const QRectF &area, const ThemeColors &colors);

Q_SIGNALS:
    void bufferSelected(int buffer);
    void stepSelected(qsizetype step);
    void bufferActivated(int buffer);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    QRectF plot() const; ///< where buffers are painted, in the viewport
    quint64 topAddress() const;
    double contentWidth() const;
    double contentHeight() const;
    double xOf(qsizetype step) const;
    double yOf(quint64 address) const;
    double addressAt(double y) const;
    qsizetype stepAt(double x) const;
    void setScale(double stepWidth, double bytePixels, const QPointF &anchor);
    void zoomAt(const QPointF &anchor, double acrossFactor, double upFactor);
    void updateScrollBars();
    void invalidate();
    void chooseBuffer(int buffer);
    void chooseStep(qsizetype step);
    void walkTime(int direction);
    void walkAddress(int direction);
    bool handleZoomKey(const QKeyEvent &event);
    void copyPicture() const;
    void showCard(int buffer, const QPointF &position);

    void paintCache();
    void paintAddresses(QPainter &painter) const;
    void paintSteps(QPainter &painter) const;
    void paintProfile(QPainter &painter) const;
    void paintBuffers(QPainter &painter) const;
    void paintBuffer(QPainter &painter, const ArenaBuffer &buffer, const QRectF &area) const;
    void paintCapacity(QPainter &painter) const;
    void paintPeak(QPainter &painter) const;
    void paintSelection(QPainter &painter) const;

    const Theme &m_theme;
    std::shared_ptr<const Arena> m_arena;
    double m_stepWidth = 1; ///< px
    double m_bytePixels = 1; ///< px a byte
    bool m_isFitted = true;
    int m_buffer = -1;
    int m_hovered = -1;
    qsizetype m_step = -1;
    QPixmap m_cache;
    QPoint m_panFrom;
    bool m_isPanning = false;
    bool m_isAdjusting = false;
    QLabel *m_card;
};

} // namespace tosaic::views
