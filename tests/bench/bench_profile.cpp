// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Puts together the profile of the largest compile at hand (of TOSAIC_SAMPLES if that is set, and
// of the fixtures) with a trace of TOSAIC_BENCH_EVENTS reads (1 million if not set): join, origins,
// entities, timeline and its index; and narrows it to a range. Fails if that takes longer than a
// few times reading the trace's text.
#include "core/documents/openmodel.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/profileassembly.h"
#include "profiler/timeline/timelineindex.h"
#include "tests/bench/yardstick.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"

#include <QCoreApplication>
#include <QDirIterator>

#include <algorithm>

using namespace tosaic;
using namespace Qt::StringLiterals;

namespace {

constexpr double LargestAssembly = 3; ///< times reading the trace
constexpr double LargestRange = 1; ///< of one narrowing, times reading the trace

/// The program whose profile has the most operations, and what is open with it.
ProfileMaterial largestMaterial()
{
    ProfileMaterial largest;
    size_t most = 0;
    QStringList folders{ QStringLiteral(TOSAIC_SOURCE_DIR "/tests/fixtures/generated") };
    if (const auto samples = qEnvironmentVariable("TOSAIC_SAMPLES"); !samples.isEmpty())
        folders << samples + u"/generated/aot"_s;
    for (const auto &folder : folders) {
        QDirIterator files(folder, { u"*.pte"_s }, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const auto opened = openDocument(files.next());
            if (!opened)
                continue;
            auto material = profileMaterial(*opened);
            const auto subject = assembleProfile(material);
            const auto size = subject && subject->table ? subject->table->operations.size() : 0;
            const bool hasDatabase = size > 0
                && std::ranges::all_of(subject->streams,
                    [](const profile::JoinStream &stream) { return stream.database != nullptr; });
            if (hasDatabase && size > most) {
                most = size;
                largest = std::move(material);
            }
        }
    }
    if (most == 0)
        qFatal("no program with a debug database was found");
    return largest;
}

std::vector<profile::PointerRead> readsOf(const ProfileSubject &subject, size_t wanted)
{
    std::vector<profile::PointerRead> reads;
    for (int inference = 0; reads.size() < wanted; ++inference) {
        for (const auto &stream : subject.streams) {
            const auto ts = reads.empty() ? 100 : quint64(reads.back().ts) + 700;
            const auto made = test::generateTrace(test::rowsOf(stream), stream.stream.get(),
                { .seed = quint32(inference), .standsAtDmaWaits = true, .startTs = ts });
            reads.insert(reads.end(), made.reads.begin(), made.reads.end());
        }
    }
    return reads;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_EVENTS").toULongLong();
    const size_t events = wanted > 0 ? wanted : 1'000'000;
    auto material = largestMaterial();
    const auto source
        = ByteSource::fromBytes(test::traceJson(readsOf(*assembleProfile(material), events)));
    std::shared_ptr<const profile::PmuTrace> trace;
    const auto reading = bench::secondsOf(
        [&] { trace = std::make_shared<const profile::PmuTrace>(*profile::readPmuTrace(source)); });
    material.run = profile::MeasuredRun{ .name = u"trace.json"_s,
        .run = std::make_shared<const profile::Run>(),
        .kind = u"pmu-trace"_s,
        .trace = trace };
    std::shared_ptr<const ProfileSubject> subject;
    const auto assembly = bench::secondsOf([&] {
        subject = assembleProfile(material);
        if (!profile::TimelineIndex::build(subject->timeline))
            qFatal("no index");
    });
    if (subject->slices.empty()) {
        for (const auto &diagnostic : subject->diagnostics)
            std::printf("%s\n", qPrintable(diagnostic.text));
        qFatal("the trace was not joined");
    }
    ProfileDocument document;
    document.set(subject);
    const auto [from, to] = *subject->timeline->range;
    double range = 0;
    for (int i = 1; i <= 5; ++i) {
        document.setRange({ { from + (to - from) / 12 * i, to - (to - from) / 12 * i } });
        range = std::max(range, bench::secondsOf([&] { static_cast<void>(document.table()); }, 1));
    }
    std::printf("%s: %zu operations, %zu reads, %zu inferences: read %.2f s, put together %.2f s, "
                "narrowed to a range %.0f ms\n",
        qPrintable(material.path.section(u'/', -2)), subject->table->operations.size(),
        trace->queueReads.size(), subject->table->inferences.size(), reading, assembly,
        range * 1e3);
    if (events < 500'000)
        return 0;
    const bool isFine = bench::judge("putting together", assembly / reading, LargestAssembly);
    return bench::judge("narrowing", range / reading, LargestRange) && isFine ? 0 : 1;
}
