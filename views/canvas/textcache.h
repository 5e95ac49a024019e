// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QHash>
#include <QPainter>
#include <QStaticText>

namespace tosaic::views {

/// Texts in the application's font, laid out once and painted many times. GUI thread.
class TextCache
{
public:
    struct Style
    {
        int pixels = 11;
        bool isBold = false;
        bool isItalic = false;
        bool operator==(const Style &) const = default;
    };

    double widthOf(const QString &text, const Style &style);
    /// In the painter's colour, on one line, elided where the box ends.
    void draw(QPainter &painter, const QRectF &box, Qt::Alignment side, const QString &text,
        const Style &style);
    void clear() { m_texts.clear(); } ///< the application's font changed

private:
    struct Key
    {
        QString text;
        Style style;
        int width; ///< px at most; -1: whole
        bool operator==(const Key &) const = default;
        friend size_t qHash(const Key &key, size_t seed)
        {
            return qHashMulti(
                seed, key.text, key.style.pixels, key.style.isBold, key.style.isItalic, key.width);
        }
    };
    struct Text
    {
        QFont font;
        QStaticText glyphs;
        QSizeF size;
    };
    const Text &textOf(const Key &key);

    QHash<Key, Text> m_texts;
};

} // namespace tosaic::views
