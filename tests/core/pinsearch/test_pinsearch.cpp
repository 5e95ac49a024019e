// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pinsearch/pinsearch.h"
#include "core/pinsearch/searchjson.h"
#include "core/spec/keeprules.h"
#include "core/spec/pins.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::pinsearch::pinsearchtests {
namespace {

using compiled::CompileResult;

struct Operator
{
    QString name;
    double cycles; ///< on the NPU
    double macs;
    qint64 bytes; ///< of its value
    bool canNpu = true;
};

/// A chain of operators, cut as the partitioner does: neighbours on the NPU are one partition,
/// with a conversion wherever it begins or ends.
class ChainTools : public Evaluator
{
public:
    explicit ChainTools(std::vector<Operator> chain) : m_chain(std::move(chain)) { }

    void preview(const spec::CompileSpec &spec) override
    {
        ++previews;
        answer(spec);
    }
    void compile(const spec::CompileSpec &spec) override
    {
        compiles.append(spec.keepOnCpu.nodes);
        answer(spec);
    }
    void estimate(const std::shared_ptr<const CompileResult> &compiled,
        const std::vector<spec::CompileSpec> &specs) override
    {
        std::vector<sweep::CellResult> rows;
        for (const auto &spec : specs) {
            sweep::CellResult row{ .cell = { spec }, .status = sweep::CellStatus::Estimated };
            double cycles = 0;
            qint64 peak = 0;
            qint64 before = m_chain.front().bytes; // of the model's input
            for (std::size_t i = 0; i < m_chain.size(); ++i) {
                const auto *node = nodeOf(*compiled, m_chain[i].name);
                cycles += node->partition ? m_chain[i].cycles : 0;
                if (node->partition)
                    peak = std::max(peak, before + m_chain[i].bytes);
                before = m_chain[i].bytes; // whoever made it, the NPU has a copy
            }
            row.summary.cyclesTotal = cycles;
            row.need.places.push_back({ .memory = analysis::Memory::Sram,
                .parts = { { .bytes = static_cast<quint64>(peak) } } });
            rows.push_back(row);
        }
        QMetaObject::invokeMethod(
            this, [this, rows] { Q_EMIT estimated(rows); }, Qt::QueuedConnection);
    }
    void cancel() override { ++generation; }

    int previews = 0;
    QList<QStringList> compiles;
    QString refusedWith; ///< a compile with this pin fails

private:
    static const compiled::ModelNode *nodeOf(const CompileResult &result, const QString &name)
    {
        return &*std::ranges::find(result.nodes, name, &compiled::ModelNode::name);
    }
    CompileResult cut(const spec::CompileSpec &spec) const
    {
        CompileResult result;
        result.spec = result.resolvedSpec = spec;
        result.status = compiled::Status::Succeeded;
        std::optional<int> partition;
        const auto add = [&](const QString &name, const QString &target, qint64 bytes) {
            if (!result.nodes.empty())
                result.edges.push_back({ result.nodes.back().name, name });
            result.nodes.push_back({ .name = name,
                .target = target,
                .module = name.section(u'_', 0, 0),
                .placement = partition ? u"npu"_s : u"cpu"_s,
                .partition = partition,
                .dtype = u"int8"_s,
                .shape = { { bytes } } });
        };
        const auto step = [&](const QString &target, const QString &name, qint64 bytes) {
            const auto before = std::exchange(partition, {});
            add(name, u"quantized_decomposed."_s + target, bytes);
            result.nodes.back().placement = u"boundary"_s;
            partition = before;
        };
        int next = 0;
        for (const auto &one : m_chain) {
            const spec::OperatorKey key{ one.name, u"aten.%1.default"_s.arg(one.name),
                one.name.section(u'_', 0, 0) };
            const bool isNpu = one.canNpu && spec::hittingRules(key, spec.keepOnCpu).isEmpty();
            if (isNpu && !partition) {
                step(u"quantize_per_tensor.default"_s, u"q_"_s + one.name,
                    result.nodes.empty() ? one.bytes : result.nodes.back().shape->front());
                partition = next++;
                result.partitions.push_back({ .index = *partition });
            } else if (!isNpu && partition) {
                partition.reset();
                step(u"dequantize_per_tensor.default"_s, u"dq_"_s + one.name,
                    result.nodes.back().shape->front());
            }
            add(one.name, key.target, one.bytes);
            if (partition)
                result.partitions.back().operators.append(one.name);
        }
        if (partition)
            step(u"dequantize_per_tensor.default"_s, u"dq_end"_s, m_chain.back().bytes);
        return result;
    }
    void answer(const spec::CompileSpec &spec)
    {
        auto result = std::make_shared<CompileResult>(cut(spec));
        Work work;
        for (const auto &one : m_chain) {
            if (nodeOf(*result, one.name)->partition)
                work.insert(one.name, { one.cycles, one.macs });
        }
        if (!refusedWith.isEmpty() && spec.keepOnCpu.nodes.contains(refusedWith)
            && compiles.size() > 1) {
            result->status = compiled::Status::Failed;
            result->problems.push_back(
                { u"compile.refused"_s, Severity::Error, {}, u"no scale"_s });
        }
        QMetaObject::invokeMethod(
            this,
            [this, result, work, asked = generation] {
                if (asked == generation)
                    Q_EMIT answered(result, work, false);
            },
            Qt::QueuedConnection);
    }

    std::vector<Operator> m_chain;
    int generation = 0;
};

SearchRequest requestFor(const QString &goal)
{
    SearchRequest request{ .goal = goalOf(goal).value() };
    request.spec.target = u"ethos-u55-128"_s;
    request.spec.memoryMode = u"Shared_Sram"_s;
    return request;
}

SearchResult run(ChainTools &tools, const SearchRequest &request)
{
    PinSearch search(request, tools);
    QSignalSpy done(&search, &PinSearch::finished);
    search.start();
    EXPECT_TRUE(done.isEmpty()) << "never from inside start()";
    EXPECT_TRUE(done.wait(60000));
    EXPECT_EQ(done.size(), 1);
    return search.result();
}

QStringList best(const SearchResult &result)
{
    return result.front.empty()
        ? QStringList{ u"nothing"_s }
        : spec::pinsOf(result.found[result.front.front()].row.cell.spec.keepOnCpu);
}

/// A convolution, a sort that the NPU lacks, a tiny relu, another sort, a convolution.
std::vector<Operator> smallIsland()
{
    return { { u"conv_a"_s, 1000, 100000, 1000 }, { u"sort_a"_s, 0, 0, 1000, false },
        { u"relu_b"_s, 300, 0, 1000 }, { u"sort_b"_s, 0, 0, 1000, false },
        { u"conv_c"_s, 1000, 100000, 1000 } };
}

TEST(PinSearch, DropsTheIslandWhoseBoundaryCostsMoreThanItGains)
{
    ChainTools tools(smallIsland());
    const auto result = run(tools, requestFor(u"cycles"_s));
    ASSERT_TRUE(result.problems.empty());
    EXPECT_EQ(best(result), QStringList{ u"node:relu_b"_s });
    const auto &found = result.found[result.front.front()];
    EXPECT_EQ(found.numbers.cycles, 2000.0);
    EXPECT_EQ(found.numbers.boundaries, 4U) << "from the input, to the CPU, back, to the output";
    EXPECT_LT(*found.numbers.totalCycles(), *result.found.front().numbers.totalCycles());
    EXPECT_LE(tools.compiles.size(), result.request.compiles);
}

TEST(PinSearch, KeepsTheIslandThatGains)
{
    auto chain = smallIsland();
    chain[2].macs = 10000; // 40,000 cycles of the CPU
    ChainTools tools(chain);
    EXPECT_EQ(best(run(tools, requestFor(u"cycles"_s))), QStringList());
}

TEST(PinSearch, ReleasesThePinThatSplitsAPartition)
{
    ChainTools tools({ { u"conv_a"_s, 1000, 100000, 1000 }, { u"relu_b"_s, 300, 0, 1000 },
        { u"conv_c"_s, 1000, 100000, 1000 } });
    auto request = requestFor(u"cycles"_s);
    request.spec.keepOnCpu.nodes = { u"relu_b"_s };
    const auto result = run(tools, request);
    EXPECT_EQ(result.found.front().compiled->partitions.size(), 2U);
    EXPECT_EQ(best(result), QStringList());
    EXPECT_EQ(result.found[result.front.front()].compiled->partitions.size(), 1U);
    EXPECT_EQ(best(run(tools, requestFor(u"boundaries"_s))), QStringList()) << "nor splits it";
}

TEST(PinSearch, CostsAReleasedOperatorByWhatItsCompileTells)
{
    ChainTools tools({ { u"conv_a"_s, 1000, 100000, 1000 }, { u"conv_b"_s, 50000, 100000, 10 } });
    auto request = requestFor(u"cycles"_s);
    request.spec.keepOnCpu.nodes = { u"conv_b"_s };
    EXPECT_EQ(best(run(tools, request)), QStringList())
        << "400,000 cycles of the CPU, which the compile with the pin does not know";
}

/// What the operator in the middle reads and writes decides the peak.
std::vector<Operator> highPeak()
{
    return { { u"conv_a"_s, 1000, 1000, 1000 }, { u"up_b"_s, 100, 0, 20000 },
        { u"mix_c"_s, 50, 0, 20000 }, { u"down_d"_s, 100, 0, 1000 } };
}

TEST(PinSearch, FindsTheBuffersThatDecideThePeak)
{
    ChainTools tools(highPeak());
    auto request = requestFor(u"sram<25000"_s);
    request.compiles = 2; // without up_b it is cheaper, and what mix_c reads is as large
    const auto result = run(tools, request);
    EXPECT_TRUE(result.isMet());
    EXPECT_EQ(best(result), QStringList{ u"node:mix_c"_s });
    EXPECT_EQ(result.found.front().numbers.sramBytes, 40000.0);
    EXPECT_EQ(result.found[result.front.front()].numbers.sramBytes, 21000.0);
}

TEST(PinSearch, SaysWhatCameNearest)
{
    ChainTools tools(highPeak());
    const auto result = run(tools, requestFor(u"sram<10"_s));
    EXPECT_FALSE(result.isMet());
    ASSERT_FALSE(result.front.empty());
    EXPECT_EQ(result.found[result.front.front()].numbers.sramBytes, 21000.0);
    const auto json = toJson(result, false);
    EXPECT_FALSE(json[u"met"_s].toBool());
    EXPECT_FALSE(json[u"front"_s][0][u"meetsGoal"_s].toBool());
    EXPECT_EQ(json[u"goal"_s].toString(), u"sram<10"_s);
}

TEST(PinSearch, ProposesNothingThatACompileRefutes)
{
    ChainTools tools(smallIsland());
    tools.refusedWith = u"relu_b"_s;
    const auto result = run(tools, requestFor(u"cycles"_s));
    ASSERT_FALSE(result.refused.empty());
    EXPECT_EQ(result.refused.front().pins.nodes, QStringList{ u"relu_b"_s });
    EXPECT_EQ(result.refused.front().reason, u"no scale"_s);
    for (const auto i : result.front)
        EXPECT_FALSE(result.found[i].row.cell.spec.keepOnCpu.nodes.contains(u"relu_b"_s));
}

TEST(PinSearch, KeepsToItsBudgetAndSaysWhatIsLeft)
{
    ChainTools tools(smallIsland());
    auto request = requestFor(u"cycles"_s);
    request.compiles = 2;
    request.previews = 2;
    const auto result = run(tools, request);
    EXPECT_EQ(tools.previews, 2);
    EXPECT_EQ(tools.compiles.size(), 2) << "one of them as it is";
    EXPECT_GT(result.skippedPreviews, 0);
    const auto json = toJson(result, false);
    EXPECT_EQ(json[u"searched"_s][u"previews"_s].toInt(), 2);
    EXPECT_EQ(json[u"searched"_s][u"compiles"_s].toInt(), 2);
    EXPECT_EQ(json[u"skipped"_s][u"previews"_s].toInt(), result.skippedPreviews);
}

TEST(PinSearch, CanBeCancelledAtAnyTimeAndKeepsWhatItFound)
{
    for (const int after : { 0, 1, 4, 12 }) {
        ChainTools tools(smallIsland());
        PinSearch search(requestFor(u"cycles"_s), tools);
        QSignalSpy done(&search, &PinSearch::finished);
        QObject::connect(&search, &PinSearch::progressed, &search, [&](int count, int all) {
            EXPECT_LE(count, all);
            if (count == after)
                search.cancel();
        });
        search.start();
        if (after == 0)
            search.cancel();
        EXPECT_TRUE(done.wait(60000));
        EXPECT_EQ(done.size(), 1);
        EXPECT_TRUE(search.result().isCancelled);
        EXPECT_EQ(search.result().found.empty(), after == 0);
        EXPECT_EQ(search.result().front.empty(), after == 0);
        QTest::qWait(20);
        EXPECT_EQ(done.size(), 1);
    }
}

TEST(PinSearch, SaysWhyThereIsNothingToPin)
{
    ChainTools tools({ { u"sort_a"_s, 0, 0, 10, false } });
    const auto result = run(tools, requestFor(u"cycles"_s));
    EXPECT_TRUE(result.found.empty());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].id, u"pinsearch.nothing-delegated"_s);
    EXPECT_FALSE(result.isMet());
}

} // namespace
} // namespace tosaic::pinsearch::pinsearchtests
