// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/livefiles.h"

#include "core/base/bytesource.h"
#include "profiler/kernels/hostfacts.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/store/runvalues.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

void note(LiveFiles &read, const Error &error, const QString &path)
{
    auto problem = diagnosticOf(error);
    if (problem.location.file.isEmpty())
        problem.location.file = path;
    read.problems.push_back(std::move(problem));
}

void readTrace(LiveFiles &read, const std::shared_ptr<const ByteSource> &source,
    const QString &path, const JobControl &control)
{
    auto trace = profile::readPmuTrace(source, {}, [&control](quint64 done, quint64 all) {
        JobControl own = control;
        own.setProgress(all > 0 ? double(done) / double(all) : -1);
        return !control.isCancelled();
    });
    if (!trace)
        return note(read, trace.error(), path);
    read.problems.insert(read.problems.end(), trace->diagnostics.begin(), trace->diagnostics.end());
    read.trace = std::make_shared<const profile::PmuTrace>(std::move(*trace));
}

void readDump(LiveFiles &read, const std::shared_ptr<const ByteSource> &source, const QString &path)
{
    auto dump = profile::readEtDump(source);
    if (!dump)
        return note(read, dump.error(), path);
    read.etdump = std::make_shared<const profile::EtDump>(std::move(*dump));
}

void readResult(LiveFiles &read, const ByteSource &source, const QString &path,
    const std::vector<workspace::RunFile> &files)
{
    const auto facts = profile::readHostFacts(source.bytes().toByteArray());
    if (!facts)
        return note(read, facts.error(), path);
    profile::Run run;
    run.status = facts->status == "succeeded"_L1 ? profile::RunStatus::Complete
                                                 : profile::RunStatus::Failed;
    if (!facts->iterationNs.empty()) {
        run.inferences = facts->iterationNs.size();
        run.profiles.push_back({ .label = facts->method, .runNs = facts->iterationNs });
        run.profiles.front().inferences = facts->iterationNs.size();
    }
    read.run = std::make_shared<const profile::Run>(std::move(run));
    read.host = std::make_shared<const profile::HostFacts>(withArrays(*facts, files));
}

} // namespace

profile::HostFacts withArrays(
    profile::HostFacts facts, const std::vector<workspace::RunFile> &files)
{
    const auto find = [&files](std::vector<profile::HostArray> &arrays, const QString &role) {
        for (auto &array : arrays) {
            const auto name = QFileInfo(array.path).fileName();
            const auto known = std::ranges::find_if(files, [&](const workspace::RunFile &file) {
                return file.role == role && QFileInfo(file.path).fileName() == name;
            });
            if (name.isEmpty() || known == files.end())
                continue;
            if (auto file = ByteSource::map(known->path))
                array.file = std::move(*file);
        }
    };
    find(facts.inputs, u"inputs"_s);
    find(facts.outputs, u"outputs"_s);
    return facts;
}

Result<LiveFiles> readLiveFiles(const QString &consolePath,
    const std::vector<workspace::RunFile> &files, const std::optional<QByteArray> &inConsole,
    const JobControl &control)
{
    LiveFiles read;
    if (const auto console = ByteSource::map(consolePath))
        read.consoleSha256 = sha256Hex((*console)->bytes());
    for (const auto &file : files) {
        const bool isBuffer = file.role == "debug-buffer"_L1;
        const bool isWanted = file.role == "trace"_L1 || file.role == "etdump"_L1
            || file.role == "result"_L1 || isBuffer;
        if (!isWanted)
            continue;
        const auto source = ByteSource::map(file.path);
        if (!source)
            note(read, source.error(), file.path);
        else if (isBuffer)
            read.debugBuffer = *source;
        else if (file.role == "trace"_L1)
            readTrace(read, *source, file.path, control);
        else if (file.role == "etdump"_L1)
            readDump(read, *source, file.path);
        else
            readResult(read, **source, file.path, files);
    }
    if (!read.etdump && inConsole)
        readDump(read, ByteSource::fromBytes(*inConsole), {});
    if (read.run) {
        read.values = profile::valuesOf(*read.run);
        if (read.etdump) {
            const auto more = profile::valuesOf(*read.etdump, read.host ? read.host->warmups : 0);
            read.values.insert(read.values.end(), more.begin(), more.end());
        }
    }
    if (control.isCancelled())
        return fail(ErrorCode::Cancelled, {});
    return read;
}

} // namespace tosaic
