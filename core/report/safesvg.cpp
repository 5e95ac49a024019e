// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/hatchlines.h"
#include "core/report/htmlwriter.h"

#include <QRegularExpression>
#include <QSet>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

using namespace Qt::StringLiterals;

namespace tosaic::report {

namespace {

constexpr int DeepestNesting = 200;
constexpr double InkOfHatch = 0.4; // of an area that is shown plain instead, about

/// What draws; anything else goes, with all it contains. So do titles: the page says what is shown,
/// and QSvgGenerator's, the program's name, would follow the mouse.
bool isDrawing(QStringView element)
{
    static const QSet<QString> names{ u"svg"_s, u"g"_s, u"defs"_s, u"path"_s, u"rect"_s,
        u"circle"_s, u"ellipse"_s, u"line"_s, u"polyline"_s, u"polygon"_s, u"text"_s, u"tspan"_s,
        u"linearGradient"_s, u"radialGradient"_s, u"stop"_s, u"clipPath"_s, u"mask"_s, u"pattern"_s,
        u"image"_s, u"use"_s, u"symbol"_s, u"marker"_s };
    return names.contains(element.toString());
}

/// Attributes that can start something or reach out.
bool isHarmful(QStringView name)
{
    return name.startsWith("on"_L1, Qt::CaseInsensitive)
        || name.compare("style"_L1, Qt::CaseInsensitive) == 0
        || name.compare("base"_L1, Qt::CaseInsensitive) == 0
        || name.compare("src"_L1, Qt::CaseInsensitive) == 0;
}

/// What QSvgGenerator says of each shape though it means nothing, or nothing in HTML.
bool isIdle(QStringView name, QStringView value)
{
    return (name == "transform"_L1 && value == "matrix(1,0,0,1,0,0)"_L1)
        || (name == "vector-effect"_L1 && value == "none"_L1) || name == "space"_L1
        || name == "baseProfile"_L1;
}

class SvgCleaner
{
public:
    explicit SvgCleaner(const QString &idPrefix) : m_prefix(idPrefix), m_writer(&m_out) { }

    QByteArray clean(const QByteArray &svg)
    {
        QXmlStreamReader reader(svg);
        int depth = 0;
        while (!reader.atEnd()) {
            switch (reader.readNext()) {
            case QXmlStreamReader::StartElement:
                if (!isDrawing(reader.name()) || depth >= DeepestNesting
                    || (depth == 0 && reader.name() != "svg"_L1) || isTile(reader)) {
                    reader.skipCurrentElement();
                    break;
                }
                startElement(reader, depth++);
                break;
            case QXmlStreamReader::EndElement:
                m_writer.writeEndElement();
                m_hatches.pop_back();
                --depth;
                break;
            case QXmlStreamReader::Characters:
                if (depth > 0)
                    m_writer.writeCharacters(reader.text().toString());
                break;
            default:
                break; // comments, instructions and document types are not pictures
            }
        }
        return reader.hasError() || !m_hasRoot ? QByteArray() : m_out;
    }

private:
    /// A hatch, and how opaque it is.
    struct HatchedGroup
    {
        Hatch hatch;
        double opacity = 1;
    };

    /// What QSvgGenerator tiles for a hatch; lines are drawn instead.
    static bool isTile(const QXmlStreamReader &reader)
    {
        const auto id = reader.attributes().value("id"_L1);
        return (reader.name() == "mask"_L1 && id.startsWith("patternmask"_L1))
            || (reader.name() == "pattern"_L1 && id.startsWith("fillpattern"_L1));
    }

    static std::optional<HatchedGroup> hatchedGroup(const QXmlStreamAttributes &attributes)
    {
        const auto hatch = hatchOf(attributes.value("fill"_L1).toString());
        if (!hatch)
            return {};
        bool isNumber = false;
        const auto opacity = attributes.value("fill-opacity"_L1).toDouble(&isNumber);
        return HatchedGroup{ *hatch, isNumber ? opacity : 1 };
    }

    /// The lines of a hatched rectangle; whether there are any.
    bool writeLines(const QXmlStreamReader &reader)
    {
        const auto attributes = reader.attributes();
        if (m_hatches.empty() || !m_hatches.back() || reader.name() != "rect"_L1
            || attributes.hasAttribute("fill"_L1))
            return false;
        const auto of = [&](QLatin1StringView name) { return attributes.value(name).toDouble(); };
        const auto &group = *m_hatches.back();
        const auto lines = hatchLines(
            group.hatch.style, { of("x"_L1), of("y"_L1), of("width"_L1), of("height"_L1) });
        if (lines.isEmpty())
            return false;
        m_writer.writeStartElement(u"path"_s);
        for (const auto &[name, value] :
            { std::pair{ u"fill"_s, u"none"_s }, { u"stroke"_s, group.hatch.colour },
                { u"stroke-opacity"_s, QString::number(group.opacity, 'g', 3) },
                { u"stroke-width"_s, u"1"_s }, { u"stroke-dasharray"_s, u"none"_s },
                { u"stroke-linecap"_s, u"butt"_s }, { u"d"_s, lines } })
            m_writer.writeAttribute(name, value);
        m_writer.writeEndElement();
        return true;
    }

    void startElement(const QXmlStreamReader &reader, int depth)
    {
        const bool isHatched = writeLines(reader);
        const auto own = hatchedGroup(reader.attributes());
        if (own || m_hatches.empty() || reader.attributes().hasAttribute("fill"_L1))
            m_hatches.push_back(own);
        else
            m_hatches.push_back(m_hatches.back());
        // HTML knows <svg> without a name space, and without one nothing looks like an address.
        m_writer.writeStartElement(reader.name().toString());
        const auto attributes = reader.attributes();
        if (depth == 0)
            writeSize(attributes);
        if (isHatched)
            m_writer.writeAttribute(u"fill"_s, u"none"_s);
        for (const auto &attribute : attributes) {
            if (own && attribute.name() == "fill"_L1)
                m_writer.writeAttribute(u"fill"_s, own->hatch.colour);
            else if (!own || attribute.name() != "fill-opacity"_L1)
                writeAttribute(attribute, depth);
        }
        if (own) // of shapes that no lines are drawn in
            m_writer.writeAttribute(
                u"fill-opacity"_s, QString::number(InkOfHatch * own->opacity, 'g', 3));
        m_hasRoot = true;
    }

    /// The page decides the size; the picture keeps its proportions.
    void writeSize(const QXmlStreamAttributes &attributes)
    {
        m_writer.writeAttribute(u"role"_s, u"img"_s);
        if (attributes.hasAttribute("viewBox"_L1))
            return;
        static const QRegularExpression unit(u"[a-z%]+$"_s);
        const auto width = attributes.value("width"_L1).toString().remove(unit);
        const auto height = attributes.value("height"_L1).toString().remove(unit);
        if (!width.isEmpty() && !height.isEmpty())
            m_writer.writeAttribute(u"viewBox"_s, u"0 0 %1 %2"_s.arg(width, height));
    }

    void writeAttribute(const QXmlStreamAttribute &attribute, int depth)
    {
        const auto name = attribute.name();
        auto value = attribute.value().toString();
        if (isHarmful(name) || isIdle(name, value)
            || (depth == 0 && (name == "version"_L1 || name == "role"_L1)))
            return;
        if (depth == 0 && (name == "width"_L1 || name == "height"_L1)) {
            // Millimetres of a printer's resolution say nothing on a screen; pixels do.
            if (value.endsWith("mm"_L1) || value.endsWith(u'%'))
                return;
        }
        if (name == "href"_L1) {
            if (value.startsWith(u'#'))
                value.insert(1, m_prefix);
            else if (!value.startsWith("data:image/png;base64,"_L1)
                && !value.startsWith("data:image/jpeg;base64,"_L1))
                return;
        } else if (name == "id"_L1) {
            value.prepend(m_prefix);
        } else if (value.contains("url("_L1, Qt::CaseInsensitive)) {
            static const QRegularExpression local(u"^\\s*url\\(\\s*#([\\w.:-]+)\\s*\\)\\s*$"_s);
            const auto match = local.match(value);
            if (!match.hasMatch())
                return;
            value = u"url(#%1%2)"_s.arg(m_prefix, match.captured(1));
        }
        m_writer.writeAttribute(name.toString(), value);
    }

    QString m_prefix;
    QByteArray m_out;
    QXmlStreamWriter m_writer;
    std::vector<std::optional<HatchedGroup>> m_hatches; ///< of the elements that are open
    bool m_hasRoot = false;
};

} // namespace

QByteArray safeSvg(const QByteArray &svg, const QString &idPrefix)
{
    return SvgCleaner(idPrefix).clean(svg);
}

QByteArray recoloured(const QByteArray &svg, const QHash<QString, QString> &colours)
{
    static const QRegularExpression colour(u"\"(#[0-9a-fA-F]{6})\""_s);
    const auto text = QString::fromUtf8(svg);
    QString changed;
    qsizetype from = 0;
    for (auto all = colour.globalMatch(text); all.hasNext();) {
        const auto match = all.next();
        const auto other = colours.constFind(match.captured(1).toLower());
        if (other == colours.cend())
            continue;
        changed += QStringView(text).mid(from, match.capturedStart(1) - from);
        changed += *other;
        from = match.capturedEnd(1);
    }
    changed += QStringView(text).mid(from);
    return changed.toUtf8();
}

} // namespace tosaic::report
