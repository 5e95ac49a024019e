// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/axiswindow.h"
#include "views/widgets/navigable.h"
#include "views/widgets/theme.h"

#include <QAbstractScrollArea>
#include <QPixmap>

class QMouseEvent;

namespace tosaic::views {

class HoverLabel;

/// Everything painted by hand: a window over two axes, and the same keys in each. Ctrl+wheel, + and
/// - (W, S) zoom, with Ctrl+Shift only across; wheel, Shift+wheel and A, D scroll; the middle
/// button, Space or Shift with the left one, and a drag that the picture has no other use for take
/// the picture along; F, 0 and a double click beside everything show all; arrows, Home and End walk
/// what is there (or scroll), Enter activates it, Escape takes back, Ctrl+C copies picture and SVG.
/// A picture says what there is; it is UI thread only.
class Canvas : public QAbstractScrollArea, public Navigable
{
    Q_OBJECT
public:
    static constexpr double ZoomStep = 2; ///< of a key or a button
    static constexpr double PanStep = 0.2; ///< of a key, of the window

    /// `name` of the object; the card beside the pointer is called `card`.
    Canvas(const Theme &theme, const QString &name, const QString &card, QWidget *parent);

    void fit() override;
    /// Above 1: nearer; around the pointer if it is over the picture, else around what is selected.
    void zoom(double factor);
    void zoomIn() override { zoom(ZoomStep); }
    void zoomOut() override { zoom(1 / ZoomStep); }
    void pan(double share, double down = 0); ///< of the window
    const AxisWindow &across() const { return m_across; }
    const AxisWindow &upright() const { return m_upright; }
    bool isAll() const { return m_across.isAll() && m_upright.isAll(); }

    /// What is seen, as SVG.
    QByteArray svg();
    QString cardText() const; ///< empty while there is none

protected:
    // What a picture says of itself.
    virtual QRectF plot() const; ///< where the axes are, in the viewport
    /// Sets the limits of the axes; asked when the size changes.
    virtual void arrange() { }
    virtual void paint(QPainter &painter) = 0;
    /// On top: what follows pointer and selection. With setKept() nothing else is painted anew.
    virtual void paintOver(QPainter &) { }
    virtual bool hasPicture() const { return true; }
    virtual QString emptyText() const { return {}; } ///< where there is no picture
    virtual int itemAt(const QPointF &) const { return -1; }
    virtual int currentItem() const { return -1; }
    /// What the arrow keys walk, from left to right or from top to bottom; empty: they scroll.
    virtual std::vector<int> itemsAlong(Qt::Orientation) const { return {}; }
    virtual QRectF itemRect(int) const { return {}; }
    virtual QString cardAt(const QPointF &) const { return {}; }

    // What the user does.
    virtual void choose(int) { }
    virtual void activate(int) { }
    virtual void chooseBeside(const QPointF &) { }
    virtual void walk(int dx, int dy);
    virtual void walkToEnd(bool isLast);
    virtual void walkPage(int direction) { pan(0, direction); }
    virtual void hoverItem(int) { } ///< -1: none any more
    virtual bool takeKey(const QKeyEvent &) { return false; } ///< before those of all pictures
    virtual bool takeBack(); ///< Escape; whether there was anything
    virtual void copy();
    virtual void hover(const QPointF &position);
    virtual void leave();
    virtual void press(const QPointF &position);
    /// A drag of the left button that is not for moving the picture.
    virtual bool takesDrag(const QPoint &) { return false; }
    virtual void drag(const QPoint &, const QPoint &) { } ///< from where, to where
    virtual void drop(const QPoint &, const QPoint &) { }
    virtual bool activateAt(const QPointF &position);
    virtual Qt::CursorShape cursorAt(const QPoint &) const { return Qt::ArrowCursor; }
    /// The window moved; by the user or not.
    virtual void windowMoved() { }
    virtual void lookChanged() { refresh(); }

    static std::vector<int> allOf(size_t items); ///< 0, 1, 2 ...
    const Theme &theme() const { return m_theme; }
    const ThemeColors &colors() const { return m_theme.colors(); }
    /// Paints what paint() paints once for as long as nothing of it changes.
    void setKept() { m_isKept = true; }
    /// As above; where the window moves, what is kept moves along and only what comes into sight is
    /// painted, within the painter's clip. For a picture all of which moves with the window, by
    /// whole pixels: from origin().
    void setKeptMoving() { m_isKept = m_isKeptMoving = true; }
    /// Where the window begins, in whole device pixels from the origin of the axes.
    QPoint origin() const;
    /// What a press would choose is chosen at the release, if nothing was dragged until then.
    void setChoosesAtRelease() { m_choosesAtRelease = true; }
    void refresh(); ///< something that paint() paints changed
    void showCard(const QPointF &position, const QString &html);
    void hideCard();
    void setUpward() { m_isUpward = true; } ///< larger values stand higher; rows do not
    void setAcross(double first, double last, double least);
    void setUpright(double first, double last, double least);
    void setRows(double height); ///< upright they are scrolled, not zoomed; px
    void setColumns(double width); ///< the same across
    bool moveAcross(double from, double to);
    bool moveUpright(double from, double to);
    bool moveTo(const QRectF &window); ///< both axes at once
    void reveal(const QRectF &box); ///< of the viewport
    double xOf(double value) const;
    double yOf(double value) const;
    double acrossAt(double x) const;
    double uprightAt(double y) const;
    int hoveredItem() const { return m_hovered; }

    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    enum class Drag
    {
        None,
        Pan,
        Choose, ///< nothing yet: moves the picture, or chooses at the release
        Own
    };

    void zoomAt(const QPointF &anchor, double across, double upright);
    bool takePictureKey(const QKeyEvent &event);
    bool moved(bool hasChanged);
    void syncBars();
    void updateCursor(const QPoint &position);
    void paintAll(QPainter &painter);
    void keep();

    const Theme &m_theme;
    HoverLabel *m_card;
    AxisWindow m_across;
    AxisWindow m_upright;
    bool m_isUpward = false;
    QSizeF m_lastSize; ///< of the plot
    QPixmap m_kept;
    QPoint m_keptOrigin;
    QSizeF m_keptWindow; ///< in units of the axes
    bool m_isKept = false;
    bool m_isKeptMoving = false;
    bool m_choosesAtRelease = false;
    bool m_isSyncing = false;
    bool m_isSpaceDown = false;
    bool m_hasDragged = false;
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    AxisWindow m_pressedAcross;
    AxisWindow m_pressedUpright;
    int m_hovered = -1;
};

} // namespace tosaic::views
