// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/textcache.h"

#include <QApplication>
#include <QFontMetricsF>

namespace tosaic::views {

namespace {

constexpr qsizetype MostTexts = 20000;

} // namespace

const TextCache::Text &TextCache::textOf(const Key &key)
{
    if (const auto found = m_texts.constFind(key); found != m_texts.cend())
        return *found;
    if (m_texts.size() >= MostTexts)
        m_texts.clear();
    Text text{ QApplication::font(), {}, {} };
    text.font.setPixelSize(std::max(1, key.style.pixels));
    text.font.setItalic(key.style.isItalic);
    if (key.style.isBold)
        text.font.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(text.font);
    text.glyphs.setTextFormat(Qt::PlainText);
    text.glyphs.setText(
        key.width < 0 ? key.text : metrics.elidedText(key.text, Qt::ElideRight, key.width + 0.5));
    text.size = { metrics.horizontalAdvance(text.glyphs.text()), metrics.height() };
    return *m_texts.insert(key, std::move(text));
}

double TextCache::widthOf(const QString &text, const Style &style)
{
    return textOf({ text, style, -1 }).size.width();
}

void TextCache::draw(QPainter &painter, const QRectF &box, Qt::Alignment side, const QString &text,
    const Style &style)
{
    if (text.isEmpty())
        return;
    const bool fits = widthOf(text, style) <= box.width() + 0.5;
    const auto &found
        = textOf({ text, style, fits ? -1 : std::max(0, static_cast<int>(box.width())) });
    QPointF at(box.left(), box.center().y() - found.size.height() / 2);
    if (side & Qt::AlignHCenter)
        at.rx() += (box.width() - found.size.width()) / 2;
    painter.setFont(found.font);
    painter.drawStaticText(at, found.glyphs);
}

} // namespace tosaic::views
