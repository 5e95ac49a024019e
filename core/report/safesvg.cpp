// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/htmlwriter.h"

#include <QRegularExpression>
#include <QSet>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

using namespace Qt::StringLiterals;

namespace tosaic::report {

namespace {

constexpr int DeepestNesting = 200;

/// What draws; anything else goes, with all it contains.
bool isDrawing(QStringView element)
{
    static const QSet<QString> names{ u"svg"_s, u"g"_s, u"defs"_s, u"title"_s, u"desc"_s, u"path"_s,
        u"rect"_s, u"circle"_s, u"ellipse"_s, u"line"_s, u"polyline"_s, u"polygon"_s, u"text"_s,
        u"tspan"_s, u"linearGradient"_s, u"radialGradient"_s, u"stop"_s, u"clipPath"_s, u"mask"_s,
        u"pattern"_s, u"image"_s, u"use"_s, u"symbol"_s, u"marker"_s };
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
                    || (depth == 0 && reader.name() != "svg"_L1)) {
                    reader.skipCurrentElement();
                    break;
                }
                startElement(reader, depth++);
                break;
            case QXmlStreamReader::EndElement:
                m_writer.writeEndElement();
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
    void startElement(const QXmlStreamReader &reader, int depth)
    {
        // HTML knows <svg> without a name space, and without one nothing looks like an address.
        m_writer.writeStartElement(reader.name().toString());
        const auto attributes = reader.attributes();
        if (depth == 0)
            writeSize(attributes);
        for (const auto &attribute : attributes)
            writeAttribute(attribute, depth);
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
        if (isHarmful(name) || (depth == 0 && (name == "version"_L1 || name == "role"_L1)))
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
