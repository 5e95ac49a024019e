// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/toolchain/respecjob.h"
#include "core/toolchain/warmcompiler.h"
#include "tests/core/toolchain/realtools.h"

#include <QElapsedTimer>
#include <QFileInfo>

using namespace Qt::StringLiterals;

// The warm compile worker and the exchange of payloads, with the real compilers.

namespace tosaic::toolchain::realwarmtests {

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
    return file.readAll();
}

QString problemsOf(const compiled::CompileResult &result)
{
    QStringList texts;
    for (const auto &problem : result.problems)
        texts.append(problem.toText());
    return texts.join(u'\n');
}

/// Artefacts by path but consoles, where times and folders may show, and the debug database, whose
/// columns Vela puts into another order in every other process.
std::map<QString, QByteArray> filesOf(const compiled::CompileResult &result)
{
    const QStringList free{ u"log"_s, u"console"_s, u"vela-debug-db"_s };
    std::map<QString, QByteArray> files;
    for (const auto &artefact : result.artefacts) {
        if (!free.contains(artefact.kind))
            files.emplace(artefact.path, bytesOf(result.folder + u'/' + artefact.path));
    }
    return files;
}

class RealWarm : public testing::Test
{
protected:
    static void SetUpTestSuite() { s_warm = new WarmCompiler; }
    static void TearDownTestSuite() { delete std::exchange(s_warm, nullptr); }
    void SetUp() override { TOSAIC_NEED_TOOLS(); }

    static std::shared_ptr<const compiled::CompileResult> run(
        CompileRequest request, WarmCompiler *warm)
    {
        request.interpreter = test::toolPython();
        request.outputFolder = test::temporaryDir() + u"/out"_s;
        request.trusted = true;
        CompileJob job(request);
        job.setWarmCompiler(warm);
        std::shared_ptr<const compiled::CompileResult> result;
        QObject::connect(&job, &CompileJob::finished, &job,
            [&](const std::shared_ptr<const compiled::CompileResult> &done) { result = done; });
        job.start();
        EXPECT_TRUE(QTest::qWaitFor([&] { return result != nullptr; }, test::RealPatience));
        return result ? result : std::make_shared<compiled::CompileResult>();
    }

    static WarmCompiler *s_warm; ///< one for all: that it is shared is the point
};

WarmCompiler *RealWarm::s_warm = nullptr;

struct Exchange
{
    const char *fixture;
    const char *model;
    std::vector<spec::CompileSpec> specs; ///< target and memory; the rest is the fixture's
};

} // namespace

TEST_F(RealWarm, GivesTheFilesOfAColdDriver)
{
    CompileRequest request;
    request.input = test::fixtureModel(u"add.py"_s);
    request.spec.target = u"ethos-u55-128"_s;
    QElapsedTimer clock;
    clock.start();
    const auto cold = run(request, nullptr);
    const auto coldMs = clock.restart();
    ASSERT_EQ(cold->status, compiled::Status::Succeeded) << qPrintable(problemsOf(*cold));
    run(request, s_warm); // the imports
    EXPECT_TRUE(s_warm->isWarm());
    clock.restart();
    const auto warm = run(request, s_warm);
    const auto warmMs = clock.elapsed();
    ASSERT_EQ(warm->status, compiled::Status::Succeeded) << qPrintable(problemsOf(*warm));
    const auto files = filesOf(*warm);
    for (const auto &[path, bytes] : filesOf(*cold))
        EXPECT_TRUE(files.contains(path) && files.at(path) == bytes) << qPrintable(path);
    EXPECT_EQ(warm->artefacts.size(), cold->artefacts.size());
    EXPECT_EQ(warm->summary.cyclesTotal, cold->summary.cyclesTotal);
    EXPECT_EQ(warm->tools, cold->tools);
    EXPECT_LE(2 * warmMs, coldMs) << "a warm worker must save the imports";
    RecordProperty("coldMs", std::to_string(coldMs));
    RecordProperty("warmMs", std::to_string(warmMs));
}

TEST_F(RealWarm, ExchangedPayloadsAreThoseOfAFullCompile)
{
    const spec::CompileSpec u55{ .target = u"ethos-u55-32"_s };
    const spec::CompileSpec u55Only{ .target = u"ethos-u55-256"_s, .memoryMode = u"Sram_Only"_s };
    const spec::CompileSpec u65{ .target = u"ethos-u65-512"_s };
    const spec::CompileSpec u65Shared{ .target = u"ethos-u65-256"_s,
        .memoryMode = u"Shared_Sram"_s,
        .extraFlags = { u"--optimise Size"_s } };
    const spec::CompileSpec u85{ .target = u"ethos-u85-2048"_s,
        .memoryMode = u"Dedicated_Sram_384KB"_s };
    const spec::CompileSpec u85Small{ .target = u"ethos-u85-128"_s,
        .systemConfig = u"Ethos_U85_SYS_Flash_High"_s,
        .memoryMode = u"Shared_Sram"_s };
    const Exchange exchanges[] = {
        { "add-u55-128", "add.py", { u55, u55Only, u65, u65Shared } },
        { "two_partitions-u55-128", "two_partitions.py", { u55Only, u65 } },
        { "two_partitions-u85-256-external", "two_partitions.py", { u85Small } },
        { "softmax-u85-256", "softmax.py", { u85, u85Small } },
    };
    for (const auto &exchange : exchanges) {
        const auto before
            = compiled::readCompileResult(test::fixturePath(QString::fromLatin1(exchange.fixture)));
        ASSERT_TRUE(before);
        const auto source = respecSource(*before);
        ASSERT_TRUE(source) << exchange.fixture;
        for (const auto &change : exchange.specs) {
            SCOPED_TRACE(std::string(exchange.fixture) + " -> " + change.target.toStdString());
            auto spec = before->spec;
            spec.target = change.target;
            spec.systemConfig = change.systemConfig;
            spec.memoryMode = change.memoryMode;
            spec.extraFlags = change.extraFlags;
            const auto request = respecRequest(*source, spec);
            ASSERT_TRUE(request) << qPrintable(request.error().detail);
            const auto exchanged = run(*request, s_warm);
            ASSERT_EQ(exchanged->status, compiled::Status::Succeeded)
                << qPrintable(problemsOf(*exchanged));
            CompileRequest full;
            full.input = test::fixtureModel(QString::fromLatin1(exchange.model));
            full.spec = spec;
            const auto compiled = run(full, s_warm);
            ASSERT_EQ(compiled->status, compiled::Status::Succeeded)
                << qPrintable(problemsOf(*compiled));
            EXPECT_EQ(bytesOf(exchanged->artefactPath(u"pte"_s)),
                bytesOf(compiled->artefactPath(u"pte"_s)));
            EXPECT_EQ(exchanged->summary.cyclesTotal, compiled->summary.cyclesTotal);
            EXPECT_EQ(exchanged->summary.sramBytes, compiled->summary.sramBytes);
            ASSERT_EQ(exchanged->partitions.size(), compiled->partitions.size());
            for (std::size_t i = 0; i < compiled->partitions.size(); ++i)
                EXPECT_EQ(
                    exchanged->partitions[i].payloadSha256, compiled->partitions[i].payloadSha256);
            // What it leaves can be exchanged again.
            EXPECT_TRUE(respecSource(*exchanged));
        }
    }
}

TEST_F(RealWarm, WhatNeedsLoweringIsRefusedByBothSides)
{
    const auto before = compiled::readCompileResult(test::fixturePath(u"add-u55-128"_s));
    ASSERT_TRUE(before);
    auto source = respecSource(*before);
    ASSERT_TRUE(source);
    auto spec = before->spec;
    spec.target = u"ethos-u85-256"_s;
    const auto refused = respecRequest(*source, spec);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().location.entity, u"target"_s);
    source->spec.reset(); // as for a .pte whose compile is not known
    const auto request = respecRequest(*source, spec);
    ASSERT_TRUE(request);
    const auto result = run(*request, s_warm);
    EXPECT_EQ(result->status, compiled::Status::Failed);
    EXPECT_TRUE(std::any_of(result->problems.begin(), result->problems.end(),
        [](const Diagnostic &d) { return d.id == u"respec.needs-lowering"_s; }))
        << qPrintable(problemsOf(*result));
}

} // namespace tosaic::toolchain::realwarmtests
