// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Vela prints the commands that it writes: every stream it made for the samples is compared with
// that, command by command.
#include "core/formats/ethosu/commandfields.h"
#include "core/formats/openprogram.h"
#include "core/npu/disassemble.h"
#include "core/npu/streams.h"
#include "tests/core/npu/registerdump.h"
#include "tests/support/samples.h"

#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace tosaic::test::registerdumptests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

using Streams = std::vector<std::shared_ptr<const npu::Stream>>;

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The driver payload at `at`, by the lengths that it states; empty if it is none.
QByteArrayView payloadAt(QByteArrayView bytes, qsizetype at)
{
    const auto rest = bytes.sliced(at);
    if (rest.size() < 32)
        return {};
    const auto isCop2 = rest.startsWith("COP2");
    const auto size = isCop2 ? 16 + qFromLittleEndian<quint64>(rest.data() + 8)
                             : 32 + 4 * quint64(qFromLittleEndian<quint16>(rest.data() + 30));
    return size <= quint64(rest.size()) ? rest.first(qsizetype(size)) : QByteArrayView();
}

/// Every driver payload in the files of a folder, whatever contains them.
Streams streamsIn(const QString &folder)
{
    Streams streams;
    QDirIterator files(folder, { u"*.npz"_s, u"*.tflite"_s }, QDir::Files);
    while (files.hasNext()) {
        const auto bytes = bytesOf(files.next());
        for (const char *magic : { "COP1", "COP2" }) {
            for (auto at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 4)) {
                const auto found = npu::disassemble(payloadAt(bytes, at), {});
                if (found)
                    streams.insert(streams.end(), found->begin(), found->end());
            }
        }
    }
    return streams;
}

/// The fields as Vela spells them: long names of values, addresses called addr.
QString velaFields(const npu::Command &command, npu::NpuProduct product)
{
    const auto *info = formats::ethosu::findCommand(command.opcode, command.hasPayload, product);
    QStringList parts;
    for (const auto &field :
        formats::ethosu::fieldsOf(*info, command.parameter, command.payload, product)) {
        // Vela's print takes negative numbers modulo 2^32 - 1: one too low. Its payload is right.
        auto value = QString::number(field.value < 0 ? field.value + 0xFFFFFFFFLL : field.value);
        if (field.isAddress)
            value = u"0x"_s + QString::number(field.value, 16);
        else if (!field.text.empty())
            value = QStringView(field.enumeration).toString().toUpper() + u'_'
                + QStringView(field.text).toString();
        const auto name = QStringView(field.name).toString();
        parts << (name == u"address"_s ? u"addr"_s : name) + u" = "_s + value;
    }
    return parts.join(u", "_s);
}

bool equals(const npu::Command &command, const DumpedCommand &dumped)
{
    return command.offset == dumped.offset && command.parameter == dumped.parameter
        && command.payload == dumped.payload && command.hasPayload == dumped.hasPayload
        && command.opcode == (dumped.code & 0x3FFF);
}

std::shared_ptr<const npu::Stream> streamFor(
    const Streams &streams, const std::vector<DumpedCommand> &dump)
{
    const auto found = std::find_if(streams.begin(), streams.end(), [&](const auto &stream) {
        return std::equal(
            stream->commands.begin(), stream->commands.end(), dump.begin(), dump.end(), equals);
    });
    return found == streams.end() ? nullptr : *found;
}

/// Names and fields of each command, and that nothing is odd about the stream.
void expectEqual(const npu::Stream &stream, const std::vector<DumpedCommand> &dump)
{
    const auto product = stream.config.product;
    EXPECT_TRUE(stream.unknown.empty());
    EXPECT_TRUE(stream.diagnostics.empty())
        << (stream.diagnostics.empty() ? "" : qPrintable(stream.diagnostics[0].toText()));
    for (size_t i = 0; i < dump.size(); ++i) {
        const auto &command = stream.commands[i];
        EXPECT_EQ(npu::commandName(command, product), dump[i].name);
        if (!dump[i].isOld) {
            EXPECT_EQ(velaFields(command, product).toStdString(), dump[i].fields.toStdString())
                << qPrintable(dump[i].name);
        }
    }
    const auto last = dump.back().offset / 4 + (dump.back().hasPayload ? 2 : 1);
    EXPECT_EQ(stream.words, last);
    quint64 waits = 0;
    for (const auto &command : dump)
        waits += command.name.endsWith(u"_WAIT"_s) ? 1U : 0U;
    EXPECT_EQ(stream.dmaWaits + stream.kernelWaits, waits);
}

std::map<QString, int> kindsOf(const std::vector<npu::Command> &commands, npu::NpuProduct product)
{
    std::map<QString, int> kinds;
    for (const auto &command : commands) {
        const auto name = npu::commandName(command, product);
        if (name.startsWith(u"NPU_OP_"_s))
            ++kinds[name];
    }
    return kinds;
}

std::map<QString, int> kindsOf(const QJsonObject &object)
{
    std::map<QString, int> kinds;
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        kinds[entry.key()] = entry.value().toInt();
    return kinds;
}

QJsonObject jsonOf(const QString &path)
{
    return QJsonDocument::fromJson(bytesOf(path)).object();
}

} // namespace

TEST(RegisterDump, EveryRunOfVela)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = samplesDir() + u"/generated/vela/"_s;
    const auto expected = jsonOf(folder + u"expected.json"_s);
    size_t compared = 0;
    QDirIterator dumps(folder, { u"verbose.txt"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (dumps.hasNext()) {
        const QFileInfo file(dumps.next());
        const auto run = file.dir().dirName();
        SCOPED_TRACE(qPrintable(run));
        const auto streams = streamsIn(file.path());
        std::map<QString, int> kinds;
        for (const auto &dump : readRegisterDump(file.filePath())) {
            const auto stream = streamFor(streams, dump);
            ASSERT_TRUE(stream);
            expectEqual(*stream, dump);
            for (const auto &[name, count] : kindsOf(stream->commands, stream->config.product))
                kinds[name] += count;
            ++compared;
        }
        const auto stated = expected.value(run).toObject().value(u"registerDump"_s).toObject();
        if (!stated.isEmpty()) {
            EXPECT_EQ(kinds, kindsOf(stated.value(u"operations"_s).toObject()));
        }
    }
    EXPECT_EQ(compared, 35U);
}

TEST(RegisterDump, EveryPartitionOfExecuTorch)
{
    TOSAIC_NEED_SAMPLES();
    size_t compared = 0;
    QDirIterator dumps(samplesDir() + u"/generated/aot"_s, { u"register_command_stream.txt"_s },
        QDir::Files, QDirIterator::Subdirectories);
    while (dumps.hasNext()) {
        const QFileInfo file(dumps.next());
        SCOPED_TRACE(qPrintable(file.path()));
        const auto streams = streamsIn(file.path());
        for (const auto &dump : readRegisterDump(file.filePath())) {
            const auto stream = streamFor(streams, dump);
            ASSERT_TRUE(stream);
            expectEqual(*stream, dump);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 26U);
}

TEST(RegisterDump, DelegatesOfEveryProgram)
{
    TOSAIC_NEED_SAMPLES();
    size_t compared = 0;
    QDirIterator programs(samplesDir() + u"/generated/aot"_s, { u"model.pte"_s }, QDir::Files,
        QDirIterator::Subdirectories);
    while (programs.hasNext()) {
        const QFileInfo file(programs.next());
        SCOPED_TRACE(qPrintable(file.path()));
        const auto source = ByteSource::map(file.filePath());
        ASSERT_TRUE(source);
        const auto program = formats::readProgram(*source);
        ASSERT_TRUE(program);
        Streams streams;
        for (const auto &placed : npu::disassembleAll(**source, npu::streamsOf(**program))) {
            const auto isExternal = placed.place.payload->block(u"cmd_data"_s)->isExternal;
            EXPECT_EQ(placed.stream == nullptr, isExternal);
            if (placed.stream)
                streams.push_back(placed.stream);
            else
                EXPECT_TRUE(placed.error->detail.contains(u".ptd"_s));
        }
        const auto partitions = file.dir().entryList({ u"partition*"_s }, QDir::Dirs);
        if (streams.empty())
            continue;
        for (const auto &partition : partitions) {
            const auto dumps = readRegisterDump(
                file.path() + u'/' + partition + u"/register_command_stream.txt"_s);
            for (const auto &dump : dumps) {
                EXPECT_TRUE(streamFor(streams, dump)) << qPrintable(partition);
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, 24U);
}

} // namespace tosaic::test::registerdumptests
