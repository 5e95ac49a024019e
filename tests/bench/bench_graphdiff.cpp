// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two graphs of up to TOSAIC_BENCH_NODES operators (50,000 if not set), one in a hundred
// of them gone, without names and with. Fails if two of 50,000 take longer than is stated, on a
// machine that puts numbers in order as fast as the one of the statement (yardstick.h), or if that
// grows faster than their size.
#include "core/graph/graphdiff.h"
#include "tests/bench/samplegraphs.h"
#include "tests/bench/yardstick.h"

#include <QtGlobal>

#include <cmath>

using namespace tosaic;
using namespace Qt::StringLiterals;

namespace {

constexpr double LargestExponent = 1.15;
constexpr double Target = 2; ///< s for two of 50,000 operators

constexpr double LeastRight = 0.9; ///< of the matches; branches side by side may be alike

struct Sample
{
    graph::Graph graph;
    std::vector<size_t> origins; ///< of each node: its operator
};

/// Without every hundredth operator if `isThinned`; what takes it takes its first input.
Sample sampleOf(const std::vector<bench::SampleOperator> &operators, bool isNamed, bool isThinned)
{
    Sample sample;
    auto &graph = sample.graph;
    std::vector<int> places;
    for (size_t i = 0; i < operators.size(); ++i) {
        const auto &one = operators[i];
        if (isThinned && i % 100 == 50 && !one.inputs.empty()) {
            places.push_back(places[size_t(one.inputs.front())]);
            continue;
        }
        places.push_back(int(graph.nodes.size()));
        sample.origins.push_back(i);
        graph.nodes.push_back({ .title = one.kind,
            .subtitle = u"int8 1x8x8x16"_s,
            .pattern = one.kind,
            .module = isNamed ? one.path : QString() });
        for (const auto input : one.inputs)
            graph.edges.push_back({ .from = graph::NodeId(size_t(places[size_t(input)])),
                .to = graph::NodeId(graph.nodes.size() - 1) });
    }
    return sample;
}

/// Share of the matches that are of one operator.
double rightOf(const graph::GraphDiff &diff, const Sample &before, const Sample &after)
{
    size_t right = 0;
    size_t all = 0;
    for (const auto &pair : diff.pairs) {
        if (!pair.before || !pair.after)
            continue;
        ++all;
        right += before.origins[*pair.before] == after.origins[*pair.after];
    }
    return all > 0 ? double(right) / double(all) : 0;
}

} // namespace

int main()
{
    const auto wanted = qEnvironmentVariableIntValue("TOSAIC_BENCH_NODES");
    const int most = wanted > 0 ? wanted : 50'000;
    const auto pace = bench::orderSeconds() / bench::StatedOrderSeconds; // 2: half as fast
    bool isFine = true;
    for (const auto family : bench::Families) {
        for (const bool isNamed : { false, true }) {
            double first = 0;
            for (const int count : { 1000, 10'000, 50'000 }) {
                if (count > most)
                    continue;
                const auto operators = bench::sampleGraph(family, count);
                const auto before = sampleOf(operators, isNamed, false);
                const auto after = sampleOf(operators, isNamed, true);
                graph::GraphDiff diff;
                const auto seconds = bench::secondsOf([&] {
                    diff = graph::diffGraphs({ &before.graph, {} }, { &after.graph, {} });
                });
                const auto right = rightOf(diff, before, after);
                std::printf(
                    "%s, %s, %d operators: %.1f ms, %.1f %% matched, %.1f %% of them right\n",
                    bench::nameOf(family), isNamed ? "named" : "flat", count, 1e3 * seconds,
                    100.0 * double(diff.matchedAfter) / double(diff.nodesAfter), 100 * right);
                isFine = isFine && !diff.areUnrelated() && right >= LeastRight;
                if (count == 1000)
                    first = seconds;
                if (count == 50'000) {
                    isFine = bench::judge("growth, exponent",
                                 std::log(seconds / first) / std::log(50.0), LargestExponent)
                        && isFine;
                    isFine = bench::judge("time", seconds / (pace * Target), 1) && isFine;
                }
            }
        }
    }
    return isFine ? 0 : 1;
}
