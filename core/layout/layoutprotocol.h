// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layout/layout.h"

#include <QByteArray>

#include <optional>

/// What travels between Tosaic and tosaic-layout: frames of "TSLY", version (u32), kind (u32), size
/// of the body (u64), body; little endian, doubles as IEEE 754 bits. Every count is checked against
/// the bytes that are there and against the limits before anything is allocated.
namespace tosaic::layout::protocol {

inline constexpr quint32 Version = 1;
inline constexpr quint32 NodeLimit = 100000;
inline constexpr quint32 LinkLimit = 400000;
inline constexpr quint32 ClusterLimit = 20000;
inline constexpr quint32 PointLimit = 20000; ///< in one spline
inline constexpr quint64 BodyLimit = quint64(256) << 20; ///< bytes
inline constexpr qsizetype HeaderSize = 20; ///< bytes

enum class Kind : quint32
{
    Request = 1,
    Layout = 2,
    Failure = 3 ///< body: UTF-8 text
};

struct Header
{
    Kind kind = Kind::Request;
    quint64 size = 0; ///< of the body, bytes
};

QByteArray encode(const Request &request);
QByteArray encode(const Layout &layout);
QByteArray encodeFailure(const QString &text);

/// Absent while fewer than HeaderSize bytes are there; an error if they are not a header of this
/// version.
Result<std::optional<Header>> readHeader(QByteArrayView bytes);
Result<Request> decodeRequest(QByteArrayView body);
/// Also checks that the answer fits the request.
Result<Layout> decodeLayout(QByteArrayView body, const Request &request);

} // namespace tosaic::layout::protocol
