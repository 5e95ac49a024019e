// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/velabuilder.h"

#include <QtEndian>

namespace tosaic::test {

namespace {

QByteArray padded(QByteArray bytes, char fill = '\0')
{
    bytes.append((16 - bytes.size() % 16) % 16, fill);
    return bytes;
}

QByteArray nameField(const char *name)
{
    return QByteArray(name).leftJustified(16, '\0');
}

} // namespace

QByteArray littleEndian(const std::vector<quint32> &words)
{
    QByteArray bytes(qsizetype(words.size()) * 4, '\0');
    for (size_t i = 0; i < words.size(); ++i)
        qToLittleEndian<quint32>(words[i], bytes.data() + i * 4);
    return bytes;
}

QByteArray cop1(quint32 config, const std::vector<quint32> &commands)
{
    const auto length = quint32(commands.size());
    const auto header = littleEndian({ 0x31504F43, 0x00100001, config, 0x10066001, 5, 5, 5,
        (length & 0xFFFF) << 16 | (length >> 16) << 8 | 2 });
    return header + littleEndian(commands);
}

QByteArray cop2(quint32 config, const std::vector<quint32> &commands)
{
    const auto stream = littleEndian(commands);
    const auto entry = quint32(stream.size()) + 36 + 4;
    const auto header = littleEndian({ 0x32504F43, 1, entry + 8, 0, 1, entry, 32 + 4, 0x4D554556, 1,
        20, config, 0x20007000, 2, 0, 0, 0xFFFFFFFF });
    return header + stream;
}

QByteArray velaBlock(const char *name, const QByteArray &payload, bool isExternal)
{
    QByteArray reserved(12, '\0');
    reserved[0] = isExternal ? '\1' : '\0';
    return nameField(name) + littleEndian({ quint32(payload.size()) }) + reserved + padded(payload);
}

QByteArray velaStream(const std::vector<QByteArray> &blocks)
{
    auto stream = velaBlock("vela_bin_stream", {});
    for (const auto &block : blocks)
        stream += block;
    return stream + velaBlock("vela_end_stream", {});
}

QByteArray oldVelaBlock(const char *name, const QByteArray &payload)
{
    return nameField(name) + littleEndian({ quint32(payload.size()), 0, 0, 0 }) + padded(payload);
}

QByteArray oldVelaStream(const std::vector<QByteArray> &blocks)
{
    auto stream = nameField("vela_bin_stream");
    for (const auto &block : blocks)
        stream += block;
    return stream + nameField("vela_end_stream");
}

QByteArray descriptorList(const std::vector<quint32> &descriptor)
{
    return littleEndian({ 1 }) + littleEndian(descriptor);
}

QByteArray smallVelaStream()
{
    return velaStream({ velaBlock("cmd_data", cop1(ConfigU55With128, { OpConv, OpStop })),
        velaBlock("weight_data", QByteArray(1, '\0')),
        velaBlock("scratch_size", littleEndian({ 144 })),
        velaBlock("inputs", descriptorList({ 1, 1, 1, 3, 8, 8, 1, 16, 1 })),
        velaBlock("outputs", descriptorList({ 1, 1, 1, 4, 8, 8, 1, 0, 1 })) });
}

} // namespace tosaic::test
