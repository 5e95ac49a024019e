// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <atomic>
#include <optional>

/// Bytes as people write and read them.
namespace tosaic::views {

/// "4c 00 ff"
QString hexText(QByteArrayView bytes);
/// A C array, 12 bytes a line.
QString cArrayText(QByteArrayView bytes);

/// "0x1f0", "1f0h" or "496"; absent if it is no number.
std::optional<quint64> parseOffset(const QString &text);
/// What to look for: hex digits in pairs ("43 4f 50" or "434f50") or, in quotes or otherwise, text.
std::optional<QByteArray> parseNeedle(const QString &text, bool isHex);

/// The same bytes as little-endian numbers, each absent if there are not enough bytes.
struct Interpretation
{
    std::optional<quint8> u8;
    std::optional<quint16> u16;
    std::optional<quint32> u32;
    std::optional<qint32> i32;
    std::optional<float> f32;
};
Interpretation interpret(QByteArrayView bytes);

} // namespace tosaic::views
