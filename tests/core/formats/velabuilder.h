// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

/// Ethos-U payloads of every variant, made from the facts in core/formats/README.md.
namespace tosaic::test {

QByteArray littleEndian(const std::vector<quint32> &words);
/// Driver payload: COP1 as Vela lays it out, eight words before the commands.
QByteArray cop1(quint32 config, const std::vector<quint32> &commands);
QByteArray cop2(quint32 config, const std::vector<quint32> &commands);

/// One block with a 32-byte header (all variants but the oldest).
QByteArray velaBlock(const char *name, const QByteArray &payload, bool isExternal = false);
/// Marker blocks around the given blocks.
QByteArray velaStream(const std::vector<QByteArray> &blocks);
/// The oldest variant: bare markers, 16-byte lengths.
QByteArray oldVelaBlock(const char *name, const QByteArray &payload);
QByteArray oldVelaStream(const std::vector<QByteArray> &blocks);

/// "inputs"/"outputs" payload with one descriptor of the given numbers (shape, size, offset,
/// region).
QByteArray descriptorList(const std::vector<quint32> &descriptor);

/// A small complete stream as current tools write it: one convolution and STOP.
QByteArray smallVelaStream();

inline constexpr quint32 ConfigU55With128 = 0x00001807;
inline constexpr quint32 ConfigU65With256 = 0x10003008;
inline constexpr quint32 ConfigU85With256 = 0x20000118;
inline constexpr quint32 OpConv = 0x0002;
inline constexpr quint32 OpStop = 0xFFFF0000;

} // namespace tosaic::test
