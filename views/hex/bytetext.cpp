// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/bytetext.h"

#include <QtEndian>

using namespace Qt::StringLiterals;

namespace tosaic::views {

QString hexText(QByteArrayView bytes)
{
    return QString::fromLatin1(bytes.toByteArray().toHex(' '));
}

QString cArrayText(QByteArrayView bytes)
{
    constexpr qsizetype PerLine = 12;
    QString out = u"static const unsigned char bytes[%1] = {\n"_s.arg(bytes.size());
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (i % PerLine == 0)
            out += u"    "_s;
        out += u"0x%1,"_s.arg(static_cast<unsigned char>(bytes[i]), 2, 16, QChar(u'0'));
        out += i % PerLine == PerLine - 1 || i == bytes.size() - 1 ? u"\n"_s : u" "_s;
    }
    return out + u"};\n"_s;
}

std::optional<quint64> parseOffset(const QString &text)
{
    auto clean = text.trimmed().remove(u'_').remove(u',');
    bool isNumber = false;
    quint64 offset = 0;
    if (clean.startsWith("0x"_L1, Qt::CaseInsensitive))
        offset = clean.mid(2).toULongLong(&isNumber, 16);
    else if (clean.endsWith(u'h', Qt::CaseInsensitive))
        offset = clean.chopped(1).toULongLong(&isNumber, 16);
    else
        offset = clean.toULongLong(&isNumber, 10);
    return isNumber ? std::optional(offset) : std::nullopt;
}

std::optional<QByteArray> parseNeedle(const QString &text, bool isHex)
{
    if (text.isEmpty())
        return std::nullopt;
    if (!isHex)
        return text.toUtf8();
    auto digits = text.simplified().remove(u' ').remove("0x"_L1, Qt::CaseInsensitive).remove(u',');
    if (digits.isEmpty() || digits.size() % 2 != 0)
        return std::nullopt;
    for (const auto digit : digits) {
        if (!isxdigit(digit.toLatin1()))
            return std::nullopt;
    }
    return QByteArray::fromHex(digits.toLatin1());
}

Interpretation interpret(QByteArrayView bytes)
{
    Interpretation out;
    const auto *data = bytes.data();
    if (bytes.size() >= 1)
        out.u8 = static_cast<quint8>(data[0]);
    if (bytes.size() >= 2)
        out.u16 = qFromLittleEndian<quint16>(data);
    if (bytes.size() >= 4) {
        out.u32 = qFromLittleEndian<quint32>(data);
        out.i32 = qFromLittleEndian<qint32>(data);
        out.f32 = qFromLittleEndian<float>(data);
    }
    return out;
}

} // namespace tosaic::views
