// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/disassemble.h"

#include "core/npu/streamreader.h"

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

/// The stream's header; commands are read into it later.
std::shared_ptr<Stream> streamOf(
    const formats::ethosu::DriverPayload &driver, QByteArrayView payload, QByteArrayView commands)
{
    auto stream = std::make_shared<Stream>();
    stream->config = *driver.npu;
    stream->driverFormat = driver.format;
    stream->actions = driver.actions;
    stream->streamOffset = quint64(commands.data() - payload.data());
    stream->stagingBytes = driver.stagingBytes;
    return stream;
}

} // namespace

Result<std::vector<std::shared_ptr<const Stream>>> disassembleWithin(
    QByteArrayView driverPayload, const Location &place, StreamBudget &budget)
{
    DiagnosticSink sink;
    const auto driver = formats::ethosu::readDriverPayload(driverPayload, sink, place);
    if (!driver)
        return fail(driver.error());
    if (!driver->npu)
        return fail(ErrorCode::FormatDamaged,
            u"no usable configuration word: the commands cannot be told, because their numbers "
            "differ between products"_s,
            place);
    if (driver->streams.empty())
        return fail(ErrorCode::FormatDamaged, u"the driver payload has no command stream"_s, place);
    std::vector<std::shared_ptr<const Stream>> result;
    for (const auto &commands : driver->streams) {
        auto stream = streamOf(*driver, driverPayload, commands);
        if (result.empty())
            stream->diagnostics = sink.take();
        readCommands(commands, place, budget, *stream);
        result.push_back(std::move(stream));
    }
    return result;
}

Result<std::vector<std::shared_ptr<const Stream>>> disassemble(
    QByteArrayView driverPayload, const Location &place)
{
    StreamBudget budget;
    return disassembleWithin(driverPayload, place, budget);
}

} // namespace tosaic::npu
