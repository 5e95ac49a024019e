// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/lifetimes.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>

namespace tosaic::test::lifetimestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::model;
using analysis::memoryUse;

namespace {

Tensor tensor(std::vector<qint32> shape, quint64 offset, quint32 memoryId = 1)
{
    return { .dtype = ScalarType::Char,
        .shape = std::move(shape),
        .planned = PlannedAllocation{ memoryId, offset } };
}

/// 0: input at 0, 1: between at 64, 2: output at 0 again, as a greedy planner does.
Method chain()
{
    Method method{ .name = u"forward"_s };
    method.values = { tensor({ 64 }, 0), tensor({ 32 }, 64), tensor({ 16 }, 0) };
    method.inputs = { ValueIndex(0) };
    method.outputs = { ValueIndex(2) };
    method.operators = { u"aten::relu.out"_s };
    method.instructions = { KernelCall{ 0, { 0, 1, 1 } }, KernelCall{ 0, { 1, 2, 2 } },
        KernelCall{ 0, { 2, 2, 2 } } };
    method.plannedBuffers = { 0, 96 };
    return method;
}

} // namespace

TEST(Lifetimes, GoFromTheFirstWriteToTheLastRead)
{
    const auto use = memoryUse(chain());
    ASSERT_EQ(use.lifetimes.size(), 3U);
    const auto *input = use.lifetime(ValueIndex(0));
    EXPECT_EQ(input->first, 0);
    EXPECT_EQ(input->last, 0);
    EXPECT_TRUE(input->isInput);
    const auto *between = use.lifetime(ValueIndex(1));
    EXPECT_EQ(between->first, 0);
    EXPECT_EQ(between->last, 1);
    const auto *output = use.lifetime(ValueIndex(2));
    EXPECT_EQ(output->first, 1);
    EXPECT_EQ(output->last, 2);
    EXPECT_TRUE(output->isOutput);
}

/// The exporter drops views and lets another value name the same bytes.
TEST(Lifetimes, AValueThatNothingWritesIsAViewOfTheBytesThatAreThere)
{
    auto method = chain();
    method.values.emplace_back(tensor({ 8 }, 72)); // 3: a part of value 1
    method.instructions = { KernelCall{ 0, { 0, 1, 1 } }, KernelCall{ 0, { 3, 2, 2 } } };
    const auto use = memoryUse(method);
    const auto *view = use.lifetime(ValueIndex(3));
    ASSERT_TRUE(view->viewOf);
    EXPECT_EQ(*view->viewOf, ValueIndex(1));
    EXPECT_EQ(view->first, 0); // with the bytes it shows
    EXPECT_EQ(view->last, 1);
    EXPECT_FALSE(use.lifetime(ValueIndex(2))->viewOf);
}

TEST(Lifetimes, PeakIsWhatLivesTogether)
{
    const auto use = memoryUse(chain());
    const auto *buffer = use.buffer(1);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(buffer->plannedBytes, 96U);
    EXPECT_EQ(buffer->liveBytes, (std::vector<quint64>{ 96, 48, 16 }));
    EXPECT_EQ(buffer->peakBytes, 96U);
    EXPECT_EQ(buffer->peakInstruction, 0);
    EXPECT_EQ(buffer->highWaterBytes, 96U);
}

TEST(Lifetimes, OutputsLiveToTheEndAndInputsFromTheStart)
{
    auto method = chain();
    method.values.push_back(tensor({ 8 }, 80)); // an input that only the last instruction reads
    method.inputs.push_back(ValueIndex(3));
    method.outputs.push_back(ValueIndex(1));
    std::get<KernelCall>(method.instructions[2]).arguments = { 3, 2, 2 };
    const auto use = memoryUse(method);
    EXPECT_EQ(use.lifetime(ValueIndex(3))->first, 0);
    EXPECT_EQ(use.lifetime(ValueIndex(3))->last, 2);
    EXPECT_EQ(use.lifetime(ValueIndex(1))->last, 2);
}

TEST(Lifetimes, TensorsSharingMemoryCountOnce)
{
    auto method = chain();
    method.values.push_back(tensor({ 64 }, 0)); // a view of the input
    std::get<KernelCall>(method.instructions[0]).arguments = { 0, 3, 1, 1 };
    EXPECT_EQ(memoryUse(method).buffer(1)->liveBytes.front(), 96U);
}

TEST(Lifetimes, ListsKeepTheirElementsAlive)
{
    auto method = chain();
    method.values.push_back(TensorList{ { 0 } });
    std::get<KernelCall>(method.instructions[2]).arguments = { 3, 2, 2 };
    EXPECT_EQ(memoryUse(method).lifetime(ValueIndex(0))->last, 2);
}

TEST(Lifetimes, ALoopKeepsWhatItWasEnteredWith)
{
    auto method = chain();
    method.values.push_back(true);
    method.instructions.insert(method.instructions.begin() + 2, JumpFalseCall{ 3, 1 });
    // 0: 0 -> 1; 1: 1 -> 2; 2: back to 1; so value 1 is read again after the jump
    EXPECT_EQ(memoryUse(method).lifetime(ValueIndex(1))->last, 2);
}

TEST(Lifetimes, WhatIsNotKnownStaysUnknown)
{
    auto method = chain();
    std::get<Tensor>(method.values[1]).dtype = static_cast<ScalarType>(99);
    method.plannedBuffers = { 0 };
    method.values.push_back(tensor({ 8 }, 500));
    const auto use = memoryUse(method);
    EXPECT_FALSE(use.lifetime(ValueIndex(1))->bytes);
    EXPECT_FALSE(use.buffer(1)->plannedBytes);
    EXPECT_EQ(use.buffer(1)->unknownTensors, 1U);
    EXPECT_EQ(use.unused, std::vector<ValueIndex>{ ValueIndex(3) });
}

TEST(Lifetimes, HostileNumbersDoNotOverflow)
{
    auto method = chain();
    std::get<Tensor>(method.values[1]).planned->offset = ~quint64(0) - 4;
    method.inputs.emplace_back(77);
    method.instructions.emplace_back(KernelCall{ 9, { -5, 1000 } });
    method.instructions.emplace_back(JumpFalseCall{ 0, -3 });
    const auto use = memoryUse(method);
    EXPECT_EQ(use.buffer(1)->unknownTensors, 1U);
    EXPECT_EQ(use.buffer(1)->highWaterBytes, 64U);
}

TEST(Lifetimes, NothingLivesOutsideThePlanOfRealPrograms)
{
    TOSAIC_NEED_SAMPLES();
    int methods = 0;
    QDirIterator files(
        test::samplesDir(), { u"*.pte"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto path = files.next();
        const auto program = formats::readProgram(*ByteSource::map(path));
        // Files made to break readers, and one made to hold every field.
        if (path.contains("/generated/host/"_L1)) {
            for (const auto &method : program ? (*program)->methods : std::vector<Method>())
                memoryUse(method); // it only must not crash
            continue;
        }
        ASSERT_TRUE(program) << qPrintable(path);
        for (const auto &method : (*program)->methods) {
            ++methods;
            for (const auto &buffer : memoryUse(method).buffers) {
                ASSERT_TRUE(buffer.plannedBytes) << qPrintable(path);
                EXPECT_LE(buffer.highWaterBytes, *buffer.plannedBytes) << qPrintable(path);
                EXPECT_LE(buffer.peakBytes, buffer.highWaterBytes) << qPrintable(path);
            }
        }
    }
    EXPECT_GT(methods, 20);
}

TEST(Lifetimes, LivingTensorsOfRealProgramsDoNotOverlap)
{
    // The planner never puts two living tensors on the same bytes, so an overlap would mean that a
    // lifetime is wrong. In-place views would be the exception; these programs have none.
    TOSAIC_NEED_SAMPLES();
    for (const auto &name : { u"rescnn-int8-u55-128-overrides"_s, u"transformer-a16w8-u55-128"_s,
             u"twopart-int8-u55-64-intermediates"_s, u"add-int8-cpu"_s }) {
        const auto path = test::samplesDir() + u"/generated/aot/%1/model.pte"_s.arg(name);
        const auto program = formats::readProgram(*ByteSource::map(path));
        ASSERT_TRUE(program) << qPrintable(path);
        const auto &method = (*program)->methods.front();
        const auto use = memoryUse(method);
        for (size_t i = 0; i < method.instructions.size(); ++i) {
            quint64 sum = 0;
            for (const auto &lifetime : use.lifetimes)
                sum += lifetime.isAliveAt(static_cast<qsizetype>(i)) ? lifetime.bytes.value_or(0)
                                                                     : 0;
            EXPECT_EQ(use.buffer(1)->liveBytes[i], sum) << qPrintable(name) << " at " << i;
        }
    }
}

} // namespace tosaic::test::lifetimestests
