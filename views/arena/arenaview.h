// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/arena/arenadata.h"
#include "views/canvas/canvas.h"

#include <memory>

namespace tosaic::views {

/// The picture of an arena: steps across, address up, one rectangle a buffer; above it the bytes
/// alive at each step. What does not change with the selection is painted once, and only the
/// buffers in view. Left and right walk the buffers in time, up and down by address, P goes to the
/// peak.
class ArenaView : public Canvas
{
    Q_OBJECT
public:
    static constexpr double UnknownHeight = 12; ///< px of a buffer without a known size

    explicit ArenaView(const Theme &theme, QWidget *parent = nullptr);

    void setArena(std::shared_ptr<const Arena> arena);
    const Arena *arena() const { return m_arena.get(); }

    /// -1 for none. Does not emit.
    void setSelectedBuffer(int buffer);
    int selectedBuffer() const { return m_buffer; }
    void setSelectedStep(qsizetype step);
    qsizetype selectedStep() const { return m_step; }

    /// Scrolls so that the buffer is seen.
    void showBuffer(int buffer);
    void showStep(qsizetype step);

    /// In the viewport.
    QRectF bufferRect(size_t buffer) const;
    QRectF stepRect(qsizetype step) const;
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
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    void paintOver(QPainter &painter) override;
    bool hasPicture() const override { return bool(m_arena); }
    int itemAt(const QPointF &position) const override;
    int currentItem() const override { return m_buffer; }
    QRectF itemRect(int item) const override { return bufferRect(static_cast<size_t>(item)); }
    QString cardAt(const QPointF &position) const override;
    void choose(int item) override;
    void activate(int item) override { Q_EMIT bufferActivated(item); }
    void chooseBeside(const QPointF &position) override;
    void walk(int dx, int dy) override;
    /// Buffers are in the order of their first step.
    std::vector<int> itemsAlong(Qt::Orientation) const override
    {
        return allOf(m_arena->buffers.size());
    }
    bool takeKey(const QKeyEvent &event) override;

private:
    quint64 topAddress() const;
    double stepWidth() const { return plot().width() / across().width(); } ///< px
    qsizetype stepAt(double x) const; ///< -1: none
    void chooseStep(qsizetype step);
    int neighbour(int direction) const;

    void paintAddresses(QPainter &painter) const;
    void paintSteps(QPainter &painter) const;
    void paintProfile(QPainter &painter) const;
    void paintBuffers(QPainter &painter) const;
    void paintBuffer(QPainter &painter, const ArenaBuffer &buffer, const QRectF &area) const;
    void paintCapacity(QPainter &painter) const;
    void paintPeak(QPainter &painter) const;

    static constexpr double Gutter = 78; // px: addresses, left
    static constexpr double ProfileHeight = 72; // px: bytes alive at each step, above
    static constexpr double Ruler = 26; // px: step numbers, below

    std::shared_ptr<const Arena> m_arena;
    int m_buffer = -1;
    qsizetype m_step = -1;
};

} // namespace tosaic::views
