// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/openprogram.h"
#include "profiler/targets/hostcheck.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile::hostchecktests {

namespace {

std::shared_ptr<const model::Program> programAt(const QString &path)
{
    auto source = ByteSource::map(path);
    EXPECT_TRUE(source) << path.toStdString();
    auto program = formats::readProgram(*source);
    return program ? *program : nullptr;
}

std::shared_ptr<const model::Program> sample(const QString &name)
{
    auto program = programAt(test::samplesDir() + u"/generated/host/"_s + name);
    EXPECT_TRUE(program) << name.toStdString();
    return program;
}

HostKernels kernels()
{
    auto read = readHostKernels();
    EXPECT_TRUE(read);
    return read ? *read : HostKernels();
}

QStringList errorsOf(const model::Program &program, const HostTarget &target = {})
{
    QStringList ids;
    for (const auto &problem : checkHostRun(program, target, kernels())) {
        if (problem.severity == Severity::Error)
            ids += problem.id;
    }
    return ids;
}

} // namespace

TEST(HostCheck, KnowsTheKernelsOfTheRelease)
{
    const auto known = kernels();
    EXPECT_EQ(known.executorch, u"1.5.1"_s);
    EXPECT_EQ(known.operators.size(), 240 + 19 + 11);
    EXPECT_TRUE(known.operators.contains(u"quantized_decomposed::quantize_per_tensor.out"_s));
    EXPECT_FALSE(readHostKernels(u"/no/such/folder"_s));
}

TEST(HostCheck, RefusesWhatRunsOnAnNpu)
{
    const auto program = programAt(test::fixturePath(u"add-u55-128/add.pte"_s));
    ASSERT_TRUE(program);
    EXPECT_EQ(errorsOf(*program), QStringList{ u"run.backend-missing"_s });
    const auto cpu = programAt(test::fixturePath(u"softmax-cpu/softmax.pte"_s));
    ASSERT_TRUE(cpu);
    EXPECT_EQ(errorsOf(*cpu), QStringList());
    EXPECT_EQ(errorsOf(*cpu, { .method = u"encode"_s }), QStringList{ u"run.method-missing"_s });
    EXPECT_EQ(errorsOf(*cpu, { .repeats = 0 }), QStringList{ u"run.repeats"_s });
    EXPECT_EQ(errorsOf(*cpu, { .inputFiles = { u"/no/a.npy"_s, u"/no/b.npy"_s } }),
        (QStringList{ u"run.file-missing"_s, u"run.file-missing"_s, u"run.input-count"_s }));
}

TEST(HostCheck, AnotherVersionMayHaveOtherKernels)
{
    model::Program program;
    program.methods = { { .name = u"forward"_s, .operators = { u"aten::new_one.out"_s } } };
    const auto same = checkHostRun(program, {}, kernels(), u"1.5.1"_s);
    ASSERT_EQ(same.size(), 1U);
    EXPECT_EQ(same[0].severity, Severity::Error);
    const auto other = checkHostRun(program, {}, kernels(), u"1.6.0"_s);
    ASSERT_EQ(other.size(), 1U);
    EXPECT_EQ(other[0].severity, Severity::Warning);
}

TEST(HostCheck, FindsWhatTheRuntimeWouldCrashOn)
{
    TOSAIC_NEED_SAMPLES();
    EXPECT_EQ(errorsOf(*sample(u"pte/state_counter_named.pte"_s)),
        QStringList{ u"run.state-unplanned"_s });
    EXPECT_EQ(errorsOf(*sample(u"pte/free_call.pte"_s)), QStringList{ u"run.frees-memory"_s });
    EXPECT_EQ(
        errorsOf(*sample(u"pte/free_call.pte"_s), { .warmups = 0, .repeats = 1 }), QStringList());
    EXPECT_TRUE(errorsOf(*sample(u"pte/free_call_unbound.pte"_s)).contains(u"run.shape-unbound"_s));
    EXPECT_EQ(errorsOf(*sample(u"pte/unknown_op.pte"_s)), QStringList{ u"run.kernel-missing"_s });
    EXPECT_EQ(errorsOf(*sample(u"pte/external_all/mlp_external.pte"_s)),
        QStringList{ u"run.data-missing"_s });
}

/// Every program that the runtime runs is let through.
TEST(HostCheck, LetsThroughWhatRuns)
{
    TOSAIC_NEED_SAMPLES();
    const QDir folder(test::samplesDir() + u"/generated/host/pte"_s);
    QFile file(folder.filePath(u"verdicts.json"_s));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto verdicts = QJsonDocument::fromJson(file.readAll()).object();
    int checked = 0;
    const auto names = folder.entryList({ u"*.pte"_s }, QDir::Files);
    for (const auto &name : names) {
        const auto program = programAt(folder.filePath(name));
        ASSERT_TRUE(program) << name.toStdString();
        const auto errors = errorsOf(
            *program, { .method = program->methods.front().name, .warmups = 0, .repeats = 1 });
        const bool isRefused
            = QStringList{ u"every_field_inline.pte"_s, u"every_field_segments.pte"_s,
                  u"free_call_unbound.pte"_s, u"state_counter_named.pte"_s, u"unknown_op.pte"_s }
                  .contains(name);
        EXPECT_EQ(!errors.isEmpty(), isRefused)
            << name.toStdString() << ": " << errors.join(u", "_s).toStdString();
        ++checked;
    }
    EXPECT_GT(checked, 30);
    EXPECT_FALSE(verdicts.isEmpty());
}

TEST(HostCheck, WarnsOfDamageThatTheRuntimeAccepts)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &name : { u"jump_out_of_range"_s, u"segment_base_zero"_s,
             u"wrong_header_magic_eh01"_s, u"op_index_out_of_range"_s }) {
        const auto program
            = programAt(test::samplesDir() + u"/generated/host/damaged/%1.pte"_s.arg(name));
        if (!program)
            continue; // refused when it is opened: nothing to run
        const auto found = checkHostRun(*program, {}, kernels());
        EXPECT_TRUE(std::ranges::any_of(found, [](const Diagnostic &problem) {
            return problem.id == "run.damaged"_L1;
        })) << name.toStdString();
    }
}

} // namespace tosaic::profile::hostchecktests
