// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/formats/vela/velanpz.h"
#include "core/spec/specpython.h"
#include "core/toolchain/estimateservice.h"
#include "tests/core/toolchain/realtools.h"

#include <QDir>
#include <QProcess>

using namespace Qt::StringLiterals;

// The estimate against what the real Vela writes.

namespace tosaic::toolchain::realestimatetests {

namespace {

using test::Patience;

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
    return file.readAll();
}

/// The one summary that a cold `vela` writes for the file.
compiled::VelaSummary coldSummary(const QString &input, const spec::CompileSpec &spec)
{
    const auto folder = test::temporaryDir();
    QStringList arguments{ u"-m"_s, u"ethosu.vela"_s };
    arguments += spec::velaArguments(spec, folder, !input.endsWith(u".tflite"_s));
    arguments.append(input);
    QProcess vela;
    vela.start(test::toolPython(), arguments);
    EXPECT_TRUE(vela.waitForFinished(test::RealPatience));
    EXPECT_EQ(vela.exitCode(), 0) << vela.readAllStandardError().constData();
    const auto files = QDir(folder).entryList({ u"*_summary_*.csv"_s });
    EXPECT_EQ(files.size(), 1);
    const auto read = compiled::readVelaSummary(bytesOf(QDir(folder).filePath(files.value(0))));
    EXPECT_TRUE(read);
    return read ? *read : compiled::VelaSummary{};
}

void expectSame(const compiled::VelaSummary &a, const compiled::VelaSummary &b)
{
    EXPECT_EQ(a.summary.cyclesTotal, b.summary.cyclesTotal);
    EXPECT_EQ(a.summary.cyclesNpu, b.summary.cyclesNpu);
    EXPECT_EQ(a.summary.macs, b.summary.macs);
    EXPECT_EQ(a.summary.sramBytes, b.summary.sramBytes);
    EXPECT_EQ(a.summary.dramBytes, b.summary.dramBytes);
    EXPECT_EQ(a.summary.onChipFlashBytes, b.summary.onChipFlashBytes);
    EXPECT_EQ(a.summary.offChipFlashBytes, b.summary.offChipFlashBytes);
    EXPECT_EQ(a.arenaLimitBytes, b.arenaLimitBytes);
    EXPECT_EQ(a.inferenceTimeS, b.inferenceTimeS);
    EXPECT_EQ(a.encodedWeightBytes, b.encodedWeightBytes);
    EXPECT_EQ(a.systemConfig, b.systemConfig);
    EXPECT_EQ(a.weightsMemory, b.weightsMemory);
    ASSERT_EQ(a.memories.size(), b.memories.size());
    for (std::size_t i = 0; i < a.memories.size(); ++i) {
        EXPECT_EQ(a.memories[i].totalBytes, b.memories[i].totalBytes);
        EXPECT_EQ(a.memories[i].cycles, b.memories[i].cycles);
    }
}

class RealEstimate : public testing::Test
{
protected:
    void SetUp() override
    {
        TOSAIC_NEED_TOOLS();
        service.setInterpreter(test::toolPython());
        QObject::connect(&service, &EstimateService::estimated, &service,
            [this](const std::shared_ptr<const compiled::Estimate> &done) { latest = done; });
    }
    const compiled::Estimate &estimate(
        const spec::CompileSpec &spec, const std::vector<compiled::EstimateInput> &inputs)
    {
        latest.reset();
        service.request(spec, inputs);
        EXPECT_TRUE(QTest::qWaitFor([&] { return latest != nullptr; }, test::RealPatience));
        return latest ? *latest : nothing;
    }
    static QString problemsOf(const compiled::Estimate &estimate)
    {
        QStringList texts;
        for (const auto &problem : estimate.problems)
            texts.append(problem.toText());
        return texts.join(u'\n');
    }

    EstimateService service;
    std::shared_ptr<const compiled::Estimate> latest;
    compiled::Estimate nothing;
};

} // namespace

TEST_F(RealEstimate, OfItsOwnSpecEqualsTheCompile)
{
    for (const auto &name : { u"add-u55-128"_s, u"add-u55-128-sram_only"_s, u"add-u65-256"_s,
             u"softmax-u85-256"_s, u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u85-256"_s,
             u"two_partitions-u65-256-shared"_s, u"transformer_block-u55-128-int16"_s }) {
        SCOPED_TRACE(name.toStdString());
        const auto result = compiled::readCompileResult(test::fixturePath(name));
        ASSERT_TRUE(result);
        const auto &done = estimate(result->spec, compiled::estimateInputs(*result));
        ASSERT_TRUE(done.isComplete()) << qPrintable(problemsOf(done));
        ASSERT_EQ(done.partitions.size(), result->partitions.size());
        EXPECT_EQ(done.summary.cyclesTotal, result->summary.cyclesTotal);
        EXPECT_EQ(done.summary.macs, result->summary.macs);
        EXPECT_EQ(done.summary.sramBytes, result->summary.sramBytes);
        EXPECT_EQ(done.summary.dramBytes, result->summary.dramBytes);
        EXPECT_EQ(done.summary.offChipFlashBytes, result->summary.offChipFlashBytes);
        for (const auto &partition : done.partitions) {
            const auto folder
                = test::fixturePath(name) + u"/partition%1"_s.arg(partition.partition);
            const auto kept = compiled::readVelaSummary(bytesOf(folder + u"/summary.csv"_s));
            ASSERT_TRUE(kept);
            expectSame(*partition.vela, *kept);
            const auto npz = formats::vela::readNpz(*ByteSource::map(folder + u"/vela.npz"_s));
            ASSERT_TRUE(npz);
            EXPECT_EQ(partition.commandBytes, static_cast<quint64>((*npz)->commandData().size()));
            EXPECT_EQ(partition.scratchBytes, (*npz)->payload->arenaBytes);
            EXPECT_EQ(partition.fastScratchBytes, (*npz)->payload->fastArenaBytes);
        }
    }
}

TEST_F(RealEstimate, OfAnotherSpecEqualsAColdVela)
{
    const auto add = test::fixturePath(u"add-u55-128/partition0/partition.tosa"_s);
    const auto mobileNet = test::fixturePath(u"mobilenet_v2-u55-128/partition0/partition.tosa"_s);
    const spec::CompileSpec specs[] = {
        { .target = u"ethos-u55-256"_s, .memoryMode = u"Sram_Only"_s },
        { .target = u"ethos-u65-512"_s },
        { .target = u"ethos-u65-256"_s,
            .memoryMode = u"Shared_Sram"_s,
            .extraFlags = { u"--optimise Size"_s } },
        { .target = u"ethos-u55-32"_s, .extraFlags = { u"--arena-cache-size=65536"_s } },
    };
    for (const auto &spec : specs) {
        for (const auto &input : { add, mobileNet }) {
            SCOPED_TRACE((spec.target + u' ' + input).toStdString());
            const auto &done = estimate(spec, { { 0, input } });
            ASSERT_TRUE(done.isComplete()) << qPrintable(problemsOf(done));
            expectSame(*done.partitions[0].vela, coldSummary(input, spec));
        }
    }
}

TEST_F(RealEstimate, SramOverTheLimitIsTold)
{
    const auto input = test::fixturePath(u"mobilenet_v2-u55-128/partition0/partition.tosa"_s);
    const auto isOver = [](const compiled::Estimate &done) {
        return std::any_of(done.problems.begin(), done.problems.end(),
            [](const Diagnostic &d) { return d.id == u"estimate.over-limit"_s; });
    };
    EXPECT_FALSE(isOver(estimate({ .target = u"ethos-u55-128"_s }, { { 0, input } })));
    EXPECT_TRUE(isOver(
        estimate({ .target = u"ethos-u55-128"_s, .extraFlags = { u"--arena-cache-size=16384"_s } },
            { { 0, input } })));
    // The limit of a cache is kept.
    EXPECT_FALSE(isOver(
        estimate({ .target = u"ethos-u65-256"_s, .extraFlags = { u"--arena-cache-size=65536"_s } },
            { { 0, input } })));
}

TEST_F(RealEstimate, SamplesEqualAColdVela)
{
    TOSAIC_NEED_SAMPLES();
    const spec::CompileSpec spec{ .target = u"ethos-u55-256"_s };
    const QDir models(test::samplesDir() + u"/models"_s);
    for (const auto &name : { u"tflite/kws_ref_model.tflite"_s, u"tflite/person_detect.tflite"_s,
             u"tosa/mv2-u55-part-tag46.tosa"_s, u"tosa/mv2-u55-part-tag184.tosa"_s }) {
        SCOPED_TRACE(name.toStdString());
        const auto &done = estimate(spec, { { 0, models.filePath(name) } });
        ASSERT_TRUE(done.isComplete()) << qPrintable(problemsOf(done));
        expectSame(*done.partitions[0].vela, coldSummary(models.filePath(name), spec));
    }
}

TEST_F(RealEstimate, FilesThatVelaRefusesAreProblems)
{
    TOSAIC_NEED_SAMPLES();
    const QDir inputs(test::samplesDir() + u"/generated/vela/inputs"_s);
    const auto damaged = test::temporaryDir() + u"/cut.tflite"_s;
    QFile whole(test::samplesDir() + u"/models/tflite/kws_ref_model.tflite"_s);
    ASSERT_TRUE(whole.open(QIODevice::ReadOnly));
    QFile cut(damaged);
    ASSERT_TRUE(cut.open(QIODevice::WriteOnly));
    cut.write(whole.read(whole.size() / 2));
    cut.close();
    const auto &done = estimate({ .target = u"ethos-u55-256"_s }, { { 0, damaged } });
    EXPECT_FALSE(done.isComplete());
    ASSERT_FALSE(done.problems.empty());
    // Vela crashes on it (signal 11); its last words say why.
    EXPECT_EQ(done.problems.back().id, u"compile.refused"_s) << qPrintable(problemsOf(done));
    // U85's operators on a U55.
    const auto u85 = test::fixturePath(u"softmax-u85-256/partition0/partition.tosa"_s);
    const auto &other = estimate({ .target = u"ethos-u85-256"_s }, { { 0, u85 } });
    EXPECT_TRUE(other.isComplete()) << "the worker is back";
}

} // namespace tosaic::toolchain::realestimatetests
