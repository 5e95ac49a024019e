// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/spec/specpython.h"
#include "core/toolchain/estimateservice.h"
#include "core/toolchain/jobqueue.h"
#include "core/toolchain/queuedcompile.h"
#include "tests/core/toolchain/realtools.h"
#include "tests/support/samples.h"
#include "tests/support/velacsv.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>

using namespace Qt::StringLiterals;

// Vela alone, on every TOSA and TFLite file of the samples.

namespace tosaic::toolchain::velasamplestests {

namespace {

using test::VelaRow;

struct Sample
{
    QString path;
    QString name; ///< below the samples' folder
    InputKind kind = InputKind::Tosa;
    spec::CompileSpec spec;
};

/// What only an Ethos-U85 runs, and what was lowered for one.
bool isForU85(const QString &name)
{
    return name.contains("-u85-"_L1) || name.contains("/branch"_L1)
        || name.endsWith("/gather_resize.tosa"_L1) || name.endsWith("_f32.tosa"_L1);
}

/// By content; equal files for equal targets once.
std::vector<Sample> samples()
{
    std::vector<Sample> found;
    QSet<std::pair<QString, QString>> known;
    const QDir root(test::samplesDir());
    QStringList paths;
    for (QDirIterator files(root.path(), QDir::Files, QDirIterator::Subdirectories);
         files.hasNext();)
        paths.append(files.next());
    paths.sort();
    for (const auto &path : paths) {
        const auto kind = inputKindOf(path);
        if (!kind || !usesVelaAlone(*kind))
            continue;
        Sample sample{ path, root.relativeFilePath(path), *kind, {} };
        sample.spec.target = isForU85(sample.name) ? u"ethos-u85-256"_s
            : sample.name.contains("-u65-"_L1)     ? u"ethos-u65-256"_s
                                                   : u"ethos-u55-128"_s;
        const auto source = ByteSource::map(path);
        EXPECT_TRUE(source);
        const auto hash = sha256Hex((*source)->bytes());
        if (known.contains({ hash, sample.spec.target }))
            continue;
        known.insert({ hash, sample.spec.target });
        found.push_back(std::move(sample));
    }
    return found;
}

/// Those that Vela refuses: damaged (it crashes), and float operators.
const QHash<QString, QString> Refused{
    { u"generated/vela/fail-truncated-tflite-segfault/truncated.tflite"_s,
        u"Buffer contents inconsistent with generated schema"_s },
    { u"models/tosa/test_add_1x4x4x4_f32.tosa"_s,
        u"Input data type not supported for this operator"_s },
};

QString folderOf(const QString &root, std::size_t index)
{
    return root + u"/%1"_s.arg(index);
}

/// Runs each by itself, without any of the product's machinery; exit codes.
std::vector<int> runByHand(const std::vector<Sample> &all, const QString &root)
{
    QJsonArray jobs;
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto arguments
            = spec::velaArguments(all[i].spec, folderOf(root, i), all[i].kind == InputKind::Tosa);
        arguments.append(all[i].path);
        jobs.append(QJsonObject{ { u"folder"_s, folderOf(root, i) },
            { u"arguments"_s, QJsonArray::fromStringList(arguments) } });
    }
    QProcess python;
    python.start(test::toolPython(), { test::sourcePath(u"tests/core/toolchain/velaruns.py"_s) });
    python.write(QJsonDocument(jobs).toJson());
    python.closeWriteChannel();
    EXPECT_TRUE(python.waitForFinished(test::RealPatience));
    std::vector<int> codes;
    for (const auto code : QJsonDocument::fromJson(python.readAllStandardOutput()).array())
        codes.push_back(code.toInt());
    EXPECT_EQ(codes.size(), all.size()) << python.readAllStandardError().constData();
    codes.resize(all.size(), -1);
    return codes;
}

compiled::Summary writtenBy(const QString &folder)
{
    const auto files = QDir(folder).entryList({ u"*_summary_*.csv"_s });
    EXPECT_EQ(files.size(), 1) << qPrintable(folder);
    return VelaRow(QDir(folder).filePath(files.value(0))).summary();
}

QString textOf(const std::vector<Diagnostic> &problems)
{
    QStringList texts;
    for (const auto &problem : problems)
        texts.append(problem.toText());
    return texts.join(u'\n');
}

class VelaSamples : public testing::Test
{
protected:
    void SetUp() override
    {
        TOSAIC_NEED_TOOLS();
        TOSAIC_NEED_SAMPLES();
    }
};

} // namespace

/// Vela lets it through and says that it costs nothing.
TEST(VelaInputs, WhatVelaMadeIsNotCompiledAgain)
{
    TOSAIC_NEED_SAMPLES();
    int made = 0;
    QDirIterator files(
        test::samplesDir(), { u"*.tflite"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto path = files.next();
        const auto source = ByteSource::map(path);
        ASSERT_TRUE(source);
        const auto bytes = (*source)->bytes();
        if (bytes.size() < 8 || bytes.sliced(4, 4) != "TFL3")
            continue;
        const auto isMade = bytes.contains("ethos-u");
        const auto kind = inputKindOf(path);
        EXPECT_EQ(kind.has_value(), !isMade) << qPrintable(path);
        if (isMade && !kind) {
            EXPECT_EQ(kind.error().code, ErrorCode::FormatUnsupported) << qPrintable(path);
        }
        made += isMade;
    }
    EXPECT_GT(made, 30);
}

TEST_F(VelaSamples, EstimatesAreWhatVelaWrites)
{
    const auto all = samples();
    ASSERT_GT(all.size(), 50U);
    const auto root = test::temporaryDir();
    const auto codes = runByHand(all, root);
    EstimateService service;
    service.setInterpreter(test::toolPython());
    std::shared_ptr<const compiled::Estimate> latest;
    QObject::connect(&service, &EstimateService::estimated, &service,
        [&](const std::shared_ptr<const compiled::Estimate> &done) { latest = done; });
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto &sample = all[i];
        SCOPED_TRACE((sample.name + u' ' + sample.spec.target).toStdString());
        latest.reset();
        service.request(sample.spec, { { 0, sample.path } });
        ASSERT_TRUE(QTest::qWaitFor([&] { return latest != nullptr; }, test::RealPatience));
        EXPECT_EQ(codes[i] == 0, !Refused.contains(sample.name)) << "exit code " << codes[i];
        EXPECT_EQ(latest->isComplete(), codes[i] == 0) << qPrintable(textOf(latest->problems));
        if (codes[i] == 0) {
            test::expectSameNumbers(latest->summary, writtenBy(folderOf(root, i)));
        } else {
            EXPECT_TRUE(textOf(latest->problems).contains(Refused.value(sample.name)))
                << qPrintable(textOf(latest->problems));
        }
    }
}

TEST_F(VelaSamples, CompilesGiveWhatVelaWrites)
{
    const auto root = test::temporaryDir();
    JobQueue queue;
    queue.setLimits({ .jobs = 2 });
    QHash<QueuedJobId, std::shared_ptr<const compiled::CompileResult>> results;
    QHash<QueuedJobId, const QueuedCompile *> running;
    QObject::connect(&queue, &JobQueue::ended, &queue,
        [&](QueuedJobId id, JobQueue::State) { results.insert(id, running.value(id)->result()); });
    std::vector<std::pair<QueuedJobId, Sample>> jobs;
    for (const auto &sample : samples()) {
        CompileRequest request;
        request.input = sample.path;
        request.spec = sample.spec;
        request.outputFolder = folderOf(root, jobs.size());
        request.interpreter = test::toolPython();
        auto job = std::make_unique<QueuedCompile>(request);
        const auto *known = job.get();
        jobs.emplace_back(queue.add(std::move(job)), sample);
        running.insert(jobs.back().first, known);
    }
    ASSERT_GT(jobs.size(), 35U);
    ASSERT_TRUE(QTest::qWaitFor([&] { return queue.isIdle(); }, 2 * test::RealPatience));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto &[id, sample] = jobs[i];
        SCOPED_TRACE((sample.name + u' ' + sample.spec.target).toStdString());
        const auto result = results.value(id);
        ASSERT_TRUE(result);
        if (Refused.contains(sample.name)) {
            EXPECT_EQ(result->status, compiled::Status::Failed);
            ASSERT_FALSE(result->problems.empty());
            EXPECT_EQ(result->problems.back().id, u"compile.refused"_s);
            EXPECT_TRUE(result->problems.back().text.contains(Refused.value(sample.name)));
            continue;
        }
        ASSERT_EQ(result->status, compiled::Status::Succeeded)
            << qPrintable(textOf(result->problems));
        test::expectSameNumbers(result->summary, writtenBy(folderOf(root, i)));
        const auto product = sample.kind == InputKind::Tosa ? u"vela-npz"_s : u"tflite"_s;
        EXPECT_TRUE(QFileInfo(result->artefactPath(product)).size() > 0);
    }
}

} // namespace tosaic::toolchain::velasamplestests
