// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a Canvas paints and what it keeps of it.
#include "views/canvas/canvas.h"
#include "views/canvas/painting.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tosaic::views {

QPoint Canvas::origin() const
{
    const auto ratio = viewport()->devicePixelRatioF();
    return QPointF(m_across.from() / m_across.width() * plot().width() * ratio,
        m_upright.from() / m_upright.width() * plot().height() * ratio)
        .toPoint();
}

QByteArray Canvas::svg()
{
    return svgOf(viewport()->size(), [this](QPainter &painter) {
        painter.fillRect(viewport()->rect(), colors().surface);
        painter.setFont(font());
        paint(painter);
        paintOver(painter);
    });
}

void Canvas::refresh()
{
    m_kept = {};
    viewport()->update();
}

void Canvas::paintAll(QPainter &painter)
{
    painter.fillRect(viewport()->rect(), colors().surface);
    painter.setFont(font());
    if (hasPicture())
        return paint(painter);
    painter.setPen(colors().mutedText);
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
}

/// Brings what is kept up to date.
void Canvas::keep()
{
    const auto ratio = viewport()->devicePixelRatioF();
    const auto size = (QSizeF(viewport()->size()) * ratio).toSize();
    const QSizeF window(m_across.width(), m_upright.width());
    const auto change = window - m_keptWindow;
    const bool hasScale = !m_isKeptMoving
        || std::max(std::abs(change.width()), std::abs(change.height())) < 1e-7 * window.width();
    QRegion fresh;
    if (!hasScale || m_kept.size() != size || m_kept.devicePixelRatio() != ratio) {
        m_kept = QPixmap(size);
        m_kept.setDevicePixelRatio(ratio);
        m_keptWindow = window;
        fresh = m_kept.rect();
    } else if (const auto way = m_keptOrigin - origin(); m_isKeptMoving && !way.isNull()) {
        m_kept.scroll(way.x(), way.y(), m_kept.rect(), &fresh);
    }
    m_keptOrigin = origin();
    for (const auto &part : fresh) {
        QPainter keeper(&m_kept);
        keeper.setClipRect(QRectF(QPointF(part.topLeft()) / ratio, QSizeF(part.size()) / ratio));
        paintAll(keeper);
    }
}

void Canvas::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    if (m_isKept)
        keep();
    painter.save();
    if (m_isKept)
        painter.drawPixmap(0, 0, m_kept);
    else
        paintAll(painter);
    painter.restore();
    painter.setFont(font());
    painter.save();
    if (hasPicture())
        paintOver(painter);
    painter.restore();
    if (!hasFocus())
        return;
    painter.setPen(colors().accent);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
}

} // namespace tosaic::views
