// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/paperpicture.h"

#include <QRegularExpression>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QTransform transformOf(QStringView text)
{
    static const QRegularExpression matrix(u"^matrix\\(([^)]*)\\)$"_s);
    const auto parts = matrix.match(text).captured(1).split(u',');
    if (parts.size() != 6)
        return {};
    return { parts[0].toDouble(), parts[1].toDouble(), parts[2].toDouble(), parts[3].toDouble(),
        parts[4].toDouble(), parts[5].toDouble() };
}

QFont fontOf(const QXmlStreamAttributes &attributes)
{
    QFont font(attributes.value("font-family"_L1).toString());
    font.setPixelSize(std::max(1, qRound(attributes.value("font-size"_L1).toDouble())));
    font.setWeight(static_cast<QFont::Weight>(
        std::clamp(attributes.value("font-weight"_L1).toInt(), 100, 900)));
    font.setItalic(attributes.value("font-style"_L1) == "italic"_L1);
    // Any spacing keeps Qt from ligatures, with which "OffChipFlash" is not found in the file.
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.01);
    return font;
}

QColor colourOf(const QXmlStreamAttributes &attributes)
{
    QColor colour(attributes.value("fill"_L1).toString());
    bool isNumber = false;
    const auto opacity = attributes.value("fill-opacity"_L1).toFloat(&isNumber);
    if (isNumber)
        colour.setAlphaF(std::clamp(opacity, 0.0F, 1.0F));
    return colour;
}

} // namespace

PaperPicture::PaperPicture(const QByteArray &svg)
{
    QXmlStreamReader reader(svg);
    QXmlStreamWriter writer(&m_drawing);
    std::vector<QTransform> groups{ QTransform() };
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::StartElement && reader.name() == "text"_L1) {
            const auto attributes = reader.attributes();
            Words words{ groups.back(),
                { attributes.value("x"_L1).toDouble(), attributes.value("y"_L1).toDouble() },
                fontOf(attributes), colourOf(attributes), {} };
            words.text = reader.readElementText(QXmlStreamReader::IncludeChildElements);
            m_words.push_back(std::move(words));
            continue;
        }
        if (token == QXmlStreamReader::StartElement)
            groups.push_back(
                transformOf(reader.attributes().value("transform"_L1)) * groups.back());
        else if (token == QXmlStreamReader::EndElement && groups.size() > 1)
            groups.pop_back();
        if (token != QXmlStreamReader::Invalid)
            writer.writeCurrentToken(reader);
    }
    const QSvgRenderer renderer(m_drawing);
    if (reader.hasError() || !renderer.isValid())
        return;
    m_box = renderer.viewBoxF();
    if (m_box.isEmpty())
        m_box = QRectF(QPointF(), QSizeF(renderer.defaultSize()));
    m_size = m_box.size();
}

void PaperPicture::draw(QPainter &painter, const QRectF &target) const
{
    painter.save();
    QSvgRenderer renderer(m_drawing);
    renderer.render(&painter, target);
    painter.restore();
    painter.save();
    painter.translate(target.topLeft());
    painter.scale(target.width() / m_box.width(), target.height() / m_box.height());
    painter.translate(-m_box.topLeft());
    const auto base = painter.worldTransform();
    for (const auto &words : m_words) {
        painter.setWorldTransform(words.transform * base);
        painter.setFont(words.font);
        painter.setPen(words.colour);
        painter.drawText(words.at, words.text);
    }
    painter.restore();
}

} // namespace tosaic::views
