// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/kernels/kerneljson.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/store/runvalues.h"
#include "profiler/timeline/etdumptimeline.h"
#include "tests/fuzz/timelinechecks.h"
#include "tests/profiler/etdumpbuilder.h"

#include <cstdlib>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

namespace {

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

/// Each row has the times of each execution; what they add up to is what the profile says.
void checkProfile(const profile::KernelProfile &profile)
{
    for (const auto &method : profile.methods) {
        if (method.times.ticks.size() != method.executions.size())
            std::abort();
        for (const auto &row : method.rows) {
            for (const auto *times : { &row.call, &row.kernel }) {
                if (!times->ticks.empty() && times->ticks.size() != method.executions.size())
                    std::abort();
                static_cast<void>(times->spread());
            }
        }
        for (const auto &value : method.values) {
            if (value.executions.size() > method.executions.size()
                || value.differing.size() > value.executions.size())
                std::abort();
        }
    }
}

} // namespace

/// ETDumps by kernel and over time, with and without the program; the debug buffer is the dump.
void fuzzKernelProfile(std::span<const quint8> input)
{
    const auto source = ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size())));
    const auto dump = profile::readEtDump(source);
    if (!dump)
        return;
    static const model::Program program{ .methods
        = { method(u"forward"_s, { u"aten::add.out"_s, u"aten::mul.out"_s }),
            method(u"other"_s, { u"aten::mul.out"_s }) } };
    for (const auto &context : { profile::KernelContext{},
             profile::KernelContext{ .program = &program,
                                     .method = u"forward"_s,
                                     .warmups = 1,
                                     .unit = profile::TickUnit::Cycles,
                                     .buffer = source } }) {
        const auto profile = profile::kernelProfile(*dump, context);
        checkProfile(profile);
        static_cast<void>(profile::kernelJson(profile));
    }
    static_cast<void>(profile::valuesOf(*dump));
    checkTimeline(std::make_shared<profile::Timeline>(
        profile::timelineOf(*dump, { .unit = u"ns"_s, .origin = Origin::ThisMachine })));
}

std::vector<QByteArray> seedsKernelProfile()
{
    return { test::etDumpBytes(true), test::etDumpBytes(false), test::sharedEventsBytes(3) };
}

} // namespace tosaic::fuzz
