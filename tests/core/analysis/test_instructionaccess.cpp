// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/instructionaccess.h"
#include "core/analysis/lifetimes.h"
#include "core/analysis/programcheck.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

namespace tosaic::test::instructionaccesstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::analysis;

namespace {

using Values = std::vector<qint32>;

model::Tensor planned(qint32 bytes, quint64 offset)
{
    return { .dtype = model::ScalarType::Char,
        .shape = { bytes },
        .planned = model::PlannedAllocation{ 1, offset } };
}

/// Values 0 to 5 are tensors, 6 lists 3 and 4.
model::Method method(const QString &name)
{
    model::Method method{ .name = u"forward"_s };
    method.values.resize(6, model::Tensor());
    method.values.emplace_back(model::TensorList{ { 3, 4 } });
    method.operators = { name };
    return method;
}

/// Standard output of a Python program of the tests.
QByteArray python(const QStringList &arguments)
{
    QProcess process;
    process.start(qEnvironmentVariable("TOSAIC_PYTHON"), arguments);
    const bool isDone = process.waitForFinished(900000);
    EXPECT_TRUE(isDone && process.exitCode() == 0) << process.readAllStandardError().toStdString();
    return process.readAllStandardOutput();
}

/// A program in which a kernel with these arguments writes over the bytes of an input that nobody
/// reads any more, and another kernel reads what it wrote.
model::Program overwriting(const QString &name, const std::string &letters)
{
    model::Program program;
    auto &method = program.methods.emplace_back(model::Method{ .name = u"forward"_s });
    method.values = { planned(256, 0), planned(64, 256) };
    method.inputs = { model::ValueIndex(0) };
    method.operators = { u"aten::relu.out"_s, name, u"aten::add.out"_s };
    method.instructions = { model::KernelCall{ 0, { 0, 1, 1 } } };
    model::KernelCall call{ 1, {} };
    Values written;
    for (const auto letter : letters) {
        if (letter != WrittenArgument) {
            call.arguments.push_back(1);
            continue;
        }
        written.push_back(qint32(method.values.size()));
        call.arguments.push_back(written.back());
        method.values.emplace_back(planned(16, 16 * (written.size() - 1)));
    }
    if (!name.startsWith(u"executorch_prim::et_"_s)) {
        call.arguments.push_back(qint32(method.values.size()));
        if (written.empty())
            method.values.emplace_back(qint64(0));
        else if (written.size() == 1)
            call.arguments.back() = written.front();
        else
            method.values.emplace_back(model::TensorList{ written });
    }
    method.instructions.emplace_back(call);
    for (const auto value : written)
        method.instructions.emplace_back(model::KernelCall{ 0, { value, 1, 1 } });
    method.outputs = { model::ValueIndex(1) };
    method.plannedBuffers = { 0, 320 };
    return program;
}

} // namespace

TEST(InstructionAccess, DelegateInputsAreCountedInThePayloadOrInferred)
{
    model::Method method;
    method.values.resize(3, model::Tensor());
    auto payload = std::make_shared<model::EthosUPayload>();
    payload->inputs.resize(2);
    payload->outputs.resize(1);
    method.delegates.push_back({ .id = u"EthosUBackend"_s, .ethosu = payload });
    method.delegates.push_back({ .id = u"XnnpackBackend"_s });
    const auto counted = accessOf(method,
        model::DelegateCall{ model::DelegateIndex(0), { 0, 1, 2 } }, { true, false, false });
    EXPECT_EQ(counted.reads, (Values{ 0, 1 }));
    EXPECT_EQ(counted.writes, (Values{ 2 }));
    const auto inferred = accessOf(method,
        model::DelegateCall{ model::DelegateIndex(1), { 0, 1, 2 } }, { true, false, false });
    EXPECT_EQ(inferred.reads, (Values{ 0 }));
    EXPECT_EQ(inferred.writes, (Values{ 1, 2 }));
}

TEST(InstructionAccess, ListsAreOpenedAndBadIndicesLeftOut)
{
    model::Method method;
    method.values.resize(3, model::Tensor());
    method.values.push_back(model::TensorList{ { 1, 2, 99, -4 } });
    const auto access = accessOf(method, model::KernelCall{ 0, { 0, 77, 1, 2, 3 } }, {});
    EXPECT_EQ(access.reads, (Values{ 0 }));
    EXPECT_EQ(access.writes, (Values{ 1, 2 }));
}

TEST(InstructionAccess, SeveralDestinationsAreThoseOfTheSchema)
{
    // self, k, dim, largest, sorted, values, indices and the list of both
    const auto topk = accessOf(
        method(u"aten::topk.values"_s), model::KernelCall{ 0, { 0, 1, 1, 2, 2, 3, 4, 6 } });
    EXPECT_EQ(topk.writes, (Values{ 3, 4 }));
    EXPECT_EQ(topk.reads, (Values{ 0, 1, 1, 2, 2 }));
    EXPECT_TRUE(topk.isCertain);
    // value, cache, start, out: the cache is changed in place
    const auto cache
        = accessOf(method(u"llama::update_cache.out"_s), model::KernelCall{ 0, { 0, 1, 2, 3, 3 } });
    EXPECT_EQ(cache.writes, (Values{ 3, 1 }));
    // the runtime's copy into a stack of rows: no result follows
    const auto row = accessOf(
        method(u"executorch_prim::et_copy_index.tensor"_s), model::KernelCall{ 0, { 0, 1, 2 } });
    EXPECT_EQ(row.writes, (Values{ 0 }));
    EXPECT_EQ(row.reads, (Values{ 1, 2 }));
}

TEST(InstructionAccess, WhatIsNotKnownIsAGuess)
{
    const auto strange
        = accessOf(method(u"shop::mystery.out"_s), model::KernelCall{ 0, { 0, 1, 3, 4, 6 } });
    EXPECT_EQ(strange.writes, (Values{ 3, 4 }));
    EXPECT_FALSE(strange.isCertain);
    // an operator of another version: one argument more than its schema has here
    const auto other = accessOf(
        method(u"aten::topk.values"_s), model::KernelCall{ 0, { 0, 1, 1, 2, 2, 5, 3, 4, 6 } });
    EXPECT_EQ(other.writes, (Values{ 3, 4 }));
    EXPECT_FALSE(other.isCertain);
    // no library has a kernel for it; ATen's out variants write their last argument
    const auto plain
        = accessOf(method(u"aten::hypot.out"_s), model::KernelCall{ 0, { 0, 1, 2, 2 } });
    EXPECT_EQ(plain.writes, (Values{ 2 }));
    EXPECT_TRUE(plain.isCertain);
}

/// The schemas are those of the installed packages.
TEST(InstructionAccess, EveryKernelWritesWhatItsSchemaSays)
{
    if (qEnvironmentVariable("TOSAIC_PYTHON").isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no ExecuTorch to ask";
    const auto lines = python({ test::sourcePath(u"tests/core/analysis/kernelschemas.py"_s) });
    int libraryKernels = 0;
    int others = 0;
    for (const auto &line : lines.split('\n')) {
        const auto words = line.simplified().split(' ');
        if (words.size() != 3)
            continue;
        const auto name = QString::fromUtf8(words[1]);
        const auto letters = words[2].toStdString();
        ++(words[0] == "aten" ? others : libraryKernels);
        if (words[0] != "aten") {
            const auto libraries = librariesWith(name);
            EXPECT_TRUE(std::any_of(libraries.begin(), libraries.end(), [&](auto library) {
                return kernelLibraryName(library).toUtf8() == words[0];
            })) << name.toStdString();
            EXPECT_EQ(kernelArguments(name), letters) << name.toStdString();
        }
        const auto program = overwriting(name, letters);
        const auto use = memoryUse(program.methods.front());
        for (const auto &lifetime : use.lifetimes) {
            EXPECT_FALSE(lifetime.viewOf) << name.toStdString();
            EXPECT_TRUE(lifetime.isFirstUseKnown) << name.toStdString();
            EXPECT_EQ(lifetime.first, lifetime.value.value > 1 ? 1 : 0) << name.toStdString();
        }
        EXPECT_TRUE(checkMemory(program).empty()) << name.toStdString();
    }
    EXPECT_GT(libraryKernels, 280);
    EXPECT_GT(others, 800);
}

/// ExecuTorch exports these programs and runs them with the results of PyTorch, so their memory
/// plans are sound; its planner says how many bytes live at once.
TEST(InstructionAccess, ProgramsThatRunRightHaveSoundMemoryPlans)
{
    if (qEnvironmentVariable("TOSAIC_PYTHON").isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no ExecuTorch to make programs";
    QTemporaryDir folder;
    const auto made = QJsonDocument::fromJson(
        python(
            { test::sourcePath(u"tests/fixtures/hostprograms.py"_s), u"outputs"_s, folder.path() })
            .split('\n')
            .value(1))
                          .object();
    EXPECT_GE(made.size(), 14);
    for (auto entry = made.begin(); entry != made.end(); ++entry) {
        const auto name = entry.key().toStdString();
        const auto facts = entry.value().toObject();
        EXPECT_NE(facts.value("ran"_L1).toString(), u"differs"_s) << name;
        const auto program
            = formats::readProgram(*ByteSource::map(folder.filePath(entry.key() + u".pte"_s)));
        ASSERT_TRUE(program) << name;
        QStringList found;
        for (const auto &diagnostic : checkMemory(**program))
            found << diagnostic.toText();
        EXPECT_TRUE(found.isEmpty()) << name << ": " << found.join(u'\n').toStdString();
        EXPECT_EQ(qint64(memoryUse((*program)->methods.front()).buffer(1)->peakBytes),
            facts.value("peakBytes"_L1).toInteger())
            << name;
    }
}

} // namespace tosaic::test::instructionaccesstests
