// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What advice promises is what a compile then gives: every measured difference is held against the
// exchange of payloads (byte for byte a full compile, tests/fixtures/test_respec.py), the first of
// each model against a full compile. Each model and each family is met once; TOSAIC_FULL_MATRIX
// takes each model on each family. An advice is one rule and one Vela run whatever the family; what
// the exchange gives on every target and memory mode is held to the compile in test_respec.py.
#include "core/advice/loweredadvice.h"
#include "core/documents/estimatesource.h"
#include "core/documents/openmodel.h"
#include "core/toolchain/warmcompiler.h"
#include "profiler/session/findings.h"
#include "tests/core/toolchain/realtools.h"

#include <QJsonDocument>
#include <QSignalSpy>

using namespace Qt::StringLiterals;

namespace tosaic::advice::provenadvicetests {

namespace {

using compiled::CompileResult;
using toolchain::CompileRequest;

bool isFull()
{
    return qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX");
}

class ProvenAdvice : public testing::Test
{
protected:
    static void SetUpTestSuite() { s_warm = new toolchain::WarmCompiler; }
    static void TearDownTestSuite() { delete std::exchange(s_warm, nullptr); }
    void SetUp() override { TOSAIC_NEED_TOOLS(); }

    static CompileResult compile(CompileRequest request)
    {
        request.interpreter = test::toolPython();
        request.outputFolder = test::temporaryDir() + u"/out"_s;
        request.trusted = true;
        toolchain::CompileJob job(request);
        job.setWarmCompiler(s_warm);
        std::shared_ptr<const CompileResult> result;
        QObject::connect(&job, &toolchain::CompileJob::finished, &job,
            [&](const std::shared_ptr<const CompileResult> &done) { result = done; });
        job.start();
        EXPECT_TRUE(QTest::qWaitFor([&] { return result != nullptr; }, test::RealPatience));
        if (!result || result->status != compiled::Status::Succeeded) {
            ADD_FAILURE() << "the compile failed"
                          << (result && !result->problems.empty()
                                     ? result->problems.back().text.toStdString()
                                     : std::string());
            return {};
        }
        return *result;
    }
    static CompileResult compileModel(const QString &model, const spec::CompileSpec &spec)
    {
        return compile({ .input = test::fixtureModel(model), .spec = spec });
    }
    static AdviceResult adviceFor(const Subject &subject)
    {
        AdviceRun run({ subject, test::toolPython() });
        AdviceResult result;
        QSignalSpy done(&run, &AdviceRun::finished);
        QObject::connect(&run, &AdviceRun::finished, &run,
            [&](const std::shared_ptr<const AdviceResult> &made) { result = *made; });
        run.start();
        EXPECT_TRUE(done.wait(test::RealPatience));
        return result;
    }
    static void expectSame(const Costs &promised, const CompileResult &made, const QString &what)
    {
        SCOPED_TRACE(what.toStdString());
        EXPECT_EQ(promised.cycles, made.summary.cyclesTotal);
        const auto need = analysis::memoryNeed(analysis::memoryFacts(made));
        for (const auto memory :
            { analysis::Memory::Sram, analysis::Memory::Flash, analysis::Memory::Dram })
            EXPECT_EQ(promised.need.bytes(memory), need.bytes(memory))
                << analysis::memoryKey(memory).toStdString();
    }
    /// `folder`: a compile of `model`.
    static void prove(const QString &folder, const QString &model, std::size_t fewest)
    {
        const auto opened = openDocument(folder);
        const auto source = findEstimateSource(folder);
        ASSERT_TRUE(opened && source && opened->result);
        const auto subject = adviceSubject(*opened, *source);
        ASSERT_TRUE(subject);
        const auto result = adviceFor(*subject);
        expectSame(result.baseline, *opened->result, u"as it is"_s);
        ASSERT_TRUE(source->respec);
        std::size_t measured = 0;
        for (const auto &one : result.advice) {
            if (!one.after)
                continue;
            const auto what = one.candidate.rule.id + u' '
                + QString::fromUtf8(QJsonDocument(one.candidate.change).toJson());
            const auto request = toolchain::respecRequest(*source->respec, one.candidate.spec);
            ASSERT_TRUE(request) << what.toStdString();
            expectSame(*one.after, compile(*request), what);
            if (measured++ == 0)
                expectSame(*one.after, compileModel(model, one.candidate.spec), what);
        }
        EXPECT_GE(measured, fewest);
    }

    static toolchain::WarmCompiler *s_warm;
};

toolchain::WarmCompiler *ProvenAdvice::s_warm = nullptr;

} // namespace

TEST_F(ProvenAdvice, OfMobileNet)
{
    prove(test::fixturePath(u"mobilenet_v2-u55-128"_s), u"mobilenet_v2.py"_s, 5);
}

/// What only a changed model shows is compiled, and told with what that compile says.
TEST_F(ProvenAdvice, OfAModelInChannelsLast)
{
    const auto opened = openDocument(test::fixturePath(u"mobilenet_v2-u55-128"_s));
    ASSERT_TRUE(opened && opened->result);
    Advice asked;
    asked.candidate.modelChange = u"channels-last"_s;
    const auto folder = test::temporaryDir();
    const auto model = modelFor(asked.candidate, test::fixtureModel(u"mobilenet_v2.py"_s),
        opened->result->sourceSha256, folder);
    ASSERT_TRUE(model);
    const auto made = compile({ .input = *model, .spec = opened->result->spec });
    const auto told = withCompile(asked,
        { .spec = opened->result->spec, .result = opened->result, .program = opened->program },
        made, {});
    ASSERT_TRUE(told.after);
    expectSame(*told.after, made, u"channels_last"_s);
    EXPECT_LT(*told.after->cycles, *told.before->cycles) << "transposes are gone";
    EXPECT_EQ(told.effect, Effect::Better);
}

TEST_F(ProvenAdvice, OfATransformer)
{
    prove(test::fixturePath(u"transformer_block-u85-256"_s), u"transformer_block.py"_s, 5);
}

TEST_F(ProvenAdvice, OfTwoPartitions)
{
    prove(test::fixturePath(u"two_partitions-u65-256-shared"_s), u"two_partitions.py"_s, 5);
}

/// What is kept on the CPU is compiled and told with what Vela says of it; the NPU's cycles that
/// went away are no gain by themselves.
TEST_F(ProvenAdvice, OfAnIslandThatStaysOnTheCpu)
{
    const auto opened = openDocument(test::fixturePath(u"two_partitions-u55-128"_s));
    ASSERT_TRUE(opened && opened->result);
    const Subject subject{
        .spec = opened->result->spec, .result = opened->result, .program = opened->program
    };
    const auto all = candidatesOf(rules(), factsOf(subject), subject.spec);
    const auto island
        = std::ranges::find(all, u"cpu.keep-island"_s, [](const auto &one) { return one.rule.id; });
    ASSERT_NE(island, all.end());
    Advice asked;
    asked.candidate = *island;
    const auto made = compileModel(u"two_partitions.py"_s, island->spec);
    const auto program = openResult(std::make_shared<const CompileResult>(made)).program;
    const auto told = withCompile(asked, subject, made, program);
    ASSERT_TRUE(told.after && told.after->processor && told.before->processor);
    expectSame(*told.after, made, u"island"_s);
    EXPECT_EQ(made.partitions.size(), 1U);
    EXPECT_LT(*told.after->cycles, *told.before->cycles);
    EXPECT_EQ(*told.after->processor->operators, *told.before->processor->operators + 1);
    EXPECT_LT(*told.after->processor->crossingBytes, *told.before->processor->crossingBytes);
    EXPECT_FALSE(told.effect) << "no tool says what the convolution takes on the CPU";
}

TEST_F(ProvenAdvice, OfAKeywordSpotter)
{
    QStringList targets{ u"ethos-u85-256"_s };
    if (isFull())
        targets << u"ethos-u55-128"_s << u"ethos-u65-256"_s;
    for (const auto &target : std::as_const(targets)) {
        SCOPED_TRACE(target.toStdString());
        const auto made = compileModel(u"keyword_spotter.py"_s, { .target = target });
        prove(made.folder, u"keyword_spotter.py"_s, 3);
    }
}

/// The other models on the families that they have no case of their own for.
TEST_F(ProvenAdvice, OnTheOtherFamilies)
{
    if (!isFull())
        GTEST_SKIP() << "TOSAIC_FULL_MATRIX is not set: each model is met on one family";
    prove(test::fixturePath(u"mobilenet_v2-u85-256"_s), u"mobilenet_v2.py"_s, 5);
    prove(test::fixturePath(u"transformer_block-u55-128"_s), u"transformer_block.py"_s, 5);
    prove(test::fixturePath(u"two_partitions-u85-256-external"_s), u"two_partitions.py"_s, 5);
    prove(test::fixturePath(u"two_partitions-u55-128"_s), u"two_partitions.py"_s, 5);
}

/// U55 and U65 are lowered alike: the exchange makes a compile for the one out of the other's.
TEST_F(ProvenAdvice, OnU65)
{
    if (!isFull())
        GTEST_SKIP() << "TOSAIC_FULL_MATRIX is not set: two partitions are met on U65";
    for (const auto &name : { u"mobilenet_v2"_s, u"transformer_block"_s }) {
        SCOPED_TRACE(name.toStdString());
        const auto source = findEstimateSource(test::fixturePath(name + u"-u55-128"_s));
        ASSERT_TRUE(source && source->respec && source->respec->spec);
        auto spec = *source->respec->spec;
        spec.target = u"ethos-u65-256"_s;
        const auto request = toolchain::respecRequest(*source->respec, spec);
        ASSERT_TRUE(request);
        prove(compile(*request).folder, name + u".py"_s, 5);
    }
}

} // namespace tosaic::advice::provenadvicetests
