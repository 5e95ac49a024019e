// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Two versions of Vela side by side, really installed.
#include "core/toolchain/compilejob.h"
#include "core/toolchain/environmentcreator.h"
#include "core/toolchain/environmentfolder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFileInfo>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::secondvelatests {

namespace {

constexpr int Patience = 300000; // ms: pip downloads some 30 MB
const auto Version = u"5.0.0"_s; // not the pinned one

std::shared_ptr<const compiled::CompileResult> compiled(
    const QString &input, const QString &interpreter)
{
    CompileRequest request;
    request.input = input;
    request.spec.target = u"ethos-u55-128"_s;
    request.interpreter = interpreter;
    request.outputFolder = test::temporaryDir() + u"/out"_s;
    CompileJob job(request);
    std::shared_ptr<const compiled::CompileResult> result;
    QObject::connect(&job, &CompileJob::finished, &job,
        [&](const std::shared_ptr<const compiled::CompileResult> &done) { result = done; });
    job.start();
    EXPECT_TRUE(QTest::qWaitFor([&] { return result != nullptr; }, Patience));
    return result ? result : std::make_shared<compiled::CompileResult>();
}

QString problemsOf(const std::vector<Diagnostic> &problems)
{
    QStringList texts;
    for (const auto &problem : problems)
        texts.append(problem.toText());
    return texts.join(u'\n');
}

} // namespace

TEST(SecondVela, IsInstalledAloneAndItsResultSaysSo)
{
    const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    if (python.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python with the compilers";
    if (test::samplesDir().isEmpty())
        GTEST_SKIP() << "TOSAIC_SAMPLES is not set: nothing to compile";
    EnvironmentCreator::Request request;
    request.folder = test::temporaryDir() + u"/vela"_s;
    request.basePython = python;
    request.velaVersion = Version;
    EnvironmentCreator creator;
    std::optional<ToolEnvironment> made;
    bool succeeded = false;
    QStringList stages;
    QObject::connect(&creator, &EnvironmentCreator::finished, &creator,
        [&](bool ok, const ToolEnvironment &environment) {
            succeeded = ok;
            made = environment;
        });
    QObject::connect(&creator, &EnvironmentCreator::stageChanged, &creator,
        [&](const QString &name, int, int) { stages.append(name); });
    creator.start(request);
    ASSERT_TRUE(QTest::qWaitFor([&] { return made.has_value(); }, Patience));
    if (!succeeded)
        GTEST_SKIP() << "pip cannot install it here: " << problemsOf(made->problems).toStdString();
    EXPECT_EQ(stages.size(), 3);
    EXPECT_EQ(made->version(u"ethos-u-vela"_s), Version);
    EXPECT_FALSE(made->hasExecuTorch());
    EXPECT_TRUE(QFileInfo::exists(made->velaIni)) << made->velaIni.toStdString();
    EXPECT_TRUE(isMadeByTosaic(request.folder));

    const auto input = test::samplesDir() + u"/generated/vela/inputs/conv_chain.tosa"_s;
    const auto theirs = compiled(input, made->interpreter);
    EXPECT_EQ(theirs->status, compiled::Status::Succeeded)
        << problemsOf(theirs->problems).toStdString();
    EXPECT_EQ(theirs->tools.at(u"vela"_s), Version);
    const auto usual = compiled(input, python);
    EXPECT_EQ(usual->status, compiled::Status::Succeeded);
    EXPECT_NE(usual->tools.at(u"vela"_s), Version);
}

} // namespace tosaic::toolchain::secondvelatests
