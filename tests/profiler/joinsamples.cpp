// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/joinsamples.h"

#include "core/formats/tosa/tosareader.h"
#include "core/formats/vela/summarycsv.h"
#include "core/formats/vela/velanpz.h"
#include "core/npu/disassemble.h"
#include "tests/core/npu/generatedruns.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

QString onlyFile(const QString &folder, const QString &pattern)
{
    const auto names = QDir(folder).entryList({ pattern }, QDir::Files);
    return names.size() == 1 ? folder + u'/' + names.first() : QString();
}

template <typename Value, typename Read>
std::optional<Value> readFile(const QString &path, Read read)
{
    const auto source = path.isEmpty() ? nullptr : ByteSource::map(path).value_or(nullptr);
    if (!source)
        return std::nullopt;
    auto value = read(source);
    return value ? std::optional<Value>(*value) : std::nullopt;
}

void addSummary(JoinSample &sample, const QString &folder)
{
    const auto summary = readFile<formats::vela::SummaryFile>(onlyFile(folder, u"*summary*.csv"_s),
        [](const auto &source) { return formats::vela::readSummaryCsv(source); });
    if (!summary || summary->rows.empty())
        return;
    sample.cyclesTotal = summary->rows.front().cyclesTotal;
    sample.cyclesNpu = summary->rows.front().cyclesNpu;
}

std::shared_ptr<const formats::vela::VelaDebugDb> databaseOf(const QString &path)
{
    return readFile<std::shared_ptr<const formats::vela::VelaDebugDb>>(
        path, [](const auto &source) { return formats::vela::readDebugDb(source); })
        .value_or(nullptr);
}

std::shared_ptr<const npu::Stream> streamOf(JoinSample &sample, const QString &path)
{
    const auto npz = readFile<std::shared_ptr<const formats::vela::VelaNpz>>(
        path, [](const auto &source) { return formats::vela::readNpz(source); });
    if (!npz)
        return nullptr;
    sample.keeps.push_back(*npz);
    const auto streams = npu::disassemble((*npz)->commandData(), {});
    return streams && !streams->empty() ? streams->front() : nullptr;
}

std::optional<JoinSample> partitionJoin(const QString &folder)
{
    const auto tables = onlyFile(folder, u"*debug.xml"_s);
    const auto database = databaseOf(tables);
    if (!database)
        return std::nullopt;
    JoinSample sample{
        .name
        = QFileInfo(QFileInfo(folder).path()).fileName() + u'/' + QFileInfo(folder).fileName(),
        .tablesPath = tables,
    };
    profile::JoinStream stream{ .database = database,
        .stream = streamOf(sample, onlyFile(folder, u"*vela.npz"_s)) };
    stream.network = readFile<std::shared_ptr<const model::Network>>(
        folder + u"/partition.tosa"_s, [](const auto &source) {
            return formats::readTosa(source);
        }).value_or(nullptr);
    QFile events(folder + u"/debug.json"_s);
    if (events.open(QIODevice::ReadOnly))
        stream.debugEvents = *profile::readDebugEvents(events.readAll());
    sample.streams.push_back(std::move(stream));
    addSummary(sample, folder);
    return sample;
}

std::vector<JoinSample> partitionJoins(const QString &root)
{
    std::vector<JoinSample> joins;
    QStringList folders;
    QDirIterator found(root, { u"partition*"_s }, QDir::Dirs, QDirIterator::Subdirectories);
    while (found.hasNext())
        folders.append(found.next());
    folders.sort();
    for (const auto &folder : folders) {
        if (auto join = partitionJoin(folder))
            joins.push_back(std::move(*join));
    }
    return joins;
}

std::optional<JoinSample> runJoin(const GeneratedRun &run)
{
    const auto tables = onlyFile(run.folder, u"*debug.xml"_s);
    const auto database = databaseOf(tables);
    if (!database || database->queue().empty())
        return std::nullopt;
    JoinSample sample{ .name = run.name, .tablesPath = tables, .keeps = { run.keeps } };
    size_t index = 0;
    for (const auto &[number, rows] : database->queue()) {
        profile::JoinStream stream{ .database = database, .commandStream = number };
        if (run.streams.size() == database->queue().size())
            stream.stream = run.streams[index].stream;
        ++index;
        sample.streams.push_back(std::move(stream));
    }
    addSummary(sample, run.folder);
    return sample;
}

} // namespace

std::vector<JoinSample> fixtureJoins()
{
    return partitionJoins(fixturePath({}));
}

std::vector<JoinSample> sampleJoins()
{
    if (samplesDir().isEmpty())
        return {};
    auto joins = partitionJoins(samplesDir() + u"/generated/aot"_s);
    for (const auto &run : velaRuns()) {
        if (auto join = runJoin(run))
            joins.push_back(std::move(*join));
    }
    return joins;
}

std::vector<JoinSample> allJoins()
{
    auto joins = fixtureJoins();
    std::ranges::move(sampleJoins(), std::back_inserter(joins));
    return joins;
}

const JoinSample *joinNamed(const std::vector<JoinSample> &joins, const QString &name)
{
    const auto found = std::ranges::find(joins, name, &JoinSample::name);
    return found == joins.end() ? nullptr : &*found;
}

const std::vector<formats::vela::QueueEntry> &rowsOf(const profile::JoinStream &stream)
{
    static const std::vector<formats::vela::QueueEntry> none;
    const auto &queue = stream.database->queue();
    const auto found = stream.commandStream ? queue.find(*stream.commandStream) : queue.begin();
    return found == queue.end() ? none : found->second;
}

} // namespace tosaic::test
