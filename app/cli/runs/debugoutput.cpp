// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/debugoutput.h"

#include "core/base/description.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace debugoutput {
namespace {

constexpr qsizetype LineBytes = 16;

using Facts = std::vector<DescriptionFact>;

QString hexText(qint64 value)
{
    return u"0x%1"_s.arg(value, 0, 16);
}

/// A line for each place of the map, its channels behind each other; with one channel for each row.
Facts mapRows(const QJsonObject &map)
{
    const auto shape = map[u"shape"_s].toArray(); // height, width, depth
    const auto width = shape[1].toInteger();
    const auto depth = shape[2].toInteger();
    const auto length = depth > 1 ? depth : width;
    const auto values = map[u"values"_s].toArray();
    Facts rows;
    for (qsizetype at = 0; at < values.size(); at += length) {
        QStringList line;
        for (qsizetype i = at; i < std::min(at + length, values.size()); ++i)
            line.append(QString::number(values[i].toInteger()));
        const auto row = at / length;
        rows.push_back(
            { depth > 1 ? u"%1,%2"_s.arg(row / width).arg(row % width) : QString::number(row),
                line.join(u' ') });
    }
    return rows;
}

Facts byteRows(const QByteArray &bytes, qint64 address)
{
    Facts rows;
    for (qsizetype at = 0; at < bytes.size(); at += LineBytes)
        rows.push_back({ hexText(address + at),
            QString::fromLatin1(
                bytes.sliced(at, std::min(LineBytes, bytes.size() - at)).toHex(' ')) });
    return rows;
}

Facts registerRows(const QJsonArray &registers)
{
    Facts rows;
    for (const auto &value : registers)
        rows.push_back({ value[u"name"_s].toString(), hexText(value[u"value"_s].toInteger()) });
    return rows;
}

QString mapHead(const QJsonObject &map)
{
    const auto shape = map[u"shape"_s].toArray();
    return u"%1 x %2 x %3 (height, width, channels), %4 %5 bits, zero point %6, region %7 at %8"_s
        .arg(shape[0].toInteger())
        .arg(shape[1].toInteger())
        .arg(shape[2].toInteger())
        .arg(map[u"signed"_s].toBool() ? u"signed"_s : u"unsigned"_s)
        .arg(map[u"bits"_s].toInteger())
        .arg(map[u"zeroPoint"_s].toInteger())
        .arg(map[u"region"_s].toInteger())
        .arg(hexText(map[u"address"_s].toInteger()));
}

} // namespace
} // namespace debugoutput

QString printedText(const QJsonObject &printed, TextWidth width)
{
    using namespace debugoutput;
    QStringList head;
    Facts rows;
    if (printed.contains(u"shape"_s)) {
        head.append(mapHead(printed));
        rows = mapRows(printed);
    } else if (printed.contains(u"hex"_s)) {
        const auto bytes = QByteArray::fromHex(printed[u"hex"_s].toString().toLatin1());
        head.append(u"%1 bytes, %2"_s.arg(bytes.size())
                        .arg(printed[u"written"_s].toBool() ? u"written"_s : u"not all written"_s));
        rows = byteRows(bytes, printed[u"address"_s].toInteger());
    } else if (printed.contains(u"registers"_s)) {
        rows = registerRows(printed[u"registers"_s].toArray());
    }
    if (const auto problem = printed[u"problem"_s].toString(); !problem.isEmpty())
        head.append(problem);
    const auto what = printed[u"what"_s].toString();
    return wrappedText(head.isEmpty() ? what : what + u": "_s + head.join(u"; "_s), width)
        + factsText(rows, width);
}

} // namespace tosaic::cli
