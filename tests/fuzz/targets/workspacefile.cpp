// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/workspace/contents.h"
#include "core/workspace/provenance.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/fuzz/filefolder.h"

#include <QDir>
#include <QFile>
#include <QJsonObject>

#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

namespace {

void readRuns(workspace::Workspace &file)
{
    const auto runs = file.runHeads();
    for (size_t i = 0; runs && i < std::min<size_t>(runs->size(), 20); ++i) {
        const auto id = (*runs)[i].id;
        static_cast<void>(file.run(id));
        static_cast<void>(file.runValues(id));
        static_cast<void>(file.runFiles(id));
        static_cast<void>(file.runFileBytes(id, u"source"_s));
        static_cast<void>(file.readConsole(id, [](QByteArrayView) { return true; }));
        const auto series = file.series(id);
        for (size_t k = 0; series && k < std::min<size_t>(series->size(), 20); ++k) {
            const auto &one = (*series)[k];
            static_cast<void>(file.samples(one.id, {}, 100'000));
            static_cast<void>(file.sampleBuckets(one.id, { one.firstTime, one.lastTime }, 50));
        }
    }
}

void readAll(workspace::Workspace &file)
{
    static_cast<void>(workspace::readContents(file));
    static_cast<void>(file.verify());
    const auto models = file.models();
    for (size_t i = 0; models && i < std::min<size_t>(models->size(), 20); ++i)
        static_cast<void>(file.modelBytes((*models)[i].id));
    const auto artefacts = file.artefacts();
    for (size_t i = 0; artefacts && i < std::min<size_t>(artefacts->size(), 20); ++i) {
        static_cast<void>(file.artefactBytes((*artefacts)[i].id));
        if (const auto known = workspace::provenanceOf(file, (*artefacts)[i].sha256))
            static_cast<void>(workspace::toJson(*known));
    }
    static_cast<void>(file.jobs());
    static_cast<void>(file.layout(u"window"_s));
    static_cast<void>(file.cell(u"key"_s));
    readRuns(file);
}

} // namespace

/// A workspace of somebody else: everything in it is read, what is damaged is salvaged, and what
/// was salvaged is a workspace.
void fuzzWorkspaceFile(std::span<const quint8> input)
{
    const auto path = fileFolder() + u"/w.tosaic"_s;
    const auto saved = fileFolder() + u"/saved.tosaic"_s;
    for (const auto &old : { path + u"-journal"_s, path + u"-wal"_s, path + u"-shm"_s, saved })
        QFile::remove(old);
    if (!writeInput(u"w.tosaic"_s,
            { reinterpret_cast<const char *>(input.data()), qsizetype(input.size()) }))
        std::abort();
    const auto file = workspace::Workspace::open(path);
    if (file)
        readAll(**file);
    if (file && input.size() % 8 != 0)
        return;
    auto salvaged = workspace::salvage(path);
    if (!salvaged)
        return;
    readAll(*salvaged->workspace);
    if (workspace::saveSalvaged(*salvaged, saved) && !workspace::Workspace::open(saved))
        std::abort();
}

std::vector<QByteArray> seedsWorkspaceFile()
{
    const auto path = fileFolder() + u"/seed.tosaic"_s;
    QFile::remove(path);
    {
        const auto file = workspace::Workspace::create(path);
        if (!file)
            return {};
        const auto folder = fileFolder() + u"/job"_s;
        const auto compile = test::compileIn(folder, u"seed"_s);
        const auto job = (*file)->addCompile(compile, { .kind = u"vela"_s });
        const auto model = (*file)->addModel(folder + u"/model.pte"_s, true);
        workspace::RunRecord run;
        run.name = u"run"_s;
        run.status = u"running"_s;
        const auto id = (*file)->addRun(run);
        if (!job || !model || !id)
            return {};
        const auto series = (*file)->addSeries(*id, u"cycles"_s, u"cycles"_s, u"ns"_s);
        const std::vector<workspace::Sample> samples{ { 0, 1 }, { 5, 2 }, { 9, -1e300 } };
        const workspace::SampleBatch batch{ series ? *series : workspace::SeriesId(), samples };
        static_cast<void>((*file)->appendSamples({ &batch, 1 }));
        static_cast<void>((*file)->appendConsole(*id, "ETHOSU_PMU_CYCLE_CNT : 1000\n"));
        static_cast<void>(
            (*file)->finishRun(*id, run, { { .kind = u"counter"_s, .name = u"a"_s, .value = 4 } }));
        static_cast<void>((*file)->saveSpec(u"s"_s, { { u"target"_s, u"ethos-u55-128"_s } }));
        static_cast<void>((*file)->setSetting(u"tools.interpreter"_s, u"/bin/false"_s));
        static_cast<void>((*file)->setLayout(u"window"_s, "state"));
        static_cast<void>((*file)->addCells({ { u"key"_s, { { u"a"_s, 1 } } } }));
        static_cast<void>((*file)->addNote(u"run 1"_s, u"note"_s));
    }
    // Small pages: a fuzzer has no use for what is empty.
    sqlite3 *database = nullptr;
    sqlite3_open(path.toUtf8().constData(), &database);
    sqlite3_exec(database, "PRAGMA page_size = 512; VACUUM", nullptr, nullptr, nullptr);
    sqlite3_close(database);
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? std::vector{ file.readAll() }
                                          : std::vector<QByteArray>();
}

} // namespace tosaic::fuzz
