// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/networksearch.h"

#include "core/formats/opennetwork.h"
#include "core/inspect/openstreams.h"
#include "profiler/join/originresolver.h"
#include "profiler/session/databasefit.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr qsizetype LargestFiles = 16; // that are compared

QStringList filesBeside(const QString &path, const QStringList &patterns)
{
    const auto folder = QFileInfo(path).absoluteDir();
    QStringList files;
    const auto names = folder.entryList(patterns, QDir::Files, QDir::Name);
    for (const auto &name : names.mid(0, LargestFiles))
        files << folder.absoluteFilePath(name);
    return files;
}

} // namespace

std::shared_ptr<const model::Network> networkBeside(
    const QString &databasePath, const formats::vela::VelaDebugDb &database)
{
    std::shared_ptr<const model::Network> found;
    const auto files = filesBeside(databasePath, { u"*.tosa"_s, u"*.tflite"_s });
    for (const auto &path : files) {
        const auto source = ByteSource::map(path);
        const auto network = source
            ? formats::readNetwork(*source)
            : Result<std::shared_ptr<const model::Network>>(fail(source.error()));
        if (!network || !profile::describesNetwork(database, **network))
            continue;
        if (found && found->source->bytes() != (*network)->source->bytes())
            return nullptr;
        found = *network;
    }
    return found;
}

std::shared_ptr<const npu::Stream> streamBeside(
    const QString &databasePath, const formats::vela::VelaDebugDb &database, qint64 commandStream)
{
    std::shared_ptr<const npu::Stream> found;
    const auto files = filesBeside(databasePath, { u"*.npz"_s, u"*.tflite"_s, u"*.bin"_s });
    for (const auto &path : files) {
        const auto source = ByteSource::map(path);
        const auto streams = source ? inspect::openStreams(*source)
                                    : Result<inspect::FileStreams>(fail(source.error()));
        if (!streams)
            continue;
        const auto placed = npu::disassembleAll(*streams->source, streams->places);
        for (const auto &one : placed) {
            if (!one.stream || !fitOf(database, commandStream, *one.stream).fits())
                continue;
            if (found && !haveEqualPlaces(*found, *one.stream))
                return nullptr;
            found = one.stream;
        }
    }
    return found;
}

} // namespace tosaic
