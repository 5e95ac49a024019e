// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/boardoutputs.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/formats/registry.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/session/recordedoutputs.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace boardoutputs {
namespace {

/// As runners and their scripts name it.
QString bufferBeside(const QString &dump)
{
    const QFileInfo file(dump);
    const auto own = file.dir().filePath(file.completeBaseName() + u".bin"_s);
    return QFileInfo::exists(own) ? own : file.dir().filePath(u"debug_buffer.bin"_s);
}

} // namespace
} // namespace boardoutputs

Result<std::map<size_t, std::vector<double>>> boardOutputs(
    const QString &path, const QString &buffer)
{
    const auto file = TRY(ByteSource::map(path));
    std::map<size_t, std::vector<double>> outputs;
    if (formats::recognise(file->bytes()) == formats::FileKind::EtDump) {
        const auto dump = TRY(profile::readEtDump(file));
        const auto bytes
            = TRY(ByteSource::map(buffer.isEmpty() ? boardoutputs::bufferBeside(path) : buffer));
        for (auto &numbers : TRY(profile::recordedOutputs(dump, *bytes)))
            outputs.emplace(outputs.size(), std::move(numbers));
        return outputs;
    }
    const auto run = TRY(profile::parseConsole(file->bytes()));
    size_t next = 0;
    for (const auto &output : run.outputs) {
        const auto index = size_t(output.index.value_or(next++));
        if (output.values)
            outputs.insert_or_assign(index, *output.values);
    }
    return outputs;
}

} // namespace tosaic::cli
