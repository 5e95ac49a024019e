// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Real dumps against the facts that stand beside them and against ExecuTorch's Inspector.
#include "core/formats/openprogram.h"
#include "profiler/kernels/kernelprofile.h"
#include "profiler/parsers/etdumpreader.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile::dumpsamplestests {

namespace {

QString hostPath(const QString &name)
{
    return test::samplesDir() + u"/generated/host/"_s + name;
}

std::shared_ptr<const ByteSource> mapped(const QString &path)
{
    auto source = ByteSource::map(path);
    EXPECT_TRUE(source) << path.toStdString();
    return source ? *source : nullptr;
}

EtDump dumpOf(const QString &name)
{
    auto dump = readEtDump(mapped(hostPath(u"etdump/"_s + name + u".etdp"_s)));
    EXPECT_TRUE(dump) << name.toStdString();
    return dump ? *dump : EtDump();
}

std::shared_ptr<const model::Program> programOf(const QString &name)
{
    auto program = formats::readProgram(mapped(hostPath(u"pte/"_s + name + u".pte"_s)));
    EXPECT_TRUE(program) << name.toStdString();
    return program ? *program : nullptr;
}

QJsonDocument jsonOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return QJsonDocument::fromJson(file.readAll());
}

/// All times of the profile by the name of their event, as the facts count them.
struct Sum
{
    quint64 count = 0;
    quint64 ticks = 0;
};

void add(std::map<QString, Sum> &sums, const QString &name, const KernelTimes &times)
{
    if (times.isEmpty())
        return;
    sums[name].count += times.calls();
    sums[name].ticks += times.total();
}

std::map<QString, Sum> sumsOf(const KernelProfile &profile)
{
    std::map<QString, Sum> sums;
    for (const auto &row : profile.loading) {
        if (row.ticks) {
            sums[row.name].count += 1;
            sums[row.name].ticks += *row.ticks;
        }
    }
    for (const auto &method : profile.methods) {
        add(sums, u"Method::execute"_s, method.times);
        for (const auto &row : method.rows) {
            const auto isKernel = row.kind == KernelKind::Kernel;
            add(sums,
                isKernel                               ? u"OPERATOR_CALL"_s
                    : row.kind == KernelKind::Delegate ? u"DELEGATE_CALL"_s
                                                       : row.name,
                row.call);
            add(sums, u"native_call_"_s + row.name, row.kernel);
        }
    }
    return sums;
}

/// One value of the Inspector's list: milliseconds of one iteration.
double lastRepeatMs(const KernelTimes &times, size_t execution)
{
    const auto &repeats = times.ticks.at(execution);
    return repeats.empty() ? std::nan("") : static_cast<double>(repeats.back()) / 1e6;
}

const KernelTimes *timesOf(const MethodProfile &method, const QString &name, int instruction)
{
    if (name == "Method::execute"_L1)
        return &method.times;
    for (const auto &row : method.rows) {
        if (row.place.instruction != instruction || !row.place.chain)
            continue;
        if (row.kind == KernelKind::DelegatePart) {
            if (row.name == name)
                return &row.call;
        } else if (name.startsWith("native_call_"_L1)) {
            if (u"native_call_"_s + row.name == name)
                return &row.kernel;
        } else if (name.endsWith("_CALL"_L1)) {
            return &row.call;
        }
    }
    return nullptr;
}

/// The Inspector makes one block of executions that have the same events.
std::vector<std::vector<size_t>> alikeExecutions(const MethodProfile &method)
{
    std::map<std::vector<bool>, std::vector<size_t>> groups;
    for (size_t i = 0; i < method.executions.size(); ++i) {
        std::vector<bool> has;
        for (const auto &row : method.rows)
            has.push_back(!row.times().ticks[i].empty());
        groups[has].push_back(i);
    }
    std::vector<std::vector<size_t>> list;
    for (auto &[has, executions] : groups)
        list.push_back(std::move(executions));
    return list;
}

/// `raw` holds at most the first 20 iterations.
bool isBlock(
    const QJsonArray &events, const MethodProfile &method, const std::vector<size_t> &executions)
{
    return std::ranges::all_of(events, [&](const QJsonValue &event) {
        const auto *times
            = timesOf(method, event["name"_L1].toString(), event["instruction_id"_L1].toInt());
        const auto raw = event["raw"_L1].toArray();
        if (!times || event["n"_L1].toInteger() != qint64(executions.size()) || raw.isEmpty())
            return false;
        for (qsizetype i = 0; i < raw.size(); ++i) {
            const auto ms = lastRepeatMs(*times, executions[static_cast<size_t>(i)]);
            if (!(std::abs(ms - raw[i].toDouble()) < 1e-9))
                return false;
        }
        return true;
    });
}

} // namespace

class DumpSamples : public testing::TestWithParam<QString>
{
};

/// Counts and sums of every name in the file, loops and branches included.
TEST_P(DumpSamples, HaveAllEventsOfTheirFacts)
{
    TOSAIC_NEED_SAMPLES();
    const auto dump = dumpOf(GetParam());
    const auto sums = sumsOf(kernelProfile(dump, {}));
    const auto facts = jsonOf(hostPath(u"etdump/%1.etdp.facts.json"_s.arg(GetParam()))).object();
    const auto byName = facts["by_name"_L1].toObject();
    ASSERT_FALSE(byName.isEmpty());
    for (auto it = byName.begin(); it != byName.end(); ++it) {
        if (it.key() == "None"_L1) // events of delegates have names of their own
            continue;
        const auto found = sums.find(it.key());
        ASSERT_NE(found, sums.end()) << it.key().toStdString();
        EXPECT_EQ(found->second.count, it.value()["count"_L1].toInteger())
            << it.key().toStdString();
        EXPECT_EQ(found->second.ticks, it.value()["total_ticks"_L1].toInteger())
            << it.key().toStdString();
    }
}

/// Iteration by iteration what the Inspector has: in a loop that is the last repeat.
TEST_P(DumpSamples, AgreeWithTheInspector)
{
    TOSAIC_NEED_SAMPLES();
    const auto path = hostPath(u"etdump/%1.inspector.json"_s.arg(GetParam()));
    if (!QFile::exists(path))
        GTEST_SKIP() << "the Inspector refuses this file";
    const auto profile = kernelProfile(dumpOf(GetParam()), {});
    const auto document = jsonOf(path);
    const auto blocks = document.array();
    for (const auto &block : blocks) {
        if (block["block"_L1] != "Execute"_L1)
            continue;
        const auto events = block["events"_L1].toArray();
        const auto isThere = std::ranges::any_of(profile.methods, [&](const auto &method) {
            return std::ranges::any_of(alikeExecutions(method),
                [&](const auto &executions) { return isBlock(events, method, executions); });
        });
        EXPECT_TRUE(isThere) << QJsonDocument(events).toJson().toStdString();
    }
}

INSTANTIATE_TEST_SUITE_P(All, DumpSamples, testing::ValuesIn([] {
    std::vector<QString> names;
    const QDir folder(hostPath(u"etdump"_s));
    for (const auto &name : folder.entryList({ u"*.etdp"_s }, QDir::Files, QDir::Name))
        names.push_back(name.chopped(5));
    return names;
}()),
    [](const testing::TestParamInfo<QString> &dump) { return dump.param.toStdString(); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DumpSamples);

TEST(DumpSample, LoopKeepsWhatTheInspectorLoses)
{
    TOSAIC_NEED_SAMPLES();
    const auto dump = dumpOf(u"map_rows_c_3"_s);
    const auto program = programOf(u"map_rows"_s);
    const auto profile = kernelProfile(dump, { .program = program.get() });
    ASSERT_EQ(profile.methods.size(), 1U);
    const auto &method = profile.methods[0];
    EXPECT_EQ(method.evidence, MethodEvidence::Only);
    const auto tanh = std::ranges::find(method.rows, u"aten::tanh.out"_s, &KernelRow::name);
    ASSERT_NE(tanh, method.rows.end());
    EXPECT_EQ(tanh->kernel.calls(), 15U);
    EXPECT_EQ(tanh->kernel.mostRepeats(), 5U);
    EXPECT_EQ(tanh->kernel.total(), 189183U);
}

TEST(DumpSample, StateChangesTheOutputs)
{
    TOSAIC_NEED_SAMPLES();
    const auto dump = dumpOf(u"state_counter_c_3_debug"_s);
    const auto program = programOf(u"state_counter"_s);
    const auto profile = kernelProfile(dump,
        { .program = program.get(),
            .buffer = mapped(hostPath(u"etdump/state_counter_c_3_debug.bin"_s)) });
    ASSERT_EQ(profile.methods.size(), 1U);
    EXPECT_EQ(profile.methods[0].changedOutputs(), 1U);
    const auto same = kernelProfile(dumpOf(u"mlp_py_5_debug"_s),
        { .buffer = mapped(hostPath(u"etdump/mlp_py_5_debug.bin"_s)) });
    EXPECT_EQ(same.methods.at(0).changedOutputs(), 0U);
    EXPECT_FALSE(same.methods[0].values.empty());
    for (const auto &value : same.methods[0].values)
        EXPECT_EQ(value.variants, size_t(1));
}

TEST(DumpSample, MethodsOfOneDumpAreTold)
{
    TOSAIC_NEED_SAMPLES();
    const auto dump = dumpOf(u"codec_py_two_methods"_s);
    const auto program = programOf(u"codec_methods"_s);
    const auto profile = kernelProfile(dump, { .program = program.get() });
    ASSERT_EQ(profile.methods.size(), 2U);
    QStringList names;
    for (const auto &method : profile.methods) {
        names += method.name;
        EXPECT_EQ(method.evidence, MethodEvidence::Only);
    }
    names.sort();
    EXPECT_EQ(names, (QStringList{ u"decode"_s, u"encode"_s }));
}

TEST(DumpSample, EveryKindOfEventIsThere)
{
    TOSAIC_NEED_SAMPLES();
    const auto profile = kernelProfile(dumpOf(u"every_event"_s), {});
    ASSERT_EQ(profile.allocations.size(), 2U);
    EXPECT_EQ(profile.allocations[0].name, u"method_allocator"_s);
    EXPECT_EQ(profile.allocations[0].bytes, 1024U);
    EXPECT_EQ(profile.allocations[1].name, u"temp_allocator"_s);
    EXPECT_EQ(profile.allocations[1].bytes, 48U);
    const auto &rows = profile.methods.at(0).rows;
    EXPECT_EQ(std::ranges::count(rows, KernelKind::DelegatePart, &KernelRow::kind), 4);
}

TEST(DumpSample, BranchesStayOneMethod)
{
    TOSAIC_NEED_SAMPLES();
    const auto program = programOf(u"cond"_s);
    const auto profile
        = kernelProfile(dumpOf(u"cond_py_two_branches"_s), { .program = program.get() });
    ASSERT_EQ(profile.methods.size(), 1U);
    EXPECT_EQ(profile.methods[0].executions.size(), 5U);
    EXPECT_TRUE(std::ranges::any_of(profile.methods[0].rows,
        [](const KernelRow &row) { return !row.call.isEmpty() && row.call.sums().size() < 5; }));
}

} // namespace tosaic::profile::dumpsamplestests
