// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps put together here: what a profile makes of each kind of event.
#include "profiler/kernels/kernelprofile.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::profile::kernelprofiletests {

namespace {

EtDumpEvent at(qint32 instruction, const QString &name, quint64 start, quint64 end)
{
    return EtDumpProfileEvent{ .place = { .chain = 0, .instruction = instruction },
        .name = name,
        .start = start,
        .end = end };
}

EtDumpEvent ofRuntime(const QString &name, quint64 start, quint64 end)
{
    return EtDumpProfileEvent{
        .place = { .instruction = 0 }, .name = name, .start = start, .end = end
    };
}

EtDumpEvent part(const QString &name, quint64 start, quint64 end)
{
    return EtDumpProfileEvent{
        .place = { .chain = 0, .instruction = 1, .delegateName = name }, .start = start, .end = end
    };
}

EtDumpEvent output(qint64 offset)
{
    return EtDumpDebugEvent{ .place = { .instruction = 0 },
        .kind = u"Tensor"_s,
        .value = std::vector<EtDumpTensor>{ { .type = model::ScalarType::Byte,
            .sizes = { 2 },
            .strides = { 1 },
            .offset = offset } },
        .isProgramOutput = true };
}

EtDumpRun execution(std::vector<EtDumpEvent> events, quint64 ticks)
{
    events.push_back(ofRuntime(u"Method::execute"_s, 0, ticks));
    return { .name = u"Execute"_s, .events = std::move(events) };
}

std::vector<EtDumpEvent> addCall(qint32 instruction, quint64 kernel, quint64 call)
{
    return { at(instruction, u"native_call_add.out"_s, 0, kernel),
        at(instruction, u"OPERATOR_CALL"_s, 0, call) };
}

model::Method method(const QString &name, const QStringList &operators)
{
    model::Method method{ .name = name };
    for (const auto &operatorName : operators) {
        method.operators.push_back(operatorName);
        method.instructions.push_back(model::KernelCall{
            .operatorIndex = static_cast<quint32>(method.operators.size() - 1) });
    }
    return method;
}

} // namespace

TEST(KernelProfile, KeepsCallAndKernelOfEachExecutionApart)
{
    const EtDump dump{ .runs
        = { execution(addCall(0, 10, 12), 20), execution(addCall(0, 30, 34), 40) } };
    const auto profile = kernelProfile(dump, {});
    ASSERT_EQ(profile.methods.size(), 1U);
    const auto &method = profile.methods[0];
    ASSERT_EQ(method.rows.size(), 1U);
    const auto &row = method.rows[0];
    EXPECT_EQ(row.kind, KernelKind::Kernel);
    EXPECT_EQ(row.name, u"add.out"_s);
    EXPECT_EQ(row.call.ticks, (std::vector<std::vector<quint64>>{ { 12 }, { 34 } }));
    EXPECT_EQ(row.kernel.ticks, (std::vector<std::vector<quint64>>{ { 10 }, { 30 } }));
    EXPECT_EQ(method.times.total(), 60U);
    EXPECT_EQ(method.calls.total(), 46U);
    EXPECT_DOUBLE_EQ(row.share.value_or(0), 46.0 / 60.0);
    const auto spread = row.call.spread();
    ASSERT_TRUE(spread);
    EXPECT_DOUBLE_EQ(spread->median, 23);
    EXPECT_DOUBLE_EQ(spread->smallest, 12);
}

TEST(KernelProfile, KeepsTheRepeatsOfALoopApart)
{
    auto events = addCall(1, 3, 4);
    for (const auto &event : addCall(1, 5, 6))
        events.push_back(event);
    const EtDump dump{ .runs = { execution(events, 20) } };
    const auto profile = kernelProfile(dump, {});
    const auto &row = profile.methods.at(0).rows.at(0);
    EXPECT_EQ(row.call.ticks, (std::vector<std::vector<quint64>>{ { 4, 6 } }));
    EXPECT_EQ(row.kernel.ticks, (std::vector<std::vector<quint64>>{ { 3, 5 } }));
    EXPECT_EQ(row.call.mostRepeats(), 2U);
    EXPECT_EQ(row.call.sums(), std::vector<double>{ 10 });
}

TEST(KernelProfile, LeavesABranchThatWasNotTakenEmpty)
{
    const EtDump dump{ .runs = { execution(addCall(0, 1, 2), 5), execution(addCall(3, 1, 2), 5) } };
    const auto profile = kernelProfile(dump, {});
    ASSERT_EQ(profile.methods.size(), 1U);
    ASSERT_EQ(profile.methods[0].rows.size(), 2U);
    EXPECT_EQ(
        profile.methods[0].rows[0].call.ticks, (std::vector<std::vector<quint64>>{ { 2 }, {} }));
    EXPECT_EQ(profile.methods[0].rows[1].call.sums().size(), 1U);
}

/// Its median over all executions would be 0, but it is not for nothing.
TEST(KernelProfile, ABranchThatFewExecutionsTakeHasItsPartOfThose)
{
    auto rare = addCall(0, 1, 2);
    for (const auto &event : addCall(3, 28, 30))
        rare.push_back(event);
    const auto often = addCall(0, 1, 2);
    const EtDump dump{ .runs = { execution(often, 20), execution(rare, 40), execution(often, 20),
                           execution(often, 20) } };
    const auto profile = kernelProfile(dump, {});
    const auto &rows = profile.methods.at(0).rows;
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_FALSE(rows[0].call.isOfSome());
    EXPECT_DOUBLE_EQ(rows[0].share.value_or(0), 2.0 / 20) << "of the medians";
    EXPECT_TRUE(rows[1].call.isOfSome());
    EXPECT_EQ(rows[1].call.executionsWith(), 1U);
    EXPECT_DOUBLE_EQ(rows[1].share.value_or(0), 30.0 / 40);
}

/// An event without a time does not tell that its call was left out.
TEST(KernelProfile, AnEventWithoutATimeIsNoBranch)
{
    const EtDump dump{ .runs = { execution({ at(0, u"OPERATOR_CALL"_s, 0, 4) }, 5),
                           execution({ at(0, u"OPERATOR_CALL"_s, quint64(1) << 40, 0) }, 5) } };
    const auto profile = kernelProfile(dump, {});
    const auto &call = profile.methods.at(0).rows.at(0).call;
    EXPECT_EQ(call.executionsWith(), 1U);
    EXPECT_FALSE(call.isOfSome());
}

TEST(KernelProfile, PutsPartsBehindTheirDelegateAndNeverCountsThemTwice)
{
    const EtDump dump{ .runs = { execution({ part(u"GEMM #1"_s, 0, 4), part(u"Copy #1"_s, 4, 5),
                                               at(1, u"DELEGATE_CALL"_s, 0, 8) },
                           10) } };
    const auto profile = kernelProfile(dump, {});
    const auto &method = profile.methods.at(0);
    ASSERT_EQ(method.rows.size(), 3U);
    EXPECT_EQ(method.rows[0].kind, KernelKind::Delegate);
    EXPECT_EQ(method.rows[1].kind, KernelKind::DelegatePart);
    EXPECT_EQ(method.rows[1].name, u"GEMM #1"_s);
    EXPECT_EQ(method.rows[2].name, u"Copy #1"_s);
    EXPECT_EQ(method.calls.total(), 8U);
    EXPECT_DOUBLE_EQ(method.rows[1].share.value_or(0), 0.4);
}

TEST(KernelProfile, CountsWarmUpsApart)
{
    const EtDump dump{ .runs
        = { execution(addCall(0, 100, 120), 200), execution(addCall(0, 10, 12), 20) } };
    const auto profile = kernelProfile(dump, { .warmups = 1 });
    const auto &method = profile.methods.at(0);
    ASSERT_EQ(method.warmups.size(), 1U);
    EXPECT_EQ(method.warmups[0].ticks, quint64(200));
    EXPECT_EQ(method.times.total(), 20U);
    EXPECT_EQ(method.rows.at(0).call.total(), 12U);
    EXPECT_TRUE(profile.diagnostics.empty());
    const auto none = kernelProfile(dump, { .warmups = 2 });
    ASSERT_EQ(none.diagnostics.size(), 1U);
    EXPECT_EQ(none.diagnostics[0].id, u"kernels.only-warm-up"_s);
}

TEST(KernelProfile, SaysWhichMethodRan)
{
    model::Program program;
    program.methods = { method(u"decode"_s, { u"aten::mul.out"_s }),
        method(u"encode"_s, { u"aten::add.out"_s, u"aten::add.out"_s }),
        method(u"again"_s, { u"aten::add.out"_s }) };
    const EtDump dump{ .runs = { execution(addCall(1, 1, 2), 5) } };
    const auto only = kernelProfile(dump, { .program = &program });
    EXPECT_EQ(only.methods.at(0).evidence, MethodEvidence::Only);
    EXPECT_EQ(only.methods[0].name, u"encode"_s);
    EXPECT_EQ(only.methods[0].rows.at(0).name, u"aten::add.out"_s);

    const EtDump first{ .runs = { execution(addCall(0, 1, 2), 5) } };
    const auto open = kernelProfile(first, { .program = &program });
    EXPECT_EQ(open.methods.at(0).evidence, MethodEvidence::Ambiguous);
    EXPECT_FALSE(open.methods[0].method);
    EXPECT_EQ(open.methods[0].rows.at(0).name, u"add.out"_s);
    const auto stated = kernelProfile(first, { .program = &program, .method = u"again"_s });
    EXPECT_EQ(stated.methods.at(0).evidence, MethodEvidence::Stated);
    EXPECT_EQ(stated.methods[0].method, 2);

    program.methods.resize(1);
    const auto other = kernelProfile(first, { .program = &program });
    EXPECT_FALSE(other.methods.at(0).method);
    ASSERT_FALSE(other.diagnostics.empty());
    EXPECT_EQ(other.diagnostics[0].id, u"kernels.method-differs"_s);
}

TEST(KernelProfile, KeepsMethodsOfOneDumpApart)
{
    const EtDump dump{ .runs
        = { execution(addCall(0, 1, 2), 5),
            execution(
                { at(0, u"native_call_mul.out"_s, 0, 1), at(0, u"OPERATOR_CALL"_s, 0, 1) }, 3),
            execution(addCall(0, 1, 3), 6) } };
    const auto profile = kernelProfile(dump, {});
    ASSERT_EQ(profile.methods.size(), 2U);
    EXPECT_EQ(profile.methods[0].executions.size(), 2U);
    EXPECT_EQ(profile.methods[0].executions[1].run, 2U);
    EXPECT_EQ(profile.methods[1].rows.at(0).name, u"mul.out"_s);
}

TEST(KernelProfile, AddsUpAllocationsByPhaseAndAllocator)
{
    EtDumpRun load{ .name = u"Default"_s, .allocators = { u"method"_s } };
    load.events
        = { EtDumpAllocation{ 1, 100 }, EtDumpAllocation{ 1, 28 }, EtDumpAllocation{ 7, 5 } };
    auto run = execution({ EtDumpAllocation{ 1, 64 } }, 5);
    const EtDump dump{ .runs = { load, run, run } };
    const auto profile = kernelProfile(dump, {});
    ASSERT_EQ(profile.allocations.size(), 3U);
    EXPECT_EQ(profile.allocations[0].name, u"method"_s);
    EXPECT_EQ(profile.allocations[0].bytes, 128U);
    EXPECT_EQ(profile.allocations[0].largest, 100U);
    EXPECT_EQ(profile.allocations[0].peak, 128U);
    EXPECT_EQ(profile.allocations[1].allocator, 7);
    EXPECT_TRUE(profile.allocations[1].name.isEmpty());
    EXPECT_EQ(profile.allocations[2].phase, u"Execute"_s);
    EXPECT_EQ(profile.allocations[2].runs, 2U);
    EXPECT_EQ(profile.allocations[2].bytes, 128U);
    EXPECT_EQ(profile.allocations[2].peak, 64U);
}

TEST(KernelProfile, FindsOutputsThatChange)
{
    const EtDump dump{ .runs = { execution({ output(0) }, 5), execution({ output(2) }, 5),
                           execution({ output(4) }, 5) } };
    const auto buffer = ByteSource::fromBytes(QByteArray("\x01\x02\x01\x03\x01\x02", 6));
    const auto profile = kernelProfile(dump, { .buffer = buffer });
    const auto &values = profile.methods.at(0).values;
    ASSERT_EQ(values.size(), 1U);
    EXPECT_TRUE(values[0].isProgramOutput);
    EXPECT_EQ(values[0].variants, size_t(2));
    EXPECT_EQ(values[0].differing, std::vector<size_t>{ 1 });
    EXPECT_EQ(profile.methods[0].changedOutputs(), 1U);

    const auto blind = kernelProfile(dump, {});
    EXPECT_FALSE(blind.methods.at(0).values.at(0).variants); // unknown is not "the same"
    EXPECT_EQ(blind.methods[0].changedOutputs(), 0U);
    const auto small = kernelProfile(dump, { .buffer = ByteSource::fromBytes("abc") });
    EXPECT_TRUE(small.methods.at(0).values.at(0).isChanged() // "ab" and what is not there
        || !small.methods[0].values[0].variants);
}

TEST(KernelProfile, ReadsOneWrapOfTheCounterAndRefusesWhatIsNone)
{
    const EtDump dump{ .runs = { execution({ at(0, u"OPERATOR_CALL"_s, 0xffffff00, 0x10),
                                               at(1, u"OPERATOR_CALL"_s, quint64(1) << 40, 0) },
                           5) } };
    const auto profile = kernelProfile(dump, {});
    EXPECT_EQ(profile.methods.at(0).rows.at(0).call.total(), 0x110U);
    EXPECT_EQ(profile.methods[0].rows.at(1).call.untimed, 1U);
    ASSERT_EQ(profile.diagnostics.size(), 1U);
    EXPECT_EQ(profile.diagnostics[0].id, u"kernels.untimed"_s);
}

TEST(KernelProfile, NamesUnitsByOrigin)
{
    EXPECT_EQ(tickUnitOf(Origin::ThisMachine), TickUnit::Nanoseconds);
    EXPECT_EQ(tickUnitOf(Origin::Board), TickUnit::Cycles);
    EXPECT_EQ(tickUnitOf(std::nullopt), TickUnit::NotKnown);
    EXPECT_EQ(tickUnitName(TickUnit::NotKnown), u"ticks"_s);
}

} // namespace tosaic::profile::kernelprofiletests
