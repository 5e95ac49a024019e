// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/runnerplan.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>

#include <algorithm>

namespace tosaic::test::runnerplantests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::analysis;

namespace {

RunnerRequest request(const QString &fixture, const spec::CompileSpec &spec)
{
    const auto path = test::fixturePath(fixture);
    return {
        .programPath = path, .program = *formats::readProgram(*ByteSource::map(path)), .spec = spec
    };
}

bool says(const std::vector<Diagnostic> &diagnostics, const QString &id)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
        [&id](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

} // namespace

TEST(RunnerPlan, TheTutorialsSoftmaxNeedsOneKernel)
{
    auto asked = request(u"softmax-cpu/softmax.pte"_s, { .target = u"ethos-u55-128"_s });
    asked.placement = ProgramPlacement::Semihosting;
    const auto plan = runnerPlan(asked);
    EXPECT_EQ(plan.selectOpsList(), u"aten::_softmax.out"_s);
    EXPECT_EQ(plan.cpu, u"cortex-m55"_s);
    EXPECT_FALSE(plan.scratchBytes);
    ASSERT_EQ(plan.steps.size(), 3U);
    const auto &build = plan.steps[1];
    EXPECT_TRUE(build.program.endsWith(u"backends/arm/scripts/build_executor_runner.sh"_s));
    for (const auto *argument : { "--pte=semihosting", "--target=ethos-u55-128",
             "--system_config=Ethos_U55_High_End_Embedded", "--memory_mode=Shared_Sram",
             "--select_ops_list=aten::_softmax.out", "--toolchain=arm-none-eabi-gcc" })
        EXPECT_TRUE(build.arguments.contains(QLatin1StringView(argument))) << argument;
}

TEST(RunnerPlan, AnEmbeddedProgramSelectsItsOwnKernels)
{
    const auto asked = request(u"add-u65-256/add.pte"_s, { .target = u"ethos-u65-256"_s });
    const auto plan = runnerPlan(asked);
    const auto &build = plan.steps[1];
    EXPECT_TRUE(build.arguments.contains(u"--pte="_s + asked.programPath));
    EXPECT_FALSE(std::any_of(build.arguments.begin(), build.arguments.end(),
        [](const QString &argument) { return argument.startsWith(u"--select_ops_list"_s); }));
    // The runner's own default for U65 is Sram_Only: the mode of the compile is always named.
    EXPECT_TRUE(build.arguments.contains(u"--memory_mode=Dedicated_Sram_384KB"_s));
    EXPECT_TRUE(plan.scratchBytes);
    EXPECT_TRUE(plan.steps[2].commandLine().contains(u"run_fvp.sh"_s));
}

TEST(RunnerPlan, ALoadedProgramIsNamedToTheFvpWithItsAddress)
{
    auto asked = request(u"softmax-u85-256/softmax.pte"_s, { .target = u"ethos-u85-256"_s });
    asked.placement = ProgramPlacement::Address;
    const auto plan = runnerPlan(asked);
    EXPECT_EQ(plan.cpu, u"cortex-m85"_s);
    EXPECT_TRUE(plan.steps[1].arguments.contains(u"--pte=0x38000000"_s));
    EXPECT_TRUE(plan.steps[2].arguments.contains(u"--data=%1@0x38000000"_s.arg(asked.programPath)));
}

TEST(RunnerPlan, AProgramFromTheHostIsNamedToTheRunner)
{
    auto asked = request(u"softmax-u85-256/softmax.pte"_s, { .target = u"ethos-u85-256"_s });
    asked.placement = ProgramPlacement::Semihosting;
    asked.buildFolder = u"/build/runner"_s;
    // run_fvp.sh has no option for the runner's own command line, which must name program and
    // inputs.
    const auto run = runnerPlan(asked).steps[2];
    EXPECT_EQ(run.program, u"tosaic-cli"_s);
    EXPECT_EQ(run.arguments,
        (QStringList{ u"run"_s, u"fvp"_s, u"--target"_s, u"ethos-u85-256"_s, u"--elf"_s,
            u"/build/runner/arm_executor_runner"_s, u"--pte"_s, asked.programPath,
            u"--semihosting"_s }));
}

TEST(RunnerPlan, ABlankIsWhatTheScriptsCannotRead)
{
    auto asked = request(u"add-u55-128/add.pte"_s, { .target = u"ethos-u55-128"_s });
    EXPECT_FALSE(says(runnerPlan(asked).diagnostics, u"runner.blank"_s));
    asked.checkout = u"/home/me/my sources/executorch"_s;
    EXPECT_TRUE(says(runnerPlan(asked).diagnostics, u"runner.blank"_s));
    asked.checkout.clear();
    asked.buildFolder = u"/build/my runner"_s;
    EXPECT_TRUE(says(runnerPlan(asked).diagnostics, u"runner.blank"_s));
    asked.buildFolder.clear();
    asked.programPath = u"/models/my add.pte"_s;
    EXPECT_TRUE(says(runnerPlan(asked).diagnostics, u"runner.blank"_s));
    asked.placement = ProgramPlacement::Semihosting; // which the scripts never see
    EXPECT_FALSE(says(runnerPlan(asked).diagnostics, u"runner.blank"_s));
}

TEST(RunnerPlan, WhatTheRunnerCannotDoIsSaidBefore)
{
    const auto plan = [](const QString &target, const QString &system, const QString &mode) {
        return runnerPlan(request(u"add-u55-128/add.pte"_s,
            { .target = target, .systemConfig = system, .memoryMode = mode }));
    };
    EXPECT_TRUE(
        says(plan(u"ethos-u55-128"_s, u"Ethos_U65_High_End"_s, u"Dedicated_Sram"_s).diagnostics,
            u"runner.mode-refused"_s));
    EXPECT_TRUE(
        says(plan(u"ethos-u85-256"_s, u"Ethos_U85_SYS_DRAM_Mid"_s, u"Shared_Sram"_s).diagnostics,
            u"runner.mode-untimed"_s));
    EXPECT_TRUE(
        says(plan(u"ethos-u65-256"_s, u"Ethos_U65_High_End"_s, u"Shared_Sram"_s).diagnostics,
            u"runner.mode-regions"_s));
    EXPECT_TRUE(says(
        plan(u"ethos-u65-256"_s, u"Ethos_U65_Client_Server"_s, u"Dedicated_Sram"_s).diagnostics,
        u"runner.system-config"_s));
    EXPECT_TRUE(says(plan(u"cortex-m4"_s, {}, {}).diagnostics, u"runner.target-unknown"_s));
    EXPECT_TRUE(plan(u"ethos-u55-128"_s, u"Ethos_U55_High_End_Embedded"_s, u"Shared_Sram"_s)
                    .diagnostics.empty());
}

/// A program of somebody can remember any text as its memory mode.
TEST(RunnerPlan, NamesThatAShellCouldRunReachNoScript)
{
    for (const auto &name : { u"Shared_Sram;touch x"_s, u"$(touch x)"_s, u"a b"_s, u"x\ny"_s }) {
        const auto plan = runnerPlan(request(u"add-u55-128/add.pte"_s,
            { .target = u"ethos-u55-128"_s,
                .systemConfig = u"Ethos_U55_High_End_Embedded"_s,
                .memoryMode = name }));
        EXPECT_TRUE(says(plan.diagnostics, u"runner.odd-name"_s)) << qPrintable(name);
        EXPECT_TRUE(plan.steps.empty());
    }
}

TEST(RunnerPlan, APoolThatIsTooSmallIsMadeLarger)
{
    auto asked = request(u"add-u55-128/add.pte"_s, { .target = u"ethos-u55-128"_s });
    auto program = *asked.program;
    auto payload = *program.methods[0].delegates[0].ethosu;
    payload.arenaBytes = 3u << 20;
    program.methods[0].delegates[0].ethosu = std::make_shared<const model::EthosUPayload>(payload);
    asked.program = std::make_shared<const model::Program>(program);
    const auto plan = runnerPlan(asked);
    EXPECT_TRUE(plan.steps[1].arguments.last().startsWith(
        u"--extra_build_flags=-DET_ARM_BAREMETAL_SCRATCH_TEMP_ALLOCATOR_POOL_SIZE=3149824"_s))
        << plan.steps[1].commandLine().toStdString();
    EXPECT_TRUE(says(plan.diagnostics, u"runner.pool-enlarged"_s));
}

TEST(RunnerPlan, CommandLinesArePastedAsTheyAre)
{
    auto asked = request(u"add-u55-128/add.pte"_s, { .target = u"ethos-u55-128"_s });
    EXPECT_TRUE(runnerPlan(asked).steps[0].commandLine().startsWith(
        u"\"$EXECUTORCH\"/backends/arm/scripts/build_executorch.sh "_s));
    asked.checkout = u"/home/me/my sources/executorch"_s;
    EXPECT_TRUE(runnerPlan(asked).steps[0].commandLine().startsWith(
        u"'/home/me/my sources/executorch/backends/arm/scripts/build_executorch.sh' "_s));
}

TEST(RunnerPlan, AShellReadsEveryWordAsItWasMeant)
{
    auto asked = request(u"add-u55-128/add.pte"_s, { .target = u"ethos-u55-128"_s });
    asked.programPath = u"/models/two parts/it's two parts.pte"_s;
    const auto checkout = u"/home/me/my sources"_s;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"EXECUTORCH"_s, checkout);
    for (const auto &step : runnerPlan(asked).steps) {
        auto words = QStringList{ step.program } + step.arguments;
        words.replaceInStrings(u"$EXECUTORCH"_s, checkout);
        QProcess shell;
        shell.setProcessEnvironment(environment);
        shell.start(u"sh"_s, { u"-c"_s, u"printf '%s\\n' "_s + step.commandLine() });
        ASSERT_TRUE(shell.waitForFinished());
        EXPECT_EQ(QString::fromUtf8(shell.readAllStandardOutput()), words.join(u'\n') + u'\n')
            << step.commandLine().toStdString();
    }
}

TEST(RunnerPlan, WhatIsMissingIsNamedWithWhatBringsIt)
{
    auto asked = request(u"add-u55-128/add.pte"_s, { .target = u"ethos-u55-128"_s });
    asked.toolchain = u"no-such-compiler-gcc"_s;
    const auto missing = missingForRunner(asked);
    EXPECT_TRUE(says(missing, u"runner.no-checkout"_s));
    EXPECT_TRUE(says(missing, u"runner.no-compiler"_s));
    asked.checkout = test::temporaryDir();
    QDir(asked.checkout).mkpath(u"backends/arm/scripts"_s);
    QFile script(asked.checkout + u"/backends/arm/scripts/build_executor_runner.sh"_s);
    ASSERT_TRUE(script.open(QIODevice::WriteOnly));
    asked.toolchain = u"sh"_s; // a program that is there
    EXPECT_FALSE(says(missingForRunner(asked), u"runner.no-checkout"_s));
    EXPECT_FALSE(says(missingForRunner(asked), u"runner.no-compiler"_s));
}

namespace {

/// The program with its operators renamed, as another model would call them.
std::shared_ptr<const model::Program> calling(
    const std::shared_ptr<const model::Program> &program, const QString &name)
{
    auto changed = *program;
    for (auto &method : changed.methods)
        std::fill(method.operators.begin(), method.operators.end(), name);
    return std::make_shared<const model::Program>(std::move(changed));
}

const Diagnostic *find(const std::vector<Diagnostic> &diagnostics, const QString &id)
{
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(),
        [&id](const Diagnostic &diagnostic) { return diagnostic.id == id; });
    return found == diagnostics.end() ? nullptr : &*found;
}

} // namespace

TEST(RunnerPlan, AKernelThatNoLibraryOfTheRunnerHasIsNamed)
{
    auto asked = request(u"softmax-cpu/softmax.pte"_s, { .target = u"ethos-u55-128"_s });
    EXPECT_FALSE(find(runnerPlan(asked).diagnostics, u"runner.no-kernel"_s));
    asked.program = calling(asked.program, u"aten::linear.out"_s);
    const auto plan = runnerPlan(asked);
    EXPECT_EQ(plan.selectOpsList(), u"aten::linear.out"_s);
    const auto *missing = find(plan.diagnostics, u"runner.no-kernel"_s);
    ASSERT_TRUE(missing);
    EXPECT_EQ(missing->location.entity, u"aten::linear.out"_s);
    EXPECT_EQ(missing->severity, Severity::Warning); // somebody else's library may have it
}

TEST(RunnerPlan, CortexMKernelsAreRecognised)
{
    auto asked = request(u"softmax-cpu/softmax.pte"_s, { .target = u"ethos-u55-128"_s });
    EXPECT_FALSE(find(runnerPlan(asked).diagnostics, u"runner.cortex-m"_s));
    asked.program = calling(asked.program, u"cortex_m::quantized_add.out"_s);
    const auto plan = runnerPlan(asked);
    EXPECT_FALSE(find(plan.diagnostics, u"runner.no-kernel"_s));
    const auto *found = find(plan.diagnostics, u"runner.cortex-m"_s);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->location.entity, u"cortex_m::quantized_add.out"_s);
}

TEST(RunnerPlan, AProgramRemembersWhatItWasCompiledFor)
{
    const auto asked = request(u"add-u65-256/add.pte"_s, {});
    const auto remembered = specOf(*asked.program);
    ASSERT_TRUE(remembered);
    EXPECT_EQ(remembered->target, u"ethos-u65-256"_s);
    EXPECT_FALSE(specOf(*request(u"softmax-cpu/softmax.pte"_s, {}).program));
}

} // namespace tosaic::test::runnerplantests
