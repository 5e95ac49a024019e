// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPointF>
#include <QTransform>

#include <vector>

namespace tosaic::views {

/// A picture of a report on paper. Qt draws the texts of an SVG as outlines, a hundred times as
/// large as the words and not to be found in the file, so that they are drawn as words here.
class PaperPicture
{
public:
    /// A picture of QSvgGenerator's kind, made safe.
    explicit PaperPicture(const QByteArray &svg);

    /// Empty: it is no picture.
    QSizeF size() const { return m_size; }
    void draw(QPainter &painter, const QRectF &target) const;

private:
    struct Words
    {
        QTransform transform; ///< of the groups around it
        QPointF at; ///< begin of the base line
        QFont font; ///< in pixels of the picture
        QColor colour;
        QString text;
    };

    QByteArray m_drawing; ///< without words
    std::vector<Words> m_words;
    QRectF m_box;
    QSizeF m_size;
};

} // namespace tosaic::views
