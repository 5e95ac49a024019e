// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/boardvalues.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/formats/registry.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/session/recordedoutputs.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// As runners and their scripts name it.
QString bufferBeside(const QString &dump)
{
    const QFileInfo file(dump);
    const auto own = file.dir().filePath(file.completeBaseName() + u".bin"_s);
    return QFileInfo::exists(own) ? own : file.dir().filePath(u"debug_buffer.bin"_s);
}

Result<BoardValues> ofDump(
    const std::shared_ptr<const ByteSource> &file, const QString &path, const QString &buffer)
{
    const auto dump = TRY(readEtDump(file));
    const auto bytes = TRY(ByteSource::map(buffer.isEmpty() ? bufferBeside(path) : buffer));
    BoardValues values;
    values.calls = TRY(recordedCalls(dump, *bytes));
    auto outputs = recordedOutputs(dump, *bytes);
    if (!outputs && (values.calls.empty() || outputs.error().code != ErrorCode::FormatUnsupported))
        return fail(outputs.error());
    for (size_t i = 0; outputs && i < outputs->size(); ++i)
        values.outputs.emplace(i, std::move((*outputs)[i]));
    return values;
}

} // namespace

Result<BoardValues> boardValues(const QString &path, const QString &buffer)
{
    const auto file = TRY(ByteSource::map(path));
    if (formats::recognise(file->bytes()) == formats::FileKind::EtDump)
        return ofDump(file, path, buffer);
    const auto run = TRY(parseConsole(file->bytes()));
    BoardValues values;
    size_t next = 0;
    for (const auto &output : run.outputs) {
        const auto index = size_t(output.index.value_or(next++));
        if (output.values)
            values.outputs.insert_or_assign(index, *output.values);
    }
    if (values.outputs.empty())
        return fail(ErrorCode::FormatUnsupported, u"the console prints no output whole"_s,
            { .file = path });
    return values;
}

} // namespace tosaic::profile
